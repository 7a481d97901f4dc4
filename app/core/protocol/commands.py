"""Every command in: verbs, each a frozen dataclass of plain values.

Longer than other files: it has a class for each.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from app.core.content.media_ref import MediaRef
from app.core.protocol.constraint import Constraint
from app.core.protocol.load_settings import DEFAULT_LOAD, LoadSettings
from app.core.protocol.thinking import DEFAULT_THINKING, ThinkingChoice
from app.core.protocol.tools import Tools
from app.core.protocol.values import (
    NO_REQUEST,
    BackendChoice,
    ChatKey,
    Limits,
    PromptMessage,
    RequestId,
    SamplingParams,
)


@dataclass(frozen=True, slots=True)
class LoadModel:
    """Replace the loaded model.

    Attributes:
        backend: None asks the self-test.
        first_chat: will probably be restored first: what is stored of it is read meanwhile.
    """

    path: str
    settings: LoadSettings = DEFAULT_LOAD
    backend: BackendChoice | None = None
    first_chat: ChatKey | None = None


@dataclass(frozen=True, slots=True)
class CancelLoad:
    """Give up the load in progress; takes effect at once, from any thread."""


@dataclass(frozen=True, slots=True)
class UnloadModel:
    """Free the model and its context."""


@dataclass(frozen=True, slots=True)
class RestoreChat:
    """Bring a chat's KV cache back before anything is asked.

    `started_at` and `thinking` are as in `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING


@dataclass(frozen=True, slots=True)
class PrecomputeChat:
    """Compute the tokens of a chat and store them while there is nothing else to do.

    Interrupted as soon as there is, and gone on with later; after several times it is left undone,
    without an event. What was computed stays stored. `started_at` and `thinking` are as in
    `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING


@dataclass(frozen=True, slots=True)
class WriteTitle:
    """Write a title for a chat while there is nothing else to do.

    Answered by one `TitleWritten` or `TitleDropped`. Nothing of it is stored, and no chat leaves
    the context for it.

    Attributes:
        messages: what the title is for; the engine takes the beginning of each.
        instruction: what the user would say for a title, in the language of the chat.
        started_at: as in `Generate`.
    """

    request: RequestId
    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    instruction: str
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
class ExportMemory:
    """Copy the stored memory of chats into a folder; `MemoryMoved` when that has ended.

    `MemoryMoving` tells how far it is, and `Stop` ends it.

    Attributes:
        folder: has a file that names the chats and their tokens; gets the memory, and what says
            what there is of it (docs/kvstore-format.md).
    """

    request: RequestId
    folder: str


@dataclass(frozen=True, slots=True)
class ImportMemory:
    """Store the memory that lies in a folder, which is believed nothing; told as `ExportMemory`.

    Attributes:
        folder: holds what another `ExportMemory` has left.
        chats: for whom, with the place that each chat had in the file.
    """

    request: RequestId
    folder: str
    chats: tuple[tuple[int, ChatKey], ...]


@dataclass(frozen=True, slots=True)
class SetMemoryLimits:
    """How much may be stored from now on; a smaller budget deletes."""

    limits: Limits


@dataclass(frozen=True, slots=True)
class ForgetChat:
    """Drop everything computed for a chat, in memory and on disk; its text is not the engine's."""

    chat: ChatKey


class DraftPolicy(enum.StrEnum):
    """Whether what an answer is likely to say is computed ahead; never what it says."""

    WHERE_IT_PAYS = "where it pays"  # as it was measured on this machine
    NEVER = "never"
    ALWAYS = "always"  # for tests


