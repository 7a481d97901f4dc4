"""A place in a source that moves forward, over a window of its bytes, within limits.

Where the bytes of a header come from: a file, or anything else that can be read in pieces.
"""

from __future__ import annotations

import contextlib
import os
import stat
from typing import TYPE_CHECKING, Protocol

from app.core.gguf.errors import HeaderCutOff, HeaderDamaged, HeaderNotRead, NoGguf

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
            raise NoGguf(name=path.name)
        yield _FileSource(path.name, descriptor, found.st_size)
    finally:
        os.close(descriptor)


_MOST_BYTES = 64 << 20  # read of one header; the largest there are have some 20 MB
_WORTHWHILE = 4096  # bytes; a shorter rest of the window is read again together with what follows


class Cursor:
    """Reads a source from its start, forwards only.

    Attributes:
        position: where it is, in bytes.

    Threads: one.
    """

    def __init__(self, source: ByteSource, window_bytes: int) -> None:
        self.position = 0
        self._source = source
        self._window_bytes = window_bytes
        self._window = b""
        self._begin = 0  # of the window, in the source
        self._n_read = 0

    @property
    def left(self) -> int:
        """Bytes between here and the end of the source."""
        return self._source.size - self.position

    def take(self, n_bytes: int) -> bytes:
        """Return the next bytes and move behind them.

        Raises:
            HeaderCutOff: the source ends before.
            HeaderDamaged: more would have to be read than any header has.
        """
        if self.position + n_bytes > self._begin + len(self._window):
            self._read(n_bytes)
        begin = self.position - self._begin
        self.position += n_bytes
        return self._window[begin : begin + n_bytes]

    def window(self, least: int) -> memoryview:
        """Return the bytes from here on that are at hand; `least` of them or more.

        Raises:
            HeaderCutOff: the source has fewer.
            HeaderDamaged: as of `take`.
        """
        at_hand = self._begin + len(self._window) - self.position
        if at_hand < max(least, min(_WORTHWHILE, self.left)):
            self._read(least)
        return memoryview(self._window)[self.position - self._begin :]

    def skip(self, n_bytes: int) -> None:
        """Move forward without reading.

        Raises:
            HeaderCutOff: that is beyond the end of the source.
        """
        self.require(n_bytes)
        self.position += n_bytes
        if self.position > self._begin + len(self._window):
            self._begin, self._window = self.position, b""

    def require(self, n_bytes: int) -> None:
        """Check that the source goes on for so many bytes.

        Raises:
            HeaderCutOff: it ends before.
        """
        if n_bytes > self.left:
            raise HeaderCutOff(f"{n_bytes} more bytes at {self.position}", name=self._source.name)

    def damaged(self, detail: str) -> HeaderDamaged:
        """Return the error for what the bytes before this place say."""
        return HeaderDamaged(f"before byte {self.position}: {detail}", name=self._source.name)

    def _read(self, least: int) -> None:
        self.require(least)
        wanted = min(max(least, self._window_bytes), self.left)
        if self._n_read + wanted > _MOST_BYTES:
            raise self.damaged(f"a header of more than {_MOST_BYTES} bytes")
        self._begin, self._window = self.position, self._source.read(self.position, wanted)
        self._n_read += wanted
        if len(self._window) < least:  # it became shorter meanwhile
            raise HeaderCutOff(
                f"it ended at {self._begin + len(self._window)}", name=self._source.name
            )
