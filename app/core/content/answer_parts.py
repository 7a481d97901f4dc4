"""Where in an answer its thinking lies.

The text of an answer is kept as the model said it, with the marks that its family puts around
thinking, so that the model can be given the very same words again. Where the thinking is, the
engine says while the answer comes (`answer_reader.py`), and it is kept with the answer. Of
an answer that came from elsewhere, or from before that was kept, the commonest marks tell it.

`AnswerCutter` and `MarksReader` cut an answer where its text becomes something else, once that is
sure: what may still become a mark is held back, and all pieces joined are the text.

Threads: values, any thread; what cuts an answer belongs to one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.core.messages import TextKind
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Mapping


COMMONEST = ("<think>", "</think>")
# What begins thinking, and what ends it. The first mark may be in the prompt, so that only the
# second is in the answer.
MARKS = (
    COMMONEST,
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("<seed:think>", "</seed:think>"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
)
_NAMES = ("thinking_begin", "thinking_end", "answer_begin")


class AnswerParts(PlainValue, frozen=True):
    """Offsets into the text of an answer, in characters.

    What lies between the parts are marks. An answer that has not begun begins at the end of the
    text; where nothing was thought, both ends of the thinking are the same.

    Attributes:
        thinking_begin: where its thinking begins.
        thinking_end: where that ends, so far.
        answer_begin: where the answer itself begins.
    """

    thinking_begin: int = 0
    thinking_end: int = 0
    answer_begin: int = 0

    def fit(self, text: str) -> bool:
        """Whether they can be of a text."""
        return 0 <= self.thinking_begin <= self.thinking_end <= self.answer_begin <= len(text)

    def within(self, n_chars: int) -> AnswerParts:
        """Return them as they are in the first so many characters of the text."""
        offsets = (self.thinking_begin, self.thinking_end, self.answer_begin)
        return AnswerParts(*(min(offset, n_chars) for offset in offsets))

    def has_answer_after_thinking(self, n_chars: int) -> bool:
        """Whether something was thought, and the answer has begun in so many characters."""
        return self.thinking_begin < self.thinking_end <= self.answer_begin < n_chars

    def as_stats(self) -> dict[str, float | str]:
        """Return them by name, as they are kept with an answer."""
        offsets = (self.thinking_begin, self.thinking_end, self.answer_begin)
        return dict(zip(_NAMES, offsets, strict=True))


class SplitAnswer(NamedTuple):
    """An answer taken apart.

    Attributes:
        thinking: without blanks around it; None where there is none.
        answer: what follows.
        is_thinking: nothing but thinking has come, so far.
    """

    thinking: str | None
    answer: str
    is_thinking: bool


def split_answer(text: str, parts: AnswerParts | None = None) -> SplitAnswer:
    """Take an answer apart.

    Args:
        text: of the answer, or of its beginning.
        parts: as they were kept; None, or what does not fit, looks for the commonest marks.
    """
    if parts is None or not parts.fit(text):
        return _by_commonest_marks(text)
    words = text[parts.thinking_begin : parts.thinking_end]
    answer = text[parts.answer_begin :]
    if parts.answer_begin:
        answer = answer.lstrip()
    is_thinking = not answer and (parts.thinking_begin > 0 or bool(words))
    if is_thinking:
        return SplitAnswer(words.lstrip(), "", is_thinking=True)
    return SplitAnswer(words.strip() or None, answer, is_thinking=False)


def parts_of_stats(stats: Mapping[str, float | str]) -> AnswerParts | None:
    """Return what `AnswerParts.as_stats` has made; None where it was not kept, or is damaged."""
    offsets = [stats.get(name) for name in _NAMES]
    numbers = [int(offset) for offset in offsets if isinstance(offset, int | float)]
    return AnswerParts(*numbers) if len(numbers) == len(_NAMES) else None


def _by_commonest_marks(text: str) -> SplitAnswer:
    begin, end = COMMONEST
    stripped = text.lstrip()
    begins = stripped.startswith(begin)
    thinking, mark, answer = (stripped.removeprefix(begin) if begins else text).partition(end)
    if mark:
        return SplitAnswer(thinking.strip(), answer.lstrip(), is_thinking=False)
    if begins:
        return SplitAnswer(thinking.lstrip(), "", is_thinking=True)
    if stripped and begin.startswith(stripped):  # the mark is on its way
        return SplitAnswer("", "", is_thinking=True)
    return SplitAnswer(None, text, is_thinking=False)


NO_PARTS = AnswerParts()


class AnswerPiece(NamedTuple):
    """A piece of an answer."""

    text: str
    kind: TextKind


class AnswerCutter:
    """Follows one answer.

    Args:
        said: what the answer goes on from; no piece of it is given.
        parts: where the thinking lies in that.
        late_end: ends thinking of which nothing told that it had begun; "" for nothing. A mark
            behind the answer says that all before it was thinking.
    """

    def __init__(self, said: str = "", parts: AnswerParts = NO_PARTS, late_end: str = "") -> None:
        before = split_answer(said, parts)
        self._late_end = late_end
        self._is_behind_late_end = False
        self._held = ""
        self._n_told = len(said)
        self._has_begun = before.is_thinking
        self._has_thought = bool(before.thinking)
        self._has_answered = bool(before.answer)

    def finish(self, parts: AnswerParts) -> list[AnswerPiece]:
        """Return what was held back; nothing is added any more.

        Args:
            parts: where the thinking lies after all.
        """
        pieces, self._late_end = self.feed("", parts), ""
        return pieces + (
            self._answered() if self._has_answered else self._told(len(self._held), TextKind.MARK)
        )

    def feed(self, text: str, parts: AnswerParts) -> list[AnswerPiece]:
        """Take what was said next; return what is sure by now.

        Args:
            text: that was said.
            parts: where the thinking lies in all of the answer.
        """
        self._held += text
        if self._has_answered:
            return self._answered()
        answer = self._held[max(0, parts.answer_begin - self._n_told) :]
        if parts.answer_begin:
            answer = answer.lstrip()
        begin = max(0, parts.thinking_begin - self._n_told)
        thinking = self._held[begin : max(0, parts.thinking_end - self._n_told)]
        begins = not self._has_begun and bool(parts.thinking_begin or thinking)
        if not self._has_thought:
            begin += len(thinking) - len(thinking.lstrip())
            thinking = thinking.lstrip()
        if answer:
            thinking = thinking.rstrip()
        pieces: list[AnswerPiece] = []
        if thinking:
            pieces += self._told(begin, TextKind.MARK) + self._told(
                len(thinking), TextKind.THINKING
            )
            self._has_thought = True
        elif begins and not answer:
            pieces += [*self._told(begin, TextKind.MARK), AnswerPiece("", TextKind.THINKING)]
        self._has_begun = self._has_begun or begins
        if answer:
            pieces += self._told(len(self._held) - len(answer), TextKind.MARK)
            self._has_answered = True
            pieces += self._answered()
        return pieces

    def _answered(self) -> list[AnswerPiece]:
        """Return what is sure of an answer that has begun."""
        if self._late_end and not self._has_begun:
            before, mark, _behind = self._held.partition(self._late_end)
            if not mark:
                n_sure = len(before) - overlap(before[-len(self._late_end) :], self._late_end)
                return self._told(n_sure, TextKind.ANSWER)
            self._late_end, self._is_behind_late_end = "", True
            pieces = self._told(len(before), TextKind.ANSWER)
            return [*pieces, *self._told(len(mark), TextKind.MARK), *self._answered()]
        pieces = []
        if self._is_behind_late_end:
            n_blanks = len(self._held) - len(self._held.lstrip())
            self._is_behind_late_end = n_blanks == len(self._held)
            pieces = self._told(n_blanks, TextKind.MARK)
        return pieces + self._told(len(self._held), TextKind.ANSWER)

    def _told(self, n_chars: int, kind: TextKind) -> list[AnswerPiece]:
        """Take so many of the characters that are held back for a piece; none makes no piece."""
        text, self._held = self._held[:n_chars], self._held[n_chars:]
        self._n_told += len(text)
        return [AnswerPiece(text, kind)] if text else []


def grown(parts: AnswerParts, kind: TextKind, n_chars: int, n_new: int) -> AnswerParts:
    """Return where the parts of an answer are when a piece is added to its end.

    Args:
        parts: where they are.
        kind: of the piece.
        n_chars: that the answer has without it.
        n_new: characters of the piece.
    """
    end = n_chars + n_new
    if parts.answer_begin < n_chars or kind is TextKind.ANSWER:
        return parts
    if kind is TextKind.MARK:
        return replace(parts, answer_begin=end)
    has_begun = parts.thinking_begin < parts.thinking_end
    return AnswerParts(parts.thinking_begin if has_begun else n_chars, end, end)


class MarksReader:
    """Follows one answer of a model of which no format is known, by the commonest marks.

    Args:
        prompt: what is answered; some chat templates let the thinking begin there.
        said: what the answer goes on from; it counts as a part of it.
        marks: what begins thinking, and what ends it.
    """

    def __init__(
        self, prompt: str = "", said: str = "", marks: tuple[tuple[str, str], ...] = MARKS
    ) -> None:
        self._text = ""
        self._marks = marks
        self.end_mark = next((end for begin, end in marks if prompt.rstrip().endswith(begin)), "")
        self.has_answered = False
        self.parts = AnswerParts()
        if said:
            self.feed(said)

    def feed(self, text: str) -> AnswerParts:
        """Take what was said next; return where the parts are now."""
        if self.has_answered:
            return self.parts
        self._text += text
        if not self.end_mark:
            self._look_for_the_beginning()
        if self.end_mark:
            self._look_for_the_end(len(text))
        return self.parts

    def finish(self) -> AnswerParts:
        """Return where the parts are in an answer to which nothing is added any more."""
        if not self.has_answered:
            n_chars = len(self._text)
            if self.end_mark:
                self.parts = replace(self.parts, thinking_end=n_chars, answer_begin=n_chars)
            else:
                self.parts = AnswerParts()
            self.has_answered = True
        return self.parts

    @property
    def is_thinking(self) -> bool:
        """Whether thinking has begun, and not ended."""
        return bool(self.end_mark) and not self.has_answered

    def _look_for_the_beginning(self) -> None:
        said = self._text.lstrip()
        for begin, end in self._marks:
            if said.startswith(begin):
                at = len(self._text) - len(said) + len(begin)
                self.end_mark = end
                self.parts = AnswerParts(at, at, at)
                return
        n_chars = len(self._text)
        if said and not any(begin.startswith(said) for begin, _end in self._marks):
            self.parts, self.has_answered, self._text = AnswerParts(), True, ""
        else:
            self.parts = AnswerParts(0, 0, n_chars)

    def _look_for_the_end(self, n_new: int) -> None:
        begin, n_chars = self.parts.thinking_begin, len(self._text)
        at = self._text.find(self.end_mark, max(begin, n_chars - n_new - len(self.end_mark)))
        if at >= 0:
            self.parts = AnswerParts(begin, at, at + len(self.end_mark))
            self.has_answered, self._text = True, ""
            return
        n_held = overlap(self._text[-len(self.end_mark) :], self.end_mark)
        self.parts = AnswerParts(begin, max(begin, n_chars - n_held), n_chars)


def overlap(text: str, string: str) -> int:
    """Return the length of the longest end of `text` that `string` begins with."""
    for length in range(min(len(text), len(string) - 1), 0, -1):
        if text.endswith(string[:length]):
            return length
    return 0
