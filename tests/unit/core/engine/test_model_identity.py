"""What a model file is: every byte counts, and what was read is known again."""

from __future__ import annotations

import json
import os
import queue
import shutil
from typing import TYPE_CHECKING

import pytest

from app.core.engine import model_identity
from app.core.engine.model_identity import FileState, ModelIdentification, ModelIdentity

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.engine.model_identity import FilesIdentified

WAIT_S = 30


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return tmp_path / "identities.json"


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_identity, "BLOCK_BYTES", 1000)
    monkeypatch.setattr(model_identity, "_READ_BYTES", 300)
    monkeypatch.setattr(model_identity, "_BLOCKS_BETWEEN_NOTES", 2)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were written long ago."""
    monkeypatch.setattr(FileState, "is_settled", lambda _state: True)


def write(path: Path, n_bytes: int, seed: int = 0) -> Path:
    path.write_bytes(bytes((i * 7 + seed) % 251 for i in range(n_bytes)))
    return path


def identity_of(memory: Path, *paths: Path) -> str | None:
    """Read files, on the thread where that takes one."""
    told: queue.Queue[str | None] = queue.Queue()
    identities = ModelIdentity(memory)
    try:
        states = [FileState.of(str(path)) for path in paths]
        return identities.identify(states, told.put) or told.get(timeout=WAIT_S)
    finally:
        identities.close()


def test_the_identity_is_that_of_the_bytes_and_not_of_the_place(
    tmp_path: Path, memory: Path
) -> None:
    path = write(tmp_path / "a.gguf", 4500)
    copy = tmp_path / "renamed elsewhere.gguf"
    shutil.copy(path, copy)
    assert identity_of(memory, path) == identity_of(tmp_path / "other.json", copy)


@pytest.mark.parametrize("n_bytes", [1, 999, 1000, 1001, 4500])
def test_every_byte_counts(tmp_path: Path, memory: Path, n_bytes: int) -> None:
    path = write(tmp_path / "a.gguf", n_bytes)
    identities = {identity_of(memory, path)}
    for at in range(0, n_bytes, max(1, n_bytes // 9)):
        data = bytearray(path.read_bytes())
        data[at] ^= 1
        changed = tmp_path / f"{at}.gguf"
        changed.write_bytes(data)
        identities.add(identity_of(memory, changed))
    identities.add(identity_of(memory, write(tmp_path / "longer.gguf", n_bytes + 1)))
    assert len(identities) == len(range(0, n_bytes, max(1, n_bytes // 9))) + 2
    assert None not in identities


def test_the_files_of_a_split_model_count_in_their_order(tmp_path: Path, memory: Path) -> None:
    one, two = write(tmp_path / "1.gguf", 1500), write(tmp_path / "2.gguf", 1500, seed=1)
    found = [identity_of(memory, *files) for files in ((one, two), (two, one), (one,), (two,))]
    assert len(set(found)) == 4


@pytest.mark.usefixtures("settled")
def test_what_was_read_once_is_known_at_once_after_a_restart(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.gguf", 4500)
    identity = identity_of(memory, path)
    monkeypatch.setattr(model_identity, "_block_digest", None)  # nothing may be read
    assert ModelIdentity(memory).known([FileState.of(str(path))]) == identity


@pytest.mark.usefixtures("settled")
def test_a_restart_goes_on_where_reading_was_stopped(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.gguf", 9500)
    expected = identity_of(tmp_path / "other.json", path)
    read = model_identity._block_digest
    n_read: list[int] = []

    def counted(file: object, stop: object) -> bytes | None:
        n_read.append(1)
        return read(file, stop) if len(n_read) != 6 else None  # type: ignore[arg-type]

    monkeypatch.setattr(model_identity, "_block_digest", counted)
    assert identity_of(memory, path) is None
    assert identity_of(memory, path) == expected
    assert len(n_read) == 6 + 5


@pytest.mark.parametrize("damage", [b"", b"garbage", b"[]", b'{"a": 5}', b'{"a": ["xyz"]}'])
def test_a_damaged_memory_costs_reading_once_more(
    tmp_path: Path, memory: Path, damage: bytes
) -> None:
    path = write(tmp_path / "a.gguf", 1500)
    expected = identity_of(memory, path)
    memory.write_bytes(damage)
    assert identity_of(memory, path) == expected


def test_a_file_that_was_changed_just_now_is_not_remembered(tmp_path: Path, memory: Path) -> None:
    path = write(tmp_path / "a.gguf", 1500)
    identity_of(memory, path)
    assert json.loads(memory.read_text()) == {}


@pytest.mark.usefixtures("settled")
def test_a_change_that_keeps_size_and_time_is_noticed(tmp_path: Path, memory: Path) -> None:
    path = write(tmp_path / "a.gguf", 1500)
    before, times = identity_of(memory, path), path.stat()
    write(path, 1500, seed=1)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert identity_of(memory, path) != before


def test_a_file_that_changes_while_it_is_read_has_no_identity(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.gguf", 2500)
    read = model_identity._block_digest

    def changing(file: object, stop: object) -> bytes | None:
        digest = read(file, stop)  # type: ignore[arg-type]
        write(path, 2500, seed=3)
        os.utime(path, ns=(1, 1))
        return digest

    monkeypatch.setattr(model_identity, "_block_digest", changing)
    assert identity_of(memory, path) is None


def test_a_file_that_took_the_name_during_the_load_is_not_taken_for_it(
    tmp_path: Path, memory: Path
) -> None:
    path = write(tmp_path / "a.gguf", 500)
    identities = ModelIdentity(memory)
    told: list[FilesIdentified] = []
    loading = ModelIdentification(identities, told.append)
    loading.begin([str(path)])
    assert loading.loaded() is not None
    loading.begin([str(path)])
    write(tmp_path / "new", 500, seed=1).replace(path)
    assert loading.loaded() is None
    loading.close()


def test_what_is_read_beside_a_load_is_told_for_that_model_only(
    tmp_path: Path, memory: Path
) -> None:
    told: queue.Queue[FilesIdentified] = queue.Queue()
    loading = ModelIdentification(ModelIdentity(memory), told.put)
    first, second = write(tmp_path / "a.gguf", 3500), write(tmp_path / "b.gguf", 4500)
    loading.begin([str(first)])
    assert loading.loaded() is None
    notice = told.get(timeout=WAIT_S)
    assert loading.take(notice) == identity_of(tmp_path / "other.json", first)
    loading.begin([str(second)])
    assert loading.loaded() is None
    assert loading.take(notice) is None  # of the model before
    loading.close()


def test_a_missing_file_has_no_identity(tmp_path: Path, memory: Path) -> None:
    loading = ModelIdentification(ModelIdentity(memory), lambda _notice: None)
    loading.begin([str(tmp_path / "nowhere.gguf")])
    assert loading.loaded() is None
    loading.close()
