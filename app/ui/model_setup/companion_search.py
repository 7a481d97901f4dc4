"""Looks for files that go with the model whose page is open: draft models and projectors."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.errors import KnownError
from app.core.models.projectors import NO_PROJECTORS, ProjectorChoices
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from app.core.models.draft_models import DraftCandidate
    from app.core.models.library.entries import LibraryEntry
    from app.core.models.library.library import ModelLibrary
    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog

logger = logging.getLogger(__name__)


class _Companions(PlainValue, frozen=True):
    """What was found for the model at a path."""

    path: str
    drafts: tuple[DraftCandidate, ...] = ()
    projectors: ProjectorChoices = NO_PROJECTORS
    head: Path | None = None


class CompanionSearch(QObject):
    """One look at a time; a page that was closed meanwhile is told nothing."""

    _found = Signal(object)  # Qt would change a path that is no UTF-8

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._aside = Lane("model companions")
        self._library: ModelLibrary | None = None
        self._dialog: ModelSetupDialog | None = None
        self._path = ""
        self._found.connect(self._on_found)

    def begin(self, path: str, dialog: ModelSetupDialog, library: ModelLibrary) -> None:
        """Look for files that go with a model, and show them on its page.

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
        found = _Companions(path)
        try:
            found = _companions(path, library.scan().entries)
        except KnownError:
            logger.info("what goes with a model is not known", exc_info=True)
        finally:
            library.close()
        self._found.emit(found)

    @Slot(object)
    def _on_found(self, found: _Companions) -> None:
        if self._dialog is not None and found.path == self._path:
            self._dialog.draft.show_models(found.drafts, found.head)
            self._dialog.projector.show_found(found.projectors)


def _companions(path: str, entries: tuple[LibraryEntry, ...]) -> _Companions:
    from app.core.gguf.companions import head_beside
    from app.core.models.draft_models import find_draft_models
    from app.core.models.projectors import projector_choices

    drafts, head = find_draft_models(path, entries), head_beside(Path(path))
    return _Companions(path, drafts, projector_choices(path, entries), head)
