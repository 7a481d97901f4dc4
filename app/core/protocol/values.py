"""What commands and events carry: names, reasons, messages, counts and times; plain values.

A request is numbered by who asks, so that it can be stopped before anything came back. One client
gives no number to two requests of which neither is answered; what it says of the chat beside it is
for its own use. Another client may use the same numbers: whoever joins several to one engine gives
the engine numbers of its own. So to the engine a request is its number, and commands and events of
one belong together by that alone, never by their chat.
Longer than other files: one class for each value.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
from typing import NewType

from app.core.content.answer_parts import AnswerParts, SplitAnswer, split_answer
from app.core.content.media import MediaRef
from app.core.messages import Role, TokenRecord, ToolCall
from app.core.phrases import NO_WORDS, Phrase
from app.core.plain_value import PlainValue, TaggedValue
from app.core.protocol.answer_options import NO_THINKING_OPTIONS, ThinkingOptions
from app.core.protocol.load_settings import DEFAULT_LOAD, LoadSettings, RemoteModel

ChatKey = NewType("ChatKey", str)
TEMPORARY = "temporary-"  # a key that begins so is of a chat of which nothing is ever stored
OTHER_PROGRAM = "api-"  # a key that begins so is of a conversation of another program


_DOCUMENT = "document-"  # a key that begins so is of a document that is kept read


def document_key(digest: str) -> ChatKey:
    """Return the key under which a document is stored that is kept read, for no chat.

    Args:
        digest: of its bytes, in hex.
    """
    return ChatKey(f"{_DOCUMENT}{digest[:32]}")


def is_of_document(key: ChatKey) -> bool:
    """Whether a key is of a document that is kept read."""
    return key.startswith(_DOCUMENT)


def is_of_other_program(key: ChatKey) -> bool:
    """Whether a key is of a conversation of another program, stored or not."""
    return key.removeprefix(TEMPORARY).startswith(OTHER_PROGRAM)


def key_of_program(program: str, number: str) -> ChatKey:
    """Return the key of a conversation of another program.

    Args:
        program: names it; letters and digits.
        number: no other conversation of it has this one.
    """
    return ChatKey(f"{OTHER_PROGRAM}{program}-{number}")


def program_of(key: str) -> str:
    """Return how the keys of all conversations of a program begin; "" for a chat of the user.

    Conversations that were stored while their keys named no program count as those of one.
    """
    if not key.startswith(OTHER_PROGRAM):
        return ""
    return key[: key.find("-", len(OTHER_PROGRAM)) + 1] or OTHER_PROGRAM


class FinishReason(enum.StrEnum):
    """Why an answer ended."""

    END = "end"  # the model said so
    STOP_STRING = "stop_string"
    LENGTH = "length"  # max_tokens reached
    CONTEXT_FULL = "context_full"
    STOPPED = "stopped"  # the user said so
    MODEL_CHANGED = "model_changed"  # its model gave way to another one
    TOO_LONG = "too_long"  # the chat does not fit the context; nothing was said
    FAILED = "failed"


class WaitReason(enum.StrEnum):
    """Why an answer waits."""

    NO_SEQUENCE = "no_sequence"  # as many chats are answered as can be at once, or this one is
    NO_ROOM = "no_room"  # beside the other answers the context has no room for its prompt
    PARKED = "parked"  # it was running, and made room for an answer that was asked for earlier
    SUMMARISING = "summarising"  # the oldest turns of its chat, which are left out then


class LoadStage(enum.StrEnum):
    """What a load is busy with."""

    SELF_TEST = "self_test"  # of the configurations of llama.cpp, on a machine it has not seen
    WEIGHTS = "weights"
    PREPARING = "preparing"


class PrefixSource(enum.StrEnum):
    """Where the reused beginning of a prompt came from, or why there was none."""

    LIVE = "live"
    DISK = "disk"
    NOT_STORED = "not_stored"
    DAMAGED = "damaged"  # a file was, or its rows failed their proof
    UNSUPPORTED = "unsupported"  # this model's memory does not come back as it was given out
    OFF = "off"  # the store is switched off, for example by a full disk


class RereadCause(enum.StrEnum):
    """Why tokens of earlier turns had to be computed, most of them once more."""

    FIRST_TIME = "first_time"  # this model has never read them here
    EDITED = "edited"  # an earlier message is another one now
    TEMPLATE = "template"  # the chat template leaves out what it had before, such as thinking
    SYSTEM_PROMPT = "system_prompt"
    LEFT_OUT = "left_out"  # the oldest turns are not read any more
    OTHER_MODEL = "other_model"
    OTHER_SETTING = "other_setting"  # of the same model: context, KV types, build of llama.cpp
    REMOVED = "removed"  # to make room, or by the user; or it never got to the disk
    DAMAGED = "damaged"
    UNSUPPORTED = "unsupported"
    OFF = "off"


class PlacedMedium(PlainValue, frozen=True):
    """A picture or a sound in the text of a message; its bytes lie in the folder of raw media.

    Attributes:
        medium: what it is.
        at: it stands before the character of the text with this number.
    """

    medium: MediaRef
    at: int = 0


class PromptMessage(PlainValue, frozen=True):
    """One message as the engine needs it.

    Attributes:
        text: of an answer all that the model said, its thinking with the marks around it included.
        record: of answers whose tokens are known.
        parts: of answers of which it is known where their thinking lies.
        calls: of tools, that an answer has asked for.
        call_id: of what came of such a call, that call's; "" of others.
        media: in it, by their places.
        attached_ends: characters at which each attached text at the beginning of `text` ends; other
            chats may begin with them, too.
    """

    role: Role
    text: str
    record: TokenRecord | None = None
    parts: AnswerParts | None = None
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    media: tuple[PlacedMedium, ...] = ()
    attached_ends: tuple[int, ...] = ()

    @property
    def said(self) -> SplitAnswer:
        """What an answer says, and what was thought before."""
        return split_answer(self.text, self.parts)


# What a token can go through before one is chosen, in the order in which llama.cpp asks.
SAMPLERS = (
    "penalties",
    "dry",
    "top_n_sigma",
    "top_k",
    "typical_p",
    "top_p",
    "min_p",
    "xtc",
    "temperature",
)


class SamplingParams(PlainValue, frozen=True):
    """How the next token is chosen.

    None takes what the model file recommends, and where it says nothing Hearth's own default.

    Attributes:
        temperature: 0 means greedy, always the likeliest token.
        dynatemp_range: how far the temperature moves with the model's doubt; 0 not at all.
        dynatemp_exponent: how quickly.
        top_k: 0 switches it off.
        top_p: 1 switches it off.
        min_p: 0 switches it off.
        typical_p: 1 switches it off.
        top_n_sigma: keeps logits within so many standard deviations of the highest; 0 for all.
        xtc_probability: how often all but the least likely of the tokens above `xtc_threshold` are
            left out; 0 never.
        dry_multiplier: how much a token is held down that would go on with a repetition; 0 not at
            all. Each token more multiplies that by `dry_base`, from `dry_allowed_length` on.
        repeat_penalty: 1 switches it off; looks at the last `repeat_last_n` tokens, as do the
            other two penalties.
        frequency_penalty: for each time that a token was there; 0 for none.
        presence_penalty: for a token that was there at all; 0 for none.
        mirostat: 1 or 2 for that version in place of all that leave tokens out; 0 switches it off.
        mirostat_tau: the surprise it aims at.
        mirostat_eta: how quickly it learns.
        order: names of `SAMPLERS`, separated by blanks; "" for their usual order.
        logit_bias: words that are made likelier or less likely, as `token_biases` reads them; they
            come before all samplers.
        seed: None draws a new one for each answer.
    """

    temperature: float | None = None
    dynatemp_range: float | None = None
    dynatemp_exponent: float | None = None
    top_k: int | None = None
    top_p: float | None = None
    min_p: float | None = None
    typical_p: float | None = None
    top_n_sigma: float | None = None
    xtc_probability: float | None = None
    xtc_threshold: float | None = None
    dry_multiplier: float | None = None
    dry_base: float | None = None
    dry_allowed_length: int | None = None
    repeat_penalty: float | None = None
    repeat_last_n: int | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    mirostat: int | None = None
    mirostat_tau: float | None = None
    mirostat_eta: float | None = None
    order: str = ""
    logit_bias: str = ""
    seed: int | None = None


class BackendChoice(PlainValue, frozen=True):
    """Which parts of a llama.cpp build are used; the self-test decides.

    Attributes:
        use_extra_bufts: repacked and AMX weight layouts, and our own matrix products; some builds
            crash with them.
        use_gpu: offload layers where the build has a GPU backend.
    """

    use_extra_bufts: bool = True
    use_gpu: bool = True


class Limits(PlainValue, frozen=True):
    """How much the store may take.

    Attributes:
        budget_bytes: of files on disk; None: a quarter of what is free or already the store's, at
            most 20 GiB.
        reserve_bytes: left free on the disk for others; below it nothing more is stored.
        daily_bytes: written on one day (UTC), for the life of the disk; None for no limit.
        pool_bytes: rows that may wait in memory for the disk.
    """

    budget_bytes: int | None = None
    reserve_bytes: int = 11 * 10**9
    daily_bytes: int | None = None
    pool_bytes: int = 256 << 20


class Device(PlainValue, frozen=True):
    """One compute device of the llama.cpp build; memory in bytes.

    Attributes:
        kind: "cpu", "gpu", "igpu", "accel".
        backend: what of llama.cpp computes on it, such as "Vulkan".
        driver: name and version; "" where it is not known.
        round_trip_s: how long a word takes to the machine that it is in and back; 0 for this one.
    """

    name: str
    description: str
    kind: str
    free_bytes: int
    total_bytes: int
    backend: str = ""
    driver: str = ""
    round_trip_s: float = 0.0


class PlaceUse(PlainValue, frozen=True):
    """What the loaded model takes in one place, bytes.

    Attributes:
        place: "RAM", or the name of a device.
        n_layers: that are computed there, the output counted as one.
    """

    place: str
    n_layers: int
    weights_bytes: int
    cache_bytes: int
    compute_bytes: int


class LoadedPlacement(PlainValue, frozen=True):
    """How the loaded model was laid out, as it was planned.

    Attributes:
        reason: why so, and why not more of it is on a GPU.
        uses: of RAM first, then of each device in llama.cpp's order.
        n_expert_layers_in_ram: the experts of so many layers stayed in RAM.
        n_threads: the processor computes with.
        copied_bytes: of the weights in RAM that are no view of their file, which the system counts
            as free.
    """

    reason: Phrase
    uses: tuple[PlaceUse, ...]
    n_expert_layers_in_ram: int = 0
    n_threads: int = 1
    copied_bytes: int = 0


NOT_PLACED = LoadedPlacement(NO_WORDS, ())


class Senses(PlainValue, frozen=True):
    """What a model takes beside text.

    Attributes:
        sees: pictures.
        hears: sounds.
        sample_rate: of sounds, in hertz; 0 where it hears none.
        projector: path of the file with which it takes them; "" for none.
    """

    sees: bool = False
    hears: bool = False
    sample_rate: int = 0
    projector: str = ""


NO_SENSES = Senses()


class ModelInfo(PlainValue, frozen=True):
    """What is known of the loaded model and its context.

    Attributes:
        n_ctx: tokens the context holds, all chats together.
        n_gpu_layers: layers computed on a GPU.
        notes: what the user should know of the load, such as less offload than wished.
        resumable: whether this model's KV cache can be stored and restored.
        settings: with which it was loaded.
        placement: what it takes, and where.
        backend: what of the llama.cpp build is used.
        thinking: what its chat template lets one choose of thinking.
        drafts: whether tokens can be computed ahead; not where the memory cannot be cut again.
        draft_model: name of the model that drafts for it; "" for none.
        n_embedding: numbers in the vectors that it makes of texts; 0 for a model that answers.
        senses: what it takes beside text.
        takes_tools: its chat template tells it of tools.
        server: on which it answers, as the user calls that; "" for this machine. All that is 0 of a
            model on a server is not known.
    """

    path: str
    name: str
    description: str
    size_bytes: int
    n_params: int
    n_ctx: int
    n_ctx_train: int
    n_layers: int
    n_gpu_layers: int
    devices: tuple[Device, ...]
    notes: tuple[Phrase, ...]
    resumable: bool
    settings: LoadSettings = DEFAULT_LOAD
    placement: LoadedPlacement = NOT_PLACED
    backend: BackendChoice = BackendChoice()
    thinking: ThinkingOptions = NO_THINKING_OPTIONS
    drafts: bool = True
    draft_model: str = ""
    n_embedding: int = 0
    senses: Senses = NO_SENSES
    takes_tools: bool = True
    server: str = ""

    @property
    def full_name(self) -> str:
        """Its name, with the server on which it answers."""
        return RemoteModel(self.server, self.name).full_name if self.server else self.name


class RestoreTiming(PlainValue, frozen=True):
    """Where the time of a restore went, milliseconds each.

    Attributes:
        find_ms: looking the prompt up in the index.
        read_ms: files to memory.
        verify_ms: checksums.
        assemble_ms: rows to their places, where they were not read there.
        set_ms: handing the state to llama.cpp.
        decode_ms: computing the token that proves it.
    """

    find_ms: float = 0.0
    read_ms: float = 0.0
    verify_ms: float = 0.0
    assemble_ms: float = 0.0
    set_ms: float = 0.0
    decode_ms: float = 0.0


NO_RESTORE = RestoreTiming()


class AnswerStats(PlainValue, frozen=True):
    """Counts and times of one answer.

    Attributes:
        n_prompt: tokens of the prompt.
        n_reused: of them already live in the context.
        n_restored: of them brought from disk, by this request or by the `RestoreChat` before it.
        n_generated: tokens sampled, the end token included.
        restore_ms: time of that restore; 0 when there was none.
        ttft_ms: from taking the command to the first sampled token.
        prefill_tps: prompt tokens computed a second; 0 when none had to be.
        decode_tps: tokens sampled a second after the first; 0 for fewer than two.
        n_reread: of the prompt, tokens of earlier turns that were computed once more.
        reread: why; None when `n_reread` is 0.
        save_ms: of the engine's time, spent on handing rows to the store.
        reread_from: index of the message with the first token that differs, -1 where none does.
        n_drafted: tokens that were guessed and computed ahead.
        n_accepted: of them, those that the answer then said.
    """

    n_prompt: int = 0
    n_reused: int = 0
    n_restored: int = 0
    n_generated: int = 0
    restore_ms: float = 0.0
    ttft_ms: float = 0.0
    prefill_tps: float = 0.0
    decode_tps: float = 0.0
    source: PrefixSource = PrefixSource.NOT_STORED
    n_reread: int = 0
    reread: RereadCause | None = None
    reread_from: int = -1
    save_ms: float = 0.0
    n_drafted: int = 0
    n_accepted: int = 0


class Residency(enum.StrEnum):
    """Where a chat's memory is, for the loaded model."""

    LIVE = "live"  # in the context
    DISK = "disk"
    COLD = "cold"  # to be read


