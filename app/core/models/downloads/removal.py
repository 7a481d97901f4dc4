"""Deleting what a download that is cancelled has left.

Threads: any; a part that somebody else writes is not touched.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.core.models.downloads.publishing import locked
from app.core.models.downloads.target import part_of, targets_of

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.downloads.records import DownloadRecord


def remove_files(record: DownloadRecord, kept: DownloadRecord | None = None) -> None:
    """Delete the parts of a download, the files it has finished, and folders left empty.

    Parts of a model are of no use without the others. Files that were there before stay.

    Args:
        kept: what goes on in its place; nothing of that is deleted.

    Raises:
        DownloadInUse: another program downloads it.
        OSError: the disk refused.
    """
    order = record.order
    needed = {file.content for file in kept.order.files} if kept else set()
    for file, target in zip(order.files, targets_of(order), strict=True):
        part = part_of(target, file)
        if file.content in needed or not part.parent.is_dir():
            continue
        with locked(part):
            part.unlink(missing_ok=True)
            if file.name in record.published:
                target.unlink(missing_ok=True)
    for target in targets_of(order):
        _remove_empty(target.parent, order.folder)


def _remove_empty(folder: Path, root: str) -> None:
    """Delete a folder and those above it, up to the root, as far as they are empty."""
    while str(folder) != root and len(str(folder)) > len(root):
        with contextlib.suppress(OSError):
            folder.rmdir()
        if folder.exists():
            return
        folder = folder.parent
