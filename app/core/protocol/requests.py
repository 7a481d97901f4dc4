"""Every request, with its one answer and the news that may come before it.

A new one needs a handler and a caller, no more (`docs/contributing.md`). It waits for the batch
that idle work computes; one that needs the model wakes no resting one, and fails while a model of a
server answers.

Longer than other files: it has a class for each of them.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
from typing import Never, TypeAlias

from msgspec import field

from app.core.content.answer_parts import AnswerParts
from app.core.content.media import MediaRef
from app.core.errors import Problem
from app.core.messages import TextKind, TokenRecord
from app.core.phrases import NO_WORDS, Phrase
from app.core.plain_value import TaggedValue, replace
from app.core.protocol.answer_options import (
    DEFAULT_THINKING,
    CallPiece,
    Constraint,
    InspectedToken,
    LeftOut,
    Overflow,
    ThinkingChoice,
    ToolChoice,
    Tools,
)
from app.core.protocol.request import Request
from app.core.protocol.values import (
    NO_RESTORE,
    AnswerStats,
    ChatKey,
    ChatMemory,
    FinishReason,
    Limits,
    PrefixSource,
    PromptMessage,
    RestoreTiming,
    SamplingParams,
    WaitReason,
)


class AnswerFinished(TaggedValue, frozen=True):
    """An answer is complete, cut or stopped.

    Attributes:
        record: its exact tokens; None where it has none.
        parts: where its thinking lies in all of its text, what it goes on from included; None where
            nothing was said, or whoever answers cannot tell.
        leaving_out: what should be summarised first, where the rule says so; nothing was said.
        n_taken_back: characters at the end of what it went on from that are not part of it: a stop
            string begins there, and ended it.
        stopped_by: the stop string that ended it; "" for none.
    """

    finish_reason: FinishReason
    stats: AnswerStats
    record: TokenRecord | None
    problem: Problem | None = None
    parts: AnswerParts | None = None
    n_taken_back: int = 0
    leaving_out: LeftOut | None = None
    stopped_by: str = ""


class TurnsLeftOut(TaggedValue, frozen=True):
    """The model does not read the first messages, behind the system prompt, any more."""

    n_messages: int


class PrefillProgress(TaggedValue, frozen=True):
    """How much of a prompt is in the context; counts include the reused prefix."""

    n_done: int
    n_total: int


class TextDelta(TaggedValue, frozen=True):
    """New text of an answer; always whole characters.

    The texts of all deltas are the answer, marks included. What may still become a mark is held
    back until that is decided. Thinking without text says that it begins.

    Attributes:
        kind: of all of the text; `ANSWER` where nobody tells thinking apart: of a text that goes on
            (`Generate.is_text`), and behind `AnswerFormatFound`.
        is_guessed: the kind was found by the commonest marks, and is not kept with the answer.
        tokens: of the answer since the last event, where `Generate.n_likely` asks for them. Those
            of text that is held back come with it, or before.
        calls: of tools, where whoever answers tells them apart from the text; else
            `AnswerFormatFound` says how they are found in it.
    """

    text: str
    kind: TextKind = TextKind.ANSWER
    is_guessed: bool = False
    tokens: tuple[InspectedToken, ...] = ()
    calls: tuple[CallPiece, ...] = ()

    def followed_by(self, later: TextDelta) -> TextDelta | None:
        """Return one event in place of this one and the next of the same answer.

        None where their text is of two kinds.
        """
        if (self.kind, self.is_guessed) != (later.kind, later.is_guessed):
            return None
        return replace(
            later,
            text=self.text + later.text,
            tokens=self.tokens + later.tokens,
            calls=self.calls + later.calls,
        )


class AnswerFormatFound(TaggedValue, frozen=True):
    """How an answer that may call tools is taken apart; comes before its first text.

    Attributes:
        described: JSON text, for `ChatFormat.of_json`.
    """

    described: str


class AnswerWaiting(TaggedValue, frozen=True):
    """An answer cannot go on now; sent again where the reason becomes another one.

    It ends with `WaitEnded`, or with the answer.
    """

    reason: WaitReason


class WaitEnded(TaggedValue, frozen=True):
    """An answer that waited begins, or goes on where it was."""


AnswerNews: TypeAlias = (
    TurnsLeftOut | PrefillProgress | TextDelta | AnswerFormatFound | AnswerWaiting | WaitEnded
)


def _need_message(messages: tuple[PromptMessage, ...]) -> None:
    """Raise ValueError where there is no last message, which such a request is about."""
    if not messages:
        raise ValueError("a request for an answer needs a message")


class DraftPolicy(enum.StrEnum):
    """Whether what an answer is likely to say is computed ahead; never what it says."""

    WHERE_IT_PAYS = "where it pays"  # as it was measured on this machine
    NEVER = "never"
    ALWAYS = "always"  # for tests


class Generate(Request[AnswerFinished, AnswerNews], frozen=True):
    """Answer the last message, or continue it when it is the assistant's own.

    Attributes:
        started_at: Unix time a chat template may mention as today; one per chat, or the prompt
            would change every day. 0 for the current time.
        max_tokens: 0 means until the model ends or the context is full.
        stop: strings that end the answer and are not shown.
        thinking: whether and how long to think before; a chat template may write it at the
            beginning of the prompt.
        drafts: whether tokens that are likely to follow are computed ahead.
        constraint: the form of the whole answer, what it begins with included; None for any. Where
            tools may be called, it is that of an answer without a call.
        said: the exact tokens of a last message of the assistant; empty to take them from its text,
            which is also done where they are not tokens of that very text.
        vocabulary: names the one of these tokens, as a `TokenRecord` does; to a model of another
            one they are nothing.
        is_text: the last message is a text that goes on as it is, without a chat template.
        n_likely: of each token of the answer tell how likely it was, and so many of the likeliest
            that could have stood there; None tells nothing.
        tools: that the model may call; None for none. `AnswerFormatFound` says how it does.
        token_biases: tokens, and what is added to the logit of each, beside `sampling`.
        overflow: what is done where an answer would not find its room. Leaving out is told by
            `TurnsLeftOut`, and the answer begins; where a summary is wanted first, the answer ends
            and says of what.
    """

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
    overflow: Overflow = field(default_factory=Overflow)

    def __post_init__(self) -> None:
        _need_message(self.messages)

    @property
    def callable_tools(self) -> Tools | None:
        """The tools that the answer may call; None where it is in words, whatever it is told of."""
        return None if self.tools is None or self.tools.choice is ToolChoice.NONE else self.tools

    def failed(self, problem: Problem | None = None, /) -> AnswerFinished:
        """See `Request`."""
        reason = FinishReason.FAILED if problem else FinishReason.MODEL_CHANGED
        return AnswerFinished(reason, AnswerStats(), None, problem)


class ChatRestored(TaggedValue, frozen=True):
    """A `RestoreChat` is done.

    Attributes:
        n_prompt: tokens of the chat so far.
        n_cached: of them now in the context.
        source: where they came from, or why there are none.
        restore_ms: of the whole, building the prompt included.
        read_ms: what reading the others is expected to take, as measured here; 0 if unknown.
    """

    n_prompt: int
    n_cached: int
    source: PrefixSource
    restore_ms: float
    timing: RestoreTiming = NO_RESTORE
    read_ms: float = 0.0


class RestoreChat(Request[ChatRestored, Never], frozen=True):
    """Bring a chat's KV cache back before anything is asked.

    `started_at`, `thinking` and `tools` are as in `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None

    def failed(self, _problem: Problem | None = None, /) -> ChatRestored:
        """See `Request`."""
        return ChatRestored(0, 0, PrefixSource.OFF, 0.0)


class ContextMeasured(TaggedValue, frozen=True):
    """How many tokens a chat takes.

    Attributes:
        n_ctx: tokens the context holds; 0 without a model.
        n_total: of the prompt; estimated from the characters where it is far too long.
        counts: of each of the texts.
        n_least: of the messages what cannot be left out, without a draft; 0 where nothing is
            planned.
        leaving_out: what would be left out for room, where there is little; None for nothing.
    """

    n_ctx: int = 0
    n_total: int = 0
    counts: tuple[int, ...] = ()
    n_least: int = 0
    leaving_out: LeftOut | None = None


class MeasureContext(Request[ContextMeasured, Never], frozen=True):
    """Count the tokens of a chat as `Generate` would send it.

    Attributes:
        texts: counted each on its own, too.
        media: counted with each of the texts, in their order; those at the end may have none.
        started_at, thinking, tools, max_tokens: as in `Generate`.
        overflow: by which it is planned what would be left out; None plans nothing. A chat without
            a rule is planned for as soon as it is nearly full.
        n_left_out: messages that are left out in this plan, whatever the room; 0 for as many as
            the rule says.
        has_draft: the last message is being written.
        precedes_answer: the answer is asked for once it is counted, so idle work ends for it.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    texts: tuple[str, ...] = ()
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None
    media: tuple[tuple[MediaRef, ...], ...] = ()
    max_tokens: int = 0
    overflow: Overflow | None = None
    n_left_out: int = 0
    has_draft: bool = False
    precedes_answer: bool = False

    def failed(self, _problem: Problem | None = None, /) -> ContextMeasured:
        """See `Request`."""
        return ContextMeasured()


class WarmthMeasured(TaggedValue, frozen=True):
    """How soon an answer would begin, by what this machine has shown.

    Attributes:
        n_ctx: tokens the context holds; 0 without a model.
        n_tokens: of the prompt.
        n_live: of them in the context already.
        n_stored: of those behind them that would come from the disk; all others are computed.
        expected_ms: until the first token, without what others have asked for; 0 unknown.
        problem: why there would be no answer; None where there would be one.
    """

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


class MeasureWarmth(Request[WarmthMeasured, Never], frozen=True):
    """Say how soon an answer would begin, computing nothing of it.

    Attributes:
        messages, started_at, thinking, tools, is_text: as in the `Generate` that may follow.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None
    is_text: bool = False

    def __post_init__(self) -> None:
        _need_message(self.messages)

    def failed(self, problem: Problem | None = None, /) -> WarmthMeasured:
        """See `Request`."""
        return WarmthMeasured(problem=problem)


class TitleWritten(TaggedValue, frozen=True):
    """A `WriteTitle` is done.

    Attributes:
        text: what the model said, as it said it, without thinking; "" where that is no title.
    """

    text: str


class TitleDropped(TaggedValue, frozen=True):
    """A `WriteTitle` was not done: interrupted too often, or its model is gone.

    Attributes:
        is_lost: the engine died over it, or over something else at that time; it is not to be
            asked for again.
    """

    is_lost: bool = False


class WriteTitle(Request[TitleWritten | TitleDropped, Never], frozen=True):
    """Write a title for a chat while there is nothing else to do.

    Nothing of it is stored, and no chat leaves the context for it.

    Attributes:
        messages: what the title is for; the engine takes the beginning of each.
        instruction: what the user would say for a title, in the language of the chat.
        started_at: as in `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    instruction: str
    started_at: float = 0.0

    def failed(self, problem: Problem | None = None, /) -> TitleWritten | TitleDropped:
        """See `Request`."""
        return TitleDropped(is_lost=problem is not None)


