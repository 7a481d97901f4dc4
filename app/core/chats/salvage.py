"""Reading what can still be read of a damaged database, row by row.

A table is read in order of its rowids. Where a page refuses, the range of rowids that is left is
halved until only the rows of that page are missing. Of a message whose long text is gone, what
lies before the text is read. The rowids that an index still names, and those that other rows name,
say how much is missing.

Where the first page is gone, which says where the tables begin, that of a backup is laid over a
copy of the file: tables stay where they are while the schema does.

Threads: any, one at a time; the damaged file is opened for reading only.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_FIRST_GUESS = 1_000_000  # rowids to look through where nothing says how many there are
_MOST_PROBES = 3_000_000  # of one table, some microseconds each
_HEADER_BYTES = 100

_log = logging.getLogger(__name__)

Row = dict[str, Any]


class Garbled(str):
    """A text some bytes of which were no text; they are U+FFFD now."""

    __slots__ = ()


@dataclass(slots=True)
class SalvagedTable:
    """What was read of one table.

    Attributes:
        stumps: by rowid, rows that lack their last columns or hold garbled text.
        unread: ranges [begin, end) of rowids that cannot be read; there may have been rows.
        is_cut_short: the reading was given up, and more may be missing.
    """

    stumps: dict[int, Row] = field(default_factory=dict)
    unread: list[tuple[int, int]] = field(default_factory=list)
    is_cut_short: bool = False


class Salvage:
    """One damaged, or sound, database that is read as far as it goes.

    Attributes:
        revision: of its schema; "" where that cannot be read.
        tables: names of the tables it has.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._n_probes = 0
        self._take: Callable[[int, Row], None] = lambda _rowid, _row: None
        self.tables = self._table_names()
        self.revision = self._revision()

    def read(
        self,
        table: str,
        key_columns: tuple[str, ...],
        take: Callable[[int, Row], None],
        *,
        end_at_least: int = 0,
    ) -> SalvagedTable:
        """Read what can be read of a table; returns what cannot.

        Args:
            table: one of `tables`.
            key_columns: what is read of a row that cannot be read whole.
            take: receives each whole row with its rowid.
            end_at_least: of its rowids, where something else says so.
        """
        found = SalvagedTable()
        if table not in self.tables:
            return found
        self._n_probes = 0
        self._take = take
        bound, is_known = self._bound(table)
        self._read_range(table, 0, max(bound, end_at_least), found)
        found.is_cut_short |= not is_known and bool(found.unread)
        for begin, end in list(found.unread):
            if end - begin == 1 and self._take_alone(table, key_columns, begin, found):
                found.unread.remove((begin, end))
        return found

    def named_by_index(
        self, table: str, index: str, columns: tuple[str, ...]
    ) -> tuple[dict[int, tuple[Any, ...]], bool]:
        """Return the rowids that an index names with the columns it has, and whether all of it."""
        named: dict[int, tuple[Any, ...]] = {}
        for order in ("ASC", "DESC"):  # from both ends up to where it refuses
            by = ", ".join(f'"{column}" {order}' for column in columns)
            query = (
                f'SELECT rowid, {", ".join(columns)} FROM "{table}" INDEXED BY "{index}" '
                f"ORDER BY {by}, rowid {order}"
            )
            try:
                with contextlib.closing(self._connection.execute(query)) as cursor:
                    for rowid, *values in cursor:
                        named[rowid] = tuple(values)
            except sqlite3.Error:
                continue
            return named, True
        return named, False

    def sequence(self, table: str) -> int:
        """Return the greatest id that a table ever had; 0 where that cannot be read."""
        query = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        return self._number(query, table)

    # -- one table --

    def _read_range(self, table: str, begin: int, end: int, found: SalvagedTable) -> None:
        """Read the rows of [begin, end), halving it where it refuses."""
        todo = [(begin, end)]
        while todo:
            begin, end = todo.pop()
            if begin >= end:
                continue
            self._n_probes += 1
            if self._n_probes > _MOST_PROBES:
                found.is_cut_short = True
                _note_unread(found, begin, end)
                continue
            next_id = self._read_until_it_refuses(table, begin, end, found)
            if next_id >= end:
                continue
            if end - next_id == 1:
                _note_unread(found, next_id, end)
                continue
            middle = (next_id + end) // 2
            todo += [(middle, end), (next_id, middle)]

    def _read_until_it_refuses(self, table: str, begin: int, end: int, found: SalvagedTable) -> int:
        """Return the first rowid that was not reached; `end` where all was read."""
        query = (
            f'SELECT rowid AS "#", * FROM "{table}" NOT INDEXED '
            "WHERE rowid >= ? AND rowid < ? ORDER BY rowid"
        )
        reached = begin
        try:
            with contextlib.closing(self._connection.execute(query, (begin, end))) as cursor:
                names = [column[0] for column in cursor.description][1:]
                for rowid, *values in cursor:
                    if not reached <= rowid < end:  # a page of nonsense: it goes in circles
                        return reached
                    row = dict(zip(names, values, strict=True))
                    if any(isinstance(value, Garbled) for value in values):
                        found.stumps[rowid] = row
                    else:
                        self._take(rowid, row)
                    reached = rowid + 1
        except sqlite3.Error:
            return reached
        return end

    def _take_alone(
        self, table: str, columns: tuple[str, ...], rowid: int, found: SalvagedTable
    ) -> bool:
        """Take a row by itself, or what lies before its damage; whether there was anything.

        A row that stands before a page that refuses is not given with others: SQLite has looked for
        the one behind it by then.
        """
        row = self._row(table, "*", rowid)
        if row is not None and not any(isinstance(one, Garbled) for one in row.values()):
            self._take(rowid, row)
            return True
        listed = ", ".join(f'"{column}"' for column in columns)
        stump = row or (self._row(table, listed, rowid) if columns else None)
        if stump is not None:
            found.stumps[rowid] = stump
        return stump is not None

    def _row(self, table: str, columns: str, rowid: int) -> Row | None:
        query = f'SELECT {columns} FROM "{table}" NOT INDEXED WHERE rowid = ?'
        try:
            with contextlib.closing(self._connection.execute(query, (rowid,))) as cursor:
                row = cursor.fetchone()
                names = [column[0] for column in cursor.description]
        except sqlite3.Error:
            return None
        return None if row is None else dict(zip(names, row, strict=True))

    def _bound(self, table: str) -> tuple[int, bool]:
        """Return the end of the rowids of a table, and whether the file says so."""
        last = self._number(f'SELECT max(rowid) FROM "{table}" NOT INDEXED')
        known = max(last, self.sequence(table), self.sequence("messages"))
        if known:
            return known + 1, True
        empty = self._is_empty(table)
        return (1, True) if empty else (_FIRST_GUESS, False)

    def _is_empty(self, table: str) -> bool:
        try:
            query = f'SELECT rowid FROM "{table}" NOT INDEXED LIMIT 1'
            return self._connection.execute(query).fetchone() is None
        except sqlite3.Error:
            return False

    def _number(self, query: str, *values: str) -> int:
        try:
            row = self._connection.execute(query, values).fetchone()
        except sqlite3.Error:
            return 0
        number = row[0] if row else None
        return number if isinstance(number, int) and 0 <= number < 1 << 48 else 0

    # -- the schema --

    def _table_names(self) -> frozenset[str]:
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        names = set()
        with contextlib.suppress(sqlite3.Error):
            for (name,) in self._connection.execute(query):
                if isinstance(name, str) and '"' not in name:
                    names.add(name)
        return frozenset(names)

    def _revision(self) -> str:
        with contextlib.suppress(sqlite3.Error):
            rows = self._connection.execute("SELECT version_num FROM alembic_version").fetchall()
            if len(rows) == 1 and isinstance(rows[0][0], str):
                return rows[0][0]
        return ""


