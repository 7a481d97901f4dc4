"""Where in an answer its thinking lies.

The text of an answer is kept as the model said it, with the marks that its family puts around
thinking, so that the model can be given the very same words again. Where the thinking is, the
engine says while the answer comes (`answer_reader.py`), and it is kept with the answer. Of
an answer that came from elsewhere, or from before that was kept, the commonest marks tell it.

Threads: values only, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.core.plain_value import PlainValue

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
