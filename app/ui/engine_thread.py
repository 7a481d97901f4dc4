"""The QThread whose `run()` is `Engine.run()`; nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread

if TYPE_CHECKING:
    from app.core.engine.engine import Engine

# Python's default of 5 ms would let either thread hold the interpreter for most of a frame.
SWITCH_INTERVAL_S = 0.0005


class EngineThread(QThread):
    """Hosts the engine; ends when the engine does."""

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("engine")
        self._engine = engine

    def run(self) -> None:
        """Serve the engine's commands until it is told to end."""
        self._engine.run()
