"""How a list of so many chats feels: until it is there, scrolled, and when single chats change.

The real window over a real database in a throw-away folder. A step is what it costs the interface
thread with the painting that follows. The lateness of a timer from the start until all chats are in
the list tells how long that thread was busy at a stretch.
"""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot

from app.core.chats.records import ChatId, FolderId
from app.core.chats.store import ChatStore
from app.core.conversations.events import ChatsListed
from app.core.plain_value import replace
from app.core.system.paths import Paths
from app.ui.app import application, opened
from tools.bench.interface import TimerLatency

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from app.ui.start.hearth import Hearth

_N_FOLDERS = 20
_N_SCROLLS = 200
_N_JUMPS = 60
_N_CHANGES = 200
_STEP = 120  # pixels, one notch of a wheel
_REST_MS = 300


class ChatListBench(QObject):
    """Takes one window through all steps. Interface thread only.

    Sends `done` when `results` are complete.
    """

    done = Signal()

    def __init__(self, hearth: Hearth, n_chats: int, started: float) -> None:
        super().__init__(hearth)
        self._hearth = hearth
        self._started = started
        self._view = hearth.window.sidebar.view
        self._random = random.Random(7)
        self._latency = TimerLatency("start", self)
        self._latency.start()
        self.results: dict[str, Any] = {"chats": n_chats}
        hearth.bridge.subscribe(ChatsListed, self._on_listed)
        self._view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the first painting of a chat ends the wait for the list."""
        if event.type() == QEvent.Type.Paint and self._view.items.n_chats():
            self._view.viewport().removeEventFilter(self)
            self.results["first_ms"] = self._since_start()
        return super().eventFilter(watched, event)

    def _since_start(self) -> float:
        return round((time.perf_counter() - self._started) * 1e3, 1)

    def _on_listed(self, event: ChatsListed) -> None:
        if event.is_last and "all_ms" not in self.results:
            self.results["all_ms"] = self._since_start()
            QTimer.singleShot(_REST_MS, self._scroll)

    @Slot()
    def _scroll(self) -> None:
        self._latency.stop()
        self.results["start_late"] = _spread(self._latency.latency_ms)
        self.results["memory_mb"] = round(_resident_mb(), 1)
        bar = self._view.verticalScrollBar()
        self._steps("scroll", _N_SCROLLS, lambda _n: bar.setValue(bar.value() + _STEP), self._jump)

    def _jump(self) -> None:
        bar = self._view.verticalScrollBar()

        def jump(_n: int) -> None:
            bar.setValue(self._random.randrange(bar.maximum() + 1))

        self._steps("jump", _N_JUMPS, jump, self._move)

    def _move(self) -> None:
        """Write in a chat, which moves it to the top."""
        self._change("move", lambda n: {"updated_at": datetime.now(UTC) + timedelta(seconds=n)})

    def _change(self, name: str, change: Callable[[int], dict[str, Any]]) -> None:
        items = self._view.items
        n_chats = self.results["chats"]

        def put(n: int) -> None:
            chat = items.chat(ChatId(1 + self._random.randrange(n_chats)))
            assert chat is not None
            items.put(replace(chat, **change(n)))
            self._view.executeDelayedItemsLayout()

        then = self._file if name == "move" else self.done.emit
        self._steps(name, _N_CHANGES, put, then)

    def _file(self) -> None:
        """Put a chat into a folder."""
        self._change("file", lambda n: {"folder_id": FolderId(1 + n % _N_FOLDERS)})

    def _steps(
        self, name: str, n_steps: int, step: Callable[[int], None], then: Callable[[], None]
    ) -> None:
        """Take `n_steps`, each in a turn of the event loop of its own, and note what each costs."""
        costs: list[float] = []

        def one() -> None:
            began = time.perf_counter()
            step(len(costs))
            self._view.viewport().repaint()
            costs.append((time.perf_counter() - began) * 1e3)
            if len(costs) < n_steps:
                QTimer.singleShot(0, one)
            else:
                self.results[name] = _spread(costs)
                QTimer.singleShot(0, then)

        one()


def run(options: argparse.Namespace) -> int:
    """Measure each length of list, print the results, return the exit code."""
    found = [_measure(n) for n in options.chats]
    print(json.dumps(found) if options.json else "\n".join(map(_text, found)))
    return 0


def _measure(n_chats: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        paths = Paths.locate(Path(folder))
        paths.create()
        _write_chats(paths.database, n_chats)
        app = application()
        before = _resident_mb()
        started = time.perf_counter()
        with opened(paths, "") as hearth:
            bench = ChatListBench(hearth, n_chats, started)
            bench.done.connect(hearth.window.close)
            hearth.ended.connect(app.quit)
            app.exec()
        bench.results["memory_mb"] = round(bench.results["memory_mb"] - before, 1)
    return bench.results


def _write_chats(database: Path, n_chats: int) -> None:
    """Write chats of some years, a tenth of them in folders."""
    now = datetime.now(UTC)
    with ChatStore.open(database) as store:
        for number in range(_N_FOLDERS):
            store.folders.make(f"Folder {number}")
        template = store.create_chat(title="A chat whose title is about as long as most are")
    # Not through the store, which waits for the disk with each chat: that would take minutes.
    moments = (now - timedelta(minutes=17 * number) for number in range(1, n_chats))
    rows = (
        (moment.isoformat(timespec="microseconds"), number % _N_FOLDERS + 1, number % 10 == 0)
        for number, moment in enumerate(moments)
    )
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(
            "INSERT INTO chats (title, system_prompt, created_at, updated_at, folder_id)"
            " SELECT title, '', ?1, ?1, CASE WHEN ?3 THEN ?2 END FROM chats"
            f" WHERE id = {int(template.id)}",
            rows,
        )


def _spread(costs: list[float]) -> dict[str, float]:
    ordered = sorted(costs) or [0.0]
    return {
        "median_ms": round(statistics.median(ordered), 2),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)], 2),
        "max_ms": round(ordered[-1], 2),
    }


def _resident_mb() -> float:
    """Return the memory of this process in MB where the system tells it, else NaN."""
    if sys.platform != "linux":
        return float("nan")
    kib = Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]
    return int(kib) / 1024


def _text(results: dict[str, Any]) -> str:
    first = f"{results['chats']:,} chats: the first after {results['first_ms']} ms"
    lines = [f"{first}, all after {results['all_ms']} ms, {results['memory_mb']} MB of memory"]
    for name in ("start_late", "scroll", "jump", "move", "file"):
        spread = results[name]
        lines.append(
            f"  {name.replace('_', ' ')}: median {spread['median_ms']}, "
            f"p99 {spread['p99_ms']}, max {spread['max_ms']} ms"
        )
    return "\n".join(lines)
