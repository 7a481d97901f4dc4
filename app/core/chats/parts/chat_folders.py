"""The folders of the chat list: making, naming, ordering and deleting them, and what lies in them.

A folder holds chats and no folders. Deleting one deletes no chat: they are in no folder then.

Threads: see `ChatStore`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Text, case, delete, func, insert, select, type_coerce, update

from app.core.chats.backups import scrub_folder
from app.core.chats.errors import UNKNOWN_FOLDER
from app.core.chats.queries import change_chats, chats_by_id, slices, without_lone_surrogates
from app.core.chats.records import ChatFolder, ChatId, FolderId
from app.core.chats.tables import ChatFolderRow, ChatRow
from app.core.plain_value import replace
from app.core.projects.values import ProjectContent, checked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Row

    from app.core.chats.database import Database
    from app.core.chats.records import Chat

MOST_NAME_CHARS = 200
_FOLDER = select(
    ChatFolderRow.id,
    ChatFolderRow.name,
    ChatFolderRow.position,
    ChatFolderRow.created_at,
    ChatFolderRow.project_version,
)
_IN_ORDER = (ChatFolderRow.position, ChatFolderRow.id)
_NOT_TRASHED = ChatRow.trashed_at.is_(None)


class ChatFolders:
    """The folders of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[ChatFolder, ...]:
        """Return all folders in their order."""
        with self._database.reading() as connection:
            return _all(connection)

    def make(self, name: str, chat_ids: Sequence[ChatId] = ()) -> tuple[ChatFolder, list[Chat]]:
        """Make a folder behind the others, and put chats into it; returns it and them.

        Raises:
            UnknownChat: none of the chats is there.
        """
        with self._database.writing() as connection:
            folder_id = _add(connection, name)
            moved = _move(connection, chat_ids, folder_id)
            return _folder(connection, folder_id), list(moved)

    def rename(self, folder_id: FolderId, name: str) -> ChatFolder:
        """Give a folder another name.

        Raises:
            KnownError: there is none of that id.
        """
        with self._database.writing() as connection:
            _folder(connection, folder_id)
            named = update(ChatFolderRow).where(ChatFolderRow.id == folder_id)
            connection.execute(named.values(name=_clean(name)))
            return _folder(connection, folder_id)

    def project(self, folder_id: FolderId) -> ProjectContent | None:
        """Return what chats of a folder begin with, under its name; None for nothing.

        Raises:
            KnownError: there is no folder of that id.
        """
        with self._database.reading() as connection:
            return _project(connection, _folder(connection, folder_id))

    def set_project(self, folder_id: FolderId, content: ProjectContent) -> ChatFolder:
        """Let chats of a folder begin with something else from now on; renames it, too.

        Another name alone is no new version, nor is the same again.

        Raises:
            KnownError: there is no folder of that id, or too much in the project.
        """
        content = checked(content)
        with self._database.writing() as connection:
            folder = _folder(connection, folder_id)
            name = _clean(content.name) or folder.name
            before = _project(connection, folder) or ProjectContent("")
            changed: dict[str, str | int] = {}
            if replace(before, name="") != replace(content, name=""):
                version = folder.project_version + 1
                changed = {"project": _as_text(content), "project_version": version}
            row = update(ChatFolderRow).where(ChatFolderRow.id == folder_id)
            connection.execute(row.values(name=name, **changed))
            return _folder(connection, folder_id)

    def order(self, folder_ids: Sequence[FolderId]) -> tuple[ChatFolder, ...]:
        """Put folders into this order; those that are not named come behind them as they were."""
        with self._database.writing() as connection:
            there = [folder.id for folder in _all(connection)]
            named = [folder_id for folder_id in dict.fromkeys(folder_ids) if folder_id in there]
            others = [folder_id for folder_id in there if folder_id not in named]
            for position, folder_id in enumerate((*named, *others)):
                row = update(ChatFolderRow).where(ChatFolderRow.id == folder_id)
                connection.execute(row.values(position=position))
            return _all(connection)

    def delete(self, folder_id: FolderId) -> tuple[ChatFolder, tuple[ChatId, ...]]:
        """Delete a folder, from the backups too; its chats are in no folder then.

        Returns:
            What it was, and the ids of the chats that were in it, those in the trash included.

        Raises:
            KnownError: there is none of that id.
            BackupNotWritable: a copy refuses, and still has its name.
        """
        its_time = select(type_coerce(ChatFolderRow.created_at, Text))
        with self._database.reading() as connection:
            folder = _folder(connection, folder_id)
            folder = replace(folder, project=_project(connection, folder))
            created_at = connection.execute(
                its_time.where(ChatFolderRow.id == folder_id)
            ).scalar_one()
        with self._database.copies.shut():  # no backup keeps its name, until it is gone
            scrub_folder(self._database.path, folder_id, created_at)
            return folder, self._delete(folder_id)

    def _delete(self, folder_id: FolderId) -> tuple[ChatId, ...]:
        """Delete a folder here, and return the chats that were in it."""
        with self._database.writing() as connection:
            inside = select(ChatRow.id).where(ChatRow.folder_id == folder_id).order_by(ChatRow.id)
            chats = tuple(ChatId(one) for one in connection.execute(inside).scalars())
            emptied = update(ChatRow).where(ChatRow.folder_id == folder_id)
            connection.execute(emptied.values(folder_id=None))
            connection.execute(delete(ChatFolderRow).where(ChatFolderRow.id == folder_id))
        return chats

    def chats(self, chat_ids: Sequence[ChatId]) -> list[Chat]:
        """Return those of some chats that are in the list."""
        with self._database.reading() as connection:
            return [one for one in chats_by_id(connection, chat_ids) if not one.is_deleted]

    def restore(self, folder: ChatFolder, chat_ids: Sequence[ChatId]) -> list[Chat]:
        """Bring a deleted folder back to its place, with those chats that are in none since.

        Returns:
            The chats that are in it again; one in the trash is, too, and is not among them.
        """
        with self._database.writing() as connection:
            values = {
                "id": folder.id,
                "name": _clean(folder.name),
                "position": folder.position,
                "created_at": folder.created_at,
                "project_version": folder.project_version,
                "project": "" if folder.project is None else _as_text(folder.project),
            }
            connection.execute(insert(ChatFolderRow).prefix_with("OR IGNORE").values(values))
            for ids in slices(chat_ids):
                in_none = ChatRow.id.in_(ids) & ChatRow.folder_id.is_(None)
                connection.execute(update(ChatRow).where(in_none).values(folder_id=folder.id))
            chats = chats_by_id(connection, chat_ids)
            return [one for one in chats if one.folder_id == folder.id and not one.is_deleted]

    def move(self, chat_ids: Sequence[ChatId], folder_id: FolderId | None) -> tuple[Chat, ...]:
        """Put chats into a folder, or out of any for None; returns those that are there.

        Raises:
            KnownError: there is none of that id.
            UnknownChat: none of the chats is there.
        """
        with self._database.writing() as connection:
            if folder_id is not None:
                _folder(connection, folder_id)
            return _move(connection, chat_ids, folder_id)


