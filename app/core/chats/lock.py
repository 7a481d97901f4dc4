"""The lock beside a database: one Hearth at a time writes into it, moves or deletes it.

Threads: any.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import filelock

from app.core.chats.errors import translated_errors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def lock_database(path: Path) -> Iterator[None]:
    """Keep every Hearth from the database `path` while its file is moved or deleted.

    Raises:
        ChatsInUse: one is at work with it.
    """
    path = path.absolute()
    with translated_errors(path):
        lock = lock_of(path)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def lock_of(path: Path) -> filelock.BaseFileLock:
    """Return the lock that whoever has the database open holds."""
    return filelock.FileLock(f"{path}.lock", timeout=0, mode=0o600, thread_local=False)
