"""Python's garbage collection, on the interface thread only and never over what is there for good.

Left to itself it runs on whatever thread allocates. A Qt object in a cycle would then be destroyed
on the engine's thread, which Qt does not allow, and a full pass over all modules and classes makes
every thread wait for 60 to 110 ms, in the middle of scrolling.

One rule for the window, the tests and every script that opens a window: before the first Qt object
is made, the automatic collection ends, and it is never begun again in that process, for there may
be Qt objects and other threads up to its last moment.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

_INTERVAL_MS = 1000


def end_automatic_collection() -> None:
    """Let nothing but the calls of this module collect, for the rest of the process."""
    gc.disable()


class GarbageCollector(QObject):
    """Collects now and then, by Python's own thresholds, until `stop`. Interface thread only."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self._on_time)

    def start(self) -> None:
        """Begin to collect."""
        self.spare_what_is_there()
        self._timer.start()

    def stop(self) -> None:
        """Collect no more; what was spared may be collected by whoever comes next."""
        self._timer.stop()
        gc.unfreeze()

    @staticmethod
    def spare_what_is_there() -> None:
        """Never look at again what exists now; for moments when much of lasting use was loaded."""
        gc.freeze()

    @Slot()
    def _on_time(self) -> None:
        collect_what_is_due()


def collect_what_is_due() -> None:
    """Collect the oldest generation whose threshold is passed, and with it the younger ones."""
    thresholds, counts = gc.get_threshold(), gc.get_count()
    for generation in (2, 1, 0):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return
