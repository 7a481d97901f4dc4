"""The messages of a chat one below the other: order, tops, and which lie where."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from app.ui.transcript.message_layout import MessageLayout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.core.chats.records import Message, MessageId

TOP_MARGIN = 24
BOTTOM_MARGIN = 8


class MessageStack:
    """Keeps the running sum of heights; sums again only from the first one that changed."""

    def __init__(self) -> None:
        self._layouts: list[MessageLayout] = []
        self._rows: dict[MessageId, int] = {}
        # [0, len) known tops; the one after the last message is the end of the chat
        self._tops: list[float] = [float(TOP_MARGIN)]
        self._width = 400.0

    def __len__(self) -> int:
        return len(self._layouts)

    def __iter__(self) -> Iterator[MessageLayout]:
        return iter(self._layouts)

    def __getitem__(self, row: int) -> MessageLayout:
        return self._layouts[row]

    def reset(self, messages: Iterable[Message]) -> None:
        """Replace all messages."""
        self._layouts = [MessageLayout(message, self._width) for message in messages]
        self._rows = {layout.message.id: row for row, layout in enumerate(self._layouts)}
        self.heights_changed()

    def add(self, message: Message) -> None:
        """Append a message."""
        self._rows[message.id] = len(self._layouts)
        self._layouts.append(MessageLayout(message, self._width))

    def remove(self, message_id: MessageId) -> bool:
        """Take a message away; False when it is not here."""
        row = self._rows.pop(message_id, None)
        if row is None:
            return False
        del self._layouts[row]
        self._rows = {layout.message.id: at for at, layout in enumerate(self._layouts)}
        self.heights_changed(row)
        return True

    def find(self, message_id: MessageId | None) -> MessageLayout | None:
        """Return the layout of a message."""
        row = self.row_of(message_id)
        return self._layouts[row] if row >= 0 else None

    def row_of(self, message_id: MessageId | None) -> int:
        """Return the number of a message from the top, -1 when it is not here."""
        return -1 if message_id is None else self._rows.get(message_id, -1)

    def last(self) -> MessageLayout | None:
        """Return the newest message."""
        return self._layouts[-1] if self._layouts else None

    def set_width(self, width: float) -> None:
        """Lay all out for another width of the column."""
        if width != self._width:
            self._width = width
            for layout in self._layouts:
                layout.set_width(width)
            self.heights_changed()

    def heights_changed(self, row: int = 0) -> None:
        """Sum again from this message before the next question."""
        del self._tops[row + 1 :]

    def top(self, row: int) -> float:
        """Return where a message begins."""
        return self._summed()[row]

    def total_height(self) -> float:
        """Return the height of everything with its margins."""
        return self._summed()[-1] + BOTTOM_MARGIN

    def row_at(self, y: float) -> int:
        """Return the message at a height, the nearest one outside; -1 in an empty chat."""
        if not self._layouts:
            return -1
        row = bisect_right(self._summed(), y) - 1
        return max(0, min(row, len(self._layouts) - 1))

    def rows_between(self, top: float, bottom: float) -> range:
        """Return the messages that touch [top, bottom)."""
        if not self._layouts:
            return range(0)
        return range(self.row_at(top), self.row_at(bottom) + 1)

    def _summed(self) -> list[float]:
        for layout in islice(self._layouts, len(self._tops) - 1, None):
            self._tops.append(self._tops[-1] + layout.height())
        return self._tops
