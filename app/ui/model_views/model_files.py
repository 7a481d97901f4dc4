"""Which files can be opened as a model, and which were."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData, QSettings

MAX_RECENT = 6
_KEY = "models/recent"


class RecentModels:
    """Paths of the models opened last, newest first, kept in the window's state file."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def paths(self) -> tuple[str, ...]:
        """Return the paths that still exist."""
        value = self._settings.value(_KEY, [])
        paths = [value] if isinstance(value, str) else value
        if not isinstance(paths, list):
            return ()
        return tuple(str(path) for path in paths if Path(str(path)).is_file())

    def add(self, path: str) -> None:
        """Put a path at the head."""
        kept = [path, *(other for other in self.paths() if other != path)]
        self._settings.setValue(_KEY, kept[:MAX_RECENT])


def ask_model_file(parent: QWidget, start: str) -> str:
    """Let the user choose a GGUF file; "" when they did not."""
    path, _ = QFileDialog.getOpenFileName(
        parent, "Open model file", start, "Models (*.gguf);;All files (*)"
    )
    return path


def dropped_model(mime: QMimeData) -> str:
    """Return the GGUF file that is being dragged, "" when there is none."""
    for url in mime.urls():
        if url.isLocalFile() and url.toLocalFile().lower().endswith(".gguf"):
            return url.toLocalFile()
    return ""
