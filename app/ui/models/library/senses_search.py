"""Looks for models on this machine that see or hear."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.ui.kit.side_work import SideWork

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.models.library.library import ModelLibrary
    from app.core.models.projectors import ModelWithSenses


class SensesSearch(QObject):
    """One look at a time; sends `found` with a tuple of `ModelWithSenses`.

    Args:
        new_library: makes the library for one look; called on the interface thread, reads nothing.
    """

    found = Signal(object)
    _looked = Signal(object, object)

    def __init__(self, new_library: Callable[[], ModelLibrary], parent: QObject) -> None:
        super().__init__(parent)
        self._new_library = new_library
        self._aside = SideWork("models with senses")
        self._library: ModelLibrary | None = None  # in which it is looked now
        self._looked.connect(self._on_looked)

    def begin(self) -> None:
        """Look, unless it is looked already."""
        if self._library is None:
            self._library = self._new_library()
            self._aside.add(partial(self._look, self._library))

    def close(self) -> None:
        """Look no more, and tell nothing."""
        if self._library is not None:
            self._library.stop()
            self._library = None

    def wait(self, timeout_s: float) -> bool:
        """Wait after `close` until nothing is looked at any more; return whether that is so."""
        return self._aside.wait(timeout_s)

    def _look(self, library: ModelLibrary) -> None:
        from app.core.models.projectors import models_with_senses

        try:
            models = models_with_senses(library.scan().entries)
        finally:
            library.close()
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._looked.emit(library, models)

    @Slot(object, object)
    def _on_looked(self, library: ModelLibrary, models: tuple[ModelWithSenses, ...]) -> None:
        if library is self._library:
            self._library = None
            self.found.emit(models)
