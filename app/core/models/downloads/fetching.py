"""Receiving one file into its part: from where it broke off, if the server plays along.

A part holds the first bytes of the file and nothing else, at every moment: bytes are only appended
where the server says that they belong there, and the length that the hub has listed is never
exceeded. Whether they are the right ones, the digest says at the end (`publishing.py`).

Threads: a fetcher belongs to one thread.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from app.core.models.downloads.values import REMOTE_FILE_CHANGED
from app.core.net.errors import AnswerUnusable, ConnectionBroken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from app.core.models.hub.repositories import RemoteFile
    from app.core.net.client import HttpClient
    from app.core.net.transfer import Transfer
    from app.core.system.stop_signal import StopSignal

_SYNC_BYTES = 64 << 20
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
_CONTENT_RANGE = re.compile(r"bytes (?:(?P<first>\d+)-(?P<last>\d+)|\*)/(?P<all>\d+|\*)")
_DIGITS = re.compile(r"[0-9]{1,18}")  # Python reads a few thousand at most, a file has fewer
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(slots=True)
class FileFetcher:
    """Receives one file, in as many attempts as it takes.

    Attributes:
        token: for the server that the address of the file names.
        on_bytes: told how many bytes of the file there are now.
        was_continued: whether any byte was put behind others of an earlier attempt.
    """

    client: HttpClient
    token: str
    stop: StopSignal
    on_bytes: Callable[[int], None]
    was_continued: bool = False
    _etag: str = ""

    def fetch(self, file: RemoteFile, part: Path) -> None:
        """Make one attempt to have all bytes of `file` in `part`.

        Raises:
            NetError: it broke off; what came is kept.
            KnownError: the server has another file there.
            TransferStopped: the download is to stop; what came is kept.
            OSError: the disk refused; what could be written is kept.
        """
        n_there = self._n_usable(file, part)
        if n_there == file.size_bytes:
            return
        for n_kept in (n_there, 0):  # the second time where the server cannot continue
            with self._open(file, n_kept) as transfer:
                begin = _begin(transfer, file, n_kept)
                if begin is not None:
                    self._receive(transfer, file, part, begin)
                    return
        raise AnswerUnusable(transfer.host, f"status {transfer.status} for all of a file")

    def _n_usable(self, file: RemoteFile, part: Path) -> int:
        """Return how many bytes of the part can be continued."""
        n_there = size_of(part)
        # Without a digest nothing would tell that the parts are of two files.
        return n_there if file.sha256 and n_there <= file.size_bytes else 0

    def _open(self, file: RemoteFile, n_there: int) -> Transfer:
        self.stop.check()
        headers = {}
        if n_there:
            headers["Range"] = f"bytes={n_there}-"
            if self._etag:
                headers["If-Range"] = self._etag
        return self.client.open(file.address, headers=headers, token=self.token, stop=self.stop)

    def _receive(self, transfer: Transfer, file: RemoteFile, part: Path, begin: int) -> None:
        etag = transfer.headers.get("etag", "")
        self._etag = etag if etag.startswith('"') else ""  # a weak one may stand for two contents
        self.was_continued |= begin > 0
        n_there = begin
        with os.fdopen(os.open(part, _OPEN, 0o666), "r+b", buffering=0) as out:
            out.truncate(begin)
            out.seek(begin)
            try:
                for chunk in transfer.chunks():
                    if n_there + len(chunk) > file.size_bytes:
                        raise REMOTE_FILE_CHANGED("it is longer than was said", name=file.name)
                    write_all(out, chunk)
                    if (n_there + len(chunk)) // _SYNC_BYTES > n_there // _SYNC_BYTES:
                        os.fsync(out.fileno())
                        _check_place(out, part)
                    n_there += len(chunk)
                    self.on_bytes(n_there)
            finally:
                with contextlib.suppress(OSError):  # told by the next write, if it matters
                    os.fsync(out.fileno())
            _check_place(out, part)
        if n_there < file.size_bytes:
            raise ConnectionBroken(transfer.host, "the answer ended early")


def size_of(path: Path) -> int:
    """Return the size of a file; 0 when it is not there."""
    try:
        return path.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        return 0


def write_all(out: BinaryIO, chunk: bytes) -> None:
    """Write a chunk to an unbuffered file.

    Raises:
        OSError: the disk refused; the first bytes may have been written.
    """
    left = memoryview(chunk)
    while left:
        left = left[out.write(left) :]


def _check_place(out: BinaryIO, part: Path) -> None:
    """Do nothing, where the file that is written has still its name.

    Raises:
        OSError: its folder was moved or deleted meanwhile, and what is written is nowhere.
    """
    if not os.path.samestat(os.fstat(out.fileno()), part.stat()):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(part))


def _number(text: str) -> int | None:
    """Return what a server says in digits; None for what is no number of bytes."""
    return int(text) if _DIGITS.fullmatch(text) else None


def _begin(transfer: Transfer, file: RemoteFile, n_there: int) -> int | None:
    """Return where the bytes of an answer belong; None if they belong nowhere.

    Raises:
        KnownError: they are of another file.
        AnswerUnusable: they are of no model: a page that asks to sign in, a packed form.
    """
    _check_kind(transfer, file)
    if transfer.status == 200:
        length = transfer.headers.get("content-length", "")
        if _number(length) not in (None, file.size_bytes):
            raise REMOTE_FILE_CHANGED(
                f"{length} bytes instead of {file.size_bytes}", name=file.name
            )
        return 0
    said = _CONTENT_RANGE.fullmatch(transfer.headers.get("content-range", ""))
    if said is None:
        return None
    if said["all"] != "*" and _number(said["all"]) != file.size_bytes:
        raise REMOTE_FILE_CHANGED(
            f"{said['all']} bytes instead of {file.size_bytes}", name=file.name
        )
    if transfer.status == 416 or said["first"] is None:
        return None
    return n_there if _number(said["first"]) == n_there else None


def _check_kind(transfer: Transfer, file: RemoteFile) -> None:
    headers = transfer.headers
    is_page = headers.get("content-type", "").lower().startswith("text/html")
    if is_page or headers.get("content-encoding", "identity").lower() != "identity":
        raise AnswerUnusable(transfer.host, f"{headers.get('content-type', '')!r} for a model")
    _check_linked(transfer.redirect_headers, file)


def _check_linked(linked: Mapping[str, str], file: RemoteFile) -> None:
    """Compare what the hub says of the file before it sends us to the bytes."""
    digest = linked.get("x-linked-etag", "").removeprefix("W/").strip('"')
    if file.sha256 and _SHA256.fullmatch(digest) and digest != file.sha256:
        raise REMOTE_FILE_CHANGED(f"digest {digest} instead of {file.sha256}", name=file.name)
    size = linked.get("x-linked-size", "")
    if _number(size) not in (None, file.size_bytes):
        raise REMOTE_FILE_CHANGED(f"{size} bytes instead of {file.size_bytes}", name=file.name)
