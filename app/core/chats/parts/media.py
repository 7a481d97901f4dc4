"""What the chats know of the pictures and sounds in them; their bytes lie in a folder beside.

The originals are nobody's alone: a picture that was sent twice is one file, under the digest of its
bytes. So no message deletes one. A file may go when nothing holds on to it any more: no message of
the database, be it in the trash or deleted and not yet purged, none of a backup that the user can
go back to, and no draft. While a damaged database is kept, which may name files that its recovery
did not find, none goes.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from app.core.chats import queries
from app.core.chats.errors import UNKNOWN_MEDIUM, UnknownChat, backups_of, translated_errors
from app.core.chats.media_names import is_digest, plain_alt_text
from app.core.chats.tables import ChatRow, MessageMediaRow, MessageRow
from app.core.messages import Role
from app.core.system.files import database_uri
from app.core.system.paths import MEDIA

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from app.core.chats.database import Database
    from app.core.chats.parts.search_index import SearchIndex
    from app.core.chats.records import Message, MessageId

_BUSY_S = 2.0
_DIGEST = re.compile("[0-9a-f]{64}")

_log = logging.getLogger(__name__)


class MessageMedia:
    """The pictures and sounds of the messages of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database, search: SearchIndex) -> None:
        self._database = database
        self._search = search

    @property
    def folder(self) -> Path | None:
        """Where the originals lie; None for chats that are in memory alone."""
        path = self._database.path
        return path.parent / MEDIA if path.is_absolute() else None

    def set_alt_text(self, message_id: MessageId, position: int, alt_text: str) -> Message:
        """Say what a picture or a sound is, for those who cannot see or hear it.

        The message stays the one that it is, and so does its chat's place in the list: no model is
        given these words. What was said before is for an undo to give back.

        Args:
            message_id: of the message.
            position: among its media, from 0.
            alt_text: "" for none.

        Returns:
            The message, as it is now.

        Raises:
            UnknownChat: the chat lies in the trash.
            UnknownMessage: there is none of that id.
            KnownError: it has no such picture or sound.
        """
        its_place = MessageMediaRow.message_id == message_id, MessageMediaRow.position == position
        with self._database.writing() as connection:
            chat_id = queries.chat_of_message(connection, message_id)
            queries.require_message(connection, chat_id, message_id)
            is_deleted = select(ChatRow.trashed_at.is_not(None)).where(ChatRow.id == chat_id)
            if connection.execute(is_deleted).scalar_one():
                raise UnknownChat(f"chat {chat_id}")
            self._search.remove(connection, [message_id])  # while its words are what was indexed
            said = update(MessageMediaRow).where(*its_place)
            if not connection.execute(said.values(alt_text=plain_alt_text(alt_text))).rowcount:
                raise UNKNOWN_MEDIUM(f"medium {position} of message {message_id}")
            self._search.add(connection, message_id)
            ids = select(MessageRow.id).where(MessageRow.id == message_id)
            return queries.messages(connection, ids)[0]

    # -- the originals --

    def in_use(self) -> frozenset[str]:
        """Return the digests of all files that a message has, also one that was deleted."""
        return self._of_media() | self._of_tools()

    def _of_media(self) -> frozenset[str]:
        with self._database.reading() as connection:
            digests = select(MessageMediaRow.digest).distinct()
            return frozenset(connection.execute(digests).scalars())

    def _of_tools(self) -> frozenset[str]:
        """Return what may be digests of files that tools have made."""
        steps = select(MessageRow.stats).where(MessageRow.role == Role.TOOL)
        with self._database.reading() as connection:
            return _digests_of_steps(connection.execute(steps).scalars())

    def unused(self, names: Iterable[str], held: Collection[str] = ()) -> frozenset[str]:
        """Return which files may be deleted, because nothing holds on to them.

        Whoever deletes them does so before anything else is done with these chats: a message that
        is sent meanwhile may have the same picture.

        Args:
            names: of files in the folder; what is no digest is none of ours, and stays.
            held: digests that others hold: of drafts, of messages being edited, of chats in memory.
        """
        found = {name for name in names if is_digest(name)} - set(held)
        if not found or self.folder is None:
            return frozenset()
        path = self._database.path
        with translated_errors(path):
            if _keeps_damaged(path):
                return frozenset()
            try:
                for backup in backups_of(path):
                    found -= _digests_in(backup)
            except (sqlite3.Error, OSError) as error:  # it may hold any of them
                _log.warning("no original is deleted: a backup cannot be read (%r)", error)
                return frozenset()
        found -= self._of_media()
        return frozenset(found - self._of_tools() if found else found)  # which reads all messages


def _keeps_damaged(path: Path) -> bool:
    """Whether a damaged database is kept beside this one."""
    name = re.compile(rf"{re.escape(path.stem)}\.(damaged|recovered)-\d{{8}}-\d{{6}}\.db")
    return any(name.fullmatch(file.name) for file in path.parent.iterdir())


def _digests_in(backup: Path) -> set[str]:
    """Return the digests of a backup; none for one from before there were media."""
    uri = database_uri(backup.absolute(), is_read_only=True)
    connection = sqlite3.connect(uri, timeout=_BUSY_S, isolation_level=None, uri=True)
    with contextlib.closing(connection):
        known = "SELECT 1 FROM sqlite_master WHERE name = 'message_media'"
        if connection.execute(known).fetchone() is None:
            connection.execute("SELECT count(*) FROM messages").fetchone()
            return set()
        steps = connection.execute("SELECT stats FROM messages WHERE role = ?", (Role.TOOL.value,))
        files = _digests_of_steps(stats for (stats,) in steps)
        media = connection.execute("SELECT digest FROM message_media")
        return {digest for (digest,) in media}.union(files)


def _digests_of_steps(stats: Iterable[str | None]) -> frozenset[str]:
    return frozenset(digest for one in stats for digest in _DIGEST.findall(one or ""))
