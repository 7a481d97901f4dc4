"""Deletions that outlast a crash, and what the user chose for the stored memory of single chats.

The choices were a file beside the database, written by the store of that memory alone, which could
lose them. The database is their home now; the store keeps a copy in that file.
"""

from __future__ import annotations

import json
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from app.core.chats.errors import CHOICES_NOT_READ

_MAX_DIGITS = 18  # of a number that SQLite takes

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add three tables and two columns, and take over the choices."""
    op.create_table(
        "deleted_messages",
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("leaf_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("message_id", name="pk_deleted_messages"),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name="fk_deleted_messages_message_id_messages",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "stale_memories",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_stale_memories"),
        sa.UniqueConstraint("chat_id", name="uq_stale_memories_chat_id"),
        sa.ForeignKeyConstraint(
            ["chat_id"],
            ["chats.id"],
            name="fk_stale_memories_chat_id_chats",
            ondelete="CASCADE",
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "memory_index",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("index_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("id = 1", name="only_one"),
        sa.PrimaryKeyConstraint("id", name="pk_memory_index"),
    )
    for column, chosen in (("memory_pinned", "pinned"), ("memory_off", "not_saved")):
        op.add_column(
            "chats", sa.Column(column, sa.Boolean(), nullable=False, server_default=sa.false())
        )
        chats = sa.table("chats", sa.column("id"), sa.column(column))
        for chat_id in _chosen(chosen):
            op.execute(sa.update(chats).where(chats.c.id == chat_id).values({column: True}))


def _chosen(kind: str) -> list[int]:
    """Return the chats in one list of the file; none where it cannot be understood.

    Raises:
        KnownError: it is there and cannot be read: what was chosen must not be lost.
    """
    database = op.get_bind().engine.url.database  # SQLite's own answer may be no text
    if not database or database == ":memory:":
        return []
    path = Path(database).parent / "chat-choices.json"
    try:
        stored = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CHOICES_NOT_READ(repr(error), path=path) from error
    try:
        owners = [str(owner) for owner in json.loads(stored)[kind]]
    except (ValueError, TypeError, LookupError, RecursionError):
        return []
    return [
        int(owner)
        for owner in owners
        if owner.isascii() and owner.isdecimal() and len(owner) <= _MAX_DIGITS
    ]
