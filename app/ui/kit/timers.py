"""Work that is done later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, SignalInstance

if TYPE_CHECKING:
    from collections.abc import Callable


def timer(
    owner: QObject, ms: int, then: Callable[[], object] | SignalInstance, *, repeats: bool = False
) -> QTimer:
    """Return a timer that does something once, so long after it was started last."""
    made = QTimer(owner)
    made.setSingleShot(not repeats)
    made.setInterval(ms)
    made.timeout.connect(then)
    return made
