"""Filling a new database with the rows of a damaged one, and then with those of a backup.

The row that is met first stays. At the end there is a note for each message and file that is known
to have been there and is not, and nothing refers to what is gone.

Threads: see `rescue.py`.
"""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from app.core.chats.errors import DamagedDatabase
from app.core.chats.media_names import is_digest
from app.core.chats.records import MessageStatus
from app.core.chats.repair.examination import examine
from app.core.chats.repair.salvage import Garbled, Salvage
from app.core.chats.search.index_tables import begin_anew, has_index
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.repair.salvage import Row

LOST_TEXT = "[This message could not be recovered.]"
LOST_FILE = "[This file could not be recovered.]"
LOST_TITLE = "Recovered chat"
_LOST_NAME = "?"

# Made anew by the program when it is missing.
_LEFT_OUT = {"alembic_version", "memory_index", "stale_memories"}
_DERIVED = ("sqlite_", "search_")  # how such tables begin: an index for a search is built anew
_NUMBERED = {"chats", "messages", "chat_folders"}
_FIRST = ("chats", "messages")  # what the rows of other tables belong to
_FILES = ("attachments", "message_media")
_PLACE = ("message_id", "position")
_MEDIUM_NUMBERS = ("kind", *_PLACE, "n_bytes", "width", "height", "duration_ms")
_UNKNOWN = 0  # in the place of the parent of a message
_BEHIND_FILES = 1 << 20  # places of notes for pictures and sounds, behind all attached texts
_STATUSES = {str(status) for status in MessageStatus}
_ROLES = {str(role) for role in Role}

Named = dict[int, tuple[Any, ...]]  # by rowid, what an index says of a row


