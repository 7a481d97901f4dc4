"""What a model sees and hears with: found, chosen, or refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.errors import KnownError
from app.core.models.library.library import ModelLibrary
from app.core.models.library.scanner import LibraryFolders
from app.core.models.projectors import (
    ProjectorRefused,
    projector_choices,
    projector_in_use,
    read_projector_for,
)
from app.core.protocol import NO_PROJECTOR
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.library.entries import LibraryEntry


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three models, each in a folder: one that sees, one that hears, one that does neither."""
    for name in ("slices", "sound"):
        (tmp_path / name).mkdir()
        pair_of(name).write(tmp_path / name)
    (tmp_path / "plain").mkdir()
    write_tiny_llama(tmp_path / "plain" / "plain.gguf", n_embd=80, n_heads=2)
    return tmp_path


def entries(folder: Path) -> tuple[LibraryEntry, ...]:
    folders = tuple(sorted(one for one in folder.iterdir() if one.is_dir()))
    return ModelLibrary(LibraryFolders(folders)).scan().entries


def test_the_one_beside_a_model_is_taken_and_all_that_fit_are_offered(folder: Path) -> None:
    model = folder / "slices" / "slices.gguf"
    choices = projector_choices(str(model), entries(folder))
    assert choices.automatic == str(folder / "slices" / "slices-mmproj.gguf")
    assert [one.path for one in choices.candidates] == [
        choices.automatic,
        str(folder / "sound" / "sound-mmproj.gguf"),
    ]


def test_what_is_chosen_counts_before_what_lies_beside(folder: Path) -> None:
    model = str(folder / "slices" / "slices.gguf")
    other = str(folder / "sound" / "sound-mmproj.gguf")
    used = [projector_in_use(model, chosen) for chosen in ("", other, NO_PROJECTOR, "/gone.gguf")]
    assert [one and (one.sees, one.hears) for one in used] == [
        (True, False),
        (False, True),
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("plain/plain.gguf", "is not a projector"),
        ("slices/letter.gguf", "not a GGUF"),
        ("slices/gone.gguf", "cannot read"),
    ],
)
def test_a_file_that_lets_it_see_nothing_is_refused_in_words(
    folder: Path, file: str, told: str
) -> None:
    (folder / "slices" / "letter.gguf").write_text("Dear reader")
    with pytest.raises(KnownError, match=told):
        read_projector_for(str(folder / "slices" / "slices.gguf"), str(folder / file))


def test_one_of_another_width_is_refused_in_words(folder: Path) -> None:
    projector = str(folder / "slices" / "slices-mmproj.gguf")
    with pytest.raises(ProjectorRefused, match="belongs to another model"):
        read_projector_for(str(folder / "plain" / "plain.gguf"), projector)
