"""Looking through the chats finds what harms them, and not what does not."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.repair.examination import FaultKind, examine
from app.core.chats.store import ChatStore

if TYPE_CHECKING:
    from pathlib import Path

IN_INDEX = "malformed inverted index for FTS5 table main.search_text"
IN_PAGE = "Tree 5 page 7: btreeInitPage() returns error code 11"


class NewerSqlite(sqlite3.Connection):
    """Finds what SQLite 3.44 and later find, which look into FTS5, too.

    Attributes:
        found: in the whole file; None where the index cannot even be opened.
    """

    found: tuple[str, ...] | None = ()

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if not sql.startswith("PRAGMA quick_check(") or "'" in sql:
            return super().execute(sql, *values)
        if self.found is None:
            raise sqlite3.DatabaseError("vtable constructor failed: search_text")
        rows = " UNION ALL ".join("SELECT ?" for _ in self.found)
        return super().execute(rows, self.found)


@pytest.mark.parametrize(
    ("found", "kinds"),
    [
        (("ok",), []),
        ((IN_INDEX,), []),
        (None, []),
        ((IN_INDEX, IN_PAGE), [FaultKind.PAGES]),
    ],
)
def test_a_damaged_search_index_is_no_fault_of_the_chats(
    database: Path, found: tuple[str, ...] | None, kinds: list[FaultKind]
) -> None:
    ChatStore.open(database).close()
    with contextlib.closing(sqlite3.connect(database, factory=NewerSqlite)) as connection:
        connection.found = found
        faults = examine(connection)
    assert [fault.kind for fault in faults] == kinds
    assert all(IN_INDEX not in fault.detail for fault in faults)
