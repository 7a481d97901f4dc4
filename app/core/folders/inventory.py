"""Which files there are in Hearth's folders, and how much room they take.

Threads: pure functions that ask the file system; any thread, never the interface's.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.files import is_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.paths import Paths

MODEL_SUFFIX = ".gguf"
_LOCKS = {"lock", "chats.db.lock"}  # no others: a user's may be called poetry.lock


@dataclass(frozen=True, slots=True)
class FolderSizes:
    """Bytes of all files in each folder."""

    data_bytes: int
    config_bytes: int
    cache_bytes: int
    state_bytes: int


def folder_sizes(paths: Paths) -> FolderSizes:
    """Add up what lies in the folders; what cannot be read counts nothing."""
    folders = (paths.data, paths.config, paths.cache, paths.state)
    return FolderSizes(*(sum(bytes_of(file) for file in files_in(folder)) for folder in folders))


def files_in(folder: Path) -> Iterator[Path]:
    """Yield every file and every link below `folder`, never what a link leads to.

    Files that only say who is at work (locks) are left out: they belong to a running program.
    """
    for parent, folders, names in os.walk(folder):
        links = [name for name in folders if is_link(Path(parent, name))]
        folders[:] = [name for name in folders if name not in links]
        for name in (*names, *links):
            if name not in _LOCKS:
                yield Path(parent, name)


def bytes_of(file: Path) -> int:
    """Return the size of a file, 0 when it is gone or cannot be asked."""
    try:
        return file.lstat().st_size
    except OSError:
        return 0


def is_model(file: Path) -> bool:
    """Return whether `file` is a model, which is the user's and never deleted."""
    return file.suffix.lower() == MODEL_SUFFIX
