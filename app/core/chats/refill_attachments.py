"""Texts attached to messages, while a new database is filled: which there are, and which are lost.

They are the user's words like messages, and nothing computes them again. What the damaged file
lacks comes from a backup, where the message is the same; else a note stands in its place.

Threads: see `rescue.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping

    from app.core.chats.salvage import Row, Salvage

LOST_FILE = "[This file could not be recovered.]"
LOST_NAME = "?"
PLACE = ("message_id", "position")

_Place = tuple[Any, Any]  # message, position


class AttachmentFiller:
    """Writes what is attached into the new database.

    Args:
        new: the new database, at work in a transaction.
        insert: writes a row into a table; whether it was taken.
        is_known: older databases have no such table.

    Attributes:
        table: what it fills.
        keys: columns that are read of a row that cannot be read whole.
        may_lack_more: the damaged file does not say which there were.
        n_missing: of which a note says that they were there.
        garbled_in: messages with files some letters of which are gone.
    """

    table: ClassVar[str] = "attachments"
    keys: ClassVar[tuple[str, ...]] = (*PLACE, "name")

    def __init__(
        self, new: sqlite3.Connection, insert: Callable[[str, Row], bool], *, is_known: bool
    ) -> None:
        self._new = new
        self._insert = insert
        self._is_known = is_known
        self._taken: set[_Place] = set()
        self._damaged: dict[_Place, Row] = {}  # as far as they can be read
        self._named: set[_Place] = set()
        self._is_whole = True
        self.may_lack_more = False
        self.n_missing = 0
        self.garbled_in: set[int] = set()

    @property
    def has_gaps(self) -> bool:
        """Whether anything may be missing that a backup may have."""
        return not self._is_whole or bool((self._named | self._damaged.keys()) - self._taken)

    def take_all(self, view: Salvage, *, is_first: bool) -> None:
        """Take what can be read and is not there yet."""
        if not self._is_known:
            return
        index = f"sqlite_autoindex_{self.table}_1"
        named, knows_all = view.named_by_index(self.table, index, PLACE)
        found = view.read(self.table, self.keys, self._take, end_at_least=max(named, default=0) + 1)
        for row in found.stumps.values():
            self._damaged.setdefault(_place(row), row)
        if is_first:
            self._named = {(message, position) for message, position in named.values()}
            is_read = not (found.unread or found.is_cut_short)
            self._is_whole = knows_all and is_read
            self.may_lack_more = not (knows_all or is_read)

    def fill_from(self, backup: Salvage, moments: Mapping[int, str]) -> bool:
        """Take what is lost of the same messages; whether there was anything.

        Args:
            backup: sound.
            moments: when each of its messages was made, of chats that are the same.
        """
        before = len(self._taken)
        if self._is_known:
            backup.read(self.table, (), lambda rowid, row: self._take_same(rowid, row, moments))
        return len(self._taken) > before

    def finish(self) -> None:
        """Take the letters that are left of what is damaged, and put notes for the rest."""
        messages = {message for (message,) in self._new.execute("SELECT id FROM messages")}
        lost = (self._named | self._damaged.keys()) - self._taken
        for place in sorted(lost, key=str):
            if place[0] not in messages:
                continue
            if self._take_damaged(place, self._damaged.get(place, {})):
                self.garbled_in.add(place[0])
            else:
                self.n_missing += 1

    def _take_damaged(self, place: _Place, row: Row) -> bool:
        """Take what is left of a row, or put a note in its place; whether anything was left."""
        is_garbled = isinstance(row.get("text"), str)
        text = str(row["text"]) if is_garbled else LOST_FILE
        return self._note(place, row, text) and is_garbled

    def _note(self, place: _Place, row: Row, text: str) -> bool:
        """Attach a text in the place of what is gone; whether that was possible."""
        name = str(row.get("name") or LOST_NAME)
        written = dict(zip(PLACE, place, strict=True)) | {"name": name, "text": text}
        return self._insert("attachments", written)

    def _take(self, _rowid: int, row: Row) -> None:
        if _place(row) not in self._taken and self._insert(self.table, row):
            self._taken.add(_place(row))

    def _take_same(self, rowid: int, row: Row, moments: Mapping[int, str]) -> None:
        message = row.get("message_id")
        if not isinstance(message, int) or message not in moments or _place(row) in self._taken:
            return
        query = "SELECT created_at FROM messages WHERE id = ?"
        if self._new.execute(query, (message,)).fetchone() == (moments[message],):
            self._take(rowid, row)


def _place(row: Row) -> _Place:
    return row.get("message_id"), row.get("position")
