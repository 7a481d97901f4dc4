"""Which folders the settings name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.models.library import LibraryFolders, library_folders
from app.core.settings import MODEL_FOLDERS, OTHER_PROGRAMS, Settings

if TYPE_CHECKING:
    from app.core.models.library import Machine


def test_folders_are_lines_with_home_and_stick_filled_in(tmp_path: Path, machine: Machine) -> None:
    settings = Settings.load(tmp_path / "settings.toml")
    assert library_folders(settings, machine) == LibraryFolders((), machine)
    settings.set(MODEL_FOLDERS, "/big disk/models\n\n  ~/models \nmine\n~\n/big disk/models\n")
    own = library_folders(settings, machine).own
    home = machine.home
    assert own == (Path("/big disk/models"), home / "models", home / "mine", home)
    assert library_folders(settings, machine, tmp_path).own[2] == tmp_path / "mine"


def test_other_programs_are_left_alone_when_the_user_wants_it(
    tmp_path: Path, machine: Machine
) -> None:
    settings = Settings.load(tmp_path / "settings.toml")
    settings.set(OTHER_PROGRAMS, "hide")
    assert library_folders(settings, machine).machine is None
