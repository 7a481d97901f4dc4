"""Which folders the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.library.scanner import LibraryFolders
from app.core.settings import MODEL_FOLDERS, OTHER_PROGRAMS

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.library.machine import Machine
    from app.core.settings import Settings


def library_folders(
    settings: Settings, machine: Machine, beside: Path | None = None
) -> LibraryFolders:
    """Return where the library looks, as the user has it in the settings.

    Args:
        beside: folder that a path which is not absolute begins in; see `Paths.beside`. The home
            folder without one.
    """
    lines = (line.strip() for line in settings.get(MODEL_FOLDERS).splitlines())
    own = [_folder(line, machine.home, beside) for line in lines if line and "\0" not in line]
    shows_others = settings.get(OTHER_PROGRAMS) == "show"
    return LibraryFolders(tuple(dict.fromkeys(own)), machine, shows_others)


def _folder(line: str, home: Path, beside: Path | None) -> Path:
    if line == "~" or line.startswith(("~/", "~\\")):
        return home / line[2:]
    return (beside or home) / line  # an absolute path stays as it is
