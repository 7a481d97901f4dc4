"""The whole wire of the engine: every command in and every event out.

Commands are verbs, events are past tense or nouns. All are frozen dataclasses of plain values, so
the same engine can be hosted in a thread, in a child process or behind a socket without a change.
A chat is known here only by a key that the caller chose; `Generate` carries the messages.
Longer than other files, because a wire is read as one list.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.kvstore import Limits
    from app.core.messages import Role, TokenRecord

RequestId = NewType("RequestId", int)
ChatKey = NewType("ChatKey", str)


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


class PrefixSource(enum.StrEnum):
    """Where the reused beginning of a prompt came from, or why there was none."""

    LIVE = "live"
    DISK = "disk"
    NOT_STORED = "not_stored"
    DAMAGED = "damaged"
    UNSUPPORTED = "unsupported"  # this model's memory does not come back as it was given out
    OFF = "off"  # the store is switched off, for example by a full disk


class RereadCause(enum.StrEnum):
    """Why tokens that had been computed before had to be computed again."""

    EDITED = "edited"  # an earlier message is another one now
    TEMPLATE = "template"  # the chat template leaves out what it had before, such as thinking
    SYSTEM_PROMPT = "system_prompt"
    OTHER_MODEL = "other_model"
    OTHER_SETTING = "other_setting"  # of the same model: context, KV types, build of llama.cpp
    REMOVED = "removed"  # to make room, or by the user; or it never got to the disk
    DAMAGED = "damaged"
    UNSUPPORTED = "unsupported"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message as the engine needs it; `record` only on answers whose tokens are known."""

    role: Role
    text: str
    record: TokenRecord | None = None


@dataclass(frozen=True, slots=True)
class SamplingParams:
    """How the next token is chosen.

    None takes what the model file recommends, and where it says nothing Hearth's own default.

    Attributes:
        temperature: 0 means greedy, always the likeliest token.
        top_k: 0 switches it off.
        top_p: 1 switches it off.
        min_p: 0 switches it off.
        repeat_penalty: 1 switches it off; looks at the last `repeat_last_n` tokens.
        seed: None draws a new one for each answer.
    """

    temperature: float | None = None
    top_k: int | None = None
    top_p: float | None = None
    min_p: float | None = None
    repeat_penalty: float | None = None
    repeat_last_n: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class BackendChoice:
    """Which parts of a llama.cpp build are used; the self-test decides.

    Attributes:
        use_extra_bufts: repacked and AMX weight layouts; some builds crash with them.
        use_gpu: offload layers where the build has a GPU backend.
    """

    use_extra_bufts: bool = True
    use_gpu: bool = True


# -- commands --


class KVType(enum.StrEnum):
    """How the KV cache holds its values."""

    F16 = "f16"
    Q8_0 = "q8_0"  # half the memory and half the disk, for a little precision


@dataclass(frozen=True, slots=True)
class LoadModel:
    """Replace the loaded model.

    Attributes:
        n_ctx: 0 lets the engine choose.
        backend: None asks the self-test.
        flash_attention: used where the model and the device can.
        full_windows: layers with a sliding window keep every token: any earlier token of a live
            chat can be gone back to without a restore, for several times the memory.
    """

    path: str
    n_ctx: int = 0
    backend: BackendChoice | None = None
    kv_type: KVType = KVType.F16
    flash_attention: bool = True
    full_windows: bool = False


@dataclass(frozen=True, slots=True)
class CancelLoad:
    """Give up the load in progress; takes effect at once, from any thread."""


@dataclass(frozen=True, slots=True)
class UnloadModel:
    """Free the model and its context."""


@dataclass(frozen=True, slots=True)
class RestoreChat:
    """Bring a chat's KV cache back before anything is asked; `started_at` as in `Generate`."""

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0


