"""Which chats have an answer that ended while nobody looked at them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column; of what ended before, all was looked at."""
    op.add_column(
        "chats", sa.Column("is_unread", sa.Boolean(), nullable=False, server_default=sa.false())
    )
