"""Who may use a database: one Hearth at a time, by the lock beside it; a guest has its own.

A guest is a Hearth beside an open one. The folder of its chats goes when its program ends; what a
killed one left is removed at the next start: its database is there, and nobody holds it.

Threads: any.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from typing import TYPE_CHECKING

import filelock

from app.core.chats.errors import translated_errors
from app.core.errors import KnownError
from app.core.system.files import is_link
from app.core.system.paths import INNER_FOLDER_MODE, FolderNotWritable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.system.paths import Paths


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


_NAME = re.compile(r"guest-\d+")
_DATABASE = "chats.db"


@contextlib.contextmanager
def database_of_guest(paths: Paths) -> Iterator[Path]:
    """Give the path of a database for one run of this program; it is gone after the block.

    Raises:
        FolderNotWritable: there can be none.
    """
    folder = paths.cache / f"guest-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)  # of a dead program that had this number
    try:
        folder.mkdir(mode=INNER_FOLDER_MODE)
    except OSError as error:
        raise FolderNotWritable(repr(error), folder=folder) from error
    try:
        yield folder / _DATABASE
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def is_guest_folder(folder: Path) -> bool:
    """Return whether a folder has the name of one."""
    return _NAME.fullmatch(folder.name) is not None


def remove_left_by_guests(paths: Paths) -> None:
    """Remove the folders of guests that were killed; what cannot be removed stays."""
    with contextlib.suppress(OSError):
        for folder in filter(is_guest_folder, list(paths.cache.iterdir())):
            if not is_link(folder) and _is_left(folder / _DATABASE):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(database: Path) -> bool:
    """Return whether a guest's database is there and the guest is not."""
    if not database.is_file():  # one that begins holds its database before it is there
        return False
    try:
        with lock_database(database):
            return True
    except KnownError:
        return False
