"""Which projector in the folder of a model belongs to it, by headers alone."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import gguf
import pytest

from app.core.gguf import projector_beside
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.media_pairs import pair_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return pair_of("slices").write_text(tmp_path / "model.gguf")


def named(path: Path, name: str, **numbers: int) -> Path:
    """Write a file anew with another name in its header, and numbers such as its type."""
    reader = gguf.GGUFReader(path)
    new = path.with_suffix(".new")
    architecture = reader.fields["general.architecture"].contents()
    writer = gguf.GGUFWriter(new, architecture)
    for key, found in reader.fields.items():
        if key.startswith("GGUF.") or key in ("general.architecture", "general.name", *numbers):
            continue
        sub = found.types[-1] if found.types[0] is gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(key, found.contents(), found.types[0], sub)
    writer.add_name(name)
    for key, number in numbers.items():
        writer.add_uint32(key.replace("__", "."), number)
    for tensor in reader.tensors:
        writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    del reader
    new.replace(path)
    return path


def test_the_only_one_beside_the_only_model_is_its_own_whatever_it_is_called(model: Path) -> None:
    projector = pair_of("slices").write_projector(model.parent)
    renamed = projector.rename(model.with_name("a model of letters.GGUF"))

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


def test_beside_several_models_it_must_have_the_name_of_its_own(model: Path) -> None:
    projector = pair_of("slices").write_projector(model.parent)
    other = named(pair_of("slices").write_text(model.parent / "other.gguf"), "Other 7B")
    named(model, "Llava 1.5 (7B)")
    assert projector_beside(model) is None

    named(projector, "llava-1.5-7b")
    assert projector_beside(model) == projector
    assert projector_beside(other) is None


def test_the_same_model_in_other_sizes_is_no_other_model(model: Path) -> None:
    projector = pair_of("slices").write_projector(model.parent)
    shutil.copyfile(model, model.with_name("model-Q4_K.gguf"))

    assert projector_beside(model) == projector


def test_of_several_with_its_name_the_half_precise_one_is_taken(model: Path) -> None:
    named(model, "Llava")
    files = {}
    for name, kind in (("full", 0), ("eighth", 7), ("half", 1)):
        path = pair_of("slices").write_projector(model.parent)
        path = path.rename(model.with_name(f"{name}.gguf"))
        files[name] = named(path, "Llava", general__file_type=kind)

    assert projector_beside(model) == files["half"]
    files["half"].unlink()
    assert projector_beside(model) == files["eighth"]


def test_of_several_without_a_name_none_is_guessed(model: Path) -> None:
    first = pair_of("slices").write_projector(model.parent)
    shutil.copyfile(first, model.with_name("second.gguf"))

    assert projector_beside(model) is None
