"""Chats as trees of messages in SQLite; the door is `ChatStore`."""

from __future__ import annotations

from app.core.chats.database import lock_database
from app.core.chats.store import ChatStore, store_in_memory

__all__ = ["ChatStore", "lock_database", "store_in_memory"]
