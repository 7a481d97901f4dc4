"""How late the interface thread is while a model loads and while an answer streams.

Opens the real window over the real engine in a throw-away data folder. A timer of 10 ms runs on the
interface thread; how much later than due each of its ticks comes is what a user feels as stutter.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from app.core.conversations.events import AnswerDelta, MessageChanged
from app.core.protocol import ModelLoaded, ModelLoadFailed
from app.core.system.paths import Paths
from app.ui.app import application, opened

if TYPE_CHECKING:
    import argparse

    from app.ui.start.hearth import Hearth

_TICK_MS = 10
_WARM_UP_MS = 200  # the window itself appears


class TimerLatency(QObject):
    """How late the ticks of a timer come while it runs: what a user feels. Interface thread only.

    Attributes:
        latency_ms: one a tick.
    """

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(parent)
        self.name = name
        self.latency_ms: list[float] = []
        self._due = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin, or go on."""
        self._due = time.perf_counter() + _TICK_MS / 1e3
        self._timer.start()

    def stop(self) -> None:
        """Measure no more."""
        self._timer.stop()

    @Slot()
    def _tick(self) -> None:
        now = time.perf_counter()
        self.latency_ms.append(max(0.0, (now - self._due) * 1e3))
        self._due = now + _TICK_MS / 1e3

    def summary(self) -> dict[str, float | int | str]:
        """Return count, median, 99th percentile and maximum."""
        ordered = sorted(self.latency_ms) or [0.0]
        return {
            "phase": self.name,
            "n_ticks": len(self.latency_ms),
            "median_ms": round(statistics.median(ordered), 2),
            "p99_ms": round(ordered[int(len(ordered) * 0.99)], 2),
            "max_ms": round(ordered[-1], 2),
        }


class InterfaceBench(QObject):
    """Drives one window through loading and streaming. Interface thread only.

    Args:
        seconds: how long to stream.
    """

    def __init__(self, hearth: Hearth, seconds: float) -> None:
        super().__init__(hearth)
        self._hearth = hearth
        self._seconds = seconds
        self.loading, self.streaming = (
            TimerLatency("loading", self),
            TimerLatency("streaming", self),
        )
        self._is_answering = False
        self.tokens_per_second = 0.0
        self.failed = ""
        bridge = hearth.bridge
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelLoadFailed, self._on_failed)
        bridge.subscribe(AnswerDelta, self._on_delta)
        bridge.subscribe(MessageChanged, self._on_finished)

    def start(self) -> None:
        """Begin to measure, once the window has appeared."""
        QTimer.singleShot(_WARM_UP_MS, self._begin)

    @Slot()
    def _begin(self) -> None:
        if not self._is_answering:
            self.loading.start()

    def _on_loaded(self, _event: ModelLoaded) -> None:
        self.loading.stop()
        self._is_answering = True
        self._hearth.window.chat.outbox.ask("Write a long story, with headings, lists and code.")
        QTimer.singleShot(int(self._seconds * 1000), self._end_answer)

    def _on_failed(self, event: ModelLoadFailed) -> None:
        self.failed = event.problem.text()
        self._hearth.window.close()

    def _on_delta(self, event: AnswerDelta) -> None:
        if event.text and self._is_answering and not self.streaming.latency_ms:
            self.streaming.start()

    def _on_finished(self, event: MessageChanged) -> None:
        stats = dict(event.message.stats)
        if stats:
            self.tokens_per_second = float(stats["decode_tps"])
            self.streaming.stop()
            self._hearth.window.close()

    @Slot()
    def _end_answer(self) -> None:
        """Stop measuring, then the answer; its results arrive with its end."""
        self._is_answering = False
        self.streaming.stop()
        self._hearth.window.chat.gestures.stop()


def run(options: argparse.Namespace) -> int:
    """Measure, print the distribution, return the exit code."""
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        paths = Paths.locate(Path(folder))
        app = application()
        with opened(paths, options.model) as hearth:
            bench = InterfaceBench(hearth, options.seconds)
            hearth.ended.connect(app.quit)
            bench.start()
            app.exec()
    if bench.failed:
        print(f"hearth: {bench.failed}")
        return 1
    phases = [bench.loading.summary(), bench.streaming.summary()]
    if options.json:
        print(json.dumps({"phases": phases, "tokens_per_second": bench.tokens_per_second}))
        return 0
    for phase in phases:
        print(
            f"{phase['phase']:10} {phase['n_ticks']:6} ticks, late by median {phase['median_ms']},"
            f" p99 {phase['p99_ms']}, max {phase['max_ms']} ms"
        )
    print(f"{bench.tokens_per_second:.0f} tokens a second")
    return 0
