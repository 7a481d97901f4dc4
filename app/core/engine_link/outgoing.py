"""Calls and commands on their way into the pipe: in order, but for those that end something.

Threads: `put` from any thread and never waits; `take` on the thread that writes.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

from app.core.protocol import Call, CancelLoad, LoadModel, Shutdown, Stop

if TYPE_CHECKING:
    from app.core.protocol import ToEngine

_OVERTAKES = (Stop, CancelLoad, Shutdown)


class Outgoing:
    """A queue that outlives the process it is written to."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[ToEngine] = deque()
        self._epoch = 0

    def put(self, message: ToEngine) -> None:
        """Add a message; one that ends something need not wait for a long one before it."""
        with self._changed:
            if isinstance(message, _OVERTAKES) and not self._would_overtake_its_own(message):
                self._waiting.appendleft(message)
            else:
                self._waiting.append(message)
            self._changed.notify_all()

    def _would_overtake_its_own(self, message: Stop | CancelLoad | Shutdown) -> bool:
        """Whether what a command would end is itself still waiting here."""
        match message:
            case Shutdown():
                return bool(self._waiting)  # what was asked for before is still done
            case CancelLoad():
                return any(isinstance(one, CancelLoad | LoadModel) for one in self._waiting)
            case Stop(request):
                return any(isinstance(one, Call) and one.id == request for one in self._waiting)

    def put_first(self, message: ToEngine) -> None:
        """Add a message before all others."""
        with self._changed:
            self._waiting.appendleft(message)
            self._changed.notify_all()

    def begin_epoch(self) -> int:
        """Let whoever takes now take no more; return the number that takes from now on."""
        with self._changed:
            self._epoch += 1
            self._changed.notify_all()
            return self._epoch

    def take(self, epoch: int) -> ToEngine | None:
        """Wait for a message; None when another epoch has begun."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._waiting) or self._epoch != epoch)
            return None if self._epoch != epoch else self._waiting.popleft()
