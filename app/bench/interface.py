"""How late the interface thread is while a model loads and while an answer streams.

Opens the real window over the real engine in a throw-away data folder. A timer of 10 ms runs on the
interface thread; how much later than due each of its ticks comes is what a user feels as stutter.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from app.core.conversations.events import AnswerDelta, MessageChanged
from app.core.engine.protocol import ModelLoaded, ModelLoadFailed
from app.core.paths import Paths
from app.ui.app import Hearth, application, opened

if TYPE_CHECKING:
    import argparse

_TICK_MS = 10
_WARM_UP_TICKS = 20  # the window itself appears


@dataclass
class Phase:
    """Lateness of the ticks of one phase, milliseconds."""

    name: str
    lateness_ms: list[float] = field(default_factory=list)

    def summary(self) -> dict[str, float | int | str]:
        """Return count, median, 99th percentile and maximum."""
        ordered = sorted(self.lateness_ms) or [0.0]
        return {
            "phase": self.name,
            "n_ticks": len(self.lateness_ms),
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
        super().__init__()
        self._hearth = hearth
        self._seconds = seconds
        self.loading, self.streaming = Phase("loading"), Phase("streaming")
        self._phase: Phase | None = None
        self.tokens_per_second = 0.0
        self.failed = ""
        self._due = 0.0
        self._n_ticks = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        bridge = hearth.bridge
        bridge.subscribe(ModelLoaded, self._on_loaded)
        bridge.subscribe(ModelLoadFailed, self._on_failed)
        bridge.subscribe(AnswerDelta, self._on_delta)
        bridge.subscribe(MessageChanged, self._on_finished)

    def start(self) -> None:
        """Begin to measure."""
        self._phase = self.loading
        self._timer.start()

    @Slot()
    def _tick(self) -> None:
        now = time.perf_counter()
        self._n_ticks += 1
        if self._phase is not None and self._n_ticks > _WARM_UP_TICKS:
            self._phase.lateness_ms.append(max(0.0, (now - self._due) * 1e3))
        self._due = now + _TICK_MS / 1e3

    def _on_loaded(self, _event: ModelLoaded) -> None:
        self._phase = None
        self._hearth.window.chats.send("Write a long story, with headings, lists and code.")
        QTimer.singleShot(int(self._seconds * 1000), self._end_answer)

    def _on_failed(self, event: ModelLoadFailed) -> None:
        self.failed = event.problem.text()
        self._hearth.window.close()

    def _on_delta(self, event: AnswerDelta) -> None:
        if event.text and self._timer.isActive():
            self._phase = self.streaming

    def _on_finished(self, event: MessageChanged) -> None:
        stats = dict(event.message.stats)
        if stats:
            self.tokens_per_second = float(stats["decode_tps"])
            self._timer.stop()
            self._hearth.window.close()

    @Slot()
    def _end_answer(self) -> None:
        """Stop measuring, then the answer; its figures arrive with its end."""
        self._phase = None
        self._timer.stop()
        self._hearth.window.chats.stop()


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
