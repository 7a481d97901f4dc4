"""How much sooner a stored chat with pictures answers than one whose pictures are encoded again.

Asks about pictures once (cold: each is encoded and computed), ends the engine, and opens the chat
in new ones, from which the pixels are taken away: what is restored must not need them. Beside it,
how much memory the process took more than with the model alone.
"""

from __future__ import annotations

import shutil
import statistics
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import psutil

from app.core.content.media import RawImage, RawMedia
from app.core.errors import Problem
from app.core.kvstore.reading.verify import stored_rows_bytes
from app.core.messages import Role
from app.core.phrases import phrase
from app.core.protocol import PlacedMedium, PromptMessage
from tools.bench.engine_run import BenchFailed, EngineRun, run_benchmark, user_message

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from app.core.protocol import AnswerFinished, ChatRestored

_ANSWER_TOKENS = 8
_SAMPLE_S = 0.02
_QUESTION = "What do these pictures have in common?"


@dataclass(slots=True)
class _MemoryWatch:
    """Notes the most memory that this process has held; a context manager.

    Attributes:
        began_bytes: resident at the beginning.
        most_bytes: resident at most.
    """

    began_bytes: int = 0
    most_bytes: int = 0
    _ended: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.began_bytes = self.most_bytes = psutil.Process().memory_info().rss
        self._thread = threading.Thread(target=self._watch, name="memory watch")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    @property
    def more_mb(self) -> float:
        """What it held more at most, in MB."""
        return round((self.most_bytes - self.began_bytes) / 1e6, 1)

    def _watch(self) -> None:
        process = psutil.Process()
        while not self._ended.wait(_SAMPLE_S):
            self.most_bytes = max(self.most_bytes, process.memory_info().rss)


@dataclass(frozen=True, slots=True)
class _Resumed:
    """One opening of the stored chat, and the answer after it."""

    restored: ChatRestored
    finished: AnswerFinished
    more_mb: float


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    raw = RawMedia(folder / "media")
    dice = np.random.default_rng(1)
    pictures = [
        raw.put(RawImage(options.side, options.side, dice.bytes(3 * options.side**2)))
        for _ in range(options.images)
    ]
    placed = tuple(map(PlacedMedium, pictures))
    chat = [PromptMessage(Role.USER, _QUESTION, media=placed)]
    with _engine(options, folder, "kv") as engine, _MemoryWatch() as memory:
        answer, cold = engine.answer("1", chat, _ANSWER_TOKENS)
        engine.flush()
    chat.append(answer)
    shutil.rmtree(folder / "media")
    opened = [_open_again(options, folder, chat) for _ in range(options.repeat)]
    return _results(folder / "kv", cold, memory.more_mb, opened, options.images)


def _engine(options: argparse.Namespace, folder: Path, store: str) -> EngineRun:
    return EngineRun(folder, options.model, options.tokens, store, projector=options.projector)


def _open_again(options: argparse.Namespace, folder: Path, chat: list[PromptMessage]) -> _Resumed:
    """Open the chat from a copy of the store: what is answered is stored, too."""
    shutil.copytree(folder / "kv", folder / "opened")
    with _engine(options, folder, "opened") as engine:
        if engine.info is None or not engine.info.senses.sees:
            raise BenchFailed(_sees_nothing())
        with _MemoryWatch() as memory:
            restored = engine.open("1", chat)
            finished = engine.answer("1", [*chat, user_message("And?")], 1)[1]
    shutil.rmtree(folder / "opened")
    return _Resumed(restored, finished, memory.more_mb)


def _results(
    store: Path, cold: AnswerFinished, cold_more_mb: float, opened: list[_Resumed], n_images: int
) -> dict[str, Any]:
    restore_ms = statistics.median(one.restored.restore_ms for one in opened)
    answer_ms = statistics.median(one.finished.stats.ttft_ms for one in opened)
    n_bytes, _ = stored_rows_bytes(store)
    last = opened[-1]
    return {
        "images": n_images,
        "tokens": cold.stats.n_prompt,
        "restored_tokens": last.restored.n_cached,
        "bytes_on_disk": n_bytes,
        "cold_ttft_ms": round(cold.stats.ttft_ms, 1),
        "restore_ms": round(restore_ms, 1),
        "resumed_ttft_ms": round(answer_ms, 1),
        "restore_to_cold": round(cold.stats.ttft_ms / restore_ms, 1),
        "resumed_to_cold": round(cold.stats.ttft_ms / (restore_ms + answer_ms), 1),
        "cold_more_mb": cold_more_mb,
        "resumed_more_mb": statistics.median(one.more_mb for one in opened),
    }


def _sees_nothing() -> Problem:
    return Problem(
        what=phrase("The model cannot see pictures."),
        effect=phrase("Nothing was measured."),
        remedy=phrase("Name its projector with --projector."),
    )


def _text(results: dict[str, Any]) -> str:
    size = f"{results['tokens']:,} tokens, {results['bytes_on_disk'] / 1e6:,.1f} MB on disk"
    lines = [
        f"{results['images']} pictures, {size}",
        f"cold: first token after {results['cold_ttft_ms']:,.0f} ms",
        f"restore: {results['restore_ms']:,} ms for {results['restored_tokens']:,} tokens",
        f"then the first token after {results['resumed_ttft_ms']:,} ms",
        f"restored {results['restore_to_cold']:,} times as fast as encoded again",
        f"with the next answer {results['resumed_to_cold']:,} times as fast",
        f"memory: {results['cold_more_mb']:,} MB more cold, {results['resumed_more_mb']:,} resumed",
    ]
    return "\n".join(lines)
