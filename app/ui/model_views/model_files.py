"""Which models were used last: files that can be opened again, and models of servers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.gguf import title_of_file
from app.core.protocol import RemoteModel
from app.ui.server_words import shown_name

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

MAX_RECENT = 6
_KEY = "models/recent"
_NAMES = "models/names"


class RecentModels:
    """Paths of the models opened last, newest first, kept in the window's state file."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def paths(self) -> tuple[str, ...]:
        """Return the paths of files that still exist, and those of models of servers."""
        value = self._settings.value(_KEY, [])
        paths = [value] if isinstance(value, str) else value
        if not isinstance(paths, list):
            return ()
        return tuple(
            path for path in map(str, paths) if RemoteModel.of(path) or Path(path).is_file()
        )

    def name(self, path: str) -> str:
        """Return what a model calls itself, as it did when it was loaded; else its file's name."""
        model = RemoteModel.of(path)
        if model is not None:
            return shown_name(model)
        return self._names().get(path) or title_of_file(Path(path).name)

    def add(self, path: str, name: str) -> None:
        """Put a path at the head, with what its model calls itself."""
        others = (other for other in self.paths() if not _is_same_model(path, other))
        kept = [path, *others][:MAX_RECENT]
        names = self._names() | {path: name}
        self._settings.setValue(_KEY, kept)
        self._settings.setValue(_NAMES, [names.get(one, "") for one in kept])

    def follow_server(self, old: str, new: str) -> None:
        """Have the models of a server that is called otherwise now under its new name."""
        names = self._names()
        kept: dict[str, str] = {}  # a server of the new name may have been there before
        for path in self.paths():
            kept.setdefault(RemoteModel.renamed(path, old, new), names.get(path, ""))
        self._settings.setValue(_KEY, list(kept))
        self._settings.setValue(_NAMES, list(kept.values()))

    def _names(self) -> dict[str, str]:
        names, paths = self._settings.value(_NAMES, []), self._settings.value(_KEY, [])
        names, paths = ([one] if isinstance(one, str) else one for one in (names, paths))
        if not isinstance(names, list) or not isinstance(paths, list):
            return {}
        return {str(path): str(name) for path, name in zip(paths, names, strict=False)}


def _is_same_model(path: str, other: str) -> bool:
    """Return whether two paths lead to one file, however they are spelled, or are the same."""
    if path == other or RemoteModel.of(path) or RemoteModel.of(other):
        return path == other
    try:
        return Path(path).samefile(other)
    except OSError:
        return False
