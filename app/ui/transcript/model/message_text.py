"""The sections of a message as its text comes: thinking apart from the answer.

Models that think aloud put that between `<think>` and `</think>` before their answer. Some chat
templates write the first mark themselves, so that only the second is in the answer.
"""

from __future__ import annotations

from dataclasses import replace

from app.ui.transcript.model.sections import Section, SectionKind, SectionSplitter, as_typed

_BEGIN, _END = "<think>", "</think>"


def split_thinking(text: str) -> tuple[str | None, str, bool]:
    """Take a text apart.

    Returns:
        The thinking, None when there is none; the answer; and whether the thinking has not ended.
    """
    stripped = text.lstrip()
    begins = stripped.startswith(_BEGIN)
    thinking, mark, answer = (stripped.removeprefix(_BEGIN) if begins else text).partition(_END)
    if mark:
        return thinking.strip(), answer.lstrip(), False
    if begins:
        return thinking.lstrip(), "", True
    if stripped and _BEGIN.startswith(stripped):  # the mark is on its way
        return "", "", True
    return None, text, False


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
        self._thoughts = _Cut()
        self._answer = _Cut()
        self.has_thinking = False
        self.is_thinking = False

    def feed(self, text: str) -> None:
        """Add text to the end."""
        self._text += text
        if self._is_typed:
            self._answer.feed_up_to(self._text)
            return
        if self._is_plain(text):
            self._answer.feed(text)
            return
        thinking, answer, self.is_thinking = split_thinking(self._text)
        self.has_thinking = thinking is not None
        if self._is_unfolded:
            self._thoughts.feed_up_to(thinking or "")
        self._answer.feed_up_to(answer)

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

    def _is_plain(self, text: str) -> bool:
        """Whether this piece of an answer can have nothing to do with thinking."""
        if self.is_thinking or not self._answer.text.strip():
            return False
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