@dataclass(frozen=True, slots=True)
class PrecomputeChat:
    """Compute the tokens of a chat and store them while there is nothing else to do.

    Given up, without an event, as soon as there is; what was computed until then stays stored.
    `started_at` as in `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0


@dataclass(frozen=True, slots=True)
class PrefetchChat:
    """A chat may be opened soon: have its stored rows read from disk, nothing more."""

    chat: ChatKey


@dataclass(frozen=True, slots=True)
class ReportMemory:
    """Send a `MemoryReport`."""


@dataclass(frozen=True, slots=True)
class SetMemoryChoice:
    """What the user wants for the stored memory of a chat; None leaves that as it is.

    Attributes:
        is_pinned: never make room with it.
        is_off: store nothing of it, and delete what is there.
    """

    chat: ChatKey
    is_pinned: bool | None = None
    is_off: bool | None = None


@dataclass(frozen=True, slots=True)
class DropMemory:
    """Delete what is stored of a chat; it is stored again when it goes on."""

    chat: ChatKey


@dataclass(frozen=True, slots=True)
class SyncMemory:
    """Which chats there are: what is stored for any other goes; `MemorySynced` when it is gone.

    Attributes:
        pinned: whose stored memory is never made room with.
        off: of which nothing is stored.
    """

    chats: frozenset[ChatKey]
    pinned: frozenset[ChatKey] = frozenset()
    off: frozenset[ChatKey] = frozenset()


@dataclass(frozen=True, slots=True)
class TrimMemory:
    """Words of a chat were deleted: keep only what was computed for these tokens.

    `MemoryTrimmed` when that is so. What is in memory of the chat is dropped.

    Attributes:
        ticket: comes back.
        sequences: each from position 0, token ids as int32 little endian.
    """

    ticket: int
    chat: ChatKey
    sequences: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class SetMemoryLimits:
    """How much may be stored from now on; a smaller budget deletes."""

    limits: Limits


@dataclass(frozen=True, slots=True)
class ForgetChat:
    """Drop everything computed for a chat, in memory and on disk; its text is not the engine's."""

    chat: ChatKey


@dataclass(frozen=True, slots=True)
class Generate:
    """Answer the last message, or continue it when it is the assistant's own.

    Attributes:
        started_at: Unix time a chat template may mention as today; one per chat, or the prompt
            would change every day. 0 for the current time.
        max_tokens: 0 means until the model ends or the context is full.
        stop: strings that end the answer and are not shown.
    """

    request: RequestId
    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    sampling: SamplingParams = field(default_factory=SamplingParams)
    max_tokens: int = 0
    stop: tuple[str, ...] = ()
    started_at: float = 0.0


@dataclass(frozen=True, slots=True)
class MeasureContext:
    """Count the tokens of a chat as `Generate` would send it; answered by `ContextMeasured`.

    Attributes:
        texts: counted each on its own, too.
        started_at: as in `Generate`.
        request: comes back with the count; a newer command takes the place of one of the same chat
            and request that is not done.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    texts: tuple[str, ...] = ()
    started_at: float = 0.0
    request: RequestId = RequestId(0)


@dataclass(frozen=True, slots=True)
class Stop:
    """End an answer now, also in the middle of a prefill; what was said stays."""

    request: RequestId


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Finish writing and leave `Engine.run()`."""


ChatCommand = (
    RestoreChat | PrecomputeChat | PrefetchChat | ForgetChat | MeasureContext | Generate | Stop
)
MemoryCommand = (
    ReportMemory | SetMemoryChoice | DropMemory | SetMemoryLimits | SyncMemory | TrimMemory
)
Command = LoadModel | CancelLoad | UnloadModel | Shutdown | MemoryCommand | ChatCommand


# -- events --


@dataclass(frozen=True, slots=True)
class Device:
    """One compute device of the llama.cpp build; memory in bytes."""

    name: str
    description: str
    kind: str  # "cpu", "gpu", "igpu", "accel"
    free_bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What is known of the loaded model and its context.

    Attributes:
        n_ctx: tokens the context holds, all chats together.
        n_gpu_layers: layers computed on a GPU.
        note: one sentence on anything the user should know (less offload than wished); may be "".
        resumable: whether this model's KV cache can be stored and restored.
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
    note: str
    resumable: bool


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """Progress of a load, 0 to 1."""

    path: str
    fraction: float
    stage: str = "Loading"


@dataclass(frozen=True, slots=True)
class ModelLoaded:
    """The model answers from now on.

    Attributes:
        is_identified: its chats are stored and restored; else from `ModelIdentified` on.
    """

    info: ModelInfo
    is_identified: bool = True


@dataclass(frozen=True, slots=True)
class ModelLoadFailed:
    """No model is loaded now; `cancelled` when the user wanted that."""

    path: str
    problem: Problem
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class ModelIdentified:
    """The loaded model's files have been read: from now on its chats are stored and restored.

    Comes only after a `ModelLoaded` at which that was not known.
    """


@dataclass(frozen=True, slots=True)
class ModelUnloaded:
    """The model is gone."""


