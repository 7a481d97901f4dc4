"""How many pixels of a picture a model is given at most; of pictures until now all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column; 0 stands for all."""
    op.add_column(
        "message_media", sa.Column("max_pixels", sa.Integer(), nullable=False, server_default="0")
    )
