"""Filling a new database with what was salvaged of a damaged one, and with what backups have.

Rows are taken once, the first time they are met. At the end there is a note for each message that
is known to have been there and is not, and nothing refers to what is gone. Longer than other files:
every table of the chats is filled here.

Threads: see `rescue.py`.
"""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from app.core.chats.errors import DamagedDatabase
from app.core.chats.examination import examine
from app.core.chats.records import MessageStatus
from app.core.chats.refill_attachments import AttachmentFiller
from app.core.chats.refill_media import MediaFiller
from app.core.chats.salvage import Garbled, Salvage
from app.core.chats.search.index_tables import begin_anew, has_index
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.salvage import Row, SalvagedTable

LOST_TEXT = "[This message could not be recovered.]"
LOST_TITLE = "Recovered chat"

# Made anew by the program when it is missing.
_LEFT_OUT = {"alembic_version", "memory_index", "stale_memories"}
_DERIVED = ("sqlite_", "search_")  # how such tables begin: an index for a search is built anew
_KEYS = {
    "chats": ("id", "title", "created_at", "updated_at"),
    "messages": ("id", "chat_id", "parent_id", "role", "status", "created_at"),
}
_NUMBERED = {"chats", "messages", "chat_folders"}
_MAIN = {"attachments", "chats", "message_media", "messages"}  # what is filled row by row
_STATUSES = {str(status) for status in MessageStatus}
_ROLES = {str(role) for role in Role}


@dataclass(slots=True)
class Tally:
    """What is known while the new database is filled."""

    taken: set[int] = field(default_factory=set)  # messages
    chats: dict[int, str] = field(default_factory=dict)  # created_at
    stumps: dict[int, Row] = field(default_factory=dict)
    unread: list[tuple[int, int]] = field(default_factory=list)
    unread_chats: list[tuple[int, int]] = field(default_factory=list)
    named: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    named_chats: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    knows_messages: bool = False  # `named` is all there was
    knows_chats: bool = False
    is_cut_short: bool = False
    n_from_backup: int = 0
    n_garbled: int = 0
    n_missing: int = 0
    n_files_missing: int = 0
    n_chats_missing: int = 0
    backup: Path | None = None
    sequences: dict[str, int] = field(default_factory=dict)

    @property
    def has_gaps(self) -> bool:
        """Whether anything may be missing that a backup may have."""
        gaps = (self.unread, self.unread_chats, self.stumps, self.is_cut_short)
        known = self.named.keys() - self.taken or self.named_chats.keys() - self.chats.keys()
        return any(gaps) or bool(known) or not (self.knows_messages and self.knows_chats)


