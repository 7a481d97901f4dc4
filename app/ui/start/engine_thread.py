"""The QThread whose `run()` is `EngineLink.run()`; nothing else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread

if TYPE_CHECKING:
    from app.core.engine_link import EngineLink

# Python's default of 5 ms would let either thread hold the interpreter for most of a frame. On
# Windows it counts whole milliseconds, and half of one would be none: threads would never rest.
SWITCH_INTERVAL_S = 0.001 if sys.platform == "win32" else 0.0005


class EngineThread(QThread):
    """Serves the engine, here or in its own process; ends when the engine does."""

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("engine")
        self._link = link

    def run(self) -> None:
        """Serve the engine until it is told to end."""
        self._link.run()