class ChatMemory(PlainValue, frozen=True):
    """The memory of one chat.

    Attributes:
        residency: for the loaded model; COLD without one.
        n_tokens: stored at most, of any model.
        n_bytes: on disk, shared ones included.
        own_bytes: of them needed by no other chat.
        models: names of the models it has stored memory of.
        last_used: Unix time; 0 when nothing is stored.
        expected_ms: until the first token of an answer, by what this machine has shown; 0 unknown.
    """

    chat: ChatKey
    residency: Residency
    n_tokens: int = 0
    n_bytes: int = 0
    own_bytes: int = 0
    models: tuple[str, ...] = ()
    last_used: float = 0.0
    is_pinned: bool = False
    is_off: bool = False
    expected_ms: float = 0.0


class EngineConfig(TaggedValue, frozen=True):
    """What a host must know to build an engine. Paths are text, as `os.fspath` gives it.

    Attributes:
        rows_folder: of the stored rows of KV caches.
        choices_file: of which chats rows are pinned, and of which none are stored.
        limits: how much may be stored.
        is_onlooker: stored rows are only looked at, because another Hearth stores them.
        trusted_backends_file: what the self-test found out about this machine.
        load_marker: exists while a model is being loaded.
        identities_file: what model files are.
        log_folder: where a host in a process of its own writes its log.
        media_folder: where pixels and samples lie that the model is given.
        projectors_file: which projectors were tried.
    """

    rows_folder: str
    choices_file: str
    limits: Limits
    is_onlooker: bool
    trusted_backends_file: str
    load_marker: str
    identities_file: str
    log_folder: str
    media_folder: str
    projectors_file: str
