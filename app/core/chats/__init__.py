"""Chats as trees of messages in SQLite; the door is `ChatStore`.

Beside it, for a database that nobody has open: looking through it, and making it sound again.
"""

from __future__ import annotations

from app.core.chats.care import BackupOutcome, DatabaseCare
from app.core.chats.database import lock_database
from app.core.chats.deletions import PurgeResult
from app.core.chats.examination import (
    DatabaseFault,
    FaultKind,
    examine_file,
    examine_search_index,
)
from app.core.chats.rescue import (
    RecoveryReport,
    is_sound,
    newest_sound_backup,
    recover,
    restore_backup,
)
from app.core.chats.store import ChatStore, store_in_memory
from app.core.chats.weekly import day_of_backup

__all__ = [
    "BackupOutcome",
    "ChatStore",
    "DatabaseCare",
    "DatabaseFault",
    "FaultKind",
    "PurgeResult",
    "RecoveryReport",
    "day_of_backup",
    "examine_file",
    "examine_search_index",
    "is_sound",
    "lock_database",
    "newest_sound_backup",
    "recover",
    "restore_backup",
    "store_in_memory",
]
