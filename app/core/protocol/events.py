"""Every event out: past tense or nouns, each a frozen dataclass of plain values.

Longer than other files: it has a class for each.

Threads: values only, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.core.answer_parts import AnswerParts
from app.core.errors import Problem
from app.core.messages import TokenRecord
from app.core.phrases import NO_WORDS, Phrase
from app.core.protocol.inspection import InspectedToken
from app.core.protocol.moved_memory import MovedMemory
from app.core.protocol.tools import CallPiece
from app.core.protocol.values import (
    NO_REQUEST,
    NO_RESTORE,
    AnswerStats,
    BackendChoice,
    ChatKey,
    ChatMemory,
    FinishReason,
    Limits,
    LoadStage,
    ModelInfo,
    PrefixSource,
    RequestId,
    RestoreTiming,
    WaitReason,
)


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """Progress of a load, 0 to 1."""

    path: str
    fraction: float
    stage: LoadStage = LoadStage.WEIGHTS


@dataclass(frozen=True, slots=True)
class ModelLoaded:
    """The model answers from now on.

    Attributes:
        is_identified: its chats are stored and restored; else from `ModelIdentified` on.
        backend: what it was loaded with.
    """

    info: ModelInfo
    is_identified: bool = True
    backend: BackendChoice = field(default_factory=BackendChoice)


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
class ChatRestored:
    """A `RestoreChat` is done.

    Attributes:
        n_prompt: tokens of the chat so far.
        n_cached: of them now in the context.
        source: where they came from, or why there are none.
        restore_ms: of the whole, building the prompt included.
        read_ms: what reading the others is expected to take, as measured here; 0 if unknown.
    """

    chat: ChatKey
    n_prompt: int
    n_cached: int
    source: PrefixSource
    restore_ms: float
    timing: RestoreTiming = NO_RESTORE
    read_ms: float = 0.0


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
    request: RequestId = NO_REQUEST


@dataclass(frozen=True, slots=True)
class WarmthMeasured:
    """How soon an answer would begin, by what this machine has shown.

    Attributes:
        n_ctx: tokens the context holds; 0 without a model.
        n_tokens: of the prompt.
        n_live: of them in the context already.
        n_stored: of those behind them that would come from the disk; all others are computed.
        expected_ms: until the first token, without what others have asked for; 0 unknown.
        problem: why there would be no answer; None where there would be one.
    """

    request: RequestId
    chat: ChatKey
    n_ctx: int = 0
    n_tokens: int = 0
    n_live: int = 0
    n_stored: int = 0
    expected_ms: float = 0.0
    problem: Problem | None = None

    @property
    def n_cold(self) -> int:
        """Tokens of the prompt that would be computed."""
        return self.n_tokens - self.n_live - self.n_stored


@dataclass(frozen=True, slots=True)
class TextsEmbedded:
    """An `Embed` is done.

    Attributes:
        n_embedding: numbers in a vector.
        vectors: one after the other, each of length 1, as float32 little endian.
        n_tokens: of each text.
        problem: why there are none.
    """

    request: RequestId
    n_embedding: int = 0
    vectors: bytes = b""
    n_tokens: tuple[int, ...] = ()
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    """How much of a prompt is in the context; counts include the reused prefix."""

    request: RequestId
    chat: ChatKey
    n_done: int
    n_total: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """New text of an answer; always whole characters.

    Attributes:
        parts: where its thinking lies in all that was said of it so far, what it goes on from
            included.
        tokens: of the answer since the last event, where `Generate.n_likely` asks for them. Those
            of text that is held back come with it, or before.
        calls: of tools, where whoever answers tells them apart from the text; else
            `AnswerFormatFound` says how they are found in it.
    """

    request: RequestId
    chat: ChatKey
    text: str
    parts: AnswerParts | None = None
    tokens: tuple[InspectedToken, ...] = ()
    calls: tuple[CallPiece, ...] = ()

    def followed_by(self, later: TextDelta) -> TextDelta:
        """Return one event in place of this one and the next of the same answer."""
        return replace(
            later,
            text=self.text + later.text,
            tokens=self.tokens + later.tokens,
            calls=self.calls + later.calls,
        )


@dataclass(frozen=True, slots=True)
class AnswerFormatFound:
    """How an answer that may call tools is taken apart; comes before its first text.

    Attributes:
        described: JSON text, for `ChatFormat.of_json`.
    """

    request: RequestId
    chat: ChatKey
    described: str


@dataclass(frozen=True, slots=True)
class AnswerWaiting:
    """An answer cannot go on now; sent again where the reason becomes another one.

    It ends with `WaitEnded`, or with the answer.
    """

    request: RequestId
    chat: ChatKey
    reason: WaitReason


@dataclass(frozen=True, slots=True)
class WaitEnded:
    """An answer that waited begins, or goes on where it was."""

    request: RequestId
    chat: ChatKey


@dataclass(frozen=True, slots=True)
class AnswerFinished:
    """An answer is complete, cut or stopped; never sent twice for one request.

    Attributes:
        record: its exact tokens; None where it has none.
        parts: as in `TextDelta`; None where nothing was said.
        n_taken_back: characters at the end of what it went on from that are not part of it: a stop
            string begins there, and ended it.
    """

    request: RequestId
    chat: ChatKey
    finish_reason: FinishReason
    stats: AnswerStats
    record: TokenRecord | None
    problem: Problem | None = None
    parts: AnswerParts | None = None
    n_taken_back: int = 0


@dataclass(frozen=True, slots=True)
class TemplatePreviewed:
    """What a `PreviewTemplate` has shown.

    Attributes:
        source: that was asked about.
        text: the prompt, as the model would get it; "" where there is a problem.
        problem: why the template cannot be used; None where it can.
        is_cut: the text is the beginning of a longer one.
    """

    source: str
    text: str
    problem: Problem | None = None
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class TitleWritten:
    """A `WriteTitle` is done.

    Attributes:
        text: what the model said, as it said it, without thinking; "" where that is no title.
    """

    request: RequestId
    chat: ChatKey
    text: str


@dataclass(frozen=True, slots=True)
class TitleDropped:
    """A `WriteTitle` was not done: interrupted too often, or its model is gone.

    Attributes:
        is_lost: the engine died over it, or over something else at that time; it is not to be
            asked for again.
    """

    request: RequestId
    chat: ChatKey
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class TokensInspected:
    """The next tokens of an `InspectAnswer`, in their order.

    Attributes:
        n_total: places of the whole answer, the one behind its last token included.
        vocabulary: names the one of these tokens.
    """

    request: RequestId
    chat: ChatKey
    tokens: tuple[InspectedToken, ...]
    n_total: int
    vocabulary: str = ""


@dataclass(frozen=True, slots=True)
class ContinuationWritten:
    """One of the continuations of a `CompareContinuations`.

    Attributes:
        tokens: what it says, the token it begins with included and one that ends it left out.
        text: of these tokens, whole characters only.
        is_end: the answer would end there.
    """

    request: RequestId
    chat: ChatKey
    tokens: tuple[int, ...]
    text: str
    is_end: bool


@dataclass(frozen=True, slots=True)
class InspectionEnded:
    """An `InspectAnswer` or a `CompareContinuations` has ended.

    Attributes:
        was_interrupted: by something else that was asked for, or by a `Stop`; the rest was not
            done.
        problem: why the rest could not be done.
    """

    request: RequestId
    chat: ChatKey
    was_interrupted: bool = False
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class MemoryReport:
    """All stored memory; sizes in bytes.

    Attributes:
        models: name and size of each model's, most first.
        free_bytes: on the disk.
        limits: in force; None when nothing is open.
        default_budget_bytes: the budget where the user sets none.
        problem: why nothing is stored, one sentence; `NO_WORDS` when it is.
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
    problem: Phrase = NO_WORDS
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
class MemoryMoving:
    """How far an `ExportMemory` or `ImportMemory` is, in bytes."""

    request: RequestId
    n_done: int
    n_total: int