def _note_unread(found: SalvagedTable, begin: int, end: int) -> None:
    found.unread.append((begin, end))


@contextlib.contextmanager
def opened(path: Path, *, without_log: bool = False) -> Iterator[Salvage | None]:
    """Give what reads a database that may be damaged; None where nothing of it can be read.

    Args:
        path: of the file, which is not changed.
        without_log: as if there were no write-ahead log beside it.
    """
    mode = "mode=ro&immutable=1" if without_log else "mode=ro"
    uri = database_uri(path.absolute()).replace("mode=rw", mode)
    try:
        connection = sqlite3.connect(uri, isolation_level=None, uri=True, timeout=2.0)
    except sqlite3.Error:
        yield None
        return
    with contextlib.closing(connection):
        connection.text_factory = _text_of
        with contextlib.suppress(sqlite3.Error):
            # Else a file that is shorter than its first page says is refused as a whole.
            connection.execute("PRAGMA writable_schema=ON").close()
            connection.execute("PRAGMA cell_size_check=ON").close()
        salvage = Salvage(connection)
        yield salvage if {"chats", "messages"} & salvage.tables else None


def lay_first_page_over(damaged: Path, backup: Path, work: Path) -> bool:
    """Write a copy of a damaged file with the first page of a backup; False where none fits.

    Args:
        damaged: its first page is gone.
        backup: sound.
        work: the copy, replaced.

    Raises:
        OSError: the disk refused.
    """
    with backup.open("rb") as file:
        header = file.read(_HEADER_BYTES)
        page_bytes = int.from_bytes(header[16:18], "big")
        page_bytes = 65536 if page_bytes == 1 else page_bytes
        file.seek(0)
        first = bytearray(file.read(page_bytes))
    n_pages = damaged.stat().st_size // page_bytes if page_bytes else 0
    if n_pages < 2 or len(first) != page_bytes:
        return False
    shutil.copyfile(damaged, work)
    first[28:32] = n_pages.to_bytes(4, "big")
    first[92:96] = first[24:28]  # the number of pages is valid for this change
    first[32:40] = bytes(8)  # no free pages, rather than those of the backup
    with work.open("r+b") as file:
        file.write(first)
    return True


def _text_of(stored: bytes) -> str:
    try:
        return stored.decode("utf-8")
    except UnicodeDecodeError:
        return Garbled(stored.decode("utf-8", "replace"))
