"""Which folders the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.library.chosen_folders import (
    LibraryChoices,
    library_choices,
    library_folders,
    set_library_choices,
)
from app.core.models.library.entries import Origin
from app.core.models.library.library import ModelLibrary
from app.core.models.library.scanner import LibraryFolders
from app.core.settings.settings import Settings
from app.core.settings.table import MODEL_FOLDERS, OTHER_PROGRAMS
from tests.helpers.model_files import write_model

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.library.machine import Machine


def test_folders_are_lines_with_home_and_stick_filled_in(tmp_path: Path, machine: Machine) -> None:
    settings = Settings.load(tmp_path / "settings.toml")
    assert library_folders(library_choices(settings), machine) == LibraryFolders((), machine)
    disk = tmp_path / "big disk" / "models"
    settings.set(MODEL_FOLDERS, f"{disk}\n\n  ~/models \nmine\n~\n{disk}\n")
    own = library_folders(library_choices(settings), machine).own
    home = machine.home
    assert own == (disk, home / "models", home / "mine", home)
    assert library_folders(library_choices(settings), machine, tmp_path).own[2] == tmp_path / "mine"


def test_models_of_other_programs_are_not_shown_when_the_user_wants_it(
    tmp_path: Path, machine: Machine
) -> None:
    write_model(machine.home / ".lmstudio" / "models" / "p" / "r" / "theirs.gguf", "Theirs")
    shared = write_model(machine.home / ".lmstudio" / "models" / "p" / "q" / "both.gguf", "Both")
    write_model(tmp_path / "mine" / "mine.gguf", "Mine")
    settings = Settings.load(tmp_path / "settings.toml")
    settings.set(MODEL_FOLDERS, f"{tmp_path / 'mine'}\n{shared.parent}")
    settings.set(OTHER_PROGRAMS, "hide")
    library = ModelLibrary(library_folders(library_choices(settings), machine))
    entries = {entry.name: entry.origin for entry in library.scan().entries}
    # What the user chose is shown, and still known to be of another program.
    assert entries == {"Mine": Origin.FOLDER, "Both": Origin.LM_STUDIO}


def test_choices_come_back_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    choices = LibraryChoices(("/big disk/models", "~/models"), shows_others=False)
    set_library_choices(Settings.load(path), choices)
    assert library_choices(Settings.load(path)) == choices