class TextsEmbedded(TaggedValue, frozen=True):
    """An `Embed` is done.

    Attributes:
        n_embedding: numbers in a vector.
        vectors: one after the other, each of length 1, as float32 little endian.
        n_tokens: of each text.
        problem: why there are none.
    """

    n_embedding: int = 0
    vectors: bytes = b""
    n_tokens: tuple[int, ...] = ()
    problem: Problem | None = None


class Embed(Request[TextsEmbedded, Never], frozen=True):
    """Make vectors of texts.

    Attributes:
        texts: as words.
        tokens: as tokens of the loaded model, in place of words.
    """

    texts: tuple[str, ...] = ()
    tokens: tuple[tuple[int, ...], ...] = ()

    def failed(self, problem: Problem | None = None, /) -> TextsEmbedded:
        """See `Request`."""
        return TextsEmbedded(problem=problem)


class InspectionEnded(TaggedValue, frozen=True):
    """An `InspectAnswer` or a `CompareContinuations` has ended.

    Attributes:
        was_interrupted: by something else that was asked for, or by a `Stop`; the rest was not
            done.
        problem: why the rest could not be done.
    """

    was_interrupted: bool = False
    problem: Problem | None = None


class TokensInspected(TaggedValue, frozen=True):
    """The next tokens of an `InspectAnswer`, in their order.

    Attributes:
        n_total: places of the whole answer, the one behind its last token included.
        vocabulary: names the one of these tokens.
    """

    tokens: tuple[InspectedToken, ...]
    n_total: int
    vocabulary: str = ""


