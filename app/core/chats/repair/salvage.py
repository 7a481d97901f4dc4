"""Reading what can still be read of a damaged database: a plain dump, row by row.

A table is read in the order of its rowids. Where a page refuses, each rowid that was not met is
asked for by itself, so that only the rows of that page are missing. The rowids that an index still
names say how much that is.

Where the first page is gone, which says where the tables begin, that of a backup is laid over a
copy of the file: tables stay where they are while the schema does.

Threads: any, one at a time; the damaged file is opened for reading only.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from typing import TYPE_CHECKING, Any

from app.core.system.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FIRST_GUESS = 1_000_000  # rowids to look through where nothing says how many there are
_MOST_ROWIDS = 3_000_000  # of one table, some microseconds each
_HEADER_BYTES = 100

Row = dict[str, Any]


class Garbled(str):
    """A text some bytes of which were no text; they are U+FFFD now."""

    __slots__ = ()


class Salvage:
    """One damaged, or sound, database that is read as far as it goes.

    Attributes:
        revision: of its schema; "" where that cannot be read.
        tables: names of the tables it has.
        gaps: tables of those that were read that may have had more rows.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.tables = self._table_names()
        self.revision = self._revision()
        self.gaps: set[str] = set()

    def rows(self, table: str, *, end_at_least: int = 0) -> Iterator[tuple[int, Row]]:
        """Yield every row that can be read, with its rowid.

        Args:
            table: its name.
            end_at_least: of its rowids, where something else says so.
        """
        if table not in self.tables:
            self.gaps.add(table)
            return
        named = self._number(f'SELECT max(rowid) FROM "{table}" NOT INDEXED')
        named = max(named, self.sequence(table), self.sequence("messages"), end_at_least - 1)
        if not named and self._is_empty(table):
            return
        met: set[int] = set()
        for rowid, row in self._scan(table):
            met.add(rowid)
            yield rowid, row
        if table in self.gaps:
            for rowid in range(min(named or _FIRST_GUESS, _MOST_ROWIDS) + 1):
                if rowid not in met and (found := self._row(table, rowid)) is not None:
                    yield rowid, found

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

    def _scan(self, table: str) -> Iterator[tuple[int, Row]]:
        """Yield rows from the first one on, up to where a page refuses."""
        query = f'SELECT rowid AS "#", * FROM "{table}" NOT INDEXED ORDER BY rowid'
        before = -1
        try:
            with contextlib.closing(self._connection.execute(query)) as cursor:
                names = [column[0] for column in cursor.description][1:]
                for rowid, *values in cursor:
                    if rowid <= before:  # a page of nonsense: it goes in circles
                        break
                    yield rowid, dict(zip(names, values, strict=True))
                    before = rowid
                else:
                    return
        except sqlite3.Error:
            pass
        self.gaps.add(table)

    def _row(self, table: str, rowid: int) -> Row | None:
        query = f'SELECT * FROM "{table}" NOT INDEXED WHERE rowid = ?'
        try:
            with contextlib.closing(self._connection.execute(query, (rowid,))) as cursor:
                row = cursor.fetchone()
                names = [column[0] for column in cursor.description]
        except sqlite3.Error:
            return None
        return None if row is None else dict(zip(names, row, strict=True))

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
