"""Pictures and sounds of messages: what is known of each; the bytes lie beside the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table; nothing that is there changes."""
    op.create_table(
        "message_media",
        sa.Column("message_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("position", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("n_bytes", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("alt_text", sa.Text(), nullable=False),
        sa.CheckConstraint("kind IN (1, 2)", name="known_kind"),
        sa.CheckConstraint(
            "length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'", name="is_digest"
        ),
        sa.PrimaryKeyConstraint("message_id", "position", name="pk_message_media"),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["messages.id"],
            name="fk_message_media_message_id_messages",
            ondelete="CASCADE",
        ),
    )