@dataclass(frozen=True, slots=True)
class Generate:
    """Answer the last message, or continue it when it is the assistant's own.

    Attributes:
        started_at: Unix time a chat template may mention as today; one per chat, or the prompt
            would change every day. 0 for the current time.
        max_tokens: 0 means until the model ends or the context is full.
        stop: strings that end the answer and are not shown.
        thinking: whether and how long to think before; a chat template may write it at the
            beginning of the prompt.
        drafts: whether tokens that are likely to follow are computed ahead.
        constraint: the form of the whole answer, what it begins with included; None for any.
        said: the exact tokens of a last message of the assistant; empty to take them from its text,
            which is also done where they are not tokens of that very text.
        vocabulary: names the one of these tokens, as a `TokenRecord` does; to a model of another
            one they are nothing.
        is_text: the one message is a text that goes on as it is, without a chat template.
        n_likely: of each token of the answer tell how likely it was, and so many of the likeliest
            that could have stood there; None tells nothing.
        tools: that the model may call; None for none. `AnswerFormatFound` says how it does.
        token_biases: tokens, and what is added to the logit of each, beside `sampling`.
    """

    request: RequestId
    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    sampling: SamplingParams = field(default_factory=SamplingParams)
    max_tokens: int = 0
    stop: tuple[str, ...] = ()
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    drafts: DraftPolicy = DraftPolicy.WHERE_IT_PAYS
    constraint: Constraint | None = None
    said: tuple[int, ...] = ()
    vocabulary: str = ""
    is_text: bool = False
    n_likely: int | None = None
    tools: Tools | None = None
    token_biases: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class MeasureContext:
    """Count the tokens of a chat as `Generate` would send it; answered by `ContextMeasured`.

    Attributes:
        texts: counted each on its own, too.
        media: counted with each of the texts, in their order; those at the end may have none.
        started_at, thinking, tools: as in `Generate`.
        request: comes back with the count; a newer command of the same number takes the place of
            one that is not done, which is then not answered.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    texts: tuple[str, ...] = ()
    started_at: float = 0.0
    request: RequestId = NO_REQUEST
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None
    media: tuple[tuple[MediaRef, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class MeasureWarmth:
    """Say how soon an answer would begin, computing nothing of it; answered by `WarmthMeasured`.

    Attributes:
        messages, started_at, thinking, tools, is_text: as in the `Generate` that may follow.
    """

    request: RequestId
    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class Embed:
    """Make vectors of texts; answered by one `TextsEmbedded`, or by none after a `Stop`.

    Attributes:
        texts: as words.
        tokens: as tokens of the loaded model, in place of words.
    """

    request: RequestId
    texts: tuple[str, ...] = ()
    tokens: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class InspectAnswer:
    """Tell how likely each token of an answer is, and what else could stand in its place.

    The tokens of the answer are computed once more for that, those before it as far as they are
    not there any more. `TokensInspected` tells some of them at a time, `InspectionEnded` comes
    last; a newer command of this kind, or an answer that is asked for, ends it early.

    Attributes:
        messages: the last one is the answer.
        started_at, thinking: as in `Generate`.
    """

    request: RequestId
    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING


@dataclass(frozen=True, slots=True)
class CompareContinuations:
    """Go on from a place in an answer with each of some tokens, always with the likeliest one.

    `ContinuationWritten` tells each, in their order; it ends as `InspectAnswer` does.

    Attributes:
        messages: the last one is the answer up to that place; it may be empty. Without it the
            place is where an answer begins.
        said: its exact tokens, as in `Generate`.
        choices: each a token with which to go on.
        n_tokens: of each continuation at most, that token included; 2 or more.
        started_at, thinking: as in `Generate`.
        vocabulary: of all these tokens; a model of another one tells nothing.
    """

    request: RequestId
    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    said: tuple[int, ...]
    choices: tuple[int, ...]
    n_tokens: int
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    vocabulary: str = ""


@dataclass(frozen=True, slots=True)
class PreviewTemplate:
    """Say what a chat template makes of some messages; answered by `TemplatePreviewed`.

    Attributes:
        source: Jinja; "" for a built-in one.
    """

    source: str
    messages: tuple[PromptMessage, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """End an answer now, also in the middle of a prefill; what was said stays."""

    request: RequestId


@dataclass(frozen=True, slots=True)
class StopThinking:
    """Let an answer begin that is being thought about; nothing where it has begun.

    Its thinking is ended with the mark that the model would end it with, as far as that is known.
    """

    request: RequestId


@dataclass(frozen=True, slots=True)
class Shutdown:
    """Finish writing and leave `Engine.run()`."""


BackgroundCommand = (
    RestoreChat
    | PrecomputeChat
    | PrefetchChat
    | MeasureContext
    | MeasureWarmth
    | WriteTitle
    | InspectAnswer
    | CompareContinuations
)


ChatCommand = BackgroundCommand | Embed | ForgetChat | Generate | Stop | StopThinking


MemoryCommand = (
    ReportMemory
    | SetMemoryChoice
    | DropMemory
    | SetMemoryLimits
    | SyncMemory
    | TrimMemory
    | ExportMemory
    | ImportMemory
)


Command = (
    LoadModel | CancelLoad | UnloadModel | PreviewTemplate | Shutdown | MemoryCommand | ChatCommand
)
