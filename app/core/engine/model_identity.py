"""What a model file is: a digest of every byte, taken once and remembered.

Rows computed by one model are worthless, or worse, to another one, so nothing is stored for a model
or restored to it before this is known. Files of many gigabytes are read on a thread of their own,
block by block; what was read is remembered, so that a restart goes on where it was.

A file that was read is known again by its inode, size and times. Whoever loads a model takes these
before the load: the digest must be of the very bytes that were loaded, also when another file has
taken the name since.

Threads: `identify` and `close` on the engine thread; `then` is called on the thread that reads.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.plain_value import PlainValue
from app.core.system import files
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

logger = logging.getLogger(__name__)

BLOCK_BYTES = 64 << 20
_READ_BYTES = 4 << 20
_BLOCKS_BETWEEN_NOTES = 16  # a GiB: what a restart may have to read again
_N_REMEMBERED = 200
_SETTLED_S = 2.0  # of a clock as coarse as that of FAT


class FileState(PlainValue, frozen=True):
    """By what a file is known again; another content has another state."""

    path: str
    device: int
    inode: int
    n_bytes: int
    modified_ns: int
    changed_ns: int

    @classmethod
    def of(cls, path: str) -> FileState:
        """Ask the system.

        Raises:
            OSError: the file is not there or cannot be opened.
        """
        with Path(path).open("rb") as file:
            return cls.of_open(path, file.fileno())

    @classmethod
    def of_open(cls, path: str, descriptor: int) -> FileState:
        """Ask the system of a file that is open, whatever lies at its path by now.

        Raises:
            OSError: it cannot be asked.
        """
        stat = os.fstat(descriptor)
        changed_ns = files.changed_ns(descriptor)
        return cls(path, stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns, changed_ns)

    @property
    def key(self) -> str:
        """Under which it is remembered: the name does not enter."""
        return f"{self.device}:{self.inode}:{self.n_bytes}:{self.modified_ns}:{self.changed_ns}"

    def is_settled(self) -> bool:
        """Whether a later change would show in the times, however coarse the clock is."""
        return time.time() - max(self.modified_ns, self.changed_ns) / 1e9 > _SETTLED_S


class FileChanged(Exception):
    """A file is not what it was when its model was loaded."""


class _Job(PlainValue, frozen=True):
    """Files to be read, who is told, and whether to stop."""

    states: tuple[FileState, ...]
    then: Callable[[str | None], None]
    stop: threading.Event


class ModelIdentity:
    """Digests of model files, and the file that remembers them.

    Args:
        digests_file: JSON; may be missing or damaged: everything is read once more then.
    """

    def __init__(self, digests_file: Path) -> None:
        self._digests_file = digests_file
        self._lock = threading.Lock()
        self._blocks = _remembered(digests_file)
        self._job: _Job | None = None
        self._lane = Lane("model identity")

    def known(self, states: Sequence[FileState]) -> str | None:
        """Return the identity of a model of these files, in order; None when it is not known yet.

        64 hex characters. Names and times do not enter it.
        """
        digests = []
        with self._lock:
            for state in states:
                blocks = self._blocks.get(state.key, [])
                if len(blocks) < n_blocks(state.n_bytes):
                    return None
                digests.append(_file_digest(state.n_bytes, blocks))
        whole = hashlib.blake2b(digest_size=32, person=b"hearth.model.v1")
        whole.update(b"".join(digests))
        return whole.hexdigest()

    def identify(
        self, states: Sequence[FileState], then: Callable[[str | None], None]
    ) -> str | None:
        """Return the identity of a model, or have its files read and `then` called with it.

        What was begun before ends without a call. Files that are read in a moment are read at once.

        Args:
            states: of its files, in order.
            then: called once unless an identity is returned; with None when they cannot be read.
        """
        self.close()
        identity = self.known(states)
        if identity is not None:
            return identity
        job = _Job(tuple(states), then, threading.Event())
        if sum(state.n_bytes for state in states) <= BLOCK_BYTES:
            return self._read_all(job)
        self._job = job
        self._lane.add(self._run, job)
        return None

    def close(self) -> None:
        """End what was begun, after the piece that is being read."""
        if self._job is not None:
            self._job.stop.set()
        self._lane.wait()

    # -- the thread --

    def _run(self, job: _Job) -> None:
        identity = self._read_all(job)
        if not job.stop.is_set():
            job.then(identity)

    def _read_all(self, job: _Job) -> str | None:
        try:
            for state in job.states:
                self._read(state, job.stop)
        except (OSError, FileChanged):
            logger.info("a model file cannot be identified", exc_info=True)
            return None
        return self.known(job.states)

    def _read(self, state: FileState, stop: threading.Event) -> None:
        """Read the blocks of a file that are not known yet.

        Raises:
            FileChanged: it is not what it was, before or after.
            OSError: it cannot be read.
        """
        with self._lock:
            blocks = list(self._blocks.get(state.key, ()))
        with Path(state.path).open("rb", buffering=0) as file:
            _check(state, file.fileno())
            while len(blocks) < n_blocks(state.n_bytes):
                file.seek(len(blocks) * BLOCK_BYTES)
                digest = _block_digest(file, stop)
                if digest is None:
                    break
                blocks.append(digest)
                is_last = len(blocks) == n_blocks(state.n_bytes)
                if is_last:
                    _check(state, file.fileno())
                if is_last or len(blocks) % _BLOCKS_BETWEEN_NOTES == 0:
                    self._note(state, blocks)
            else:
                return
        self._note(state, blocks)

    def _note(self, state: FileState, blocks: list[bytes]) -> None:
        with self._lock:
            self._blocks.pop(state.key, None)
            self._blocks[state.key] = list(blocks)
            kept = dict(list(self._blocks.items())[-_N_REMEMBERED:])
        if not state.is_settled():
            kept.pop(state.key, None)
        content = {key: [block.hex() for block in found] for key, found in kept.items()}
        try:
            files.write_atomically(self._digests_file, [json.dumps(content).encode()])
        except OSError as error:
            logger.info("what was read of a model file is not remembered: %r", error)


def n_blocks(n_bytes: int) -> int:
    """Return how many blocks a file has; an empty one has one."""
    return max(1, -(-n_bytes // BLOCK_BYTES))


def _block_digest(file: Any, stop: threading.Event) -> bytes | None:
    """Return the digest of the block at the file's position; None when told to stop."""
    digest = hashlib.blake2b(digest_size=32, person=b"hearth.block.v1")
    n_left = BLOCK_BYTES
    while n_left > 0:
        if stop.is_set():
            return None
        piece = file.read(min(_READ_BYTES, n_left))
        if not piece:
            break
        digest.update(piece)
        n_left -= len(piece)
    return digest.digest()


