"""Messages to token ids, so that what is already in a KV cache stays usable.

The ids a model produced are the truth: where the rendered text still begins with a text whose exact
tokens are on record, those ids are taken and only the rest is tokenised. Tokenising all of it anew
can split a boundary elsewhere and lose the whole cache for one token.

Touches neither disk nor llama.cpp itself; the vocabulary comes in as a protocol.
Longer than other files: each step from messages to tokens gives the next one what it has found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.content.media_table import NO_MEDIA
from app.core.engine.errors import PromptTooLong
from app.core.engine.media.media_source import NO_FOUND_MEDIA, NoMedia, with_marks
from app.core.engine.prompts.begun_answer import Begun, gone_on_with, how_begun, should_think
from app.core.engine.prompts.control_words import Rendered
from app.core.engine.prompts.message_ends import attached_ends, message_ends, words_begin
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.prompts.prompt_pieces import (
    PromptPiece,
    TokenRecords,
    aligned,
    media_table,
    prompt_pieces,
)
from app.core.engine.sliced_work import run_to_end
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace
from app.core.protocol import NO_THINKING

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from datetime import datetime

    from app.core.content.media_table import MediaTable
    from app.core.engine.media.media_source import FoundMedia, MediaSource
    from app.core.engine.prompts.chat_template import ChatTemplate
    from app.core.engine.prompts.control_words import Span
    from app.core.engine.prompts.tokenising import Vocabulary
    from app.core.messages import TokenRecord
    from app.core.prompts.chat_formats import ChatFormat
    from app.core.protocol import PromptMessage

_MOST_CHARS_PER_TOKEN = 16  # of running text, in any vocabulary
_USUAL_CHARS_PER_TOKEN = 4
_LONGEST_TOKEN_CHARS = 1024  # no vocabulary has a longer one
_OPEN_END = "\ue0aa"  # for private use: nobody's message has it


class Prompt(PlainValue, frozen=True):
    """The tokens to be in the context before sampling.

    Attributes:
        text: what they stand for; marks in it stand for media.
        token_ids: all of them, those of cells of media below zero.
        message_ends: ascending token counts at which a message ends.
        messages_at: how many messages have ended at each of them.
        attached_ends: ascending token counts at which ends what other chats may begin with: tools
            that are listed, a text that is attached.
        call_formats: in which its answer may call tools.
        media: whose cells are among the tokens.
        words: as in `Rendered`.
        messages: that it was made from.
    """

    text: str
    token_ids: tuple[int, ...]
    message_ends: tuple[int, ...]
    messages_at: tuple[int, ...]
    attached_ends: tuple[int, ...] = ()
    call_formats: tuple[ChatFormat, ...] = ()
    media: MediaTable = NO_MEDIA
    words: tuple[Span, ...] = ()
    messages: Sequence[PromptMessage] = ()

    def message_at(self, number: int) -> int:
        """Return the index of the message that holds the token with a number."""
        return max(
            (
                count
                for end, count in zip(self.message_ends, self.messages_at, strict=True)
                if end <= number
            ),
            default=0,
        )

    def end_of(self, n_messages: int) -> int:
        """Return how many tokens the first `n_messages` take; 0 when that is not known."""
        ends = dict(zip(self.messages_at, self.message_ends, strict=True))
        return ends.get(n_messages, 0)


_NO_OPTIONS = PromptOptions()


class _Cut(PlainValue, frozen=True, eq=False):
    """A chat that was rendered and cut into tokens.

    Attributes:
        messages: as the template got them.
        n_recorded: messages at the end of what is on record.
        known: what is on record of its beginning.
        token_ids: of its beginning, as far as they were known.
        n_chars: of these.
        pieces: of the rest.
    """

    messages: Sequence[PromptMessage]
    media: FoundMedia
    rendered: Rendered
    n_recorded: int
    known: TokenRecord | None
    token_ids: Sequence[int]
    n_chars: int
    pieces: Sequence[PromptPiece]


class _Asked(PlainValue, frozen=True):
    """What a prompt is made from."""

    messages: tuple[PromptMessage, ...]
    options: PromptOptions
    is_open: bool = False


class PromptBuilder:
    """Builds the prompts of one loaded model.

    Args:
        template: of the model.
        vocabulary: of the model.
        identity: names the vocabulary in token records.
        media: cuts the media of messages, where the model takes any.
    """

    def __init__(
        self,
        template: ChatTemplate,
        vocabulary: Vocabulary,
        identity: str,
        media: MediaSource | None = None,
    ) -> None:
        self.template = template
        self._vocabulary = vocabulary
        self.identity = identity
        self.media = media or NoMedia()
        self._records = TokenRecords(vocabulary, identity, template.control_words.token_ids)
        # What was counted last: it is mostly what is to be answered next, and not made again.
        self._counted: tuple[_Asked, _Cut] | None = None

    def building(
        self,
        messages: Sequence[PromptMessage],
        *,
        for_answer: bool,
        n_ctx: int | None = None,
        options: PromptOptions = _NO_OPTIONS,
        said: Sequence[int] = (),
        is_open: bool = False,
    ) -> Generator[None, None, Prompt]:
        """Build the prompt of a chat, a slice of work at a time.

        Args:
            for_answer: end with what makes the model answer; a last message of the assistant itself
                is then left open, to be continued. False gives the chat as it stands.
            n_ctx: tokens that the prompt must be shorter than.
            said: as in `Generate`.
            is_open: end with the words of the last message, which goes on.

        Raises:
            TemplateFailed: the model's template raised.
            PromptTooLong: it is not; what is sure to be too long is neither rendered nor cut.
            KnownError: a medium in it cannot be used.
        """
        if n_ctx is not None:
            _require_length(messages, n_ctx)
        if is_open:
            messages = [*messages[:-1], _opened(messages[-1])]
        asked = _Asked(tuple(messages), self._fitting(options), is_open)
        before = self._counted
        if before is not None and before[0] == asked and for_answer and not said:
            cut = before[1]
        else:
            cut = yield from self._cutting_up(asked, n_ctx, said, for_answer=for_answer)
        text, n_chars, n_known = cut.rendered.text, cut.n_chars, len(cut.token_ids)
        token_ids = [*cut.token_ids]
        for piece in cut.pieces:
            token_ids += piece.token_ids
        if n_ctx is not None and len(token_ids) >= n_ctx:
            raise PromptTooLong(len(token_ids), n_ctx)
        ends = yield from message_ends(
            lambda head: self._rendered_text(head, asked.options), cut.messages, text, n_chars
        )
        messages_at = yield from aligned(self._vocabulary, cut.pieces, ends, n_known, n_chars)
        shared = dict.fromkeys((yield from self._shared_ends(cut, asked.options)), 0)
        attached_at = yield from aligned(self._vocabulary, cut.pieces, shared, n_known, n_chars)
        if n_known and cut.known is not None:
            messages_at.setdefault(n_known, cut.n_recorded)
        token_ends = sorted(messages_at)
        return Prompt(
            text,
            tuple(token_ids),
            tuple(token_ends),
            tuple(messages_at[end] for end in token_ends),
            tuple(attached_at),
            media=media_table(token_ids, text, cut.media),
            words=cut.rendered.words,
            messages=asked.messages,
        )

    def _shared_ends(self, cut: _Cut, options: PromptOptions) -> Generator[None, None, list[int]]:
        """Return the characters up to which other chats may begin alike, ascending."""
        text = cut.rendered.text
        ends = attached_ends(cut.messages, text, cut.n_chars)
        if not options.tools or cut.n_chars:
            return ends
        begin = yield from words_begin(
            lambda head: self._rendered_text(head, options), cut.messages, text
        )
        return [begin, *ends] if begin else ends

    def _cutting_up(
        self,
        asked: _Asked,
        n_ctx: int | None = None,
        said: Sequence[int] = (),
        *,
        for_answer: bool = True,
    ) -> Generator[None, None, _Cut]:
        """Render a chat and cut it into tokens; what is passed and raised is as in `building`."""
        messages, media = yield from self._with_media(asked.messages)
        messages = self._readable(messages, for_answer=for_answer)
        rendered = yield from self._rendering(messages, asked.options, for_answer=for_answer)
        if asked.is_open:
            rendered = rendered.part(0, max(0, rendered.text.find(_OPEN_END)))
        n_recorded, known = yield from self._records.known(messages, rendered, media)
        token_ids, n_chars = self._known_beginning(rendered, known)
        n_said = self._n_said(messages[-1].text, said) if messages and for_answer else 0
        if n_chars > len(rendered.text) - n_said:  # what is on record is as exact
            n_said = 0
        rest = rendered.part(n_chars, len(rendered.text) - n_said)
        pieces = yield from self._cutting(rest, token_ids, n_ctx, media)
        if n_said:
            pieces.append(PromptPiece(rendered.text[-n_said:], list(said)))
        return _Cut(messages, media, rendered, n_recorded, known, token_ids, n_chars, pieces)

    def build(
        self,
        messages: Sequence[PromptMessage],
        *,
        for_answer: bool,
        today: datetime | None = None,
        n_ctx: int | None = None,
    ) -> Prompt:
        """Return what `building` builds."""
        options = PromptOptions(today)
        return run_to_end(
            self.building(messages, for_answer=for_answer, n_ctx=n_ctx, options=options)
        )

    def continuing(self, message: PromptMessage, n_ctx: int) -> Generator[None, None, Prompt]:
        """Build the prompt of a text that goes on as it is, a slice of work at a time.

        Raises:
            PromptTooLong: as in `building`.
        """
        _require_length((message,), n_ctx)
        text = message.text
        rendered = Rendered(text)
        _n_recorded, known = yield from self._records.known((message,), rendered, NO_FOUND_MEDIA)
        token_ids, n_chars = self._known_beginning(rendered, known)
        rest = rendered.part(n_chars, len(text))
        cut = yield from self._cutting(rest, token_ids, n_ctx, NO_FOUND_MEDIA)
        for piece in cut:
            token_ids += piece.token_ids
        return Prompt(text, tuple(token_ids), (), ())

    def counting(
        self,
        messages: Sequence[PromptMessage],
        options: PromptOptions = _NO_OPTIONS,
    ) -> Generator[None, None, int]:
        """Count the tokens `building` would give for an answer, which need not do this work again.

        Raises:
            TemplateFailed: the model's template raised.
            KnownError: a medium in it cannot be used.
        """
        asked = _Asked(tuple(messages), self._fitting(options))
        cut = yield from self._cutting_up(asked)
        may_keep = cut.media is NO_FOUND_MEDIA and asked.options.today is not None
        self._counted = (asked, cut) if may_keep else None
        return len(cut.token_ids) + sum(len(piece.token_ids) for piece in cut.pieces)

    def record(self, text: str, token_ids: Sequence[int]) -> TokenRecord:
        """Return the record of `token_ids`, which stand for exactly `text`."""
        return self._records.record(text, token_ids)

    def record_of_answer(self, prompt: Prompt, text: str, generated: Sequence[int]) -> TokenRecord:
        """Return the record of an answer.

        Args:
            prompt: that is answered, as it was built here.
            text: of the answer, or its beginning.
            generated: the tokens of this text.
        """
        record = self.record(prompt.text + text, (*prompt.token_ids, *generated))
        is_plain = not self.template.control_words.in_words(text)
        if is_plain and self._records.spelled(generated) == text:  # no need to prove it later
            self._records.prove(record, Rendered(prompt.text, prompt.words))
        return record

    def _with_media(
        self, messages: Sequence[PromptMessage]
    ) -> Generator[None, None, tuple[Sequence[PromptMessage], FoundMedia]]:
        """Put marks in place of all media, and find out how these are cut."""
        refs = [placed.medium for message in messages for placed in message.media]
        if not refs:
            return messages, NO_FOUND_MEDIA
        found = yield from self.media.finding(refs)
        return with_marks(messages, found.names), found

    def _readable(
        self, messages: Sequence[PromptMessage], *, for_answer: bool
    ) -> Sequence[PromptMessage]:
        """Leave out thinking with marks that are not this model's.

        A template that has a rule for thinking gets it apart. To any other an answer is one text:
        this model's own is given to it as the model said it.
        """
        if self.template.reads_thinking:
            return messages
        last = messages[-1] if for_answer and messages else None  # may be gone on with
        return [
            message
            if message.parts is None
            or message is last
            or (message.record is not None and message.record.vocabulary == self.identity)
            else replace(message, text=message.said.answer, parts=None)
            for message in messages
        ]

    def _fitting(self, options: PromptOptions) -> PromptOptions:
        """Return options with as much of the thinking as there is to choose."""
        thinking = self.template.thinking_options.fitting(options.thinking)
        return replace(options, thinking=thinking)

    def _rendered(
        self,
        messages: Sequence[PromptMessage],
        options: PromptOptions,
        *,
        add_generation_prompt: bool,
    ) -> Generator[None, None, Rendered]:
        return self.template.rendering(
            messages,
            add_generation_prompt=add_generation_prompt,
            today=options.today,
            thinking=options.thinking,
            tools=options.tools,
        )

    def _rendered_text(
        self, messages: Sequence[PromptMessage], options: PromptOptions
    ) -> Generator[None, None, str]:
        return (yield from self._rendered(messages, options, add_generation_prompt=False)).text

    def _rendering(
        self, messages: Sequence[PromptMessage], options: PromptOptions, *, for_answer: bool
    ) -> Generator[None, None, Rendered]:
        if not messages:
            return Rendered("")
        last = messages[-1]
        if not for_answer or last.role is not Role.ASSISTANT or last.calls:
            return (yield from self._rendered(messages, options, add_generation_prompt=for_answer))
        begun = how_begun(last)
        can_switch = self.template.thinking_options.can_switch
        if begun is Begun.ANSWER and last.parts is None and can_switch:  # the user's own words
            options = replace(options, thinking=NO_THINKING)
        before = yield from self._rendered(messages[:-1], options, add_generation_prompt=True)
        is_on = should_think(begun, before.text)
        if is_on is not None and can_switch:
            options = replace(options, thinking=replace(options.thinking, is_on=is_on))
            before = yield from self._rendered(messages[:-1], options, add_generation_prompt=True)
        text = gone_on_with(before.text, last.text, begun, marks=self.template.source)
        begin = len(text) - len(last.text)
        said = ((begin + a, begin + b) for a, b in self.template.words_of(last))
        return Rendered(text, (*(span for span in before.words if span[1] <= begin), *said))

    def _n_said(self, text: str, said: Sequence[int]) -> int:
        """Return how many characters exact tokens stand for: those of a text, or none of it."""
        return len(text) if said and self._records.spelled(said) == text else 0

    def _known_beginning(
        self, rendered: Rendered, known: TokenRecord | None
    ) -> tuple[list[int], int]:
        """Return what tokens a text is known to begin with, and how many characters they are."""
        if known is None:
            return self._beginning(rendered), 0
        return list(known.token_ids), known.n_chars

    def _beginning(self, rendered: Rendered) -> list[int]:
        """Return the BOS token if this model wants one and the template wrote none."""
        vocabulary = self._vocabulary
        if not vocabulary.adds_bos or vocabulary.bos < 0:
            return []
        written = vocabulary.pieces([vocabulary.bos])[0].decode("utf-8", "replace")
        return [] if rendered.begins_with(written) else [vocabulary.bos]

    def _cutting(
        self, rest: Rendered, known: Sequence[int], n_ctx: int | None, media: FoundMedia
    ) -> Generator[None, None, list[PromptPiece]]:
        """Cut a text into pieces with their tokens.

        Args:
            rest: the text.
            known: tokens before it.
            n_ctx: as in `building`.
            media: in it.

        Raises:
            PromptTooLong: as in `building`.
        """
        never, n_known = self.template.control_words.token_ids, len(known)
        goes_on = bool(known) and known[-1] >= 0 and known[-1] not in never
        cut: list[PromptPiece] = []
        n_tokens, n_chars, n_total = n_known, 0, len(rest.text)
        # A leading BOS written by the template is a control token and recognised as such.
        for piece in prompt_pieces(self._vocabulary, rest, media, never, goes_on=goes_on):
            cut.append(piece)
            n_tokens += len(piece.token_ids)
            n_chars += len(piece.text)
            if n_ctx is not None and n_tokens >= n_ctx:
                n_left = (n_tokens - n_known) * (n_total - n_chars) // n_chars
                raise PromptTooLong(n_tokens + n_left, n_ctx)
            if n_chars < n_total:
                yield
        if n_ctx is not None and n_tokens >= n_ctx:
            raise PromptTooLong(n_tokens, n_ctx)
        return cut


def _opened(message: PromptMessage) -> PromptMessage:
    """Return a message with a mark at its end, by which that is found in the prompt."""
    return replace(message, text=message.text.replace(_OPEN_END, "") + _OPEN_END)


def is_far_too_long(n_chars: int, n_ctx: int) -> bool:
    """Whether a text cannot fit, without the seconds it takes to cut it into tokens."""
    return n_chars > _MOST_CHARS_PER_TOKEN * n_ctx


def _require_length(messages: Sequence[PromptMessage], n_ctx: int) -> None:
    """Refuse a chat that is too long whatever its tokens are.

    Raises:
        PromptTooLong: it is.
    """
    n_chars = sum(len(message.text) for message in messages)
    if n_chars > _LONGEST_TOKEN_CHARS * n_ctx:
        raise PromptTooLong(n_chars // _USUAL_CHARS_PER_TOKEN, n_ctx)
