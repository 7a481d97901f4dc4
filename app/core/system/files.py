"""Writing files so that a power cut leaves the old one or the new one, never half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import sys
import threading
import time
from typing import TYPE_CHECKING
from urllib.parse import quote

from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path, PurePath
    from typing import BinaryIO


# A disk that takes no more: full, over a quota, or a file larger than it takes. Not all systems
# have all of them.
_TAKES_NO_MORE = ("ENOSPC", "EDQUOT", "EFBIG")
DISK_FULL = frozenset(getattr(errno, name) for name in _TAKES_NO_MORE if hasattr(errno, name))

_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP}

# Windows: access denied, in use by another program. A virus scanner or an indexer opens what was
# just written, for some milliseconds; while that lasts nothing can be put in its place.
_HELD = {5, 32}
_HELD_WAITS_S = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32)
_UNIX_EPOCH = 116_444_736_000_000_000  # in Windows' count
_JUNCTION = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT

# Without O_BINARY Windows would translate line ends.
_WRITE_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)

_CACHEDIR_TAG = (
    b"Signature: 8a477f597d28d172789f06886806bc55\n"
    b"# This folder is a cache of Hearth; it can be deleted at any time.\n"
    b"# For information about cache folder tags see https://bford.info/cachedir/\n"
)


def write_atomically(path: Path, chunks: Iterable[bytes | memoryview]) -> int:
    """Write `chunks` to `path` through a temporary file beside it, durable on return.

    Temporary file, fsync, rename, fsync of the folder: the order that survives a power cut.

    Args:
        path: final name; replaced if it exists. Created readable by this user only (0600).
        chunks: buffers, not kept after return.

    Returns:
        Bytes written.

    Raises:
        OSError: the disk refused; no temporary file remains and the old file is untouched, unless
            it was the folder that could not be synced: then the new one is there, but a power cut
            may bring the old one back.

    Threads: any; two that write the same file at once leave the one or the other, whole.
    """
    written = 0
    with replacing(path) as file:
        for chunk in chunks:
            written += file.write(chunk)  # bytes; len() of a memoryview counts its items
    return written


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write in any order, which gets the name `path` at the end, durable then.

    Raises and promises what `write_atomically` does; what is raised inside leaves the old file.
    """
    writer = f"{os.getpid()}-{threading.get_ident()}"
    temporary = path.with_name(f"{path.name}.{writer}.tmp")
    try:
        descriptor = os.open(temporary, _WRITE_NEW, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            sync_file(file.fileno())
        replace_file(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def remove_half_written(path: Path) -> None:
    """Delete what `write_atomically` has left of `path` where it was killed, as far as it can be.

    Words in it would outlive their deletion. To be called while nobody writes that file.
    """
    name = re.compile(rf"{re.escape(path.name)}\.\d+-\d+\.tmp")
    with contextlib.suppress(OSError):
        for file in list(path.parent.iterdir()):
            if name.fullmatch(file.name):
                with contextlib.suppress(OSError):
                    file.unlink()


def replace_file(source: Path, target: Path) -> None:
    """Give a file the name of another, which is replaced.

    Waits up to 0.6 s where Windows says that somebody holds one of them.

    Raises:
        OSError: it cannot be done, or still not.
    """
    for wait_s in _HELD_WAITS_S:
        try:
            source.replace(target)
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD:
                raise
            time.sleep(wait_s)
        else:
            return
    source.replace(target)


def is_link(path: Path) -> bool:
    """Return whether a path is a link: a symbolic one, or a junction of Windows.

    Python does not take a junction for a link, and walks into it.
    """
    if path.is_symlink():
        return True
    try:
        return _reparse_tag(path) == _JUNCTION
    except OSError:
        return False


def _reparse_tag(path: Path) -> int:
    return int(getattr(path.lstat(), "st_reparse_tag", 0))  # there is none but on Windows


def database_uri(path: PurePath, *, is_read_only: bool = False) -> str:
    """Return the address under which SQLite opens a database that is there, and creates none.

    `Path.as_uri` names the computer of a shared folder of Windows as the host, which SQLite takes
    for nothing but this one. A name may be no text, as Linux has them.
    """
    slashes = "//" if path.as_posix().startswith("/") else "///"
    name = quote(os.fsencode(path.as_posix()))
    return f"file:{slashes}{name}?mode={'ro' if is_read_only else 'rw'}"


def sync_file(descriptor: int) -> None:
    """Make what was written to a file durable.

    On macOS a plain fsync stops at the cache of the drive.

    Raises:
        OSError: the disk refused.
    """
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # a file system that knows only the other
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make renames and deletions inside `folder` durable.

    Does nothing on Windows, which needs none, and on file systems that know no fsync of a folder.

    Raises:
        OSError: the disk refused.
    """
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:  # seen on network and FUSE file systems
            raise
    finally:
        os.close(descriptor)


def free_bytes(folder: Path) -> int:
    """Return the bytes this user may still write to the disk that holds `folder`.

    Raises:
        OSError: the folder does not exist or cannot be asked.
    """
    return shutil.disk_usage(folder).free


def is_tagged_as_cache(folder: Path) -> bool:
    """Return whether `mark_as_cache` has marked `folder`, and not another program."""
    try:
        return (folder / "CACHEDIR.TAG").read_bytes().startswith(_CACHEDIR_TAG)
    except OSError:
        return False


def mark_as_cache(folder: Path) -> None:
    """Put a CACHEDIR.TAG into `folder`, so that backup programs leave it out."""
    tag = folder / "CACHEDIR.TAG"
    if not tag.exists():
        tag.write_bytes(_CACHEDIR_TAG)


def file_state(path: Path) -> tuple[int, ...]:
    """Return by what it is seen that a file has changed; nothing where there is none."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_ino, status.st_size, status.st_mtime_ns


def changed_ns(descriptor: int) -> int:
    """Return when an open file was changed last, its times and names included, in Unix nanoseconds.

    Nobody sets this time. Python has it everywhere but on Windows, where its `st_ctime` is when the
    file was made.

    Raises:
        OSError: the system does not say.
    """
    if sys.platform == "win32":
        import ctypes
        import msvcrt
        from ctypes import wintypes

        ask = ctypes.WinDLL("kernel32", use_last_error=True).GetFileInformationByHandleEx
        ask.argtypes = (wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD)
        ask.restype = wintypes.BOOL
        # FILE_BASIC_INFO: made, read, written, changed in units of 100 ns since 1601; attributes.
        basic = (ctypes.c_int64 * 5)()
        if not ask(msvcrt.get_osfhandle(descriptor), 0, basic, ctypes.sizeof(basic)):
            raise ctypes.WinError(ctypes.get_last_error())
        return int(basic[3] - _UNIX_EPOCH) * 100
    return os.fstat(descriptor).st_ctime_ns


def move_aside(file: Path) -> Phrase:
    """Rename a file to `NAME.broken`, in place of an older one; return what the user can do."""
    broken = file.with_name(f"{file.name}.broken")
    try:
        replace_file(file, broken)
    except OSError:
        return phrase("Fix or delete {path}.", path=file)
    return phrase(
        "Hearth moved your file to {broken}; fix it and rename it back, or ignore this.",
        broken=broken,
    )
