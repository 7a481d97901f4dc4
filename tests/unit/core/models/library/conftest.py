"""A machine with nothing on it, and a library that looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.models.library.library import ModelLibrary
from app.core.models.library.machine import Machine
from app.core.models.library.scanner import LibraryFolders

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "home").mkdir()
    return Machine(tmp_path / "home", "linux", {}, tmp_path / "root")


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder of the user's."""
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


@pytest.fixture
def library_of(tmp_path: Path, machine: Machine) -> Callable[..., ModelLibrary]:
    def make(*folders: Path, index: bool = False) -> ModelLibrary:
        return ModelLibrary(
            LibraryFolders(folders, machine), tmp_path / "index.json" if index else None
        )

    return make
