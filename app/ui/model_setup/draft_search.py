"""Looks for models that can draft for the one whose page is open."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError
from app.core.models.draft_models import find_draft_models
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from app.core.models.draft_models import DraftCandidate
    from app.core.models.library import ModelLibrary
    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog

logger = logging.getLogger(__name__)


class DraftSearch(QObject):
    """One look at a time; a page that was closed meanwhile is told nothing."""

    _found = Signal(object, object)  # Qt would change a path that is no UTF-8

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._aside = SideWork("draft models")
        self._library: ModelLibrary | None = None
        self._dialog: ModelSetupDialog | None = None
        self._path = ""
        self._found.connect(self._on_found)

    def begin(self, path: str, dialog: ModelSetupDialog, library: ModelLibrary) -> None:
        """Look for models that can draft for one, and show them on its page.

        Args:
            path: of the model.
            dialog: its page.
            library: used for this look only.
        """
        self.close()
        self._path, self._dialog, self._library = path, dialog, library
        dialog.finished.connect(self.close)
        self._aside.add(lambda: self._look(path, library))

    @Slot()
    def close(self) -> None:
        """Look no more."""
        self._dialog = None
        if self._library is not None:
            self._library.stop()
            self._library = None

    def wait(self, timeout_s: float) -> bool:
        """Wait after `close` until nothing is looked at any more; return whether that is so."""
        return self._aside.wait(timeout_s)

    def _look(self, path: str, library: ModelLibrary) -> None:
        models: tuple[DraftCandidate, ...] = ()
        try:
            models = find_draft_models(path, library.scan().entries)
        except KnownError:
            logger.info("what can draft for a model is not known", exc_info=True)
        finally:
            library.close()
        self._found.emit(path, models)

    @Slot(object, object)
    def _on_found(self, path: str, models: tuple[DraftCandidate, ...]) -> None:
        if self._dialog is not None and path == self._path:
            self._dialog.draft.show_models(models)
