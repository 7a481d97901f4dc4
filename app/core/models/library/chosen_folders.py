"""Which folders the settings name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.models.library.errors import FOLDER_NAME_UNUSABLE
from app.core.models.library.scanner import LibraryFolders
from app.core.plain_value import PlainValue
from app.core.settings.table import MODEL_FOLDERS, OTHER_PROGRAMS

if TYPE_CHECKING:
    from app.core.models.library.machine import Machine
    from app.core.settings.settings import Settings


class LibraryChoices(PlainValue, frozen=True):
    """What the user has chosen of the library.

    Attributes:
        folders: of the user's own, as they were written.
        shows_others: whether models that only other programs have are shown.
        opened: paths of files opened last; what the settings do not hold.
    """

    folders: tuple[str, ...] = ()
    shows_others: bool = True
    opened: tuple[str, ...] = ()


def library_choices(settings: Settings) -> LibraryChoices:
    """Return the choices of the settings file."""
    lines = (line.strip() for line in settings.get(MODEL_FOLDERS).split("\n"))
    folders = tuple(dict.fromkeys(line for line in lines if line))
    return LibraryChoices(folders, settings.get(OTHER_PROGRAMS) == "show")


def set_library_choices(settings: Settings, choices: LibraryChoices) -> None:
    """Write choices into the settings file.

    Raises:
        KnownError: one has a name that a line of the file cannot hold; nothing was written.
        KnownError: it cannot be written.
    """
    for folder in choices.folders:
        if folder != folder.strip() or not folder.isprintable():
            raise FOLDER_NAME_UNUSABLE(folder=repr(folder))
    settings.set(MODEL_FOLDERS, "\n".join(choices.folders))
    settings.set(OTHER_PROGRAMS, "show" if choices.shows_others else "hide")


def library_folders(
    choices: LibraryChoices,
    machine: Machine,
    beside: Path | None = None,
    downloaded: Path | None = None,
) -> LibraryFolders:
    """Return where the library looks.

    Args:
        beside: folder that a path which is not absolute begins in; see `Paths.beside`. The home
            folder without one.
        downloaded: where Hearth downloads to; see `Paths.models`.
    """
    folders = (folder for folder in choices.folders if "\0" not in folder)
    own = (absolute_folder(folder, machine.home, beside) for folder in folders)
    opened = tuple(Path(file) for file in choices.opened)
    return LibraryFolders(
        tuple(dict.fromkeys(own)), machine, choices.shows_others, downloaded, opened
    )


def absolute_folder(line: str, home: Path, beside: Path | None) -> Path:
    """Return where a folder of the settings is; see `library_folders`."""
    if line == "~" or line.startswith(("~/", "~\\")):
        return home / line[2:]
    return (beside or home) / line  # an absolute path stays as it is
