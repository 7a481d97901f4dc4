"""Which projectors may let a model see or hear: those of its width, the ones beside it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.errors import KnownError
from app.core.models.library.library import ModelLibrary
from app.core.models.library.scanner import LibraryFolders
from app.core.models.projectors import ProjectorCandidate, find_projectors
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of
from tests.helpers.model_files import adapter_bytes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    (folder / "elsewhere").mkdir(parents=True)
    for name in ("siglip", "both", "sound"):
        pair_of(name).write_projector(folder)
    pair_of("mrope").write_projector(folder / "elsewhere")
    pair_of("slices").write_text(folder / "model.gguf")
    write_tiny_llama(folder / "narrow.gguf", n_embd=80, n_heads=2)
    (folder / "adapter.gguf").write_bytes(adapter_bytes())
    return folder


def found(folder: Path, name: str) -> list[ProjectorCandidate]:
    entries = ModelLibrary(LibraryFolders((folder,))).scan().entries
    return list(find_projectors(str(folder / name), entries))


def test_projectors_of_the_same_width_are_found_those_beside_the_model_first(folder: Path) -> None:
    projectors = found(folder, "model.gguf")
    assert [one.path.rpartition("/")[2].rpartition("\\")[2] for one in projectors] == [
        "both-mmproj.gguf",
        "siglip-mmproj.gguf",
        "sound-mmproj.gguf",
        "mrope-mmproj.gguf",
    ]
    assert [one.is_beside for one in projectors] == [True, True, True, False]
    assert [(one.sees, one.hears) for one in projectors] == [
        (True, True),
        (True, False),
        (False, True),
        (True, False),
    ]


def test_none_is_found_for_a_model_of_another_width(folder: Path) -> None:
    assert found(folder, "narrow.gguf") == []


def test_one_that_changed_since_it_was_looked_at_is_left_out(folder: Path) -> None:
    entries = ModelLibrary(LibraryFolders((folder,))).scan().entries
    (folder / "siglip-mmproj.gguf").unlink()
    (folder / "both-mmproj.gguf").write_bytes(b"GGUF")
    names = [one.path for one in find_projectors(str(folder / "model.gguf"), entries)]
    assert not any("siglip" in name or "both" in name for name in names)
    assert len(names) == 2


def test_a_model_that_is_gone_is_told(folder: Path) -> None:
    with pytest.raises(KnownError):
        found(folder, "gone.gguf")
