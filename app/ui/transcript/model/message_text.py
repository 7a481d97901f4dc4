"""The sections of a message as its text comes: thinking apart from the answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.answer_parts import COMMONEST, split_answer
from app.ui.transcript.model.sections import Section, SectionKind, SectionSplitter, as_typed

if TYPE_CHECKING:
    from app.core.answer_parts import AnswerParts

_END = COMMONEST[1]


class MessageText:
    """Keeps sections up to date; text is cut once, whatever the number of pieces it comes in.

    Args:
        is_typed: the user's words, in which nothing is Markdown and nobody thinks.
        is_unfolded: thinking is shown.
    """

    def __init__(self, *, is_typed: bool = False, is_unfolded: bool = False) -> None:
        self._is_typed = is_typed
        self._is_unfolded = is_unfolded
        self._text = ""
        self._parts: AnswerParts | None = None
        self._thoughts = _Cut()
        self._answer = _Cut()
        self.has_thinking = False
        self.is_thinking = False

    def feed(self, text: str, parts: AnswerParts | None = None) -> None:
        """Add text to the end.

        Args:
            text: to be added.
            parts: where the thinking lies in all of it, as far as that is known.
        """
        before, self._parts = self._parts, parts
        self._text += text
        if self._is_typed:
            self._answer.feed_up_to(self._text)
            return
        if self._is_plain(text, before):
            self._answer.feed(text)
            return
        split = split_answer(self._text, parts)
        self.is_thinking = split.is_thinking
        self.has_thinking = split.thinking is not None
        if self._is_unfolded:
            self._thoughts.feed_up_to(split.thinking or "")
        self._answer.feed_up_to(split.answer)

    def finish(self) -> None:
        """Close what is open; the text is complete."""
        self._thoughts.finish()
        self._answer.finish()

    def sections(self) -> tuple[list[Section], int]:
        """Return all sections as they look now, and how many of them will not change any more."""
        thoughts, n_closed = self._thoughts.sections()
        shown = [replace(one, kind=SectionKind.THINKING, language="") for one in thoughts]
        answer, n_answered = self._answer.sections()
        if self._is_typed:
            answer = as_typed(answer)
        if not self.is_thinking:
            n_closed = len(shown) + n_answered
        return [*shown, *answer], n_closed

    def _is_plain(self, text: str, before: AnswerParts | None) -> bool:
        """Whether this piece of an answer can have nothing to do with thinking.

        Args:
            text: the piece.
            before: where the parts were without it.
        """
        if self.is_thinking or self._parts != before or not self._answer.text.strip():
            return False
        if self._parts is not None:
            return True
        # The last characters before it may be the beginning of a mark.
        return self.has_thinking or _END not in self._text[-len(text) - len(_END) :]


class _Cut:
    """A splitter that may be told the whole text again and again."""

    def __init__(self) -> None:
        self.text = ""
        self._splitter = SectionSplitter()
        self._closed: list[Section] = []
        self._is_finished = False

    def feed(self, text: str) -> None:
        self.text += text
        self._splitter.feed(text)

    def feed_up_to(self, text: str) -> None:
        """Make it the text, which mostly goes on from what it is."""
        if not text.startswith(self.text):
            self.text, self._splitter, self._closed = "", SectionSplitter(), []
        self.feed(text[len(self.text) :])

    def finish(self) -> None:
        self._splitter.finish()
        self._is_finished = True

    def sections(self) -> tuple[list[Section], int]:
        self._closed += self._splitter.take_closed()
        n_closed = len(self._closed)
        if self._is_finished:
            return list(self._closed), n_closed
        return [*self._closed, *self._splitter.preview()], n_closed
