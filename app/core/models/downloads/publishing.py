"""From a part to a file with its name, locked, compared with its digest and durable; or removed.

Threads: any; the lock keeps two programs, and two threads, from one part.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from app.core.models.downloads.fetching import size_of
from app.core.models.downloads.values import NAME_TAKEN, DownloadInUse, lock_of, part_of, targets_of
from app.core.system.file_cache import forget, read_into_cache
from app.core.system.files import replace_file, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.models.downloads.records import DownloadRecord
    from app.core.models.hub.repositories import RemoteFile
    from app.core.system.stop_signal import StopSignal


_READ_BYTES = 4 << 20
_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP}


@contextlib.contextmanager
def locked(part: Path) -> Iterator[None]:
    """Keep a part for ourselves.

    The file with the lock is deleted at the end, while it is still ours. Windows does not allow
    that; there it stays behind, empty. Where the file system knows no locks, as some network drives
    do not, there is none: two that write one part would find out by its digest.

    Raises:
        DownloadInUse: somebody else has it.
        OSError: the folder refuses.
    """
    lock = FileLock(lock_of(part), thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise DownloadInUse(name=part.name) from error
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        with contextlib.suppress(OSError):
            lock_of(part).unlink()
        yield
        return
    if not lock_of(part).exists():  # deleted by who had it before, after we had opened it
        lock.release()
        raise DownloadInUse(name=part.name)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock_of(part).unlink()
        lock.release()


def is_right(
    path: Path, file: RemoteFile, stop: StopSignal, on_checked: Callable[[int], None]
) -> bool:
    """Return whether a file on this disk is the one that the hub has listed.

    Args:
        path: is read from the disk, so that a fault there is noticed as well, and in large pages,
            for it will be loaded soon.
        file: without a digest, its length decides.
        stop: looked at every 16 MiB at least.
        on_checked: told how many bytes were read.

    Raises:
        TransferStopped: the download is to stop.
        OSError: it cannot be read.
    """
    if size_of(path) != file.size_bytes:
        return False
    if not file.sha256:
        return True
    digest = hashlib.sha256()
    n_checked, share_read = 0, 0.0
    forget(path)
    pieces = read_into_cache([path])
    with path.open("rb", buffering=0) as source:
        while n_checked < file.size_bytes:
            stop.check()
            if n_checked >= share_read * file.size_bytes:
                share_read = next(pieces, 1.0)
            chunk = source.read(_READ_BYTES)
            if not chunk:
                break
            digest.update(chunk)
            n_checked += len(chunk)
            on_checked(n_checked)
    return digest.hexdigest() == file.sha256


def publish(part: Path, target: Path) -> None:
    """Give a complete part its name, durable on return.

    Raises:
        KnownError: something has that name; it is not touched.
        OSError: the folder refuses.
    """
    if target.exists() or target.is_symlink():
        raise NAME_TAKEN(name=target)
    replace_file(part, target)
    sync_folder(target.parent)


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
