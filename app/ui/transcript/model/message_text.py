"""The sections of a message as its text comes: thinking apart from the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.core.content.answer_parts import SplitAnswer
from app.core.messages import TextKind
from app.core.plain_value import replace
from app.ui.transcript.model.citations import NO_CITATIONS, cited
from app.ui.transcript.model.sections import Section, SectionKind, SectionSplitter, as_typed

if TYPE_CHECKING:
    from app.core.chats.records import Message


class Content(Protocol):
    """What a message says."""

    @property
    def text(self) -> str:
        """Its source, the marks around thinking included."""

    @property
    def said(self) -> SplitAnswer:
        """Of an answer what it says, and what was thought before."""


class StreamedAnswer:
    """What an answer says while it comes.

    Args:
        message: as it was when the first piece came.
    """

    def __init__(self, message: Message) -> None:
        before = message.said
        self._text = [message.text]
        self._thinking = [before.thinking or ""]
        self._answer = [before.answer]
        self._is_thinking = before.is_thinking

    def add(self, text: str, kind: TextKind) -> None:
        """Add a piece to the end."""
        self._text.append(text)
        match kind:
            case TextKind.THINKING:
                self._thinking.append(text)
                self._is_thinking = True
            case TextKind.ANSWER if text:
                self._answer.append(text)
                self._is_thinking = False
            case TextKind.MARK if any(self._answer):
                self._thinking, self._answer = [*self._thinking, *self._answer], []

    @property
    def text(self) -> str:
        """See `Content`."""
        return _joined(self._text)

    @property
    def said(self) -> SplitAnswer:
        """See `Content`."""
        thinking = _joined(self._thinking)
        if self._is_thinking:
            return SplitAnswer(thinking, "", is_thinking=True)
        return SplitAnswer(thinking.strip() or None, _joined(self._answer), is_thinking=False)


def _joined(pieces: list[str]) -> str:
    """Return pieces as one text, which they are from then on."""
    if len(pieces) != 1:
        pieces[:] = ["".join(pieces)]
    return pieces[0]


class MessageText:
    """Keeps sections up to date; text is cut once, whatever the number of pieces it comes in.

    Args:
        is_typed: the user's words, in which nothing is Markdown and nobody thinks.
        is_unfolded: thinking is shown.
        is_step: what is shown as thinking is the result of a call, which may have tables.

    Attributes:
        citations: of the answer.
    """

    def __init__(
        self, *, is_typed: bool = False, is_unfolded: bool = False, is_step: bool = False
    ) -> None:
        self._is_typed = is_typed
        self._is_step = is_step
        self._is_unfolded = is_unfolded
        self._thoughts = _Cut()
        self._answer = _Cut()
        self._blanks = ""  # at the end of the thinking: shown when more of it comes
        self._has_thought = self._has_answered = False
        self.has_thinking = False
        self.is_thinking = False
        self.citations = NO_CITATIONS

    def begin(self, content: Content) -> None:
        """Take what a message says so far; comes before any piece."""
        if self._is_typed:
            self._answer.feed(content.text)
            return
        said = content.said
        self._think(said.thinking or "")
        self._has_answered = bool(said.answer)
        self._answer.feed(said.answer)
        self.is_thinking, self.has_thinking = said.is_thinking, said.thinking is not None

    def add(self, text: str, kind: TextKind = TextKind.ANSWER) -> bool:
        """Add a piece to the end.

        Returns:
            False where what was said before is something else after it: begin anew.
        """
        match kind:
            case TextKind.THINKING:
                self._think(text)
                self.is_thinking = self.has_thinking = True
            case TextKind.ANSWER if text:
                self.has_thinking = self.has_thinking and self._has_thought
                self.is_thinking = False
                self._has_answered = True
                self._answer.feed(text)
            case TextKind.MARK if self._has_answered:
                return False
        return True

    def _think(self, text: str) -> None:
        words = text.rstrip()
        self._has_thought = self._has_thought or bool(words)
        if not self._is_unfolded:
            return
        if words:
            self._thoughts.feed(self._blanks + words)
            self._blanks = ""
        self._blanks += text[len(words) :]

    def finish(self) -> None:
        """Close what is open; the text is complete."""
        self._thoughts.finish()
        self._answer.finish()

    def sections(self) -> tuple[list[Section], int]:
        """Return all sections as they look now, and how many of them will not change any more."""
        thoughts, n_closed = self._thoughts.sections()
        shown = [
            one
            if self._is_step and one.kind is SectionKind.TABLE
            else replace(one, kind=SectionKind.THINKING, language="")
            for one in thoughts
        ]
        answer, n_answered = self._answer.sections()
        n_said = len(answer)
        answer = cited(answer, self.citations)
        n_answered += len(answer) - n_said  # what is said of it is complete
        if self._is_typed:
            answer = as_typed(answer)
        if not self.is_thinking:
            n_closed = len(shown) + n_answered
        return [*shown, *answer], n_closed


class _Cut:
    """A splitter, and the sections that it has closed."""

    def __init__(self) -> None:
        self._splitter = SectionSplitter()
        self._closed: list[Section] = []
        self._is_finished = False

    def feed(self, text: str) -> None:
        self._splitter.feed(text)

    def finish(self) -> None:
        self._splitter.finish()
        self._is_finished = True

    def sections(self) -> tuple[list[Section], int]:
        self._closed += self._splitter.take_closed()
        n_closed = len(self._closed)
        if self._is_finished:
            return list(self._closed), n_closed
        return [*self._closed, *self._splitter.preview()], n_closed
