"""Facts about model files that the engine and the store rely on."""

from __future__ import annotations

import shutil
import threading
from typing import TYPE_CHECKING, cast

from app.core.llama.gguf_file import model_layout, sample_digest
from app.core.llama.gguf_reader import GgufReader, headers_kept
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.model_files import write_split_model

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


def test_what_a_model_is_made_of_is_told_without_loading_it(tiny_model: Path) -> None:
    layout = model_layout(str(tiny_model))

    assert (layout.architecture, layout.n_vocab) == ("llama", 288)
    assert dict(layout.tensors)["blk.1.ffn_down.weight"] == 4 * 64 * 128
    assert len({name.split(".")[1] for name, _ in layout.tensors if name.startswith("blk.")}) == 2


def test_a_split_model_is_made_of_all_its_files(tmp_path: Path) -> None:
    write_split_model(tmp_path, "big", 2)
    first, second = sorted(map(str, tmp_path.glob("*.gguf")))

    layout = model_layout(first)

    with GgufReader(first) as one, GgufReader(second) as other:
        assert layout.tensors == one.tensor_sizes() + other.tensor_sizes()
        assert other.tensor_sizes()


def test_a_header_that_is_asked_often_is_read_once_meanwhile(tiny_model: Path) -> None:
    path = str(tiny_model)
    with headers_kept():
        with GgufReader(path) as first, GgufReader(path) as second:
            assert first._handle == second._handle
        with GgufReader(path) as third:
            assert third._handle == first._handle
            assert third.architecture == "llama"
        in_a_thread: list[int] = []
        thread = threading.Thread(target=lambda: in_a_thread.append(_handle_of(path)))
        thread.start()
        thread.join()
        assert in_a_thread != [first._handle]
    assert model_layout(path).architecture == "llama"


def _handle_of(path: str) -> int:
    with GgufReader(path) as header:
        return cast("int", header._handle)
