"""Finding words in a chat of any length: which messages have them, and where on the screen.

A search looks through the source of all messages, without the marks of Markdown and with what some
kinds of block add; where exactly the words stand is only asked of sections that have them. Both go
on in pieces between the frames, so a chat or a message of any size holds nothing; what a short chat
has is found at once. Messages that come, grow or go while words are looked for are taken note of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.plain_value import PlainValue
from app.ui.kit.timers import timer
from app.ui.transcript.blocks.registry import kind_of, special_kinds
from app.ui.transcript.model.message_text import Content, MessageText
from app.ui.transcript.render.block_cache import FrameBudget
from app.ui.transcript.render.scroll_anchor import LEAST_VISIBLE, ScrollAnchor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.core.chats.records import MessageId
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.model.sections import Section
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.surface import Surface


_WITHOUT_MARKS = str.maketrans("", "", "*_`~#[]|\\")
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")  # it is not displayed


def _searched(text: str) -> str:
    """Return a text without the marks of Markdown and link targets, in lower case."""
    return _LINK_TARGET.sub("]", text).translate(_WITHOUT_MARKS).lower()


def _searched_message(content: Content, *, is_typed: bool) -> str:
    """Return what is looked through of a message.

    Args:
        content: what it says.
        is_typed: it is the user's, in which nothing is Markdown.
    """
    if is_typed or not special_kinds():
        return _searched(content.text)
    cut = MessageText()
    cut.begin(content)
    cut.finish()
    return _searched(content.text) + _added_words(cut.sections()[0])


def _added_words(sections: Iterable[Section]) -> str:
    """Return what is displayed of sections whose kind does not show them as they were written."""
    if not special_kinds():
        return ""
    kinds = ((kind_of(section), section) for section in sections)
    words = [kind.words(section) for kind, section in kinds if not kind.shows_as_written]
    return "".join(f"\n{_searched(one)}" for one in words)


_SLICE_CHARS = 400_000  # of sources, looked through between two frames
_SLICE_SECTIONS = 500
_MOST_KEPT = 16_000_000  # characters; of longer chats the rest is read anew with each search
_LONGEST_TARGET = 4_000  # of a link, in a text that grows


class Occurrence(PlainValue, frozen=True):
    """One place where the words stand: positions in the text of a section."""

    message_id: MessageId
    slot: int
    begin: int
    end: int


class Finder(QObject):
    """What is looked for in the chat that is shown.

    Sends `changed` when messages with the words were found or are gone, or the place is known where
    the user is now; that is brought into view then.

    Attributes:
        needle: the words; "" while nothing is looked for.
        current: where the user is.
    """

    changed = Signal()

    def __init__(self, view: Surface) -> None:
        super().__init__(view.canvas.widget)
        self._canvas = view.canvas
        self._stack = view.canvas.stack
        self._messages = view.messages
        self._scroller = view.scroller
        self._plain: dict[MessageId, tuple[str, str]] = {}  # source, and what is searched of it
        self._n_kept = 0  # characters of these
        self._rows = 0  # so many messages from the top were looked through
        self._found: dict[MessageId, int] = {}  # how often they stand there
        self._walk: Iterator[Occurrence | None] | None = None  # on its way to the next place
        self._first: int | None = None  # the row from which on the first place is wanted
        self._timer = timer(self, 0, self._go_on)
        self.needle = ""
        self.current: Occurrence | None = None

    @property
    def n_found(self) -> int:
        """How many messages have the words, of those that were looked through."""
        return len(self._found)

    @property
    def is_searching(self) -> bool:
        """Whether there are messages that were not looked through yet."""
        return bool(self.needle) and self._rows < len(self._messages)

    @property
    def n_hits(self) -> int:
        """How often the words stand in them."""
        return sum(self._found.values())

    @property
    def number(self) -> int:
        """At which of these places the user is, from 1; 0 for none."""
        if self.current is None or self.current.message_id not in self._found:
            return 0
        messages = list(self._found)
        here = messages.index(self.current.message_id)
        n_before = sum(self._found[message_id] for message_id in messages[:here])
        return n_before + min(self._number_within(self.current), self._found[messages[here]])

    def search(self, words: str, begin: MessageId | None = None) -> None:
        """Mark other words and go to the first place; "" ends the search.

        Args:
            words: to mark.
            begin: the first place from this message on; None from the screen on.
        """
        self._canvas.update()
        if not words.strip():
            self.forget()
            return
        self.needle = words.strip()
        self.current = None
        self._walk = None
        row = -1 if begin is None else self._messages.row_of(begin)
        self._first = row if row >= 0 else self._stack.row_at(self._canvas.bar.value())
        self.refresh()

    def refresh(self) -> None:
        """Take note that there are other messages; the place stays."""
        self._found = {}
        self._rows = 0
        if self.needle:
            self._go_on()

    def follow(self, message_id: MessageId, new: str = "") -> None:
        """Take note that a message grew by `new`, or is another one now."""
        row = self._messages.row_of(message_id)
        if not self.needle or row < 0:
            return
        if row >= self._rows:
            self._timer.start(0)
            return
        n_before, wanted = self._found.get(message_id, 0), self._wanted()
        text = self._messages.text(row)
        if new:  # what came before was looked through
            begin = len(text) - len(new) - 2 * len(self.needle) - _LONGEST_TARGET
            grown, old = text[max(0, begin) :], text[max(0, begin) : len(text) - len(new)]
            n_hits = n_before + _searched(grown).count(wanted) - _searched(old).count(wanted)
        else:
            n_hits = _searched(text).count(wanted)
        n_hits = max(n_hits, int(self._is_added(message_id)))
        if n_hits != n_before:
            self._note(message_id, n_hits)
            self.changed.emit()

    def step(self, step: int) -> None:
        """Go on to the next place (1) or back to the one before (-1), around the ends."""
        self._first = None
        found = list(self._found)
        if not found:
            return
        current = self.current
        if current is None or current.message_id not in self._found:
            self._begin_walk(0 if step > 0 else len(found) - 1, step, None)
        else:
            self._begin_walk(found.index(current.message_id), step, current)
        self._go_on()

    def marks(self, layout: MessageLayout, slot: int, block: Block) -> list[tuple[int, int, bool]]:
        """Return where the words stand in a section, and whether the user is there."""
        if not self.needle:
            return []
        return [
            (begin, end, self.current == Occurrence(layout.message.id, slot, begin, end))
            for begin, end in block.find_all(self.needle)
        ]

    def forget(self) -> None:
        """Look for nothing any more."""
        self._timer.stop()
        self._plain.clear()
        self._n_kept = 0
        self._found = {}
        self._rows = 0
        self._walk = self._first = None
        self.needle = ""
        self.current = None

    def _show_place(self) -> None:
        """Bring the place into view where the user is; where it is in view, nothing moves."""
        place = self.current
        self._canvas.update()
        layout = self._stack.find(place.message_id) if place else None
        if place is None or layout is None:
            return
        was_hidden = layout.pictures.show_code(place.slot)
        rects = {number: rect for number, _slot, rect in layout.slot_rects()}
        rect = rects.get(place.slot)
        if rect is None:  # the thinking that has the words was folded meanwhile
            return
        top = rect.top() + self._canvas.block_of(layout, place.slot).top_of(place.begin)
        height = self._canvas.height()
        y = self._canvas.origin_of(place.message_id).y() + top
        if not was_hidden and 0 <= y <= height - LEAST_VISIBLE / 2:
            return
        self._scroller.sticks = False
        offset = height / 3 - top + rect.top()
        self._scroller.settle_at(ScrollAnchor(place.message_id, place.slot, offset))

    # -- which messages --

    @Slot()
    def _go_on(self) -> None:
        """Do as much as one frame has time for."""
        self._look_through()
        self._begin_at_screen()
        is_there = self._take_steps()
        if self.is_searching or self._walk is not None:
            self._timer.start(0)
        self.changed.emit()
        if is_there:
            self._show_place()

    def _look_through(self) -> None:
        wanted = self._wanted()
        if not wanted:  # nothing but marks
            self._rows = len(self._messages)
        left = _SLICE_CHARS
        while self._rows < len(self._messages) and left > 0:
            message_id = self._messages.message(self._rows).id
            content = self._messages.content(self._rows)
            text = content.text
            source, plain = self._plain.get(message_id, ("", ""))
            if source is not text:
                is_typed = not self._messages.is_answer(self._rows)
                plain = _searched_message(content, is_typed=is_typed)
                if self._n_kept < _MOST_KEPT:
                    self._plain[message_id] = (text, plain)
                    self._n_kept += len(plain)
            if wanted in plain:
                self._found[message_id] = plain.count(wanted)
            self._rows += 1
            left -= len(text) + 200

    def _note(self, message_id: MessageId, n_hits: int) -> None:
        """Take note of how often the words stand in a message, which has its place by its row."""
        found = self._found | {message_id: n_hits}
        rows = sorted(found, key=self._messages.row_of)
        self._found = {one: found[one] for one in rows if found[one] > 0}

    def _number_within(self, place: Occurrence) -> int:
        """Return at which of the places of its message one is, from 1."""
        layout = self._stack.find(place.message_id)
        if layout is None or place.slot >= len(layout.slots()):
            return 1
        wanted = self._wanted()
        before = (
            _searched(
                slot.section.text if slot.kind.shows_as_written else slot.kind.words(slot.section)
            )
            for slot in layout.slots()[: place.slot]
        )
        here = self._canvas.block_of(layout, place.slot).find_all(self.needle)
        n_here = sum(begin <= place.begin for begin, _ in here)
        return sum(text.count(wanted) for text in before) + n_here

    def _wanted(self) -> str:
        return _searched(self.needle)

    def _is_added(self, message_id: MessageId) -> bool:
        """Whether a block of a message shows the words, which were not written there."""
        layout = self._stack.find(message_id)
        if layout is None or layout.is_user or not special_kinds():
            return False
        return self._wanted() in _added_words(slot.section for slot in layout.slots())

    # -- which place --

    def _begin_at_screen(self) -> None:
        """Go to the first place from the screen on, once there is one or none can come."""
        if self._first is None or not self._found:
            return
        row_of = self._messages.row_of
        rows = [row_of(message_id) for message_id in self._found]
        at = next((at for at, row in enumerate(rows) if row >= (self._first or 0)), None)
        if at is None and self.is_searching:
            return
        self._first = None
        self._begin_walk(len(rows) - 1 if at is None else at, 1, None)

    def _begin_walk(self, at: int, step: int, after: Occurrence | None) -> None:
        self._walk = self._places(list(self._found), at, step, after)

    def _take_steps(self) -> bool:
        """Look into sections for as long as a frame has time; True when the place was found."""
        if self._walk is None:
            return False
        frame = FrameBudget()
        for place in self._walk_within(frame):
            if place is not None:
                self.current, self._walk = place, None
                return True
        if not frame.is_over:
            self._walk = None  # all around, and nowhere displayed
        return False

    def _walk_within(self, frame: FrameBudget) -> Iterator[Occurrence | None]:
        assert self._walk is not None
        self._frame = frame
        for number, place in enumerate(self._walk):
            yield place
            if frame.is_over or number >= _SLICE_SECTIONS:
                frame.is_over = True
                return

    def _places(
        self, found: list[MessageId], at: int, step: int, after: Occurrence | None
    ) -> Iterator[Occurrence | None]:
        """Yield the places from one on, around the ends; None for each section without one."""
        for turn in range(len(found) + 1):
            message_id = found[(at + turn * step) % len(found)]
            layout = self._stack.find(message_id)
            slots = [] if layout is None else list(range(len(layout.slots())))
            for slot in slots if step > 0 else reversed(slots):
                for place in self._in_section(message_id, slot)[:: 1 if step > 0 else -1]:
                    if after is None or turn or _is_beyond(place, after, step):
                        yield place
                yield None

    def _in_section(self, message_id: MessageId, slot: int) -> list[Occurrence]:
        layout = self._stack.find(message_id)
        if layout is None or slot >= len(layout.slots()):
            return []
        section, kind = layout.slots()[slot].section, layout.slots()[slot].kind
        if kind.shows_as_written and self._wanted() not in _searched(section.text):
            return []  # it need not be laid out
        self._frame.has_time_for(section)
        places = self._canvas.block_of(layout, slot).find_all(self.needle)
        return [Occurrence(message_id, slot, begin, end) for begin, end in places]


def _is_beyond(place: Occurrence, here: Occurrence, step: int) -> bool:
    there, now = (place.slot, place.begin), (here.slot, here.begin)
    return there > now if step > 0 else there < now