def _file_digest(n_bytes: int, blocks: Sequence[bytes]) -> bytes:
    digest = hashlib.blake2b(digest_size=32, person=b"hearth.file.v1")
    digest.update(n_bytes.to_bytes(8, "little"))
    for block in blocks:
        digest.update(block)
    return digest.digest()


def _check(state: FileState, descriptor: int) -> None:
    if FileState.of_open(state.path, descriptor) != state:
        raise FileChanged


def _remembered(digests_file: Path) -> dict[str, list[bytes]]:
    try:
        content = json.loads(digests_file.read_bytes())
        return {
            str(key): [bytes.fromhex(block) for block in blocks] for key, blocks in content.items()
        }
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


class FilesIdentified(PlainValue, frozen=True):
    """Files were read; `identity` is None when they could not be."""

    states: tuple[FileState, ...]
    identity: str | None


class ModelIdentification:
    """What is known of the one model that is loaded, or being loaded.

    Args:
        identities: remembers what was read.
        notify: told when files were read that take a while, on the thread that reads them.
    """

    def __init__(
        self, identities: ModelIdentity, notify: Callable[[FilesIdentified], None]
    ) -> None:
        self._identities = identities
        self._notify = notify
        self._states: tuple[FileState, ...] = ()
        self._identity: str | None = None
        self._is_same = False  # what was loaded is what is read
        self._is_read = False  # or it is being read

    def begin(self, paths: Sequence[str]) -> None:
        """Begin to read the files of a model; to be called right before it is loaded."""
        self.note(paths)
        self.read()

    def note(self, paths: Sequence[str]) -> None:
        """Take note of the files of a model, right before it is loaded; `read` reads them."""
        self._is_same = self._is_read = False
        self._identity = None
        self._states = _states(paths)

    def read(self) -> None:
        """Begin to read them, once; what else is being read ends."""
        states = self._states
        if states and not self._is_read:
            self._is_read = True
            self._identity = self._identities.identify(
                states, lambda identity: self._notify(FilesIdentified(states, identity))
            )

    def is_of(self, notice: FilesIdentified) -> bool:
        """Whether it is told of the files of this model."""
        return bool(self._states) and notice.states == self._states

    def loaded(self) -> str | None:
        """Return the identity of the model that was loaded now; None when it is not known yet.

        Or never will be: another file has taken its name while it was being loaded.
        """
        self._is_same = bool(self._states) and self._states == _states(
            [state.path for state in self._states]
        )
        return self._identity if self._is_same else None

    def take(self, notice: FilesIdentified) -> str | None:
        """Return the identity of the loaded model, when it is that which was read."""
        if notice.states != self._states:
            return None
        self._identity = notice.identity
        return self._identity if self._is_same else None

    def close(self) -> None:
        """The model goes; what is read of it by now is remembered."""
        self._states, self._is_same = (), False
        self._identities.close()


def _states(paths: Sequence[str]) -> tuple[FileState, ...]:
    try:
        return tuple(map(FileState.of, paths))
    except OSError:
        return ()
