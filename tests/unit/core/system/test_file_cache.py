"""Large files are brought into memory piece by piece, before a model is loaded from them."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import psutil
import pytest

from app.core.errors import KnownError
from app.core.llama import Model, ModelParams
from app.core.llama.errors import LoadCancelled
from app.core.protocol import WeightsMode
from app.core.system import file_cache
from app.core.system.file_cache import forget, prefetch, read_into_cache
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Callable

MIB = 1 << 20
IS_LINUX = sys.platform == "linux"


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_cache, "_PART_BYTES", MIB // 2)


def new_file(path: Path, n_bytes: int) -> Path:
    """Write a file that the system holds nothing of; a file system in memory holds all."""
    path.write_bytes(os.urandom(n_bytes))
    forget(path)
    return path


def share_held(path: Path) -> float:
    """Return how much of a file the system holds; elsewhere than on Linux it is not asked."""
    if not IS_LINUX:
        return 1.0
    with path.open("rb") as file:
        mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    pages = np.zeros(-(-len(mapping) // mmap.PAGESIZE), np.uint8)
    address = ctypes.c_void_p(np.frombuffer(mapping, np.uint8).ctypes.data)
    into = pages.ctypes.data_as(ctypes.c_void_p)
    assert ctypes.CDLL(None).mincore(address, ctypes.c_size_t(len(mapping)), into) == 0
    return float((pages & 1).mean())


class Progress:
    """Takes note of what is told of a load; does something the first time.

    Args:
        at_first: returns whether the load is to go on.
    """

    def __init__(self, at_first: Callable[[], object] = lambda: True) -> None:
        self.told: list[float] = []
        self._at_first = at_first

    def __call__(self, fraction: float) -> bool:
        self.told.append(fraction)
        return len(self.told) > 1 or self._at_first() is not False


@pytest.mark.parametrize("system_can_be_asked", [True, False])
def test_reading_ahead_tells_the_size_and_leaves_the_file_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system_can_be_asked: bool
) -> None:
    if not system_can_be_asked:
        monkeypatch.delattr(os, "posix_fadvise", raising=False)
    path = tmp_path / "rows"
    path.write_bytes(b"x" * 100_000)
    assert prefetch(path) == 100_000
    assert path.read_bytes() == b"x" * 100_000
    with pytest.raises(FileNotFoundError):
        prefetch(tmp_path / "gone")


def test_what_the_system_does_not_hold_is_read(tmp_path: Path) -> None:
    path = new_file(tmp_path / "a", 5 * MIB + 100)
    was_held = share_held(path) == 1.0

    fractions = list(read_into_cache([path]))

    assert share_held(path) == 1.0
    assert bool(fractions) != was_held
    assert fractions == sorted(fractions)
    assert all(0 < fraction <= 1 for fraction in fractions)


def test_what_it_holds_is_left_alone(tmp_path: Path) -> None:
    path = new_file(tmp_path / "a", 3 * MIB)
    list(read_into_cache([path]))

    assert list(read_into_cache([path])) == []


def test_the_parts_of_a_model_are_gone_through_as_one(tmp_path: Path) -> None:
    paths = [new_file(tmp_path / name, 2 * MIB) for name in "abc"]
    list(read_into_cache([paths[1]]))

    fractions = list(read_into_cache(paths))

    assert all(share_held(path) == 1.0 for path in paths)
    assert set(fractions) <= {1 / 6, 2 / 6, 5 / 6, 1.0}


def test_what_is_larger_than_the_free_memory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new_file(tmp_path / "a", 3 * MIB)
    memory = psutil.virtual_memory()._replace(available=3 * MIB - 1)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)

    assert list(read_into_cache([path])) == []


@pytest.mark.parametrize("name", ["none", "a\0b", "empty"])
def test_what_cannot_be_read_is_left_to_who_wants_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").touch()

    assert list(read_into_cache([tmp_path / name])) == []


def test_a_file_that_is_cut_short_meanwhile_ends_it(tmp_path: Path) -> None:
    path = new_file(tmp_path / "a", 6 * MIB)

    for number, fraction in enumerate(read_into_cache([path])):
        assert number < 6
        assert fraction <= 1
        os.truncate(path, 100)


@pytest.mark.skipif(not IS_LINUX, reason="it is read on Linux alone")
def test_where_no_thread_is_to_be_had_whoever_wants_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(file_cache, "_may_ask", lambda _path: False)
    monkeypatch.setattr(threading.Thread, "start", none_left)

    assert list(read_into_cache([new_file(tmp_path / "a", MIB)])) == []


@pytest.mark.skipif(not IS_LINUX, reason="it is read on Linux alone")
def test_a_file_of_another_user_is_read_whatever_is_said_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = new_file(tmp_path / "a", 3 * MIB)
    path.chmod(0o444)
    list(read_into_cache([path]))
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)

    assert list(read_into_cache([path])) == [1 / 3, 2 / 3, 1.0]


@pytest.mark.skipif(not IS_LINUX, reason="it is read on Linux alone")
@pytest.mark.parametrize("harm", [Path.unlink, lambda path: os.truncate(path, 0)])
def test_a_model_file_that_goes_while_it_is_read_is_told_as_one_that_cannot_be_loaded(
    tmp_path: Path, harm: Callable[[Path], object]
) -> None:
    path = write_tiny_llama(tmp_path / "a.gguf")
    with path.open("ab") as file:
        file.write(bytes(8 * MIB))
    forget(path)
    progress = Progress(lambda: harm(path))

    with contextlib.suppress(KnownError):  # a file system in memory needs no reading: it is loaded
        Model(str(path), ModelParams(), progress).close()

    assert progress.told == sorted(progress.told)
    assert progress.told[-1] <= 1


def test_a_load_can_be_cancelled_while_its_file_is_read(tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "a.gguf")
    forget(path)
    progress = Progress(lambda: False)

    with pytest.raises(LoadCancelled):
        Model(str(path), ModelParams(), progress)

    assert len(progress.told) == 1


@pytest.mark.parametrize("memory", list(WeightsMode))
def test_the_progress_of_a_load_only_rises(tmp_path: Path, memory: WeightsMode) -> None:
    path = write_tiny_llama(tmp_path / "a.gguf")
    forget(path)
    progress = Progress()

    Model(str(path), ModelParams(memory=memory), progress).close()

    assert progress.told == sorted(progress.told)
    assert progress.told[-1] == 1.0
