"""Who holds what while others look."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import filelock
import pytest

from app.cli.launch import leases
from app.cli.launch.leases import Leases
from app.core.system.paths import FolderOrigin, Paths

if TYPE_CHECKING:
    from pathlib import Path


LOOKS_S = 0.1


def folders(tmp_path: Path) -> Paths:
    paths = Paths.under(tmp_path, FolderOrigin.CHOSEN)
    paths.state.mkdir(exist_ok=True)
    return paths


def test_a_server_begins_though_a_launcher_looks_whether_there_is_one(tmp_path: Path) -> None:
    launcher, server = Leases(folders(tmp_path)), Leases(folders(tmp_path))
    launcher.server.acquire()
    threading.Timer(LOOKS_S, launcher.server.release).start()

    server.be_server()

    assert launcher.has_server()
    server.server.release()
    assert not launcher.has_server()


def test_a_second_server_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "_LOOK_S", 0.02)
    first, second = Leases(folders(tmp_path)), Leases(folders(tmp_path))
    first.be_server()
    with pytest.raises(filelock.Timeout):
        second.be_server()
    first.server.release()


def test_a_server_that_looks_for_launchers_is_not_taken_for_one(tmp_path: Path) -> None:
    launcher, server = Leases(folders(tmp_path)), Leases(folders(tmp_path))
    server.gate.acquire()
    threading.Timer(LOOKS_S, server.gate.release).start()

    assert not launcher.is_used()