class Filler:
    """Writes rows into the new database, and notes what it has and lacks."""

    def __init__(self, new: sqlite3.Connection, tally: Tally) -> None:
        self._new = new
        self._tally = tally
        self._columns = {
            table: [str(row[1]) for row in new.execute(f'PRAGMA table_info("{table}")')]
            for table in _plain_tables(new)
        }
        self._attached = tuple(  # the texts, and then what is no text
            kind(new, self._insert, is_known=kind.table in self._columns)
            for kind in (AttachmentFiller, MediaFiller)
        )
        self._last: dict[str, int] = {}  # ids that the first view says were given
        self._gaps: set[str] = set()  # tables of which the first view lacks something
        self._garbled_folders: dict[int, Row] = {}

    @property
    def has_gaps(self) -> bool:
        """Whether anything may be missing that a backup may have."""
        may_lack = any(filler.has_gaps for filler in self._attached)
        return self._tally.has_gaps or may_lack or "chat_folders" in self._gaps

    def take_all(self, view: Salvage, *, is_first: bool) -> None:
        """Take every row that can be read and is not there yet.

        The first view has the log that the others lack. What it knows is not there any more was
        deleted, or changed, since the others were true.
        """
        tally = self._tally
        if is_first:
            self._last = {table: view.sequence(table) for table in ("chats", "messages")}
        with self._transaction():
            take_chat = self._take_chat if is_first else self._take_lost_chat
            take_message = self._take_message if is_first else self._take_lost_message
            chats = view.read("chats", _KEYS["chats"], take_chat)
            messages = view.read("messages", _KEYS["messages"], take_message)
            for filler in self._attached:
                filler.take_all(view, is_first=is_first)
            self._take_others(view, is_first=is_first)
        if is_first:
            tally.unread, tally.unread_chats = messages.unread, chats.unread
            tally.is_cut_short = chats.is_cut_short or messages.is_cut_short
            tally.is_cut_short |= not {"chats", "messages"} <= view.tables
            tally.named, tally.knows_messages = view.named_by_index(
                "messages", "ix_messages_chat_id_parent_id", ("chat_id", "parent_id")
            )
            tally.named_chats, tally.knows_chats = view.named_by_index(
                "chats", "ix_chats_leaf_id", ("leaf_id",)
            )
        for rowid, row in messages.stumps.items():
            if is_first or self._is_perhaps_lost(rowid):
                tally.stumps.setdefault(rowid, row)
        self._take_garbled_chats(chats, is_first=is_first)
        self._note_sequences(view)

    def fill_from(self, backup: Salvage) -> bool:
        """Take from a sound database what may have been lost; whether there was anything."""
        tally = self._tally
        before = len(tally.taken)
        n_chats = len(tally.chats)
        moments: dict[int, str] = {}
        said: dict[int, str] = {}  # when each message of a chat that is the same was
        filled: set[int] = set()

        def take_chat(rowid: int, row: Row) -> None:
            moments[rowid] = str(row.get("created_at"))
            may_be_lost = not tally.knows_chats or rowid in tally.named_chats
            if may_be_lost and rowid not in tally.chats:
                self._take_chat(rowid, row)

        def take_message(rowid: int, row: Row) -> None:
            chat = row.get("chat_id")
            is_same_chat = isinstance(chat, int) and tally.chats.get(chat) == moments.get(chat)
            if is_same_chat:
                said[rowid] = str(row.get("created_at"))
            stump = tally.stumps.get(rowid)
            is_same = stump is None or stump.get("created_at") == row.get("created_at")
            may_be_lost = not tally.knows_messages or rowid in tally.named or stump is not None
            if rowid not in tally.taken and is_same_chat and is_same and may_be_lost:
                self._take_message(rowid, row)
                if rowid in tally.taken:
                    filled.add(rowid)

        with self._transaction():
            backup.read("chats", _KEYS["chats"], take_chat)
            backup.read("messages", _KEYS["messages"], take_message)
            self._take_of_messages(backup, filled)
            has_more = self._take_lost_folders(backup)
            for filler in self._attached:
                has_more |= filler.fill_from(backup, said)
        self._note_sequences(backup)
        tally.n_from_backup += len(filled)
        return has_more or len(tally.taken) > before or len(tally.chats) > n_chats

    def finish(self, target: Path) -> None:
        """Put notes where messages are missing, and mend what refers to nothing.

        Args:
            target: the file of the new database.

        Raises:
            DamagedDatabase: what was written is not sound.
        """
        with self._transaction():
            self._take_garbled_messages()
            self._note_missing_messages()
            self._note_missing_chats()
            for filler in self._attached:
                filler.finish()
            self._take_garbled_folders()
            self._mend_leaves()
            self._mend_references()
            self._keep_ids_unused()
        self._tally.n_files_missing = sum(filler.n_missing for filler in self._attached)
        self._tally.is_cut_short |= any(filler.may_lack_more for filler in self._attached)
        garbled_in = set[int]().union(*(filler.garbled_in for filler in self._attached))
        self._tally.n_garbled += len(garbled_in)
        if has_index(self._new):
            begin_anew(self._new)
        self._new.execute("PRAGMA journal_mode=DELETE").close()
        faults = examine(self._new)
        if faults:
            raise DamagedDatabase(target, f"recovered: {faults}")

    # -- rows --

    def _take_chat(self, rowid: int, row: Row) -> None:
        moment = _moment(row.get("created_at"))
        if rowid in self._tally.chats or rowid <= 0 or moment is None:
            return
        values = {**row, "id": rowid, "title": str(row.get("title") or "")}
        values["updated_at"] = _moment(row.get("updated_at")) or moment
        if self._insert("chats", values):
            self._tally.chats[rowid] = moment

    def _take_message(self, rowid: int, row: Row) -> None:
        tally = self._tally
        if rowid in tally.taken or rowid <= 0 or not _is_message(rowid, row):
            return
        if self._insert("messages", {**row, "id": rowid, "text": str(row["text"])}):
            tally.taken.add(rowid)
            tally.stumps.pop(rowid, None)

    def _take_lost_chat(self, rowid: int, row: Row) -> None:
        tally = self._tally
        if not tally.knows_chats or rowid in tally.named_chats or rowid > self._last["chats"]:
            self._take_chat(rowid, row)

    def _take_lost_message(self, rowid: int, row: Row) -> None:
        if self._is_perhaps_lost(rowid):
            self._take_message(rowid, row)

    def _is_perhaps_lost(self, rowid: int) -> bool:
        """Whether the first view does not know that there is no such message any more.

        Where its log is damaged, the file itself may have later messages.
        """
        tally = self._tally
        is_known = rowid in tally.named or rowid in tally.stumps
        return not tally.knows_messages or is_known or rowid > self._last["messages"]

    def _take_others(self, view: Salvage, *, is_first: bool) -> None:
        """Take the rows of all other tables; what is no message's only where it may be lost."""
        for table, columns in self._columns.items():
            if table in _MAIN:
                continue
            is_fact_of_message = "message_id" in columns and table != "deleted_messages"
            if not (is_first or is_fact_of_message or table in self._gaps):
                continue

            def take(_rowid: int, row: Row, table: str = table) -> None:
                self._insert(table, row)

            found = view.read(table, (), take)
            if is_first and (found.unread or found.stumps or table not in view.tables):
                self._gaps.add(table)
            if table == "chat_folders":
                self._garbled_folders |= found.stumps

    def _take_of_messages(self, view: Salvage, messages: set[int]) -> None:
        """Take what belongs to these messages."""
        for table, columns in self._columns.items():
            if table not in _MAIN and "message_id" in columns:

                def take(_rowid: int, row: Row, table: str = table) -> None:
                    if row.get("message_id") in messages:
                        self._insert(table, row)

                view.read(table, (), take)

    def _take_lost_folders(self, backup: Salvage) -> bool:
        """Take the folders that chats lie in and that are lost; whether there was any."""
        if "chat_folders" not in self._columns:
            return False
        query = "SELECT folder_id FROM chats EXCEPT SELECT id FROM chat_folders"
        lost = {folder for (folder,) in self._new.execute(query)}
        found: list[int] = []

        def take(rowid: int, row: Row) -> None:
            if rowid in lost and self._insert("chat_folders", row):
                found.append(rowid)

        backup.read("chat_folders", (), take)
        return bool(found)

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

    def _take_garbled_messages(self) -> None:
        """Take the words that are left of a message some letters of which are gone."""
        for rowid, row in list(self._tally.stumps.items()):
            if isinstance(row.get("text"), str):
                self._take_message(rowid, row)
                self._tally.n_garbled += rowid in self._tally.taken

    def _take_garbled_chats(self, chats: SalvagedTable, *, is_first: bool) -> None:
        with self._transaction():
            for rowid, row in chats.stumps.items():
                (self._take_chat if is_first else self._take_lost_chat)(rowid, row)

    def _take_garbled_folders(self) -> None:
        """Take the letters that are left of names; chats of a folder that is gone are in none."""
        if "chat_folders" not in self._columns:
            return
        for row in self._garbled_folders.values():
            self._insert("chat_folders", row)
        self._new.execute(
            "UPDATE chats SET folder_id = NULL WHERE folder_id NOT IN (SELECT id FROM chat_folders)"
        )

    def _note_missing_messages(self) -> None:
        """Put a note where a message is known to have been."""
        tally = self._tally
        places = {
            rowid: (row.get("chat_id"), row.get("parent_id")) for rowid, row in tally.stumps.items()
        }
        known: dict[int, tuple[int, int | None]] = {
            rowid: (chat, parent)
            for rowid, (chat, parent) in (tally.named | places).items()
            if isinstance(chat, int) and (parent is None or isinstance(parent, int))
        }
        orphans = self._new.execute(
            "SELECT DISTINCT parent_id, chat_id FROM messages WHERE parent_id IS NOT NULL "
            "AND parent_id NOT IN (SELECT id FROM messages)"
        )
        for rowid, chat in orphans.fetchall():
            known.setdefault(rowid, (chat, None))
        # From the youngest on: what a note follows may be missing itself.
        todo = sorted(known.keys() - tally.taken)
        while todo:
            rowid = todo.pop()
            if rowid in tally.taken or rowid <= 0:
                continue
            chat, parent = known[rowid]
            stump = tally.stumps.get(rowid, {})
            if parent is not None and 0 < parent < rowid and parent not in tally.taken:
                known.setdefault(parent, (chat, None))
                todo.append(parent)
                todo.sort()
            if rowid not in tally.named and rowid not in tally.stumps:
                parent = self._before(rowid, chat)
            self._note(rowid, chat, parent, stump)

    def _before(self, rowid: int, chat: int) -> int | None:
        query = "SELECT max(id) FROM messages WHERE chat_id = ? AND id < ?"
        (found,) = self._new.execute(query, (chat, rowid)).fetchone()
        return None if found is None else int(found)

    def _note(self, rowid: int, chat: int, parent: int | None, stump: Row) -> None:
        role = stump.get("role")
        if role not in _ROLES:
            role = self._role_after(parent)
        moment = _moment(stump.get("created_at")) or self._moment_of(rowid, chat)
        parent = parent if parent is not None and 0 < parent < rowid else None
        row = {
            "id": rowid,
            "chat_id": chat,
            "parent_id": parent,
            "role": role,
            "status": str(MessageStatus.COMPLETE),
            "created_at": moment,
            "model": "",
            "problem": "",
            "stats": "",
            "text": LOST_TEXT,
        }
        if self._insert("messages", row):
            self._tally.taken.add(rowid)
            self._tally.n_missing += 1

    def _role_after(self, parent: int | None) -> str:
        query = "SELECT role FROM messages WHERE id = ?"
        row = self._new.execute(query, (parent,)).fetchone()
        is_answer = row is not None and row[0] == str(Role.USER)
        return str(Role.ASSISTANT if is_answer else Role.USER)

    def _moment_of(self, rowid: int, chat: int) -> str:
        query = "SELECT created_at FROM messages WHERE chat_id = ? ORDER BY abs(id - ?) LIMIT 1"
        row = self._new.execute(query, (chat, rowid)).fetchone()
        return str(row[0]) if row else self._tally.chats.get(chat) or _text_of(datetime.now(UTC))

    def _note_missing_chats(self) -> None:
        """Give the messages of a chat whose own row is gone another one."""
        tally = self._tally
        query = (
            "SELECT chat_id, min(created_at), max(created_at) FROM messages "
            "WHERE chat_id NOT IN (SELECT id FROM chats) GROUP BY chat_id"
        )
        for chat, first, last in self._new.execute(query).fetchall():
            row = {
                "id": chat,
                "title": LOST_TITLE,
                "system_prompt": "",
                "created_at": first,
                "updated_at": last,
            }
            if chat > 0 and self._insert("chats", row):
                tally.chats[chat] = first
                tally.n_chats_missing += 1
        tally.n_chats_missing += len(tally.named_chats.keys() - tally.chats.keys())

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
                    self._tally.n_missing += 1

    def _note_sequences(self, view: Salvage) -> None:
        sequences = self._tally.sequences
        for table in _NUMBERED & self._columns.keys():
            sequences[table] = max(sequences.get(table, 0), view.sequence(table))

    def _keep_ids_unused(self) -> None:
        """No id is given twice: what is stored outside the database is named by it."""
        for table in sorted(_NUMBERED & self._columns.keys()):
            (last,) = self._new.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
            last = max(last, self._tally.sequences.get(table, 0))
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


def _text_of(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Garbled) else value
