"""Commands on their way into the pipe: in order, but for those that end something.

Threads: `put` from any thread and never waits; `take` on the thread that writes.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

from app.core.protocol import CancelLoad, Shutdown, Stop

if TYPE_CHECKING:
    from app.core.protocol import Command

_OVERTAKES = (Stop, CancelLoad, Shutdown)


class Outgoing:
    """A queue that outlives the process it is written to."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Command] = deque()
        self._epoch = 0

    def put(self, command: Command) -> None:
        """Add a command; one that ends something need not wait for a long one before it."""
        with self._changed:
            if isinstance(command, _OVERTAKES) and not self._would_overtake_its_own(command):
                self._waiting.appendleft(command)
            else:
                self._waiting.append(command)
            self._changed.notify_all()

    def _would_overtake_its_own(self, command: Command) -> bool:
        """Whether what a command would end is itself still waiting here."""
        if isinstance(command, Shutdown):
            return bool(self._waiting)  # what was asked for before is still done
        wanted = getattr(command, "request", None)
        return any(
            isinstance(one, CancelLoad) or getattr(one, "request", None) == wanted
            for one in self._waiting
        )

    def put_first(self, command: Command) -> None:
        """Add a command before all others."""
        with self._changed:
            self._waiting.appendleft(command)
            self._changed.notify_all()

    def begin_epoch(self) -> int:
        """Let whoever takes now take no more; return the number that takes from now on."""
        with self._changed:
            self._epoch += 1
            self._changed.notify_all()
            return self._epoch

    def take(self, epoch: int) -> Command | None:
        """Wait for a command; None when another epoch has begun."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._waiting) or self._epoch != epoch)
            return None if self._epoch != epoch else self._waiting.popleft()
