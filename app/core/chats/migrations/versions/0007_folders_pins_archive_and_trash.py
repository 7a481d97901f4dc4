"""Folders of chats, pins, the archive, and a trash that keeps chats for a while.

Until now a deleted chat was kept until the program ended. Where one is still there, the program
was killed before: its user was told that it goes, so it goes for good.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two tables and five columns."""
    op.create_table(
        "chat_folders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat_folders"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "trash_clock",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("read_at", sa.Text(), nullable=False),
        sa.Column("age_s", sa.Integer(), nullable=False),
        sa.CheckConstraint("id = 1", name="only_one"),
        sa.PrimaryKeyConstraint("id", name="pk_trash_clock"),
    )
    op.add_column("chats", sa.Column("folder_id", sa.Integer(), nullable=True))
    op.add_column("chats", sa.Column("pinned_at", sa.Text(), nullable=True))
    op.add_column("chats", sa.Column("archived_at", sa.Text(), nullable=True))
    op.add_column("chats", sa.Column("trashed_age_s", sa.Integer(), nullable=True))
    op.add_column(
        "chats",
        sa.Column("deleted_for_good", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.execute("UPDATE chats SET deleted_for_good = 1 WHERE trashed_at IS NOT NULL")