@dataclass(frozen=True, slots=True)
class RestoreTiming:
    """Where the time of a restore went, milliseconds each.

    Attributes:
        find_ms: looking the prompt up in the index.
        read_ms: files to memory.
        verify_ms: checksums.
        assemble_ms: rows to their places, where they were not read there.
        set_ms: handing the state to llama.cpp.
        decode_ms: waiting for and computing the token that proves it.
    """

    find_ms: float = 0.0
    read_ms: float = 0.0
    verify_ms: float = 0.0
    assemble_ms: float = 0.0
    set_ms: float = 0.0
    decode_ms: float = 0.0


NO_RESTORE = RestoreTiming()


@dataclass(frozen=True, slots=True)
class ChatRestored:
    """A `RestoreChat` is done.

    Attributes:
        n_prompt: tokens of the chat so far.
        n_cached: of them now in the context.
        source: where they came from, or why there are none.
        restore_ms: of the whole, building the prompt included.
    """

    chat: ChatKey
    n_prompt: int
    n_cached: int
    source: PrefixSource
    restore_ms: float
    timing: RestoreTiming = NO_RESTORE


@dataclass(frozen=True, slots=True)
class ContextMeasured:
    """How many tokens a chat takes.

    Attributes:
        n_ctx: tokens the context holds; 0 without a model.
        n_total: of the prompt; estimated from the characters where it is far too long.
        counts: of each of the texts.
        request: of the command.
    """

    chat: ChatKey
    n_ctx: int = 0
    n_total: int = 0
    counts: tuple[int, ...] = ()
    request: RequestId = RequestId(0)


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    """How much of a prompt is in the context; counts include the reused prefix."""

    request: RequestId
    chat: ChatKey
    n_done: int
    n_total: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """New text of an answer; always whole characters."""

    request: RequestId
    chat: ChatKey
    text: str


@dataclass(frozen=True, slots=True)
class AnswerStats:
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


@dataclass(frozen=True, slots=True)
class AnswerFinished:
    """An answer is complete, cut or stopped; never sent twice for one request."""

    request: RequestId
    chat: ChatKey
    finish_reason: FinishReason
    stats: AnswerStats
    record: TokenRecord | None
    problem: Problem | None = None


class Residency(enum.StrEnum):
    """Where a chat's memory is, for the loaded model."""

    LIVE = "live"  # in the context
    DISK = "disk"
    COLD = "cold"  # to be read


@dataclass(frozen=True, slots=True)
class ChatMemory:
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


@dataclass(frozen=True, slots=True)
class MemoryReport:
    """All stored memory; sizes in bytes.

    Attributes:
        models: name and size of each model's, most first.
        free_bytes: on the disk.
        limits: in force; None when nothing is open.
        default_budget_bytes: the budget where the user sets none.
        problem: why nothing is stored, one sentence; "" when it is.
        is_read_only: another instance of Hearth stores.
    """

    chats: tuple[ChatMemory, ...]
    models: tuple[tuple[str, int], ...] = ()
    used_bytes: int = 0
    budget_bytes: int = 0
    free_bytes: int = 0
    written_today_bytes: int = 0
    limits: Limits | None = None
    default_budget_bytes: int = 0
    problem: str = ""
    is_read_only: bool = False


@dataclass(frozen=True, slots=True)
class MemorySynced:
    """What was stored for chats that do not exist is deleted.

    Attributes:
        index_id: another one whenever the index of the store was built again.
        chats: for which something is stored.
    """

    index_id: int
    chats: frozenset[ChatKey]


@dataclass(frozen=True, slots=True)
class MemoryTrimmed:
    """`TrimMemory` was done, durably."""

    ticket: int


@dataclass(frozen=True, slots=True)
class ProblemRaised:
    """Something failed that belongs to no single answer; chatting goes on."""

    problem: Problem


@dataclass(frozen=True, slots=True)
class EngineStopped:
    """`Engine.run()` has returned; `problem` when it died."""

    problem: Problem | None = None


Event = (
    ModelLoading
    | ModelLoaded
    | ModelIdentified
    | ModelLoadFailed
    | ModelUnloaded
    | ChatRestored
    | ContextMeasured
    | PrefillProgress
    | TextDelta
    | AnswerFinished
    | MemoryReport
    | MemorySynced
    | MemoryTrimmed
    | ProblemRaised
    | EngineStopped
)
