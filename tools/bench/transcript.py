"""How a chat of so many messages feels: opening, scrolling, jumping, resizing, streaming into it.

The real window over a real database in a throw-away folder. A frame is what one step costs the
interface thread: settling heights and painting. While an answer streams in, the lateness of a timer
tells how long that thread was busy at a stretch.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot

from app.core.chats.records import Message, MessageId, MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.events import AnswerDelta, ChatsListed, MessageAdded, MessageChanged
from app.core.messages import Role
from app.core.system.paths import Paths
from app.ui.app import application, opened
from tools.bench.interface import TimerLatency

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from app.core.chats.records import Chat
    from app.ui.start.hearth import Hearth

_N_SCROLLS = 400
_STEP = 120  # pixels, one notch of a wheel
_N_JUMPS = 60
_WIDTHS = (1000, 1080, 900, 1180, 820, 1100)
_TOKEN_MS = 5
_WARM_UP_MS = 300
_VOCABULARY = """the a model answer token context memory of with and to for is was can keep read
write long short chat disk file time first every second layer cache row prompt word which that"""
_WORDS = _VOCABULARY.split()


class TranscriptBench(QObject):
    """Takes one window through all steps. Interface thread only.

    Sends `done` when `results` are complete.
    """

    done = Signal()

    def __init__(self, hearth: Hearth, chat: Chat, n_messages: int, seconds: float) -> None:
        super().__init__(hearth)
        self._hearth = hearth
        self._chat = chat
        self._n_messages = n_messages
        self._n_tokens = round(seconds * 1000 / _TOKEN_MS)
        self._view = hearth.window.transcript
        self._random = random.Random(7)
        self._clicked = 0.0
        self._rss = 0.0
        self._latency = TimerLatency("streaming", self)
        self._tokens: Iterator[str] = iter(())
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_TOKEN_MS)
        self._timer.timeout.connect(self._feed)
        self.results: dict[str, Any] = {"messages": n_messages}
        hearth.bridge.subscribe(ChatsListed, self._on_listed)

    # -- opening --

    def _on_listed(self, _event: ChatsListed) -> None:
        QTimer.singleShot(_WARM_UP_MS, self._open)

    @Slot()
    def _open(self) -> None:
        self._rss = _resident_mb()
        self._view.viewport().installEventFilter(self)
        self._clicked = time.perf_counter()
        self._hearth.window.open_chat.show(self._chat.id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the first painting of the messages ends the opening."""
        if event.type() == QEvent.Type.Paint and len(self._view.stack) >= 1:
            self._view.viewport().removeEventFilter(self)
            QTimer.singleShot(0, self._opened)
        return super().eventFilter(watched, event)

    @Slot()
    def _opened(self) -> None:
        self.results["open_ms"] = round((time.perf_counter() - self._clicked) * 1e3, 1)
        QTimer.singleShot(_WARM_UP_MS, self._scroll)

    # -- moving --

    @Slot()
    def _scroll(self) -> None:
        bar = self._view.verticalScrollBar()
        self._frames("scroll", _N_SCROLLS, lambda _n: bar.setValue(bar.value() - _STEP), self._jump)

    def _jump(self) -> None:
        bar = self._view.verticalScrollBar()

        def jump(_n: int) -> None:
            bar.setValue(self._random.randrange(bar.maximum() + 1))

        self._frames("jump", _N_JUMPS, jump, self._resize)

    def _resize(self) -> None:
        window = self._hearth.window
        height = window.height()

        def resize(n: int) -> None:
            window.resize(_WIDTHS[n % len(_WIDTHS)], height)
            application().processEvents()

        self._frames("resize", 4 * len(_WIDTHS), resize, self._stream)

    def _frames(
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

    # -- streaming --

    def _stream(self) -> None:
        self._view.scroller.jump_to_end()
        text = _answer(self._random, 6 * self._n_tokens)
        self._tokens = (text[at : at + 5] for at in range(0, 5 * self._n_tokens, 5))
        self._hearth.bridge.post(MessageAdded(self._chat.id, self._streaming("")))
        self._latency.start()
        self._timer.start()

    def _streaming(self, text: str, status: MessageStatus = MessageStatus.STREAMING) -> Message:
        number = MessageId(1 << 40)
        now = datetime.now(UTC)
        return Message(number, self._chat.id, None, Role.ASSISTANT, text, status, now, "Bench")

    @Slot()
    def _feed(self) -> None:
        token = next(self._tokens, None)
        if token is not None:
            self._hearth.bridge.post(AnswerDelta(self._chat.id, MessageId(1 << 40), token))
            return
        self._timer.stop()
        self._latency.stop()
        text = self._view.messages.last_answer()
        final = self._streaming(text, MessageStatus.COMPLETE)
        self._hearth.bridge.post(MessageChanged(self._chat.id, final))
        self.results["streaming_late"] = _spread(self._latency.latency_ms)
        self.results["memory_mb"] = round(_resident_mb() - self._rss, 1)
        self.done.emit()


def run(options: argparse.Namespace) -> int:
    """Measure each length of chat, print the results, return the exit code."""
    found = [_measure(n, options.seconds) for n in options.messages]
    print(json.dumps(found) if options.json else "\n".join(map(_text, found)))
    return 0


def _measure(n_messages: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
        paths = Paths.locate(Path(folder))
        paths.create()
        chat = _write_chat(paths.database, n_messages)
        app = application()
        with opened(paths, "") as hearth:
            bench = TranscriptBench(hearth, chat, n_messages, seconds)
            bench.done.connect(hearth.window.close)
            hearth.ended.connect(app.quit)
            app.exec()
    return bench.results


def _write_chat(database: Path, n_messages: int) -> Chat:
    """Write a chat of questions and answers with headings, lists, tables and code."""
    chance = random.Random(n_messages)
    with ChatStore.open(database) as store:
        chat = store.create_chat(title=f"{n_messages} messages")
        parent: MessageId | None = None
        for number in range(n_messages):
            is_user = number % 2 == 0
            parent = store.add_message(
                chat.id,
                parent_id=parent,
                role=Role.USER if is_user else Role.ASSISTANT,
                text=_sentence(chance, 24) if is_user else _answer(chance, 1600),
                model="" if is_user else "Bench",
            ).id
    return chat


def _sentence(chance: random.Random, n_words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=n_words)).capitalize() + "."


def _answer(chance: random.Random, n_chars: int) -> str:
    pieces: list[str] = []
    size = 0
    while size < n_chars:
        pieces.append(_piece(chance))
        size += len(pieces[-1]) + 2
    return "\n\n".join(pieces)


def _piece(chance: random.Random) -> str:
    match chance.randrange(6):
        case 0:
            return f"## {_sentence(chance, 4)}"
        case 1:
            return "\n".join(f"- **{chance.choice(_WORDS)}** {_sentence(chance, 9)}" for _ in "123")
        case 2:
            body = "\n".join(f"    {chance.choice(_WORDS)} = {n} * len(data)" for n in range(5))
            return f"```python\ndef {chance.choice(_WORDS)}(data: list[int]) -> int:\n{body}\n```"
        case 3:
            rows = "\n".join(f"| {chance.choice(_WORDS)} | `{n}` | {n * 7} |" for n in range(4))
            return f"| name | key | value |\n|---|---|---|\n{rows}"
        case _:
            return _sentence(chance, 45)


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
    opening = f"{results['messages']:,} messages: first painting after {results['open_ms']} ms"
    lines = [f"{opening}, {results['memory_mb']} MB more memory"]
    for name in ("scroll", "jump", "resize", "streaming_late"):
        spread = results[name]
        lines.append(
            f"  {name.replace('_', ' ')}: median {spread['median_ms']}, "
            f"p99 {spread['p99_ms']}, max {spread['max_ms']} ms"
        )
    return "\n".join(lines)
