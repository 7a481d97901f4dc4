"""Where the bytes of a header come from: a file, or anything else that can be read in pieces."""

from __future__ import annotations

import contextlib
import os
import stat
from typing import TYPE_CHECKING, Protocol

from app.core.gguf.errors import HeaderNotRead, NoGguf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Without O_NONBLOCK a FIFO would be waited for until somebody writes into it.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class ByteSource(Protocol):
    """Bytes that can be read at any place, such as a file, or one on a server read in ranges."""

    @property
    def name(self) -> str:
        """What the user knows it by; a file name, where there is one."""

    @property
    def size(self) -> int:
        """Bytes in it."""

    def read(self, offset: int, size: int) -> bytes:
        """Return `size` bytes from `offset` on; fewer only where the source ends.

        Raises:
            KnownError: they cannot be had, in the words of whoever reads them.
        """


class _FileSource:
    def __init__(self, name: str, descriptor: int, size: int) -> None:
        self.name = name
        self.size = size
        self._descriptor = descriptor

    def read(self, offset: int, size: int) -> bytes:
        try:
            os.lseek(self._descriptor, offset, os.SEEK_SET)
            return os.read(self._descriptor, size)
        except (OSError, OverflowError) as error:  # a place that no file can have
            raise HeaderNotRead(self.name, error) from error


@contextlib.contextmanager
def open_source(path: Path) -> Iterator[ByteSource]:
    """Open a file to be read; never waits, whatever the file is.

    Raises:
        HeaderNotRead: it cannot be opened.
        NoGguf: it is no regular file: a folder, a FIFO, a socket, a device.
    """
    try:
        descriptor = os.open(path, _READ)
    except (OSError, ValueError) as error:  # not there; no path at all
        raise HeaderNotRead(path.name, error) from error
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise NoGguf(path.name)
        yield _FileSource(path.name, descriptor, found.st_size)
    finally:
        os.close(descriptor)
