"""The rows of the chat list in their order, found by their keys: no row is ever searched for.

Chats that are in no folder stand under the day of their last message.

Threads: interface thread.
"""

from __future__ import annotations

import enum
import math
from bisect import bisect_left
from datetime import date, datetime, time, timedelta
from operator import itemgetter
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue
from app.ui.words.formatting import day_group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.core.chats.records import Chat, ChatFolder, ChatId


class _DayGroup(PlainValue, frozen=True):
    """The moments `[start_s, end_s)`, in seconds since 1970, and what they are called."""

    start_s: float
    end_s: float
    title: str


class DayGroups:
    """The groups as they are on one day, by the time of this machine."""

    def __init__(self, today: date) -> None:
        self.today = today
        days = [today - timedelta(days=n) for n in (0, 1, 6, 29)]
        starts = [_start_of(day) for day in days]
        ends = [math.inf, *starts[:-1]]
        self._oldest_s = starts[-1]
        self._groups = [
            _DayGroup(start, end, self._title(day))
            for start, end, day in zip(starts, ends, days, strict=True)
        ]

    def of(self, moment_s: float) -> _DayGroup:
        """Return the group of a moment."""
        for group in self._groups:
            if group.start_s <= moment_s < group.end_s:
                return group
        month = datetime.fromtimestamp(moment_s).astimezone().date().replace(day=1)
        following = (month + timedelta(days=32)).replace(day=1)
        end = min(_start_of(following), self._oldest_s)
        group = _DayGroup(_start_of(month), end, self._title(month))
        self._groups.append(group)
        return group

    def _title(self, day: date) -> str:
        noon = time(12)
        return day_group(
            datetime.combine(day, noon).astimezone(),
            datetime.combine(self.today, noon).astimezone(),
        )


def _start_of(day: date) -> float:
    return datetime.combine(day, time.min).astimezone().timestamp()


# Section, position and id of a folder, time, number of a chat: rows are sorted by it.
Key = tuple[int, int, int, float, float]
_PINNED, _FOLDERS, _DAYS = range(3)
_ABOVE_ALL_S = 1e12  # more than there are seconds up to the year 9999


class RowKind(enum.Enum):
    """What a row is."""

    CHAT = enum.auto()
    FOLDER = enum.auto()
    HEADING = enum.auto()


class Heading(PlainValue, frozen=True):
    """The title above a group of chats."""

    title: str


class ListedFolder(PlainValue, frozen=True):
    """A folder, above the chats in it."""

    folder: ChatFolder


Item = int | Heading | ListedFolder  # an int is the id of a chat

PINNED_HEADING: Key = (_PINNED, 0, 0, -math.inf, -math.inf)


def pinned_key(chat: Chat) -> Key:
    """Return the place of a pinned chat in no folder; the one pinned first stands first."""
    assert chat.pinned_at is not None
    return (_PINNED, 0, 0, chat.pinned_at.timestamp(), chat.id)


def folder_key(folder: ChatFolder) -> Key:
    """Return the place of a folder's own row."""
    return (_FOLDERS, folder.position, folder.id, -math.inf, -math.inf)


def in_folder_key(folder: ChatFolder, chat: Chat) -> Key:
    """Return the place of a chat in a folder: pinned ones first, as in `pinned_key`."""
    if chat.pinned_at is not None:
        first_s = chat.pinned_at.timestamp() - _ABOVE_ALL_S
        return (_FOLDERS, folder.position, folder.id, first_s, chat.id)
    return (_FOLDERS, folder.position, folder.id, -chat.updated_at.timestamp(), -chat.id)


def day_key(chat: Chat) -> Key:
    """Return the place of a chat among those by day."""
    return (_DAYS, 0, 0, -chat.updated_at.timestamp(), -chat.id)


def heading_key(group: _DayGroup) -> Key:
    """Return the place of a day's heading: behind all that is of a later day."""
    return (_DAYS, 0, 0, -group.end_s, math.inf)


def is_by_day(key: Key) -> bool:
    """Whether a row is among those by day."""
    return key[0] == _DAYS


class ChatRows:
    """Keys and items, both in order."""

    def __init__(self, rows: Iterable[tuple[Key, Item]] = ()) -> None:
        ordered = sorted(rows, key=itemgetter(0))
        self._keys = [key for key, _ in ordered]
        self._items = [item for _, item in ordered]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._items)

    def item(self, row: int) -> Item:
        """Return what stands in a row."""
        return self._items[row]

    def kind(self, row: int) -> RowKind:
        """Return what a row is."""
        match self._items[row]:
            case Heading():
                return RowKind.HEADING
            case ListedFolder():
                return RowKind.FOLDER
            case _:
                return RowKind.CHAT

    def place(self, key: Key) -> int:
        """Return the row where a key stands, or would be inserted."""
        return bisect_left(self._keys, key)

    def find(self, key: Key) -> int:
        """Return the row of a key; -1 where it is not there."""
        row = self.place(key)
        return row if row < len(self._keys) and self._keys[row] == key else -1

    def insert(self, row: int, rows: list[tuple[Key, Item]]) -> None:
        """Insert rows that belong there."""
        self._keys[row:row] = [key for key, _ in rows]
        self._items[row:row] = [item for _, item in rows]

    def runs(self, rows: list[tuple[Key, Item]]) -> Iterator[tuple[int, list[tuple[Key, Item]]]]:
        """Yield new rows, those together that belong in one place; each is to be inserted there."""
        rows.sort(key=itemgetter(0))
        begin = 0
        while begin < len(rows):
            place, end = self.place(rows[begin][0]), len(rows)
            if place < len(self._keys):
                end = bisect_left(rows, self._keys[place], begin, key=itemgetter(0))
            yield place, rows[begin:end]
            begin = end

    def remove(self, first: int, last: int) -> None:
        """Remove rows, the last one included."""
        del self._keys[first : last + 1]
        del self._items[first : last + 1]

    def replace(self, row: int, item: Item) -> None:
        """Put something else into a row."""
        self._items[row] = item

    def move(self, old: int, new: int, key: Key) -> None:
        """Move a row to where its new key belongs; `new` counts without the row itself."""
        item = self._items[old]
        self.remove(old, old)
        self.insert(new, [(key, item)])

    def is_lonely_heading(self, row: int) -> bool:
        """Whether a row is a heading above nothing."""
        if not 0 <= row < len(self._items) or not isinstance(self._items[row], Heading):
            return False
        return row + 1 == len(self._items) or self.kind(row + 1) is not RowKind.CHAT

    def chats_below(self, row: int) -> int:
        """Return how many chats stand in the rows right below a folder."""
        end = bisect_left(self._keys, (*self._keys[row][:3], math.inf, math.inf))
        return end - row - 1

    def first_chat(self, rows: Iterable[int]) -> ChatId | None:
        """Return the chat in the first of some rows that has one."""
        for row in rows:
            if 0 <= row < len(self._items):
                item = self._items[row]
                if isinstance(item, int):
                    return item  # type: ignore[return-value]
        return None
