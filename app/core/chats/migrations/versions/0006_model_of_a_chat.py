"""Which model file answered a chat last; of chats until now nobody knows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column: bytes, because the name of a file may be no UTF-8."""
    op.add_column("chats", sa.Column("model_path", sa.LargeBinary(), nullable=True))
