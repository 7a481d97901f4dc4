"""The folder of what users attached, byte for byte, each file under the digest of its bytes.

A file comes in under a name of its own, is looked at, and only then gets its place: what lies under
a digest is whole, and is a medium unless a tool made it. Several programs may use the folder; a
lock keeps a file from being deleted between being found and being counted on.

Threads: any, and any number of processes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import filelock

from app.core.media import refusals
from app.core.media.formats import HEAD_BYTES
from app.core.plain_value import PlainValue
from app.core.system.files import replace_file, sync_file, sync_folder
from app.core.system.paths import INNER_FOLDER_MODE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import BinaryIO

MAX_FILE_BYTES: Final = 200_000_000
YOUNG_S: Final = 3600.0  # as long as a message may be on its way into the chats
_DIGEST = re.compile(r"[0-9a-f]{64}")
_INCOMING = re.compile(r"incoming-\w+\.part")
_CHUNK_BYTES = 1 << 20
_LOCK_S = 30.0
_OPEN = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class Incoming(PlainValue, frozen=True):
    """A copy that has no place yet.

    Attributes:
        path: where it lies.
        digest: hex of BLAKE2b-256 over its bytes.
        n_bytes: of it.
    """

    path: Path
    digest: str
    n_bytes: int


class Originals:
    """The files in one folder.

    Args:
        folder: is made when something is first put there.
        max_file_bytes: of the largest that is taken.
    """

    def __init__(self, folder: Path, max_file_bytes: int = MAX_FILE_BYTES) -> None:
        self._folder = folder
        self._max_file_bytes = max_file_bytes

    def path(self, digest: str) -> Path:
        """Return where a file lies, or would."""
        return self._folder / digest

    @contextlib.contextmanager
    def incoming(
        self, source: Path | bytes, name: str, check: Callable[[bytes], object]
    ) -> Iterator[Incoming]:
        """Copy a file in; the copy is gone after the block unless `keep` gave it a place.

        Args:
            source: where it lies, or its bytes.
            name: as it is shown.
            check: is given the first bytes before all others are copied; may raise.

        Raises:
            MediaUnusable: it is empty, too large, no file, or cannot be read.
            OSError: the copy could not be written.
        """
        with _reading(source, name) as chunks:
            self._folder.mkdir(INNER_FOLDER_MODE, parents=True, exist_ok=True)
            descriptor, path = tempfile.mkstemp(".part", "incoming-", self._folder)
            try:
                with os.fdopen(descriptor, "wb") as copy:
                    digest, n_bytes = self._copy(chunks, copy, name, check)
                yield Incoming(Path(path), digest, n_bytes)
            finally:
                with contextlib.suppress(OSError):
                    Path(path).unlink()

    def _copy(
        self,
        chunks: Iterator[bytes],
        copy: BinaryIO,
        name: str,
        check: Callable[[bytes], object],
    ) -> tuple[str, int]:
        digest, n_bytes = hashlib.blake2b(digest_size=32), 0
        for chunk in chunks:
            if not n_bytes:
                check(chunk[:HEAD_BYTES])
            n_bytes += len(chunk)
            if n_bytes > self._max_file_bytes:
                raise refusals.too_large(name, self._max_file_bytes)
            digest.update(chunk)
            copy.write(chunk)
        if not n_bytes:
            raise refusals.empty(name)
        return digest.hexdigest(), n_bytes

    def keep(self, incoming: Incoming) -> None:
        """Give a copy its place, durably; where the same bytes lie already, those count.

        Raises:
            OSError: the disk refused; what lay there is untouched.
        """
        path = self.path(incoming.digest)
        with incoming.path.open("rb+") as copy:
            sync_file(copy.fileno())
        with self._locked():
            if _is_whole(path, incoming):
                os.utime(path)  # young again: `forget` leaves it to the message on its way
            else:
                replace_file(incoming.path, path)
        sync_folder(self._folder)

    def names(self, *, only_old: bool = False) -> list[str]:
        """Return the digests of the files that lie here, or of those that are no longer young."""
        try:
            files = list(self._folder.iterdir())
        except OSError:  # there is none, or nobody may look
            return []
        found = [file for file in files if _DIGEST.fullmatch(file.name)]
        return [file.name for file in found if not only_old or is_old(file)]

    def forget(self, used: Collection[str]) -> tuple[str, ...]:
        """Delete files that nobody uses and that are no longer young; return their digests.

        Args:
            used: digests of all messages, those in the trash and in backups included.

        Raises:
            OSError: the disk refused; what was deleted before is gone.
        """
        if not self._folder.is_dir():
            return ()
        gone = []
        for file in list(self._folder.iterdir()):
            is_left = _INCOMING.fullmatch(file.name) is not None
            if not (is_left or (_DIGEST.fullmatch(file.name) and file.name not in used)):
                continue
            if not is_old(file):
                continue
            with self._locked():
                if not is_old(file):  # attached again meanwhile
                    continue
                with contextlib.suppress(OSError):  # it is read just now; next time
                    file.unlink()
                    gone += [] if is_left else [file.name]
        if gone:
            sync_folder(self._folder)
        return tuple(gone)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other programs from deleting, or from counting on what is deleted."""
        lock = filelock.FileLock(self._folder / "lock", timeout=_LOCK_S, mode=0o600)
        try:
            lock.acquire()
        except filelock.Timeout as error:
            raise TimeoutError(f"{lock.lock_file} is held") from error
        try:
            yield
        finally:
            lock.release()


def is_old(file: Path, young_s: float = YOUNG_S) -> bool:
    """Return whether a file was made or used last so long ago; not where it is gone.

    A time in the future, of a clock that was wrong, is long ago.
    """
    try:
        age_s = time.time() - file.stat().st_mtime
    except OSError:
        return False
    return not 0 <= age_s <= young_s


def _is_whole(path: Path, incoming: Incoming) -> bool:
    """Return whether the bytes of a copy lie there already; a damaged file is mended by it."""
    try:
        if path.stat().st_size != incoming.n_bytes:
            return False
        with path.open("rb") as file:
            found = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=32))
    except OSError:
        return False
    return found.hexdigest() == incoming.digest


@contextlib.contextmanager
def _reading(source: Path | bytes, name: str) -> Iterator[Iterator[bytes]]:
    """Give the bytes of a file, piece by piece; only what is an ordinary file is opened."""
    if isinstance(source, bytes):
        yield iter((source,) if source else ())
        return
    try:
        descriptor = os.open(source, _OPEN)
    except ValueError as error:  # a name that no system has
        raise refusals.not_there(name) from error
    except OSError as error:
        raise _unopened(source, name, error) from error
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise refusals.not_a_file(name, is_folder=stat.S_ISDIR(mode))
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        yield _pieces(file, name)


def _pieces(file: BinaryIO, name: str) -> Iterator[bytes]:
    while True:
        try:
            chunk = file.read(_CHUNK_BYTES)
        except OSError as error:
            raise refusals.not_readable(name, error) from error
        if not chunk:
            return
        yield chunk


def _unopened(source: Path, name: str, error: OSError) -> Exception:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return refusals.not_there(name)
    with contextlib.suppress(OSError):
        if source.is_dir():  # Windows opens no folder
            return refusals.not_a_file(name, is_folder=True)
    return refusals.not_readable(name, error)
