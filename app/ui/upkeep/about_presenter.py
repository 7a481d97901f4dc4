"""Opens the page "About Hearth" and knows what it says of the loaded model's devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.protocol import ModelInfo, ModelLoaded, ModelUnloaded
from app.ui.kit.message_box import PagePresenter
from app.ui.upkeep.updates import UpdateCheck

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QWidget

    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.theme import Theme
    from app.ui.upkeep.about_dialog import AboutDialog


class AboutPresenter(PagePresenter["AboutDialog"]):
    """One page at a time."""

    def __init__(self, bridge: EventBridge, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model: ModelInfo | None = None
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelUnloaded, self._on_unloaded)

    def show_page(self, parent: QWidget) -> AboutDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.upkeep.about_dialog import AboutDialog, details

        if self._dialog is None:
            self._begin(AboutDialog(self._theme, details(self._model), UpdateCheck(), parent))
        return self._to_front()

    def _on_loaded(self, event: ModelLoaded) -> None:
        self._model = event.info

    def _on_unloaded(self, _event: ModelUnloaded) -> None:
        self._model = None
