"""Whose words the title of a chat is, so that one of the user is never replaced.

Until now a title was the user's, or the first line of a first message, not too long; a chat that
went off another one got a number behind that.
"""

from __future__ import annotations

import re

import sqlalchemy as sa
from alembic import op

_TITLE_CHARS = 60

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_CHATS = sa.table("chats", sa.column("id"), sa.column("title"), sa.column("title_origin"))


def upgrade() -> None:
    """Add two columns, and find the titles that are the user's."""
    op.add_column(
        "chats",
        sa.Column("title_origin", sa.String(16), nullable=False, server_default="first_words"),
    )
    op.add_column("chats", sa.Column("title_from", sa.Integer(), nullable=True))
    connection = op.get_bind()
    chats = connection.execute(sa.select(_CHATS.c.id, _CHATS.c.title)).all()
    for chat_id, title in chats:
        if title and re.sub(r" \(\d+\)$", "", title) not in _first_words(connection, chat_id):
            of_user = sa.update(_CHATS).where(_CHATS.c.id == chat_id)
            connection.execute(of_user.values(title_origin="user"))


def _first_words(connection: sa.Connection, chat_id: int) -> set[str]:
    """Return the titles that the first messages of a chat gave, deleted ones included."""
    firsts = sa.text(
        "SELECT messages.text, (SELECT name FROM attachments WHERE message_id = messages.id"
        " ORDER BY position LIMIT 1) FROM messages WHERE chat_id = :chat AND parent_id IS NULL"
    )
    rows = connection.execute(firsts, {"chat": chat_id})
    return {_title_of(text, attached) for text, attached in rows}


def _title_of(text: str, attached: str | None) -> str:
    lines = text.strip().splitlines() or [attached or ""]
    first_line = lines[0].strip()
    if len(first_line) <= _TITLE_CHARS:
        return first_line
    return first_line[: _TITLE_CHARS - 1].rstrip() + "…"