class ContinuationWritten(TaggedValue, frozen=True):
    """One of the continuations of a `CompareContinuations`.

    Attributes:
        tokens: what it says, the token it begins with included and one that ends it left out.
        text: of these tokens, whole characters only.
        is_end: the answer would end there.
    """

    tokens: tuple[int, ...]
    text: str
    is_end: bool


InspectionNews: TypeAlias = TokensInspected | ContinuationWritten | PrefillProgress


class InspectAnswer(Request[InspectionEnded, InspectionNews], frozen=True):
    """Tell how likely each token of an answer is, and what else could stand in its place.

    The tokens of the answer are computed once more for that, those before it as far as they are
    not there any more. `TokensInspected` tells some of them at a time, `InspectionEnded` comes
    last; a newer command of this kind, or an answer that is asked for, ends it early.

    Attributes:
        messages: the last one is the answer.
        started_at, thinking, tools: as in `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None

    def __post_init__(self) -> None:
        _need_message(self.messages)

    def failed(self, problem: Problem | None = None, /) -> InspectionEnded:
        """See `Request`."""
        return InspectionEnded(was_interrupted=problem is None, problem=problem)


class CompareContinuations(Request[InspectionEnded, InspectionNews], frozen=True):
    """Go on from a place in an answer with each of some tokens, always with the likeliest one.

    `ContinuationWritten` tells each, in their order; it ends as `InspectAnswer` does.

    Attributes:
        messages: the last one is the answer up to that place; it may be empty. Without it the
            place is where an answer begins.
        said: its exact tokens, as in `Generate`.
        choices: each a token with which to go on.
        n_tokens: of each continuation at most, that token included; 2 or more.
        started_at, thinking, tools: as in `Generate`.
        vocabulary: of all these tokens; a model of another one tells nothing.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    said: tuple[int, ...]
    choices: tuple[int, ...]
    n_tokens: int
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    vocabulary: str = ""
    tools: Tools | None = None

    def failed(self, problem: Problem | None = None, /) -> InspectionEnded:
        """See `Request`."""
        return InspectionEnded(was_interrupted=problem is None, problem=problem)