class Filler:
    """Writes rows into the new database, and notes what it lacks.

    Attributes:
        is_complete: whether all that is missing is counted; the other numbers are the report's.
    """

    def __init__(self, new: sqlite3.Connection) -> None:
        self.is_complete = False
        self.n_from_backup = self.n_garbled = 0
        self.n_missing = self.n_files_missing = self.n_chats_missing = 0
        self._new = new
        names = _plain_tables(new)
        self._columns = {
            table: [str(row[1]) for row in new.execute(f'PRAGMA table_info("{table}")')]
            for table in sorted(names, key=lambda name: name not in _FIRST)
        }
        self._garbled: list[tuple[str, int, Row]] = []
        self._gaps = set(self._columns)  # tables that may have had more rows
        self._named: dict[str, Named] = {}  # where all rows that there were are named
        self._sequences: dict[str, int] = {}

    @property
    def has_gaps(self) -> bool:
        """Whether anything may be missing that a backup may have."""
        return bool(self._gaps)

    def take_damaged(self, view: Salvage) -> None:
        """Take every row that can be read; those with damaged letters only at the end."""
        indexes = {
            "chats": ("ix_chats_leaf_id", ("leaf_id",)),
            "messages": ("ix_messages_chat_id_parent_id", ("chat_id", "parent_id")),
            **{table: (f"sqlite_autoindex_{table}_1", _PLACE) for table in _FILES},
        }
        with self._transaction():
            for table in self._columns:
                named: Named = {}
                if table in indexes and table in view.tables:
                    named, is_all = view.named_by_index(table, *indexes[table])
                    if is_all:
                        self._named[table] = named
                for rowid, row in view.rows(table, end_at_least=max(named, default=0) + 1):
                    if any(isinstance(value, Garbled) for value in row.values()):
                        self._garbled.append((table, rowid, row))
                    elif not self._take(table, rowid, row):
                        view.gaps.add(table)
            for table in _FIRST:
                there = {rowid for (rowid,) in self._new.execute(f"SELECT id FROM {table}")}
                if self._named.get(table, {}).keys() - there:
                    view.gaps.add(table)
        self._gaps = (view.gaps | {table for table, _, _ in self._garbled}) & self._columns.keys()
        counted = {*_FIRST, *_FILES} & self._columns.keys()
        self.is_complete = not (counted & self._gaps) - self._named.keys()
        self._note_sequences(view)

    def fill_from(self, backup: Salvage) -> bool:
        """Take from a sound database what may have been lost; whether there was anything.

        The same chat, and the same message, is the one of the same id and moment: after a return to
        an older backup, ids were given once more.
        """
        before = self._new.total_changes
        with self._transaction():
            for rowid, row in backup.rows("chats"):
                if self._may_lack("chats", rowid):
                    self._take("chats", rowid, row)
            chats = dict(self._new.execute("SELECT id, created_at FROM chats").fetchall())
            of_backup = {rowid: row["created_at"] for rowid, row in backup.rows("chats")}
            same = {chat for chat, moment in chats.items() if of_backup.get(chat) == moment}
            filled, moments = set[int](), dict[int, str]()
            for rowid, row in backup.rows("messages"):
                if row["chat_id"] not in same:
                    continue
                moments[rowid] = row["created_at"]
                if self._may_lack("messages", rowid) and self._take("messages", rowid, row):
                    filled.add(rowid)
            now = dict(self._new.execute("SELECT id, created_at FROM messages").fetchall())
            known = {message for message, moment in moments.items() if now.get(message) == moment}
            for table, columns in self._columns.items():
                if table in _FIRST:
                    continue
                # A mark of deletion may have been taken back since.
                may_lack = table in self._gaps and table != "deleted_messages"
                for rowid, row in backup.rows(table):
                    message = row.get("message_id")
                    if message in filled or (
                        may_lack and (message in known or "message_id" not in columns)
                    ):
                        self._take(table, rowid, row)
        self.n_from_backup = len(filled)
        self._note_sequences(backup)
        return self._new.total_changes > before

    def finish(self, target: Path) -> None:
        """Put notes where something is missing, and mend what refers to nothing.

        Args:
            target: the file of the new database.

        Raises:
            DamagedDatabase: what was written is not sound.
        """
        with self._transaction():
            self._take_garbled()
            self._note_missing_messages()
            self._note_missing_chats()
            for table in _FILES:
                self._note_missing_files(table)
            if "chat_folders" in self._columns:
                self._new.execute(
                    "UPDATE chats SET folder_id = NULL "
                    "WHERE folder_id NOT IN (SELECT id FROM chat_folders)"
                )
            self._mend_leaves()
            self._mend_references()
            self._keep_ids_unused()
        if has_index(self._new):
            begin_anew(self._new)
        self._new.execute("PRAGMA journal_mode=DELETE").close()
        faults = examine(self._new)
        if faults:
            raise DamagedDatabase(target, f"recovered: {faults}")

    # -- rows --

    def _may_lack(self, table: str, rowid: int) -> bool:
        """Whether a row may have been there; else it was deleted, or never there."""
        if table not in self._gaps:
            return False
        return table not in self._named or rowid in self._named[table]

    def _take(self, table: str, rowid: int, row: Row) -> bool:
        """Write a row that makes sense, if there is none in its place; whether it was written."""
        if table == "chats":
            moment = _moment(row.get("created_at"))
            if rowid <= 0 or moment is None:
                return False
            title, changed = str(row.get("title") or ""), _moment(row.get("updated_at"))
            row = {**row, "id": rowid, "title": title, "updated_at": changed or moment}
        elif table == "messages":
            if rowid <= 0 or not _is_message(rowid, row):
                return False
            row = {**row, "id": rowid}
        elif table == "message_media":
            if not _is_medium(row):
                return False
            most = row.get("max_pixels")
            if most is not None and not (isinstance(most, int) and most >= 0):
                row = {**row, "max_pixels": 0}
        return self._insert(table, row)

    def _insert(self, table: str, row: Row) -> bool:
        names = [column for column in self._columns[table] if column in row]
        marks = ", ".join("?" for _ in names)
        listed = ", ".join(f'"{name}"' for name in names)
        statement = f'INSERT OR IGNORE INTO "{table}" ({listed}) VALUES ({marks})'
        try:
            cursor = self._new.execute(statement, [_plain(row[name]) for name in names])
        except (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError):
            return False  # no row that the tables take
        return cursor.rowcount > 0

    # -- the end --

    def _take_garbled(self) -> None:
        """Take the letters that are left of what no backup has."""
        messages = set()
        for table, rowid, row in self._garbled:
            if self._take(table, rowid, row):
                messages.add(rowid if table == "messages" else row.get("message_id"))
        self.n_garbled = len(messages - {None})

    def _note_missing_messages(self) -> None:
        """Put a note where a message is known to have been, so that what follows it stays."""
        there = {message for (message,) in self._new.execute("SELECT id FROM messages")}
        lost: dict[int, tuple[int, int | None]] = {
            rowid: (chat, parent)
            for rowid, (chat, parent) in self._named.get("messages", {}).items()
            if rowid > 0 and rowid not in there
            if isinstance(chat, int) and (parent is None or isinstance(parent, int))
        }
        orphans = self._new.execute(
            "SELECT DISTINCT parent_id, chat_id FROM messages WHERE parent_id IS NOT NULL "
            "AND parent_id NOT IN (SELECT id FROM messages)"
        )
        for rowid, chat in orphans.fetchall():
            lost.setdefault(rowid, (chat, _UNKNOWN))
        for rowid, (chat, parent) in sorted(lost.items()):
            if parent is not None and (parent not in there or parent >= rowid):
                query = "SELECT max(id) FROM messages WHERE chat_id = ? AND id < ?"
                (parent,) = self._new.execute(query, (chat, rowid)).fetchone()
            row = {
                "id": rowid,
                "chat_id": chat,
                "parent_id": parent,
                "role": self._role_after(parent),
                "status": str(MessageStatus.COMPLETE),
                "created_at": self._moment_of(rowid, chat),
                "model": "",
                "problem": "",
                "stats": "",
                "text": LOST_TEXT,
            }
            if self._insert("messages", row):
                there.add(rowid)
                self.n_missing += 1

    def _role_after(self, parent: int | None) -> str:
        query = "SELECT role FROM messages WHERE id = ?"
        row = self._new.execute(query, (parent,)).fetchone()
        is_answer = row is not None and row[0] == str(Role.USER)
        return str(Role.ASSISTANT if is_answer else Role.USER)

    def _moment_of(self, rowid: int, chat: int) -> str:
        query = (
            "SELECT coalesce((SELECT created_at FROM messages WHERE chat_id = :chat "
            "ORDER BY abs(id - :id) LIMIT 1), "
            "(SELECT created_at FROM chats WHERE id = :chat), :now)"
        )
        now = datetime.now(UTC).isoformat(timespec="microseconds")
        values = {"chat": chat, "id": rowid, "now": now}
        return str(self._new.execute(query, values).fetchone()[0])

    def _note_missing_chats(self) -> None:
        """Give the messages of a chat whose own row is gone another one."""
        query = (
            "SELECT chat_id, min(created_at), max(created_at) FROM messages "
            "WHERE chat_id NOT IN (SELECT id FROM chats) GROUP BY chat_id"
        )
        for chat, first, last in self._new.execute(query).fetchall():
            row = {"id": chat, "title": LOST_TITLE, "system_prompt": ""}
            row |= {"created_at": first, "updated_at": last}
            self.n_chats_missing += chat > 0 and self._insert("chats", row)
        there = {chat for (chat,) in self._new.execute("SELECT id FROM chats")}
        self.n_chats_missing += len(self._named.get("chats", {}).keys() - there)

    def _note_missing_files(self, table: str) -> None:
        """Attach a text that says so where a file is known to have been."""
        if table not in self._named:
            return
        there = set(self._new.execute(f"SELECT message_id, position FROM {table}"))
        messages = {message for (message,) in self._new.execute("SELECT id FROM messages")}
        for message, position in sorted(set(self._named[table].values()) - there, key=str):
            if message not in messages or not isinstance(position, int):
                continue
            behind = position + _BEHIND_FILES if table == "message_media" else position
            row = {"message_id": message, "position": behind, "name": _LOST_NAME}
            self._insert("attachments", {**row, "text": LOST_FILE})
            self.n_files_missing += 1

    def _mend_leaves(self) -> None:
        """Show the newest message of a chat whose shown end is gone."""
        deleted = "SELECT message_id FROM deleted_messages"
        if "deleted_messages" not in self._columns:
            deleted = "SELECT -1"
        self._new.execute(
            "UPDATE chats SET leaf_id = (SELECT max(id) FROM messages WHERE chat_id = chats.id "
            f"AND id NOT IN ({deleted})) WHERE leaf_id IS NULL OR NOT EXISTS (SELECT 1 FROM "
            "messages WHERE messages.id = chats.leaf_id AND messages.chat_id = chats.id)"
        )

    def _mend_references(self) -> None:
        """Drop what belongs to something that is gone; of chats and messages the reference alone.

        What that leaves behind may be referred to itself.
        """
        while broken := self._new.execute("PRAGMA foreign_key_check").fetchall():
            for table, rowid, _parent, number in broken:
                if table not in {"chats", "messages"}:
                    self._new.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (rowid,))
                    continue
                keys = self._new.execute(f'PRAGMA foreign_key_list("{table}")').fetchall()
                columns = {str(key[3]) for key in keys if key[0] == number} - {"chat_id"}
                if columns:
                    changed = ", ".join(f'"{column}" = NULL' for column in columns)
                    statement = f'UPDATE "{table}" SET {changed} WHERE rowid = ?'
                    self._new.execute(statement, (rowid,))
                else:  # a message without a chat, which was no chat's id
                    self._new.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (rowid,))
                    self.n_missing += 1

    def _note_sequences(self, view: Salvage) -> None:
        sequences = self._sequences
        for table in _NUMBERED & self._columns.keys():
            sequences[table] = max(sequences.get(table, 0), view.sequence(table))

    def _keep_ids_unused(self) -> None:
        """No id is given twice: what is stored outside the database is named by it."""
        for table in sorted(_NUMBERED & self._columns.keys()):
            (last,) = self._new.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
            last = max(last, self._sequences.get(table, 0))
            self._new.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            self._new.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, last))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._new.execute("BEGIN").close()
        yield  # where it fails, all of the file goes
        self._new.execute("COMMIT").close()


