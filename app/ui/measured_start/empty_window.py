"""The empty window that a start is compared with: what Python and Qt need without any program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.measured_start.moments import Moment, note

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


class _EmptyWindow(QWidget):
    def __init__(self, moments: Path) -> None:
        super().__init__()
        self._moments = moments
        self.resize(1180, 780)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: it is painted, once."""
        note(self._moments, Moment.EMPTY)
        QTimer.singleShot(0, QApplication.quit)


def run(moments: str) -> int:
    """Show the window and return once it is painted."""
    app = QApplication([])
    window = _EmptyWindow(Path(moments))
    window.show()
    return app.exec()
