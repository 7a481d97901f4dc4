"""The messages of a chat one below the other: heights, tops, and which lie where.

Ten thousand messages are a few lists: a height that is estimated from the length of the text until
the message was laid out, and the running sum of heights. Only what is looked at has a layout.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from itertools import accumulate, islice
from typing import TYPE_CHECKING, assert_never

from app.ui.kit.theme import READING_WIDTH
from app.ui.transcript.model import message_list
from app.ui.transcript.model.message_facts import is_step, is_typed
from app.ui.transcript.render import measures
from app.ui.transcript.render.message_layout import MessageLayout

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.chats.records import Message, MessageId

TOP_MARGIN = 24
BOTTOM_MARGIN = 8
_MEDIA_ROOM = measures.BUBBLE_SHARE * READING_WIDTH  # logical pixels
_MAX_LAYOUTS = 400  # some screens full; each holds its text a second time
_MAX_CHARS = 20_000_000  # of their texts
_LEAST_LAYOUTS = 40  # as many as a screen shows


class MessageStack:
    """Where each of the messages lies, and the layouts of those that were looked at last.

    Holds a row for each message, the same as in `messages`, as long as it is told of every change.

    Args:
        messages: what is laid out.
    """

    def __init__(self, messages: message_list.MessageList) -> None:
        self.messages = messages
        self._layouts: OrderedDict[MessageId, MessageLayout] = OrderedDict()
        self._width = 400.0
        self._zoom = 1.0
        self._sizes = _sizes_of(messages)
        self._heights: list[float] = []
        self._tops: list[float] | None = None
        self._estimate()

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> MessageLayout:
        message = self.messages.message(row)
        layout = self._layouts.get(message.id)
        if layout is None:
            content = self.messages.content(row)
            cite = self.messages.citations
            layout = MessageLayout(
                *(message, self._width, self._zoom, content, cite),
                follows_step=self._follows_step(row),
            )
            self._mark_first_read(layout)
            self._layouts[message.id] = layout
            self._forget_some()
        else:
            self._layouts.move_to_end(message.id)
            layout.set_width(self._width)
        return layout

    # -- changing --

    def messages_changed(self, change: message_list.Change) -> None:
        """Take note of a change of the messages."""
        match change:
            case message_list.MessagesReset() | message_list.Branched():
                self._layouts.clear()
                self._sizes = _sizes_of(self.messages)
                self._estimate()
            case message_list.Prepended():
                self._prepend(_sizes_of(islice(self.messages, change.n_messages)))
            case message_list.Added():
                self._append(_sizes_of([self.messages.message(len(self))]))
            case message_list.Removed():
                self._remove(change.message_id, change.row)
            case message_list.Changed():
                self._take_over(self.messages.row_of(change.message_id))
            case message_list.Grown():
                self._grow(self.messages.row_of(change.message_id), change)
            case message_list.ReadFromMoved():
                self._move_divider(change.before)
            case message_list.OptionsChanged() | message_list.WaitChanged():
                pass  # nothing lies anywhere else
            case unknown:
                assert_never(unknown)

    def _prepend(self, sizes: list[measures.MessageSize]) -> None:
        self._sizes[:0] = sizes
        self._heights[:0] = measures.estimated_heights(sizes, self._width, self._zoom)
        self._tops = None
        self._renew_caption(len(sizes))
        for message_id, layout in list(self._layouts.items()):
            if layout.renew_citations():
                self.measure(self.messages.row_of(message_id))

    def _append(self, sizes: list[measures.MessageSize]) -> None:
        self._sizes += sizes
        self._heights += measures.estimated_heights(sizes, self._width, self._zoom)
        self._tops = None

    def _remove(self, message_id: MessageId, row: int) -> None:
        self._layouts.pop(message_id, None)
        del self._sizes[row], self._heights[row]
        self._tops = None
        self._renew_caption(row)

    def _follows_step(self, row: int) -> bool:
        return row > 0 and is_step(self.messages.message(row - 1))

    def _renew_caption(self, row: int) -> None:
        """Take note that another message stands above this one, where it has a layout."""
        layout = self._layouts.get(self.messages.message(row).id) if row < len(self) else None
        if layout is not None and layout.follows_step != self._follows_step(row):
            layout.follows_step = not layout.follows_step
            self.measure(row)

    def _take_over(self, row: int) -> None:
        message = self.messages.message(row)
        self[row].set_message(message)
        self._sizes[row : row + 1] = _sizes_of([message])
        self.measure(row)

    def _grow(self, row: int, change: message_list.Grown) -> None:
        if self.messages.message(row).id in self._layouts:  # or else it is made with the whole text
            self[row].append(change.text, change.kind, self.messages.content(row))
        self.measure(row)

    def _move_divider(self, before: MessageId | None) -> None:
        for changed in (before, self.messages.read_from):
            row = self.messages.row_of(changed)
            if row >= 0:
                self._mark_first_read(self[row])
                self.measure(row)

    def _mark_first_read(self, layout: MessageLayout) -> None:
        layout.is_first_read = layout.message.id == self.messages.read_from
        layout.summary.text = self.messages.summary if layout.is_first_read else ""

    def set_width(self, width: float) -> None:
        """Lay all out for another width of the column."""
        if width != self._width:
            self._width = width
            self._estimate()

    def forget_sizes(self, zoom: float) -> None:
        """Let every size be found anew, for letters of another size or other colours."""
        self._zoom = zoom
        for layout in self._layouts.values():
            layout.zoom = zoom
            layout.forget_sizes()
        self._estimate()

    def measure(self, row: int) -> bool:
        """Take the height of a message from its layout; True when it is another than before."""
        height = self[row].height()
        if height == self._heights[row]:
            return False
        self._heights[row] = height
        self._tops = None
        return True

    # -- asking --

    @property
    def n_laid_out(self) -> int:
        """How many messages have a layout now."""
        return len(self._layouts)

    def find(self, message_id: MessageId | None) -> MessageLayout | None:
        """Return the layout of a message."""
        row = self.messages.row_of(message_id)
        return self[row] if row >= 0 else None

    def last(self) -> MessageLayout | None:
        """Return the layout of the newest message."""
        return self[len(self) - 1] if len(self) else None

    def top(self, row: int) -> float:
        """Return where a message begins."""
        return self._summed()[row]

    def bottom(self, row: int) -> float:
        """Return where a message ends."""
        return self._summed()[row + 1]

    def total_height(self) -> float:
        """Return the height of everything with its margins."""
        return self._summed()[-1] + BOTTOM_MARGIN

    def row_at(self, y: float) -> int:
        """Return the message at a height, the nearest one outside; -1 in an empty chat."""
        if not len(self):
            return -1
        row = bisect_right(self._summed(), y) - 1
        return max(0, min(row, len(self) - 1))

    def rows_between(self, top: float, bottom: float) -> range:
        """Return the messages that touch [top, bottom)."""
        if not len(self):
            return range(0)
        return range(self.row_at(top), self.row_at(bottom) + 1)

    # -- inside --

    def _estimate(self) -> None:
        self._heights = measures.estimated_heights(self._sizes, self._width, self._zoom)
        self._tops = None

    def _summed(self) -> list[float]:
        """Return the tops of all messages, and behind them the end of the last one."""
        if self._tops is None:
            self._tops = list(accumulate(self._heights, initial=float(TOP_MARGIN)))
        return self._tops

    def _forget_some(self) -> None:
        """Drop the layouts looked at longest ago; their heights stay known."""
        n_chars = sum(len(layout.text) for layout in self._layouts.values() if layout.is_cut)
        for message_id, layout in list(self._layouts.items()):
            is_small = n_chars <= _MAX_CHARS or len(self._layouts) <= _LEAST_LAYOUTS
            if is_small and len(self._layouts) <= _MAX_LAYOUTS:
                break
            if not layout.is_streaming:
                n_chars -= len(layout.text) if layout.is_cut else 0
                del self._layouts[message_id]


def _sizes_of(messages: Iterable[Message]) -> list[measures.MessageSize]:
    """Return the sizes of messages; of media the height where there is as much room as mostly."""
    sizes = []
    for message in messages:
        is_user = is_typed(message)
        text = message.text if is_user else message.said.answer
        media = measures.media_places(message.media, _MEDIA_ROOM).height if message.media else 0.0
        sizes.append(measures.MessageSize(len(text), text.count("\n"), is_user, media))
    return sizes
