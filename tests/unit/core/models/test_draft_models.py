"""Which models can draft for another one: much smaller, whole, with the same vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.errors import KnownError
from app.core.models.draft_models import find_draft_models
from app.core.models.library.library import ModelLibrary
from app.core.models.library.scanner import LibraryFolders
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.model_files import adapter_bytes

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    write_tiny_llama(folder / "main.gguf", n_embd=128, name="Main")
    write_tiny_llama(folder / "small.gguf", n_embd=32, n_heads=2, name="Small")
    write_tiny_llama(folder / "smaller.gguf", n_embd=32, n_heads=2, n_layers=1, name="Smaller")
    write_tiny_llama(folder / "as-large.gguf", n_embd=128, seed=3, name="As large")
    words = (folder / "small.gguf").read_bytes().replace(b"<|spare_0|>", b"<|other_0|>")
    (folder / "words.gguf").write_bytes(words)
    (folder / "adapter.gguf").write_bytes(adapter_bytes())
    (folder / "cut.gguf").write_bytes((folder / "small.gguf").read_bytes()[:9000])
    return folder


def found(folder: Path, path: Path) -> list[str]:
    library = ModelLibrary(LibraryFolders((folder,)))
    return [one.name for one in find_draft_models(str(path), library.scan().entries)]


def test_smaller_models_with_the_same_vocabulary_are_found_the_smallest_first(folder: Path) -> None:
    assert found(folder, folder / "main.gguf") == ["Smaller", "Small"]


def test_nothing_much_smaller_is_there_for_a_small_one(folder: Path) -> None:
    assert found(folder, folder / "smaller.gguf") == []


def test_a_model_outside_of_the_folders_is_served_too(folder: Path, tmp_path: Path) -> None:
    outside = (folder / "main.gguf").rename(tmp_path / "outside.gguf")
    assert found(folder, outside) == ["Smaller", "Small"]


def test_a_file_that_changed_since_it_was_looked_at_is_left_out(folder: Path) -> None:
    library = ModelLibrary(LibraryFolders((folder,)))
    entries = library.scan().entries
    (folder / "small.gguf").unlink()
    (folder / "smaller.gguf").write_bytes(b"GGUF")
    assert find_draft_models(str(folder / "main.gguf"), entries) == ()


def test_a_model_that_is_gone_is_told(folder: Path) -> None:
    with pytest.raises(KnownError):
        found(folder, folder / "gone.gguf")
