"""Chats, their trees of messages, and the exact tokens of the answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "chats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("system_prompt", sa.Text(), nullable=False),
        sa.Column("leaf_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.Text(), nullable=False),
        sa.Column("trashed_at", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_chats"),
        sa.ForeignKeyConstraint(["leaf_id"], ["messages.id"], name="fk_chats_leaf_id_messages"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_chats_leaf_id", "chats", ["leaf_id"])
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat_id", sa.Integer(), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("stats", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.UniqueConstraint("chat_id", "id", name="uq_messages_chat_id_id"),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_messages_chat_id_chats", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["chat_id", "parent_id"],
            ["messages.chat_id", "messages.id"],
            name="fk_messages_chat_id_parent_id_messages",
        ),
        sa.CheckConstraint("parent_id < id", name=op.f("ck_messages_parent_is_older")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_messages_chat_id_parent_id", "messages", ["chat_id", "parent_id"])
    op.create_table(
        "token_records",
        sa.Column("message_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("base_id", sa.Integer(), nullable=True),
        sa.Column("token_base", sa.Integer(), nullable=False),
        sa.Column("n_chars", sa.Integer(), nullable=False),
        sa.Column("text_digest", sa.LargeBinary(), nullable=False),
        sa.Column("vocabulary", sa.Text(), nullable=False),
        sa.Column("token_ids", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("message_id", name="pk_token_records"),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name="fk_token_records_message_id_messages",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["base_id"],
            ["token_records.message_id"],
            name="fk_token_records_base_id_token_records",
        ),
        sa.CheckConstraint("base_id < message_id", name=op.f("ck_token_records_base_is_older")),
    )
    op.create_index("ix_token_records_base_id", "token_records", ["base_id"])
