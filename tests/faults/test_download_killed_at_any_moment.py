"""A program that downloads is killed with SIGKILL, again and again; nothing is lost or mixed."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.core.models.downloads.values import Done, Paused
from tests.helpers.download_watch import DownloadWatch
from tests.helpers.hub_server import HubRepository, LoopbackHub, Paced, random_bytes

REPOSITORY = Path(__file__).resolve().parents[2]
REPO = "maker/Model-GGUF"
FILES = {
    "Model-Q4_K_M-00001-of-00002.gguf": random_bytes(700_000, seed=1),
    "Model-Q4_K_M-00002-of-00002.gguf": random_bytes(300_000, seed=2),
}
N_KILLS = 4
PIECE = 10_000


def start(hub: LoopbackHub, records: Path, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.download_child", hub.address, records, folder],
        cwd=REPOSITORY,
        env=dict(os.environ, PYTHONPATH=str(REPOSITORY)),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def n_there(folder: Path) -> int:
    found = 0
    for path in folder.rglob("*"):
        try:
            found += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:  # it has just got its name
            continue
    return found


def wait_for(folder: Path, n_bytes: int, child: subprocess.Popen[str]) -> None:
    pause = threading.Event()
    for _ in range(6000):
        if n_there(folder) >= n_bytes:
            return
        assert child.poll() is None, child.communicate()
        pause.wait(0.01)
    pytest.fail(f"never {n_bytes} bytes, only {n_there(folder)}")


@pytest.mark.parametrize("seed", range(2))
def test_a_download_that_is_killed_goes_on_where_it_was(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    records, folder = tmp_path / "records", tmp_path / "models"
    with LoopbackHub({REPO: HubRepository(FILES)}) as hub:
        n_bytes = 0
        for _ in range(N_KILLS):
            more = rng.randrange(1, 22)
            gate = threading.Semaphore(more)  # the server still sends to those that were killed
            hub.file_faults = [Paced(PIECE, gate)] * 2
            child = start(hub, records, folder)
            wait_for(folder, min(n_bytes + more * PIECE, 990_000), child)
            child.kill()
            child.communicate()
            n_bytes = n_there(folder)
            for path in records.glob("*.json"):
                assert json.loads(path.read_bytes())["order"]["repo"] == REPO
            for path in folder.rglob("*.gguf"):
                assert path.read_bytes() == FILES[path.name]
        hub.file_faults = []
        hub.seen.clear()

        with DownloadWatch(hub, records) as watch:
            paused = watch.until_in(Paused)
            assert paused.n_done == n_bytes
            watch.downloads.resume(paused.id)
            assert isinstance(watch.until_over(), Done)

        assert hub.ranges()[0].startswith("bytes=")
    found = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert found == FILES
