"""Texts attached to messages, and what a chat wants of the model."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table and two columns; nothing that is there changes."""
    op.create_table(
        "attachments",
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("message_id", "position", name="pk_attachments"),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name="fk_attachments_message_id_messages",
            ondelete="CASCADE",
        ),
    )
    op.add_column("chats", sa.Column("sampling", sa.Text(), nullable=False, server_default=""))
    op.add_column("chats", sa.Column("context_from", sa.Integer(), nullable=True))
