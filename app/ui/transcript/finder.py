"""Finding words in a chat of any length: which messages have them, and where on the screen.

A search looks through the source of all messages, without the marks of Markdown; where exactly the
words stand is only asked of messages that are laid out.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.block import Block
    from app.ui.transcript.message_layout import MessageLayout
    from app.ui.transcript.sections import Section
    from app.ui.transcript.transcript_view import TranscriptView

_WITHOUT_MARKS = str.maketrans("", "", "*_`~#[]|\\")
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")  # it is not displayed
_MOST_SKIPPED = 200  # messages in which only the source has the words
_MOST_SEARCH_S = 0.25


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where the words stand: positions in the text of a section."""

    message_id: MessageId
    slot: int
    begin: int
    end: int


class Finder:
    """What is looked for in the chat that is shown.

    Attributes:
        needle: the words; "" while nothing is looked for.
        current: where the user is.
    """

    def __init__(self, view: TranscriptView) -> None:
        self._view = view
        self._plain: dict[MessageId, tuple[str, str]] = {}  # source, and what is searched of it
        self._found: list[MessageId] = []
        self._last_occurrences: (
            tuple[tuple[MessageId, str], list[Section], list[Occurrence]] | None
        ) = None
        self.needle = ""
        self.current: Occurrence | None = None

    @property
    def n_found(self) -> int:
        """How many messages have the words."""
        return len(self._found)

    @property
    def number(self) -> int:
        """Which of them the user is in, from 1; 0 for none."""
        if self.current is None or self.current.message_id not in self._found:
            return 0
        return self._found.index(self.current.message_id) + 1

    def search(self, words: str) -> None:
        """Look for other words, from what is on the screen on."""
        self.needle = words.strip()
        self.current = None
        self._found = self._messages_with(self.needle) if self.needle else []
        if not self._found:
            return
        stack, view = self._view.stack, self._view
        first = stack.row_at(view.verticalScrollBar().value())
        at = next(
            (i for i, found in enumerate(self._found) if stack.row_of(found) >= first),
            len(self._found) - 1,
        )
        self._go_to_message(at, 1)

    def refresh(self) -> None:
        """Take note that there are other messages; the place stays."""
        if self.needle:
            self._found = self._messages_with(self.needle)

    def step(self, step: int) -> None:
        """Go on to the next place (1) or back to the one before (-1), around the ends."""
        current = self.current
        if current is None or current.message_id not in self._found:
            if self._found:
                self._go_to_message(0 if step > 0 else len(self._found) - 1, step)
            return
        here = self._occurrences(current.message_id)
        at = here.index(current) + step if current in here else len(here)
        if 0 <= at < len(here):
            self.current = here[at]
        else:
            self._go_to_message(self._found.index(current.message_id) + step, step)

    def marks(self, layout: MessageLayout, slot: int, block: Block) -> list[tuple[int, int, bool]]:
        """Return where the words stand in a section, and whether the user is there."""
        if not self.needle:
            return []
        return [
            (begin, end, self.current == Occurrence(layout.message.id, slot, begin, end))
            for begin, end in block.find_all(self.needle)
        ]

    # -- inside --

    def _go_to_message(self, at: int, step: int) -> None:
        self.current = None
        give_up = time.monotonic() + _MOST_SEARCH_S
        for _ in range(min(_MOST_SKIPPED, len(self._found))):
            if time.monotonic() > give_up:
                return
            message_id = self._found[at % len(self._found)]
            here = self._occurrences(message_id)
            if here:
                self.current = here[0 if step > 0 else -1]
                return
            at += step

    def _occurrences(self, message_id: MessageId) -> list[Occurrence]:
        layout = self._view.stack.find(message_id)
        if layout is None:
            return []
        slots = layout.slots()
        sections = [slot.section for slot in slots]
        known = self._last_occurrences
        if known is not None and known[0] == (message_id, self.needle) and known[1] == sections:
            return known[2]
        wanted = _searched(self.needle)
        found = [
            Occurrence(message_id, number, begin, end)
            for number, section in enumerate(sections)
            if wanted in _searched(section.text)  # else it need not be laid out
            for begin, end in self._view.block_of(layout, number).find_all(self.needle)
        ]
        self._last_occurrences = ((message_id, self.needle), sections, found)
        return found

    def _messages_with(self, words: str) -> list[MessageId]:
        wanted = _searched(words)
        if not wanted:  # nothing but marks
            return []
        stack = self._view.stack
        found = []
        for row in range(len(stack)):
            message = stack.message(row)
            source, plain = self._plain.get(message.id, ("", ""))
            if source is not message.text:
                plain = _searched(message.text)
                self._plain[message.id] = (message.text, plain)
            if wanted in plain:
                found.append(message.id)
        return found

    def forget(self) -> None:
        """Look for nothing any more."""
        self._plain.clear()
        self._last_occurrences = None
        self._found = []
        self.needle = ""
        self.current = None


def _searched(text: str) -> str:
    return _LINK_TARGET.sub("]", text).translate(_WITHOUT_MARKS).lower()