@dataclass(frozen=True, slots=True)
class MemoryMoved:
    """An `ExportMemory` or `ImportMemory` has ended.

    Attributes:
        chats: each that was asked for.
        n_bytes: that were copied.
        n_damaged: parts that were left out because they are damaged, or nothing proves them.
        was_stopped: the rest was not done.
        problem: why it could not be done, or not to the end.
    """

    request: RequestId
    chats: tuple[MovedMemory, ...] = ()
    n_bytes: int = 0
    n_damaged: int = 0
    was_stopped: bool = False
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class ProblemRaised:
    """Something failed that belongs to no single answer; chatting goes on."""

    problem: Problem


@dataclass(frozen=True, slots=True)
class EngineRestarted:
    """The engine died and a new one takes commands: it knows nothing of what it was told before.

    Comes after the ends of all that was asked for, and before the model is loaded again.
    """


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
    | WarmthMeasured
    | TextsEmbedded
    | PrefillProgress
    | TextDelta
    | AnswerFormatFound
    | AnswerWaiting
    | WaitEnded
    | AnswerFinished
    | TemplatePreviewed
    | TitleWritten
    | TitleDropped
    | TokensInspected
    | ContinuationWritten
    | InspectionEnded
    | MemoryReport
    | MemorySynced
    | MemoryTrimmed
    | MemoryMoving
    | MemoryMoved
    | ProblemRaised
    | EngineRestarted
    | EngineStopped
)
