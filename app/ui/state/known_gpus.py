"""Which GPUs this machine has, as far as the engine has told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.core.fit import GPU_KINDS
from app.core.protocol import ModelLoaded

if TYPE_CHECKING:
    from app.core.protocol import Device
    from app.ui.event_bridge import EventBridge


class KnownGpus(QObject):
    """Remembers those of the last model that was loaded.

    Attributes:
        devices: none before the first model, and where none may be used.
        are_known: a model was loaded.
    """

    def __init__(self, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self.devices: tuple[Device, ...] = ()
        self.are_known = False
        bridge.subscribe(ModelLoaded, self._on_loaded)

    @property
    def largest_bytes(self) -> int:
        """All memory of the largest card; 0 without one that has memory of its own."""
        return max((one.total_bytes for one in self.devices if one.kind == "gpu"), default=0)

    def _on_loaded(self, event: ModelLoaded) -> None:
        self.are_known = True
        self.devices = tuple(one for one in event.info.devices if one.kind in GPU_KINDS)
