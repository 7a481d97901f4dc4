"""The window, or its engine, is killed at random moments while it is used.

What it told of is in the chats, no process stays, and with another engine it goes on.
"""

from __future__ import annotations

import contextlib
import json
import queue
import random
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Self

import psutil
import pytest

from app.core.system.paths import Paths
from tests.helpers.harm import Harm, how_often

N_KILLS = how_often("HEARTH_WINDOW_KILLS", 2, 4)
N_ENGINE_KILLS = how_often("HEARTH_ENGINE_KILLS", 3, 6)
HARMS = (*(Harm.SEGFAULT, Harm.ABORT, Harm.KILL) * 2, Harm.HANG)
WAIT_S = 120.0
SETTINGS = "[memory]\nkeep_free_gb = 0\n[model]\ncontext_tokens = 512\n"

pytestmark = pytest.mark.usefixtures("all_threads")
REPOSITORY = Path(__file__).resolve().parents[2]


class Window:
    """A window that is used without a pause, in a process of its own."""

    def __init__(self, folder: Path, model: Path, seed: int, n_answers: int = 0) -> None:
        code = ("-m", "tests.faults.window_child")
        self._process = subprocess.Popen(
            [sys.executable, *code, str(folder), str(model), str(seed), str(n_answers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            cwd=REPOSITORY,
        )
        self._lines: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                if line.endswith("\n"):
                    self._lines.put(json.loads(line))
        self._lines.put(None)

    def told_until(self, wanted: str) -> list[dict[str, Any]]:
        """Return what it says up to a line with a key."""
        told = []
        while True:
            line = self._lines.get(timeout=WAIT_S)
            assert line is not None, "it ended by itself"
            told.append(line)
            if wanted in line:
                return told

    def kill(self) -> list[psutil.Process]:
        """Kill it alone; return what it had started."""
        children = psutil.Process(self._process.pid).children(recursive=True)
        self._process.kill()
        self._process.wait()
        return children

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._reader.join(WAIT_S)

    def end(self) -> int:
        """Wait until it has ended by itself."""
        return self._process.wait(WAIT_S)

    def close(self) -> int:
        """Ask it to close and wait until it has."""
        if sys.platform == "win32":
            assert self._process.stdin is not None
            self._process.stdin.close()
        else:
            self._process.terminate()
        return self.end()

    def rest(self) -> list[dict[str, Any]]:
        """Return what else it has said."""
        self._reader.join(WAIT_S)
        told = []
        while (line := self._lines.get(timeout=WAIT_S)) is not None:
            told.append(line)
        return told


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths.locate(tmp_path / "hearth")
    paths.create()
    paths.settings_file.write_text(SETTINGS)
    return paths


def require_stored(paths: Paths, lines: list[dict[str, Any]]) -> None:
    """Fail unless the chats hold every message that was told of, as it was told last."""
    told = {line["message"]: line["text"] for line in lines if "message" in line}
    with contextlib.closing(sqlite3.connect(paths.database)) as chats:
        stored = dict(chats.execute("SELECT id, text FROM messages"))
        assert chats.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert told
    missing = {key: text for key, text in told.items() if stored.get(key) != text}
    assert not missing


def test_a_window_killed_at_any_moment_loses_nothing_and_leaves_no_engine(
    paths: Paths, tiny_model: Path
) -> None:
    chance = random.Random(11)
    lines: list[dict[str, Any]] = []
    for number in range(N_KILLS):
        with Window(paths.data.parent, tiny_model, number) as window:
            lines += window.told_until(chance.choice(("engine", "message", "message")))
            time.sleep(chance.random() * 3)
            _, left = psutil.wait_procs(window.kill(), timeout=20)
            assert not left, (number, left)
            lines += window.rest()
        if any("message" in line for line in lines):
            require_stored(paths, lines)
    with Window(paths.data.parent, tiny_model, N_KILLS, n_answers=1) as last:
        assert last.end() == 0
        require_stored(paths, lines + last.rest())


def test_a_window_outlives_its_engine_whenever_that_is_killed(
    paths: Paths, tiny_model: Path
) -> None:
    chance = random.Random(12)
    lines, engines = [], []
    with Window(paths.data.parent, tiny_model, 0) as window:
        for number in range(N_ENGINE_KILLS):
            lines += window.told_until("engine")
            engines.append(psutil.Process(lines[-1]["engine"]))
            if number % 2:  # after three that never got to work there would be no other
                lines += window.told_until("answered")
            time.sleep(chance.random() * 2)
            chance.choice(HARMS).do(engines[-1].pid)
        lines += window.told_until("engine")
        lines += window.told_until("answered")
        assert window.close() == 0
        lines += window.rest()
    assert not [engine for engine in engines if engine.is_running()]
    require_stored(paths, lines)
