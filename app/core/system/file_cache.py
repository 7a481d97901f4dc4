"""What the system holds of files in memory: read ahead, read in large pages, forgotten.

Whoever maps a file has all of it read by one call that tells nothing meanwhile and cannot be ended:
for a model on a slow disk that is a minute or more. Here it is read piece by piece before.

A processor that computes with a mapped file finds its bytes sooner in pages of 2 MiB than in 512
times as many of 4 KiB. Linux maps a file in large pages where it has read it in large pieces, and
does that for who asks with `MADV_HUGEPAGE`; by itself it reads no more at once than the read-ahead
of the disk, 128 KiB by default. File systems that have no large pages (ext4 before Linux 6.16, XFS
before 5.18) are read all the same. What is in memory already stays as it is.

Threads: any; the interpreter lock is free while a piece is read.
Source: Linux mm/filemap.c (`do_sync_mmap_readahead`, `filemap_map_pmd`), madvise(2), mincore(2).
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import mmap
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_PREFETCH_BYTES = 4 << 20
_N_READERS = 2  # a fast disk has more than one request at hand
_PART_BYTES = 8 << 20  # for one reader, of whole large pages
_POPULATE_READ = 22  # MADV_POPULATE_READ, Linux 5.14; Python has no name for it


def prefetch(path: Path) -> int:
    """Let the system read a file into its cache, for somebody who will need it soon.

    Returns at once where the system can be asked to; elsewhere the file is read here.

    Returns:
        Bytes of the file.

    Raises:
        OSError: the file cannot be opened or read.
    """
    with path.open("rb", buffering=0) as file:
        n_bytes = os.fstat(file.fileno()).st_size
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, n_bytes, os.POSIX_FADV_WILLNEED)
        else:
            while file.read(_PREFETCH_BYTES):
                pass
        return n_bytes


def forget(path: Path) -> None:
    """Let the system forget a file, as far as nobody uses it; what is read next is on the disk.

    Does nothing where the system cannot be asked to.

    Raises:
        OSError: the file cannot be opened.
    """
    if hasattr(os, "posix_fadvise"):
        # A file system that cannot is left alone.
        with path.open("rb", buffering=0) as file, contextlib.suppress(OSError):
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def read_into_cache(paths: Sequence[Path]) -> Iterator[float]:
    """Read files as far as the system does not hold them, piece by piece.

    Nothing is read where the system cannot be asked what it holds, or where the files are larger
    than the memory that is free: the first pages would be gone when the last ones come. A file
    that cannot be read is left to whoever wants it, who will say why.

    Yields:
        After each piece of 16 MiB that had to be read, what share of all files has been gone
        through, 0..1.
    """
    # No such file, an empty one; no thread to be had, for the program ends or has too many.
    with contextlib.suppress(OSError, ValueError, RuntimeError):
        sizes = [path.stat().st_size for path in paths]
        n_all, n_before = sum(sizes), 0
        if _system() is None or n_all > psutil.virtual_memory().available:
            return
        for path, size in zip(paths, sizes, strict=True):
            for end in _read_pieces(path):
                yield min(1.0, (n_before + end) / n_all)
            n_before += size


def _read_pieces(path: Path) -> Iterator[int]:
    """Read what is missing of one file; yield the end of each piece that was."""
    with path.open("rb") as file:
        mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    may_ask = _may_ask(path)

    def read(begin: int) -> None:
        end = min(begin + _PART_BYTES, len(mapping))
        _call("madvise", mapping, begin, end, ctypes.c_int(_POPULATE_READ))

    with mapping, ThreadPoolExecutor(_N_READERS, "file-cache") as readers:
        with contextlib.suppress(OSError):  # a system without large pages
            mapping.madvise(mmap.MADV_HUGEPAGE)
        for begin in range(0, len(mapping), _N_READERS * _PART_BYTES):
            end = min(begin + _N_READERS * _PART_BYTES, len(mapping))
            if not (may_ask and _is_held(mapping, begin, end)):
                list(readers.map(read, range(begin, end, _PART_BYTES)))
                yield end


def _may_ask(path: Path) -> bool:
    """Whether Linux tells this user what it holds of a file; of those of others it says: all.

    Raises:
        OSError: the file is gone.
    """
    return path.stat().st_uid == os.geteuid() or os.access(path, os.W_OK)


def _is_held(mapping: mmap.mmap, begin: int, end: int) -> bool:
    """Whether a piece of a file is in memory, if the user may ask.

    Raises:
        OSError: the system does not say.
    """
    import numpy as np  # not before it is needed, for a start should be quick

    pages = np.zeros(-(-(end - begin) // mmap.PAGESIZE), np.uint8)
    _call("mincore", mapping, begin, end, pages.ctypes.data_as(ctypes.c_void_p))
    return bool((pages & 1).all())


def _call(
    name: str, mapping: mmap.mmap, begin: int, end: int, argument: ctypes.c_void_p | ctypes.c_int
) -> None:
    """Ask the system something about a part of a mapping.

    Raises:
        OSError: it refuses: it is too old, or the disk failed.
    """
    import numpy as np

    system = _system()
    assert system is not None
    address = np.frombuffer(mapping, np.uint8).ctypes.data + begin
    if system[name](ctypes.c_void_p(address), ctypes.c_size_t(end - begin), argument):
        raise OSError(ctypes.get_errno(), f"{name} failed")


@functools.cache
def _system() -> ctypes.CDLL | None:
    """Return the library of the system that has these calls; None where it is not Linux."""
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
