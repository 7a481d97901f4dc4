"""What Alembic runs for every migration; the caller passes the connection and owns its transaction.

Tables are changed by copying them (batch mode), because SQLite can alter little in place.
"""

from __future__ import annotations

from alembic import context

from app.core.chats.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
