"""Facts about model files that the engine and the store rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.llama.gguf_file import header_digest, n_layers

if TYPE_CHECKING:
    from pathlib import Path


def test_the_header_alone_names_the_vocabulary(tmp_path: Path, tiny_model: Path) -> None:
    original = header_digest(str(tiny_model))
    data = bytearray(tiny_model.read_bytes())
    data[-1] ^= 1  # a weight
    copy = tmp_path / "renamed elsewhere.gguf"
    copy.write_bytes(data)
    assert header_digest(str(copy)) == original
    data[200] ^= 1
    copy.write_bytes(data)
    assert header_digest(str(copy)) != original


def test_the_layers_are_counted_without_loading_the_model(tiny_model: Path) -> None:
    assert n_layers(str(tiny_model)) == 2
