"""Which models see or hear as they lie on the disk: those with one projector of theirs beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.library.library import ModelLibrary
from app.core.models.library.scanner import LibraryFolders
from app.core.models.projectors import ModelWithSenses, models_with_senses
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of

if TYPE_CHECKING:
    from pathlib import Path


def found(folder: Path) -> tuple[ModelWithSenses, ...]:
    return models_with_senses(ModelLibrary(LibraryFolders((folder,))).scan().entries)


def test_a_model_with_its_projector_beside_it_is_found_and_what_that_takes(tmp_path: Path) -> None:
    for name in ("siglip", "sound"):
        folder = tmp_path / name
        folder.mkdir()
        pair_of(name).write(folder)
    write_tiny_llama(tmp_path / "alone.gguf")

    models = found(tmp_path)
    by_folder = {one.path: (one.sees, one.hears) for one in models}
    assert by_folder == {
        str(tmp_path / "siglip" / "siglip.gguf"): (True, False),
        str(tmp_path / "sound" / "sound.gguf"): (False, True),
    }


def test_a_model_of_another_width_and_one_with_two_projectors_are_not(tmp_path: Path) -> None:
    two, narrow = tmp_path / "two", tmp_path / "narrow"
    two.mkdir()
    narrow.mkdir()
    pair_of("siglip").write(two)
    pair_of("both").write_projector(two)
    pair_of("siglip").write_projector(narrow)
    write_tiny_llama(narrow / "narrow.gguf", n_embd=80, n_heads=2)

    assert found(tmp_path) == ()


def test_a_model_that_is_gone_meanwhile_costs_the_others_nothing(tmp_path: Path) -> None:
    for name in ("siglip", "both"):
        folder = tmp_path / name
        folder.mkdir()
        pair_of(name).write(folder)
    entries = ModelLibrary(LibraryFolders((tmp_path,))).scan().entries
    (tmp_path / "both" / "both.gguf").unlink()

    assert [one.path for one in models_with_senses(entries)] == [
        str(tmp_path / "siglip" / "siglip.gguf")
    ]
