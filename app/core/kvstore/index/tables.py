"""The tables of the index.

Threads: constants.
"""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA_VERSION = 7
NO_PARENT = b""

metadata = sa.MetaData()
segments = sa.Table(
    "segment",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("namespace", sa.Text, nullable=False),
    sa.Column("name", sa.LargeBinary, nullable=False),
    sa.Column("parent", sa.LargeBinary, nullable=False),  # empty for none
    sa.Column("begin", sa.Integer, nullable=False),
    sa.Column("n_tokens", sa.Integer, nullable=False),
    sa.Column("n_windowed", sa.Integer, nullable=False),
    sa.Column("file_bytes", sa.Integer, nullable=False),
    sa.Column("snapshot_bytes", sa.Integer, nullable=False),  # 0 for none
    sa.Column("last_used", sa.REAL, nullable=False),
    # int32 big endian, so that sequences which begin alike lie side by side in the index below;
    # last, so that sums over the others never read its pages
    sa.Column("token_ids", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("namespace", "name"),
    # What the check of the whole file at the start can prove, no reader has to doubt.
    sa.CheckConstraint("length(name) = 16 AND length(parent) IN (0, 16)"),
    sa.CheckConstraint("begin >= 0 AND n_tokens > 0 AND length(token_ids) = 4 * n_tokens"),
    sa.Index("ix_segment_namespace_parent_token_ids", "namespace", "parent", "token_ids"),
    sa.Index("ix_segment_bytes", "file_bytes", "snapshot_bytes"),  # summed up before every write
    sqlite_strict=True,
)
owners = sa.Table(
    "owner",
    metadata,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column(
        "segment_id", sa.ForeignKey("segment.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    sqlite_strict=True,
)
branches = sa.Table(
    "branch",  # of each chat the one that is shown, so that a chat not opened yet has a forecast
    metadata,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column("namespace", sa.Text, primary_key=True),
    sa.Column("n_tokens", sa.Integer, nullable=False),
    sa.Column("n_needed", sa.Integer, nullable=False),
    # where what is stored of it ends; null where nothing is
    sa.Column("segment_id", sa.ForeignKey("segment.id", ondelete="SET NULL"), index=True),
    sqlite_strict=True,
)
written = sa.Table(
    "written",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("bytes", sa.Integer, nullable=False),
    sqlite_strict=True,
)
models = sa.Table(
    "model",
    metadata,
    sa.Column("namespace", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
    sa.Column("seconds_per_token", sa.REAL, nullable=True),
    sa.Column("restore_bytes_per_s", sa.REAL, nullable=True),
    sqlite_strict=True,
)
