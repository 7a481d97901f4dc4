"""Facts about model files that the engine and the store rely on."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from app.core.llama.gguf_file import n_layers, sample_digest
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path


def test_what_names_a_vocabulary_is_the_content_and_not_the_place(
    tmp_path: Path, tiny_model: Path
) -> None:
    copy = tmp_path / "renamed elsewhere.gguf"
    shutil.copy(tiny_model, copy)
    assert sample_digest(str(copy)) == sample_digest(str(tiny_model))
    twin = write_tiny_llama(tmp_path / "b.gguf", seed=1)
    assert sample_digest(str(twin)) != sample_digest(str(copy))


def test_one_changed_byte_of_any_sampled_place_changes_what_names_a_vocabulary(
    tmp_path: Path, tiny_model: Path
) -> None:
    original = sample_digest(str(tiny_model))
    data = tiny_model.read_bytes()
    for index in (200, len(data) - 1):
        changed = bytearray(data)
        changed[index] ^= 1
        path = tmp_path / f"{index}.gguf"
        path.write_bytes(changed)
        assert sample_digest(str(path)) != original


def test_the_layers_are_counted_without_loading_the_model(tiny_model: Path) -> None:
    assert n_layers(str(tiny_model)) == 2
