"""Which document an attached text comes from; of those until now that is not known."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column; "" stands for none."""
    op.add_column("attachments", sa.Column("source", sa.Text(), nullable=False, server_default=""))
