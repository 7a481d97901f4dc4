"""Turns the system's request to end (Ctrl+C, logout) into closing the window.

Python runs signal handlers only between its own instructions, and Qt's event loop executes none
while nothing happens; a byte written to a socket wakes it.
"""

from __future__ import annotations

import signal
import socket
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

if TYPE_CHECKING:
    from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class QuitSignals(QObject):
    """Emits `asked_to_quit` when the process is asked to end. Interface thread only."""

    asked_to_quit = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._receiving, self._sending = socket.socketpair()
        self._receiving.setblocking(False)
        self._sending.setblocking(False)
        self._notifier = QSocketNotifier(self._receiving.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_readable)
        self._previous_fd = signal.set_wakeup_fd(self._sending.fileno(), warn_on_full_buffer=False)
        self._previous = {number: signal.signal(number, _ignore) for number in _SIGNALS}

    def close(self) -> None:
        """Give the signals back."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._previous_fd)
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        self._receiving.close()
        self._sending.close()

    @Slot()
    def _on_readable(self) -> None:
        received = self._receiving.recv(64)
        if any(number in received for number in _SIGNALS):
            self.asked_to_quit.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """The wake-up byte does the work; a handler must exist for Python to write it."""
