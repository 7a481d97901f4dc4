"""What every chat of a folder begins with; folders until now give their chats nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add three columns; "" and 0 stand for none."""
    for table in ("chat_folders", "chats"):
        op.add_column(
            table, sa.Column("project_version", sa.Integer(), nullable=False, server_default="0")
        )
    project = sa.Column("project", sa.Text(), nullable=False, server_default="")
    op.add_column("chat_folders", project)
