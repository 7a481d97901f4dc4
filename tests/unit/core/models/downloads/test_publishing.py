"""A file is compared with its digest while it is read, piece by piece."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.models.downloads.publishing import is_right
from app.core.models.hub.repositories import RemoteFile
from app.core.system import file_cache
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from pathlib import Path

MIB = 1 << 20
N_BYTES = 9 * MIB + 123


@pytest.fixture(params=["pieces", "no memory"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_cache, "_PART_BYTES", MIB)
    if request.param == "no memory":
        memory = psutil.virtual_memory()._replace(available=0)
        monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("damaged_at", [None, 0, 5 * MIB, N_BYTES - 1])
def test_each_byte_counts(tmp_path: Path, damaged_at: int | None) -> None:
    content = bytearray(os.urandom(N_BYTES))
    file = RemoteFile("a.gguf", N_BYTES, hashlib.sha256(content).hexdigest(), "")
    if damaged_at is not None:
        content[damaged_at] ^= 1
    (tmp_path / "a").write_bytes(content)
    told: list[int] = []

    assert is_right(tmp_path / "a", file, StopSignal(), told.append) == (damaged_at is None)

    assert told == sorted(told)
    assert told[-1] == N_BYTES


def test_a_stop_is_looked_at_between_the_pieces(tmp_path: Path) -> None:
    content = bytes(40 * MIB)
    file = RemoteFile("a.gguf", len(content), hashlib.sha256(content).hexdigest(), "")
    (tmp_path / "a").write_bytes(content)
    stop = StopSignal()
    told: list[int] = []

    def stop_at_first(n_bytes: int) -> None:
        told.append(n_bytes)
        stop.stop()

    with pytest.raises(TransferStopped):
        is_right(tmp_path / "a", file, stop, stop_at_first)

    assert len(told) == 1
    assert told[0] <= 16 * MIB
