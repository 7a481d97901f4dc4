"""An index of all words in messages and attachments; the messages there are wait for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_TEXT = (
    "CREATE VIRTUAL TABLE search_text USING fts5(text, attached, content='', prefix='1', "
    "tokenize=\"unicode61 remove_diacritics 2 categories 'L* M* N* Co'\")"
)
_PARTS = (
    "CREATE VIRTUAL TABLE search_parts USING fts5(word, content='search_words', "
    "content_rowid='id', detail=none, tokenize='trigram')"
)


def upgrade() -> None:
    """Make the tables, and take note that every message is to be indexed: 50 ms for 100,000."""
    op.create_table(
        "search_words",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_search_words"),
        sa.UniqueConstraint("word", name="uq_search_words_word"),
    )
    op.create_table(
        "search_pending",
        sa.Column("message_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name="fk_search_pending_message_id_messages",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("message_id", name="pk_search_pending"),
    )
    op.create_table(
        "search_state",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("format", sa.Integer(), nullable=False),
        sa.Column("has_deleted", sa.Boolean(), nullable=False),
        sa.CheckConstraint("id = 1", name="only_one"),
        sa.PrimaryKeyConstraint("id", name="pk_search_state"),
    )
    for statement in (_TEXT, _PARTS):
        op.execute(statement)
    op.execute("INSERT INTO search_state VALUES (1, 1, 0)")
    op.execute("INSERT INTO search_pending SELECT id FROM messages")