class TemplatePreviewed(TaggedValue, frozen=True):
    """What a `PreviewTemplate` has shown.

    Attributes:
        text: the prompt, as the model would get it; "" where there is a problem.
        problem: why the template cannot be used; None where it can.
        is_cut: the text is the beginning of a longer one.
    """

    text: str
    problem: Problem | None = None
    is_cut: bool = False


class PreviewTemplate(Request[TemplatePreviewed, Never], frozen=True):
    """Say what a chat template makes of some messages; answered by `TemplatePreviewed`.

    Attributes:
        source: Jinja; "" for a built-in one.
    """

    needs_model = False

    source: str
    messages: tuple[PromptMessage, ...]

    def failed(self, problem: Problem | None = None, /) -> TemplatePreviewed:
        """See `Request`."""
        return TemplatePreviewed("", problem)


class MemoryReport(TaggedValue, frozen=True):
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


class ReportMemory(Request[MemoryReport | None, Never], frozen=True):
    """Report all stored memory; None where nobody can."""

    needs_model = False

    def failed(self, _problem: Problem | None = None, /) -> None:
        """See `Request`."""


class SharedMemory(TaggedValue, frozen=True):
    """What some chats share of their stored memory, and so was computed once.

    Attributes:
        n_chats: that share something.
        n_tokens: of the longest beginning that two of them share.
        n_bytes: of all that two or more of them need.
        saved_ms: that computing it once more for each of the others would take, as measured; 0
            where nothing was measured.
    """

    n_chats: int = 0
    n_tokens: int = 0
    n_bytes: int = 0
    saved_ms: float = 0.0


class MeasureShared(Request[SharedMemory, Never], frozen=True):
    """Find out what some chats share of their stored memory, with any model."""

    needs_model = False

    chats: tuple[ChatKey, ...]

    def failed(self, _problem: Problem | None = None, /) -> SharedMemory:
        """See `Request`."""
        return SharedMemory()


class MemorySynced(TaggedValue, frozen=True):
    """What was stored for chats that do not exist is deleted.

    Attributes:
        index_id: another one whenever the index of the store was built again; None where nothing
            was done.
        chats: for which something is stored.
        problem: why nothing was done, where that is known.
    """

    index_id: int | None = None
    chats: frozenset[ChatKey] = frozenset()
    problem: Problem | None = None


class SyncMemory(Request[MemorySynced, Never], frozen=True):
    """Which chats there are: what is stored for any other goes.

    Attributes:
        pinned: whose stored memory is never made room with.
        off: of which nothing is stored.
    """

    needs_model = False

    chats: frozenset[ChatKey]
    pinned: frozenset[ChatKey] = frozenset()
    off: frozenset[ChatKey] = frozenset()

    def failed(self, problem: Problem | None = None, /) -> MemorySynced:
        """See `Request`."""
        return MemorySynced(problem=problem)


class MemoryTrimmed(TaggedValue, frozen=True):
    """How a `TrimMemory` ended.

    Attributes:
        is_done: durably.
        problem: why it was not done, where that is known.
    """

    is_done: bool = True
    problem: Problem | None = None


class TrimMemory(Request[MemoryTrimmed, Never], frozen=True):
    """Words of a chat were deleted: keep only what was computed for these tokens.

    What is in memory of the chat is dropped.

    Attributes:
        sequences: each from position 0, token ids as int32 little endian.
    """

    needs_model = False

    chat: ChatKey
    sequences: tuple[bytes, ...]

    def failed(self, problem: Problem | None = None, /) -> MemoryTrimmed:
        """See `Request`."""
        return MemoryTrimmed(is_done=False, problem=problem)
