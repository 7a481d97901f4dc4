"""Work that is done on a second thread, for which the interface would otherwise wait, or later."""

from __future__ import annotations

import logging
import threading
from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, SignalInstance

if TYPE_CHECKING:
    from collections.abc import Callable


_log = logging.getLogger(__name__)


def timer(
    owner: QObject, ms: int, then: Callable[[], object] | SignalInstance, *, repeats: bool = False
) -> QTimer:
    """Return a timer that does something once, so long after it was started last."""
    made = QTimer(owner)
    made.setSingleShot(not repeats)
    made.setInterval(ms)
    made.timeout.connect(then)
    return made


class SideWork:
    """Does jobs one after another on a thread that lives only while there are some.

    Args:
        name: of the thread.

    Threads: any.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._jobs: deque[Callable[[], None]] = deque()  # guarded by _lock
        self._works = False  # guarded by _lock
        self._thread: threading.Thread | None = None  # guarded by _lock; the last one

    def add(self, job: Callable[[], None]) -> None:
        """Do a job when those before it are done; what it raises is logged."""
        with self._lock:
            self._jobs.append(job)
            if self._works:
                return
            self._works = True
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()

    def wait(self, timeout_s: float) -> bool:
        """Wait until all jobs are done; return whether they are. Not for a job itself."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(timeout_s)
        with self._lock:
            return not self._works

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._jobs:
                    self._works = False
                    return
                job = self._jobs.popleft()
            try:
                job()
            except Exception:  # noqa: BLE001 - the next job shall not suffer
                _log.exception("a job of %s failed", self._name)
