"""Facts about model files that the engine and the store rely on."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from app.core.llama.gguf_file import content_id, n_layers
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path


def test_a_models_identity_is_its_content_and_not_its_place(
    tmp_path: Path, tiny_model: Path
) -> None:
    copy = tmp_path / "renamed elsewhere.gguf"
    shutil.copy(tiny_model, copy)
    assert content_id(str(copy)) == content_id(str(tiny_model))
    assert content_id(str(write_tiny_llama(tmp_path / "b.gguf", seed=1))) != content_id(str(copy))


def test_one_changed_byte_of_any_sampled_place_changes_the_identity(
    tmp_path: Path, tiny_model: Path
) -> None:
    original = content_id(str(tiny_model))
    data = tiny_model.read_bytes()
    for index in (200, len(data) - 1):
        changed = bytearray(data)
        changed[index] ^= 1
        path = tmp_path / f"{index}.gguf"
        path.write_bytes(changed)
        assert content_id(str(path)) != original


def test_the_layers_are_counted_without_loading_the_model(tiny_model: Path) -> None:
    assert n_layers(str(tiny_model)) == 2
