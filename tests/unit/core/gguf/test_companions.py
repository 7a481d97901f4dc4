"""Which projector in the folder of a model belongs to it, by headers alone."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from app.core.gguf.companions import projector_beside
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of
from tests.helpers.tiny_projectors import write_projector

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return pair_of("slices").write_text(tmp_path / "model.gguf")


def projector(path: Path, name: str, **options: Any) -> Path:
    return write_projector(path, vision="idefics3", name=name, **options)


def test_the_only_one_beside_the_only_model_is_its_own_whatever_it_is_called(model: Path) -> None:
    found = pair_of("slices").write_projector(model.parent)
    renamed = found.rename(model.with_name("a model of letters.GGUF"))

    assert projector_beside(model) == renamed


def test_there_is_none_where_nothing_lies_beside_a_model(model: Path) -> None:
    (model.parent / "folder.gguf").mkdir()
    (model.parent / "words.gguf").write_bytes(b"GGUF of a clip that is none")

    assert projector_beside(model) is None
    assert projector_beside(model.parent / "gone" / "model.gguf") is None


def test_one_of_another_width_is_none_for_it(tmp_path: Path) -> None:
    narrow = write_tiny_llama(tmp_path / "narrow.gguf", n_embd=80, n_heads=2)
    pair_of("slices").write_projector(tmp_path)

    assert projector_beside(narrow) is None


def test_beside_several_models_it_must_have_the_name_of_its_own(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf", name="Llava 1.5 (7B)")
    other = write_tiny_llama(tmp_path / "other.gguf", name="Other 7B")
    found = projector(tmp_path / "projector.gguf", "Another")
    assert projector_beside(model) is None

    projector(found, "llava-1.5-7b")
    assert projector_beside(model) == found
    assert projector_beside(other) is None


def test_the_same_model_in_other_sizes_is_no_other_model(model: Path) -> None:
    found = pair_of("slices").write_projector(model.parent)
    shutil.copyfile(model, model.with_name("model-Q4_K.gguf"))

    assert projector_beside(model) == found


def test_of_several_with_its_name_the_half_precise_one_is_taken(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "model.gguf", name="Llava")
    full, eighth, half = (
        projector(tmp_path / f"{name}.gguf", "Llava", file_type=kind)
        for name, kind in (("full", 0), ("eighth", 7), ("half", 1))
    )

    assert projector_beside(model) == half
    half.unlink()
    assert projector_beside(model) == eighth
    eighth.unlink()
    assert projector_beside(model) == full


def test_of_several_without_a_name_none_is_guessed(model: Path) -> None:
    first = pair_of("slices").write_projector(model.parent)
    shutil.copyfile(first, model.with_name("second.gguf"))

    assert projector_beside(model) is None
