"""Opens the page "About Hearth" and knows what it says of the loaded model's devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.core.protocol import ModelLoaded, ModelUnloaded
from app.ui.upkeep.updates import UpdateCheck

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.protocol import ModelInfo
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.theme import Theme
    from app.ui.upkeep.about_dialog import AboutDialog


class AboutPresenter(QObject):
    """One page at a time."""

    def __init__(self, bridge: EventBridge, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model: ModelInfo | None = None
        self._dialog: AboutDialog | None = None
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelUnloaded, self._on_unloaded)

    def show_page(self, parent: QWidget) -> AboutDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.upkeep.about_dialog import AboutDialog, details

        if self._dialog is None:
            self._dialog = AboutDialog(self._theme, details(self._model), UpdateCheck(), parent)
            self._dialog.destroyed.connect(self._on_closed)
            self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()
        return self._dialog

    def _on_loaded(self, event: ModelLoaded) -> None:
        self._model = event.info

    def _on_unloaded(self, _event: ModelUnloaded) -> None:
        self._model = None

    @Slot()
    def _on_closed(self) -> None:
        self._dialog = None