def _plain_tables(new: sqlite3.Connection) -> list[str]:
    """Return the tables of the new database that hold what only the chats know."""
    rows = new.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    derived = [name for name, sql in rows if str(sql).upper().startswith("CREATE VIRTUAL")]
    return [
        name
        for name, _sql in rows
        if name not in _LEFT_OUT
        and not name.startswith(_DERIVED)
        and not any(name == one or name.startswith(f"{one}_") for one in derived)
    ]


def _is_message(rowid: int, row: Row) -> bool:
    chat, parent = row.get("chat_id"), row.get("parent_id")
    return (
        isinstance(chat, int)
        and chat > 0
        and (parent is None or (isinstance(parent, int) and 0 < parent < rowid))
        and row.get("role") in _ROLES
        and row.get("status") in _STATUSES
        and _moment(row.get("created_at")) is not None
        and isinstance(row.get("text"), str)
    )


def _moment(value: Any) -> str | None:
    """Return a moment as it is stored; None for what is none."""
    if not isinstance(value, str):
        return None
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return None
    return value


def _is_medium(row: Row) -> bool:
    """Whether a row says of which file it is, in numbers that are some."""
    numbers = map(row.get, _MEDIUM_NUMBERS)
    return is_digest(row.get("digest")) and all(
        isinstance(one, int) and one >= 0 for one in numbers
    )


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Garbled) else value
