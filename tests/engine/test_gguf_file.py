"""Facts about model files that the engine and the store rely on."""

from __future__ import annotations

import os
import shutil
import threading
import time
from pathlib import Path
from typing import cast

import pytest

from app.core.engine.model_identity import ModelIdentification, ModelIdentity
from app.core.llama import gguf_file
from app.core.llama.errors import DamagedModelFile
from app.core.llama.gguf_file import check_complete, model_layout, sample_digest
from app.core.llama.gguf_reader import GgufReader, headers_kept
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.model_files import write_split_model


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


def test_files_that_are_known_are_not_looked_through_again(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gguf_file, "objection", lambda _header: "it has no end")
    path = str(tiny_model)
    check_complete(path, is_known=True)
    with pytest.raises(DamagedModelFile):
        check_complete(path)
    tiny = Path(path)
    cut = tiny.with_name("cut.gguf")
    cut.write_bytes(tiny.read_bytes()[:-100])
    with pytest.raises(DamagedModelFile):
        check_complete(str(cut), is_known=True)
    cut.unlink()


def test_a_model_whose_files_were_read_whole_is_known_until_they_change(
    tmp_path: Path, tiny_model: Path
) -> None:
    model = tmp_path / "m.gguf"
    shutil.copy(tiny_model, model)
    known = ModelIdentity(tmp_path / "identities.json")
    identification = ModelIdentification(known, lambda _notice: None)
    assert not identification.knows([str(model)])
    identification.begin([str(model)])
    deadline = time.monotonic() + 30
    while not identification.knows([str(model)]):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.utime(model, ns=(1, 1))
    assert not identification.knows([str(model)])
    assert not identification.knows([str(tmp_path / "nowhere.gguf")])
