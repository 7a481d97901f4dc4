"""Imports what most windows open sooner or later, so that its first click does not wait for it.

Threads: the interface thread; it imports on a lane.
"""

from __future__ import annotations

import importlib
import logging
import threading
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

from app.core.system.lanes import Lane

_log = logging.getLogger(__name__)

PAGES: Final = (
    "app.ui.settings.settings_dialog",
    "app.ui.chat.chat_setup.chat_setup_dialog",
    "app.ui.window.palette.palette_overlay",
    "app.ui.models.library.library_dialog",
    "app.core.models.library.library",
    "app.ui.upkeep.memory_dialog",
    "app.ui.model_setup.model_setup_dialog",
    "app.ui.model_setup.setup_fits",
    "app.ui.models.get_model.get_model_presenter",
    "app.ui.models.get_model.get_model_dialog",
    "app.ui.models.get_model.choice_fits",
    "app.core.models.model_source",
    "app.ui.window.quick_window",
    "app.ui.composer.prompts_dialog",
    "app.ui.servers.servers_dialog",
    "app.ui.servers.server_form_dialog",
    "app.ui.documents.documents_dialog",
    "app.ui.documents.document_view",
    "app.ui.documents.shown_text",
    "app.ui.tools.tools_dialog",
    "app.ui.tools.tool_dialogs",
    "app.ui.tools.server_form",
    "app.ui.hardware.hardware_dialog",
    "app.core.hardware.probe",
    "app.core.hardware.speed_measure",
    "app.ui.api.api_dialog",
    "app.ui.interchange.export_dialog",
    "app.ui.interchange.import_dialog",
    "app.ui.media.picture_dialog",
    "app.ui.media.alt_text_dialog",
    "app.ui.chat.alternatives_dialog",
    "app.ui.upkeep.folders_dialog",
    "app.ui.upkeep.about_dialog",
)
_BEGINS_AFTER_MS = 4000  # the last chat is there by then
_PAUSE_S = 0.02  # between two, for the interpreter is the window's as well


class ImportsAhead(QObject):
    """Imports the pages once the start is over, until it is ended."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._begin)
        self._timer.start(_BEGINS_AFTER_MS)

    @Slot()
    def _begin(self) -> None:
        Lane("imports").add(_import, self._stop)

    def end(self) -> None:
        """Import no more."""
        self._timer.stop()
        self._stop.set()


def _import(stop: threading.Event) -> None:
    for name in PAGES:
        if stop.wait(_PAUSE_S):
            return
        try:
            importlib.import_module(name)
        except Exception:  # noqa: BLE001 - what opens the page tells it
            _log.exception("%s cannot be imported", name)
