"""Large files are brought into memory piece by piece, before a model is loaded from them."""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from typing import TYPE_CHECKING

import numpy as np
import psutil
import pytest

from app.core import file_cache
from app.core.file_cache import forget, read_into_cache
from app.core.llama import Model, ModelParams
from app.core.llama.errors import LoadCancelled
from app.core.protocol import WeightsMode
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from pathlib import Path

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


def test_what_the_system_does_not_hold_is_read(tmp_path: Path) -> None:
    path = new_file(tmp_path / "a", 5 * MIB + 100)
    was_held = share_held(path) == 1.0

    ends = list(read_into_cache([path]))

    assert share_held(path) == 1.0
    assert bool(ends) != was_held
    assert ends == sorted(ends)
    assert set(ends) <= {MIB, 2 * MIB, 3 * MIB, 4 * MIB, 5 * MIB, 5 * MIB + 100}


def test_what_it_holds_is_left_alone(tmp_path: Path) -> None:
    path = new_file(tmp_path / "a", 3 * MIB)
    list(read_into_cache([path]))

    assert list(read_into_cache([path])) == []


def test_the_parts_of_a_model_are_gone_through_as_one(tmp_path: Path) -> None:
    paths = [new_file(tmp_path / name, 2 * MIB) for name in "abc"]
    list(read_into_cache([paths[1]]))

    ends = list(read_into_cache(paths))

    assert all(share_held(path) == 1.0 for path in paths)
    assert set(ends) <= {MIB, 2 * MIB, 5 * MIB, 6 * MIB}


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

    for number, _ in enumerate(read_into_cache([path])):
        assert number < 6
        os.truncate(path, 100)


def test_a_load_can_be_cancelled_while_its_file_is_read(tmp_path: Path) -> None:
    path = write_tiny_llama(tmp_path / "a.gguf")
    forget(path)
    told: list[float] = []

    def cancel(fraction: float) -> bool:
        told.append(fraction)
        return False

    with pytest.raises(LoadCancelled):
        Model(str(path), ModelParams(), cancel)

    assert len(told) == 1


@pytest.mark.parametrize("memory", list(WeightsMode))
def test_the_progress_of_a_load_only_rises(tmp_path: Path, memory: WeightsMode) -> None:
    path = write_tiny_llama(tmp_path / "a.gguf")
    forget(path)
    told: list[float] = []

    def note(fraction: float) -> bool:
        told.append(fraction)
        return True

    Model(str(path), ModelParams(memory=memory), note).close()

    assert told == sorted(told)
    assert told[-1] == 1.0