def folder_named(connection: Connection, name: str) -> FolderId | None:
    """Return the first folder of a name, a new one where there is none; None for no name."""
    wanted = _clean(name)
    if not wanted:
        return None
    named = select(ChatFolderRow.id).where(ChatFolderRow.name == wanted)
    found = connection.execute(named.order_by(*_IN_ORDER).limit(1)).scalar_one_or_none()
    return _add(connection, wanted) if found is None else FolderId(found)


def _add(connection: Connection, name: str) -> FolderId:
    last = connection.execute(select(func.max(ChatFolderRow.position))).scalar_one()
    values = {
        "name": _clean(name),
        "position": 0 if last is None else last + 1,
        "created_at": datetime.now(UTC),
    }
    added = insert(ChatFolderRow).values(values).returning(ChatFolderRow.id)
    return FolderId(connection.execute(added).scalar_one())


def _move(
    connection: Connection, chat_ids: Sequence[ChatId], folder_id: FolderId | None
) -> tuple[Chat, ...]:
    # What a chat began with is a version of the project of one folder.
    version = case((ChatRow.folder_id == folder_id, ChatRow.project_version), else_=0)
    return change_chats(
        connection, chat_ids, _NOT_TRASHED, folder_id=folder_id, project_version=version
    )


def _all(connection: Connection) -> tuple[ChatFolder, ...]:
    rows = connection.execute(_FOLDER.order_by(*_IN_ORDER)).all()
    return tuple(map(_record, rows))


def _folder(connection: Connection, folder_id: FolderId) -> ChatFolder:
    row = connection.execute(_FOLDER.where(ChatFolderRow.id == folder_id)).one_or_none()
    if row is None:
        raise UNKNOWN_FOLDER(f"folder {folder_id}")
    return _record(row)


def has_folder(connection: Connection, folder_id: FolderId) -> bool:
    """Whether there is a folder of an id."""
    return connection.execute(_FOLDER.where(ChatFolderRow.id == folder_id)).first() is not None


def _record(row: Row[*tuple[int, str, int, datetime, int]]) -> ChatFolder:
    folder_id, name, position, created_at, version = row
    return ChatFolder(FolderId(folder_id), name, position, created_at, version)


def _project(connection: Connection, folder: ChatFolder) -> ProjectContent | None:
    """Return the project of a folder; None for none, or one that cannot be read."""
    column = select(ChatFolderRow.project).where(ChatFolderRow.id == folder.id)
    text = connection.execute(column).scalar_one()
    try:
        content = msgspec.json.decode(text, type=ProjectContent) if text else None
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return None if content is None else replace(content, name=folder.name)


def _as_text(content: ProjectContent) -> str:
    return msgspec.json.encode(content).decode()


def _clean(name: str) -> str:
    return " ".join(without_lone_surrogates(name).split())[:MOST_NAME_CHARS]
