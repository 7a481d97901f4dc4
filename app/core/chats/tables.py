"""The tables of the chat database; private to this package.

A chat's messages are a tree. The tables hold its rules so that no code path can break them:
a parent lies in the same chat (composite foreign key) and is older than its child (so a cycle is
impossible, and id order is root-to-leaf order), and an id is never used again (AUTOINCREMENT),
because caches outside the database are named by it. That a leaf lies in its chat is the store's to
see to: SQLAlchemy gives no AUTOINCREMENT to an id that is part of a foreign key.

Threads: declarations only.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import UserDefinedType

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcTime(UserDefinedType[datetime]):
    """A moment, stored as ISO 8601 text in UTC, which sorts by time and which people can read.

    A plain DateTime column would give times without a zone, and a TypeDecorator that adds it costs
    a list of 5,000 chats 20 ms.
    """

    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        """Return the column's type in SQL."""
        return "TEXT"

    def bind_processor(self, _dialect: Dialect) -> Callable[[datetime | None], str | None]:
        """Return what makes text of an aware time."""
        return _time_text

    def result_processor(
        self, _dialect: Dialect, _column_type: object
    ) -> Callable[[str | None], datetime | None]:
        """Return what makes an aware time of text."""
        return _time_of


def _time_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")


def _time_of(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


class Base(DeclarativeBase):
    """All tables of the chat database."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)


class ChatRow(Base):
    """One chat.

    Attributes:
        trashed_at: set while it waits in the trash.
        sampling: JSON object of numbers and texts by name; "" for none.
        context_from: id of the first message the model reads. Refers to a message and is no foreign
            key: where that message is deleted, all of the chat is read again.
        memory_pinned: nothing that was computed for it makes room for other chats.
        memory_off: nothing that is computed for it is stored.
        is_unread: an answer ended while nobody looked at the chat.
        title_origin: a `TitleOrigin`.
        title_from: the answer up to which a model knew the chat when it wrote the title. Refers to
            a message and is no foreign key: the title is replaced where that message is deleted.
        model_path: of the file that answered last, as the system writes names; NULL when unknown.
        folder_id: the folder it lies in. Is no foreign key, for which SQLite would have to write
            the whole table anew; `ChatFolders` takes the chats out of a folder that it deletes.
        pinned_at: set while it stands above the others.
        archived_at: set while it is out of the way.
        trashed_age_s: how old the trash was when the chat came there, see `TrashClockRow`.
        deleted_for_good: the next purge takes it, however short it was in the trash.
        project_version: of the project it began with, that of its folder then; 0 for none.
    """

    __tablename__ = "chats"
    __table_args__ = (
        Index(None, "leaf_id"),  # else every deleted message searches all chats
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    title: Mapped[str] = mapped_column(Text)
    system_prompt: Mapped[str] = mapped_column(Text)
    leaf_id: Mapped[int | None] = mapped_column(
        ForeignKey("messages.id", use_alter=True)  # the two tables name each other
    )
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    updated_at: Mapped[datetime] = mapped_column(UtcTime)
    trashed_at: Mapped[datetime | None] = mapped_column(UtcTime)
    sampling: Mapped[str] = mapped_column(Text, server_default="")
    context_from: Mapped[int | None]
    memory_pinned: Mapped[bool] = mapped_column(server_default=false())
    memory_off: Mapped[bool] = mapped_column(server_default=false())
    is_unread: Mapped[bool] = mapped_column(server_default=false())
    title_origin: Mapped[str] = mapped_column(String(16), server_default="first_words")
    title_from: Mapped[int | None]
    model_path: Mapped[bytes | None] = mapped_column(LargeBinary)
    folder_id: Mapped[int | None]
    pinned_at: Mapped[datetime | None] = mapped_column(UtcTime)
    archived_at: Mapped[datetime | None] = mapped_column(UtcTime)
    trashed_age_s: Mapped[int | None]
    deleted_for_good: Mapped[bool] = mapped_column(server_default=false())
    project_version: Mapped[int] = mapped_column(server_default="0")


class ChatFolderRow(Base):
    """A folder of the chat list; `position` orders them, the smallest first.

    Attributes:
        project: what its chats begin with, a `ProjectContent` as JSON; "" for nothing.
        project_version: counts its changes; 0 where there was never any.
    """

    __tablename__ = "chat_folders"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(Text)
    position: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    project_version: Mapped[int] = mapped_column(server_default="0")
    project: Mapped[str] = mapped_column(Text, server_default="")


class TrashClockRow(Base):
    """How old the trash is; one row at most.

    Attributes:
        read_at: when the system's clock was asked last.
        age_s: seconds of which is known that they have passed, since the trash was first used.
    """

    __tablename__ = "trash_clock"
    __table_args__ = (CheckConstraint("id = 1", name="only_one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    read_at: Mapped[datetime] = mapped_column(UtcTime)
    age_s: Mapped[int]


class MessageRow(Base):
    """One message; `stats` is a JSON object."""

    __tablename__ = "messages"
    __table_args__ = (
        UniqueConstraint("chat_id", "id"),
        # No ON DELETE CASCADE here: SQLite recurses once per generation and stops at 1,000.
        # The check waits for the end of the statement, so deleting a whole chat passes.
        ForeignKeyConstraint(["chat_id", "parent_id"], ["messages.chat_id", "messages.id"]),
        CheckConstraint("parent_id < id", name="parent_is_older"),
        Index(None, "chat_id", "parent_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    chat_id: Mapped[int] = mapped_column(ForeignKey("chats.id", ondelete="CASCADE"))
    parent_id: Mapped[int | None]
    role: Mapped[str] = mapped_column(String(16))
    status: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    model: Mapped[str] = mapped_column(Text)
    problem: Mapped[str] = mapped_column(Text)
    stats: Mapped[str] = mapped_column(Text)
    # Last, because SQLite must walk through a long text to reach a column behind it.
    text: Mapped[str] = mapped_column(Text)


class AttachmentRow(Base):
    """One text attached to a message; apart, so that long ones do not slow the reading of chats."""

    __tablename__ = "attachments"

    message_id: Mapped[int] = mapped_column(
        ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text, server_default="")  # a `TextSource`, or none


class MessageMediaRow(Base):
    """A picture or a sound of a message; see `core.content.MediaFile`.

    Attributes:
        kind: number of a `MediaKind`.
        digest: names the file with its bytes, which lies in a folder beside the database.
        max_pixels: that a model is given of a picture; 0 for all.
    """

    __tablename__ = "message_media"
    __table_args__ = (
        CheckConstraint("kind IN (1, 2)", name="known_kind"),
        CheckConstraint("length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'", name="is_digest"),
    )

    message_id: Mapped[int] = mapped_column(
        ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    n_bytes: Mapped[int]
    width: Mapped[int]
    height: Mapped[int]
    duration_ms: Mapped[int]
    # Late, because only texts can be long: of a row cut short by damage the others are left.
    name: Mapped[str] = mapped_column(Text)
    alt_text: Mapped[str] = mapped_column(Text)
    max_pixels: Mapped[int] = mapped_column(server_default="0")


class TokenRecordRow(Base):
    """The exact tokens of one answer, as a difference from an earlier answer of its branch.

    Attributes:
        base_id: the answer whose first `token_base` ids come before `token_ids`; None for none.
        token_ids: int32 little endian, from position `token_base` on.
    """

    __tablename__ = "token_records"
    __table_args__ = (
        CheckConstraint("base_id < message_id", name="base_is_older"),
        Index(None, "base_id"),
    )

    message_id: Mapped[int] = mapped_column(
        ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    base_id: Mapped[int | None] = mapped_column(ForeignKey("token_records.message_id"))
    token_base: Mapped[int]
    n_chars: Mapped[int]
    text_digest: Mapped[bytes] = mapped_column(LargeBinary)
    vocabulary: Mapped[str] = mapped_column(Text)
    token_ids: Mapped[bytes] = mapped_column(LargeBinary)


class DeletedMessageRow(Base):
    """A message that the user deleted, and with it all that follows; until the next purge.

    Attributes:
        leaf_id: what was shown until then, for an undo. Refers to a message and is no foreign key:
            that message may be deleted for good before.
    """

    __tablename__ = "deleted_messages"

    message_id: Mapped[int] = mapped_column(
        ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    leaf_id: Mapped[int | None]


class StaleMemoryRow(Base):
    """A chat of which more may be stored elsewhere than its messages: to be put right.

    Attributes:
        id: a ticket, never used again: when the chat becomes stale once more it gets another, so
            that the end of earlier work is not taken for the end of that.
    """

    __tablename__ = "stale_memories"
    __table_args__ = (UniqueConstraint("chat_id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    chat_id: Mapped[int] = mapped_column(ForeignKey("chats.id", ondelete="CASCADE"))


class MemoryIndexRow(Base):
    """The index of stored memory that was compared with the chats last; one row at most."""

    __tablename__ = "memory_index"
    __table_args__ = (CheckConstraint("id = 1", name="only_one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    index_id: Mapped[int]


class SearchWordRow(Base):
    """A word of the search index; see `search/index_tables.py` for its tables that are virtual."""

    __tablename__ = "search_words"
    __table_args__ = (UniqueConstraint("word"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    word: Mapped[str] = mapped_column(Text)


class SearchPendingRow(Base):
    """A message that is to be indexed."""

    __tablename__ = "search_pending"

    message_id: Mapped[int] = mapped_column(
        ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )


class SearchStateRow(Base):
    """What the search index is; one row.

    Attributes:
        format: of the words in it; with another one than the program's all is indexed anew.
        has_deleted: words of purged messages may still be in it, or in the log of the database.
    """

    __tablename__ = "search_state"
    __table_args__ = (CheckConstraint("id = 1", name="only_one"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    format: Mapped[int]
    has_deleted: Mapped[bool]
