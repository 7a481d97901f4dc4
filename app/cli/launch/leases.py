"""Who uses the server that several `hearth launch` share, and where it answers.

Each launcher holds a lock, its lease, and the server holds one while it lives; the system releases
them however a process ends. A third one, the gate, lets one launcher at a time look for the server
or start it, and keeps the server from ending meanwhile.

Threads: any.
"""

from __future__ import annotations

import contextlib
import uuid
from typing import TYPE_CHECKING

import filelock

from app.core.chats.lock import lock_of
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths

_LOOK_S, _STEP_S = 1.0, 0.01  # longer than others look, who hold a lock meanwhile


class Leases:
    """What launchers and their server know of each other, in a folder of theirs.

    Attributes:
        gate: a launcher holds it from its lease until it knows the address.
        server: the server holds it as long as it lives.
    """

    def __init__(self, paths: Paths) -> None:
        self._folder = paths.state / "launch"
        self._folder.mkdir(exist_ok=True)
        self._address = self._folder / "address"
        self.gate = lock_of(self._folder / "gate")
        self.server = lock_of(self._folder / "server")

    def take(self) -> filelock.BaseFileLock:
        """Return a lease, which ends when it is released; inside the gate only."""
        lease = lock_of(self._folder / f"lease-{uuid.uuid4().hex}")
        lease.acquire()
        return lease

    def is_used(self) -> bool:
        """Whether a launcher is there, or one comes."""
        try:
            with self.gate.acquire(timeout=_LOOK_S, poll_interval=_STEP_S):
                return self._has_lease()
        except filelock.Timeout:
            return True

    def be_server(self) -> None:
        """Hold the server's lock; launchers that look for a server hold it for a moment.

        Raises:
            filelock.Timeout: another server lives.
        """
        self.server.acquire(timeout=_LOOK_S, poll_interval=_STEP_S)

    def has_server(self) -> bool:
        """Whether a server lives, though it may not answer yet, or no more."""
        return _is_held(self.server)

    def address(self) -> str:
        """Return where the server answers; "" where it does not."""
        with contextlib.suppress(OSError):
            return self._address.read_text("ascii")
        return ""

    def announce(self, address: str) -> None:
        """Say where the server answers."""
        write_atomically(self._address, [address.encode("ascii")])

    def forget(self) -> None:
        """Say that no server answers."""
        self._address.unlink(missing_ok=True)

    def close_unused(self) -> bool:
        """Tell the server whether no launcher is left; from then on none finds it."""
        try:
            with self.gate.acquire(timeout=0):
                if self._has_lease():
                    return False
                self.forget()
        except FileNotFoundError:  # the folder was deleted
            return True
        except OSError:  # a busy gate, too
            return False
        return True

    def _has_lease(self) -> bool:
        """Look for one, and delete what is left of those that have ended; inside the gate only."""
        return any(not _is_left(file) for file in self._folder.glob("lease-*.lock"))


def _is_held(lock: filelock.BaseFileLock) -> bool:
    try:
        lock.acquire()
    except filelock.Timeout:
        return True
    lock.release()
    return False


def _is_left(file: Path) -> bool:
    """Whether nobody holds a lease; then it is deleted."""
    if _is_held(lock_of(file.with_suffix(""))):
        return False
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
    return True
