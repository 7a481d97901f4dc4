"""Reads model files into the system's cache before llama.cpp maps them, in large pages on Linux.

llama.cpp maps a file and has all of it read by that one call, which tells nothing meanwhile and
cannot be ended: from a slow disk that is a minute or more. Here it is read piece by piece.

For each token the processor reads all weights, and it finds them sooner in pages of 2 MiB than in
512 times as many of 4 KiB. Linux maps a file in large pages where it has read it in large pieces,
and does that for who asks with `MADV_HUGEPAGE`; the largest that it would read by itself is what
the disk's read-ahead is set to, 128 KiB by default. File systems that have no large pages (ext4
before Linux 6.16, Btrfs before 6.17, XFS before 5.18) are read all the same.

What the cache holds already stays as it is.

Threads: any; the interpreter lock is free while a piece is read.
Source: Linux mm/filemap.c (`do_sync_mmap_readahead`, `filemap_map_pmd`), madvise(2), mincore(2).
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import logging
import mmap
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

logger = logging.getLogger(__name__)

_PIECE_BYTES = 64 << 20  # of whole large pages
_POPULATE_READ = 22  # MADV_POPULATE_READ, Linux 5.14; Python has no name for it


def read_into_cache(paths: Sequence[str]) -> Iterator[float]:
    """Read files as far as the system does not hold them, piece by piece.

    Nothing is read where the system cannot be asked what it holds, or where the files are larger
    than the memory that is free: the first pages would be gone when the last ones come. A file
    that cannot be read is left to llama.cpp, which says why.

    Yields:
        After each piece that had to be read, how much of all files has been gone through, 0..1.
    """
    with contextlib.suppress(OSError, ValueError):  # no such file, an empty one
        sizes = [Path(path).stat().st_size for path in paths]
        if _system() is None or sum(sizes) > psutil.virtual_memory().available:
            return
        n_before = 0
        for path, size in zip(paths, sizes, strict=True):
            for end in _read_pieces(path):
                yield (n_before + end) / sum(sizes)
            n_before += size


def _read_pieces(path: str) -> Iterator[int]:
    """Read what is missing of one file; yield the end of each piece that was."""
    with Path(path).open("rb") as file:
        mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    with mapping:
        n_bytes = len(mapping)
        with contextlib.suppress(OSError):  # a system without large pages
            mapping.madvise(mmap.MADV_HUGEPAGE)
        for begin in range(0, n_bytes, _PIECE_BYTES):
            end = min(begin + _PIECE_BYTES, n_bytes)
            if not _is_held(mapping, begin, end):
                _read(mapping, begin, end)
                yield end


def _is_held(mapping: mmap.mmap, begin: int, end: int) -> bool:
    """Whether the system's cache holds a piece of a file.

    Raises:
        OSError: it does not say.
    """
    pages = np.zeros(-(-(end - begin) // mmap.PAGESIZE), np.uint8)
    _call("mincore", mapping, begin, end, pages.ctypes.data_as(ctypes.c_void_p))
    return bool((pages & 1).all())


def _read(mapping: mmap.mmap, begin: int, end: int) -> None:
    """Have a piece of a file read.

    Raises:
        OSError: the system is too old, or the disk failed.
    """
    _call("madvise", mapping, begin, end, ctypes.c_int(_POPULATE_READ))


def _call(
    name: str, mapping: mmap.mmap, begin: int, end: int, argument: ctypes.c_void_p | ctypes.c_int
) -> None:
    system = _system()
    assert system is not None
    address = np.frombuffer(mapping, np.uint8).ctypes.data + begin
    if system[name](ctypes.c_void_p(address), ctypes.c_size_t(end - begin), argument):
        raise OSError(ctypes.get_errno(), f"{name} failed")


@functools.cache
def _system() -> ctypes.CDLL | None:
    """Return the library of the system that has these calls; None where it is not Linux."""
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
