"""What the loaded model gives back before another one is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.conversations.events import ModelResting
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded

if TYPE_CHECKING:
    from app.core.protocol import ModelInfo
    from app.ui.event_bridge import EventBridge


class FreedMemory(QObject):
    """Follows which model is loaded; sends `changed` when that may be another one.

    Attributes:
        places: each with the bytes that it gets back.
    """

    changed = Signal()

    def __init__(self, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self.places: tuple[tuple[str, int], ...] = ()
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(ModelResting, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)

    def _on_model(self, event: ModelLoaded | ModelUnloaded | ModelResting | EngineStopped) -> None:
        self.places = given_back(event.info) if isinstance(event, ModelLoaded) else ()
        self.changed.emit()


def given_back(model: ModelInfo) -> tuple[tuple[str, int], ...]:
    """Return what a model gives back in each place.

    What is mapped of its files into RAM, the system counts as free.
    """
    freed = []
    for index, use in enumerate(model.placement.uses):
        n_bytes = use.cache_bytes + use.compute_bytes
        weights_bytes = use.weights_bytes if index else model.placement.copied_bytes
        freed.append((use.place, n_bytes + weights_bytes))
    return tuple(freed)
