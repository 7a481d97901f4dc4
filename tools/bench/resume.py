"""How much sooner a stored chat answers than one that has to be read, and where the time goes.

Reads a chat of so many tokens once (cold), ends the engine, and opens it again in new ones, with
the stored files in the system's file cache and not. Beside it, in the same run: a plain read and
copy of the same bytes, other kinds of KV caches, and, if one is named, a llama-server that saves
and restores its slot.
"""

from __future__ import annotations

import shutil
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import to_builtins

from app.core.kvstore.reading.verify import stored_rows_bytes
from app.core.plain_value import replace
from app.core.protocol import KVType
from tools.bench.engine_run import EngineRun, run_benchmark, user_message
from tools.bench.file_cache import CACHES, forget, read
from tools.bench.llama_server import LlamaServer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from app.core.protocol import ChatRestored, PromptMessage

_ANSWER_TOKENS = 8
_QUESTION = "And?"


@dataclass(frozen=True, slots=True)
class ResumedRun:
    """One opening of the stored chat, the answer after it, and a copy of the same bytes before.

    Attributes:
        ttft_ms: from the next message to the first token of its answer.
        n_read: tokens that were computed for it.
        copy_ms: of reading the stored files and copying what was read.
    """

    restored: ChatRestored
    ttft_ms: float
    n_read: int
    copy_ms: float

    @property
    def without_proof_ms(self) -> float:
        """Milliseconds of the restore but for the token that is decoded as its proof."""
        return self.restored.restore_ms - self.restored.timing.decode_ms


@dataclass(frozen=True, slots=True)
class _Stored:
    """A chat that was read once.

    Attributes:
        name: of its store.
    """

    kv_type: KVType
    name: str
    chat: list[PromptMessage]
    cold_ms: float

    def engine(self, options: argparse.Namespace, folder: Path, name: str = "") -> EngineRun:
        """Return an engine over its store, or over a copy with another name."""
        return EngineRun(folder, options.model, options.tokens, name or self.name, self.kv_type)


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure all kinds of KV caches, in turns."""
    chats = [_read_once(options, folder, KVType(name)) for name in dict.fromkeys(options.kv)]
    runs: dict[tuple[str, str], list[ResumedRun]] = {}
    for _ in range(options.repeat):
        for stored in chats:
            for cache in CACHES:
                opened = _open_again(options, folder, stored, is_cold=cache == "cold")
                runs.setdefault((stored.name, cache), []).append(opened)
    results: dict[str, Any] = {
        stored.name: _results(
            folder / stored.name,
            stored.cold_ms,
            {cache: runs[stored.name, cache] for cache in CACHES},
        )
        for stored in chats
    }
    if options.peer:
        first = chats[0]
        results["peer"] = _peer(options, first.chat, results[first.name])
    return results


def _results(store: Path, cold_ms: float, runs: dict[str, list[ResumedRun]]) -> dict[str, Any]:
    """Return what is told of one kind of KV cache.

    Args:
        store: its folder.
        cold_ms: to the first token of the chat where nothing is stored.
        runs: by what the system's file cache had.
    """
    warm = runs["warm"]
    middle = sorted(warm, key=lambda one: one.restored.restore_ms)[len(warm) // 2]
    n_bytes = _n_bytes(store)
    restore_ms = middle.restored.restore_ms
    return {
        "tokens": middle.restored.n_prompt,
        "restored_tokens": middle.restored.n_cached,
        "bytes_on_disk": n_bytes,
        "bytes_per_token": round(n_bytes / max(1, stored_rows_bytes(store)[1])),
        "cold_ttft_ms": round(cold_ms, 1),
        "restore_ms": round(restore_ms, 1),
        "split_ms": {
            name: round(ms, 2) for name, ms in to_builtins(middle.restored.timing).items()
        },
        "resumed_ttft_ms": round(statistics.median(one.ttft_ms for one in warm), 1),
        "tokens_read_after_resume": middle.n_read,
        "restore_to_cold": round(cold_ms / restore_ms, 1),
        "file_cache": {cache: _beside_a_copy(opened) for cache, opened in runs.items()},
    }


def _beside_a_copy(opened: list[ResumedRun]) -> dict[str, float]:
    """Return how long restores take without their proof, and beside a copy right before each."""
    return {
        "without_proof_ms": round(statistics.median(one.without_proof_ms for one in opened), 1),
        "read_and_copy_ms": round(statistics.median(one.copy_ms for one in opened), 1),
        "restore_to_copy": round(
            statistics.median(one.without_proof_ms / one.copy_ms for one in opened), 2
        ),
    }


def _n_bytes(store: Path) -> int:
    return sum(file.stat().st_size for file in _files(store))


def _files(store: Path) -> list[Path]:
    return sorted(store.rglob("*.k?s"))


def _read_once(options: argparse.Namespace, folder: Path, kv_type: KVType) -> _Stored:
    """Read the chat cold, and store it."""
    stored = _Stored(kv_type, f"{kv_type}", [], 0.0)
    with stored.engine(options, folder) as engine:
        text = "word " * engine.n_words(options.tokens)
        chat = [user_message(text)]
        answer, finished = engine.answer("1", chat, _ANSWER_TOKENS)
        engine.flush()
    return replace(stored, chat=[*chat, answer], cold_ms=finished.stats.ttft_ms)


def _open_again(
    options: argparse.Namespace, folder: Path, stored: _Stored, *, is_cold: bool
) -> ResumedRun:
    """Copy the stored bytes, then open the chat, each with the file cache as it is wanted."""
    # A copy each time: what is answered is stored, too, and takes the place of the last time's.
    store = folder / "opened"
    shutil.copytree(folder / stored.name, store)
    prepare = forget if is_cold else read
    # Beside a loaded model: what memory costs depends on what else a process holds.
    with stored.engine(options, folder, store.name) as engine:
        # Now that it is open: it has deleted what could not be deleted before it was closed.
        files, n_bytes = _files(store), _n_bytes(store)
        _fetch_pages(n_bytes)
        prepare(files)
        copy_ms = _read_and_copy(files)
        _fetch_pages(n_bytes)
        prepare(files)
        restored = engine.open("1", stored.chat)
        finished = engine.answer("1", [*stored.chat, user_message(_QUESTION)], 1)[1]
    shutil.rmtree(store)
    stats = finished.stats
    n_read = stats.n_prompt - stats.n_restored - stats.n_reused
    return ResumedRun(restored, stats.ttft_ms, n_read, copy_ms)


def _fetch_pages(n_bytes: int) -> None:
    """Let this machine hold as many free pages as either side needs.

    A virtual machine that gives resting pages back to its host gets them again at a second for
    some hundred megabytes: whoever is measured first would pay that for the other.
    """
    np.ones(2 * n_bytes, np.uint8)


def _read_and_copy(files: list[Path]) -> float:
    """Return the milliseconds of reading every stored file and copying its bytes once."""
    sizes = [file.stat().st_size for file in files]
    began = time.perf_counter()
    data = np.empty(sum(sizes), np.uint8)
    at = 0
    for path, n_bytes in zip(files, sizes, strict=True):
        with path.open("rb", buffering=0) as file:
            file.readinto(data[at : at + n_bytes].data)
        at += n_bytes
    data.copy()
    return (time.perf_counter() - began) * 1e3


def _peer(
    options: argparse.Namespace, chat: list[PromptMessage], results: dict[str, Any]
) -> dict[str, Any]:
    """Let a llama-server read as long a prompt, save its slot and restore it."""
    server = LlamaServer(options.peer)
    text = chat[0].text
    cold = server.complete(text)
    saves, restores, resumed = [], [], []
    for _ in range(options.repeat):
        saves.append(_timed(server.save))
        server.erase()
        restores.append(_timed(server.restore))
        resumed.append(server.complete(f"{text}{_QUESTION}"))
    answer_ms = statistics.median(one.prompt_ms for one in resumed)
    restore_ms = statistics.median(restores)
    return {
        "tokens": cold.n_prompt,
        "cold_ttft_ms": round(cold.prompt_ms, 1),
        "save_ms": round(statistics.median(saves), 1),
        "restore_ms": round(restore_ms, 1),
        "resumed_ttft_ms": round(answer_ms, 1),
        "tokens_read_after_resume": resumed[-1].n_read,
        "restore_to_ours": round(restore_ms / results["restore_ms"], 2),
    }


def _timed(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3


def _text(results: dict[str, Any]) -> str:
    lines: list[str] = []
    for name, found in results.items():
        if name != "peer":
            lines += _text_of(name, found)
    kinds = [found for name, found in results.items() if name != "peer"]
    if len(kinds) == 2:
        first, second = kinds
        part = second["bytes_on_disk"] / first["bytes_on_disk"]
        times = second["restore_ms"] / first["restore_ms"]
        lines.append(f"the latter: {part:.2f} of the bytes, {times:.2f} of the time of a restore")
    if peer := results.get("peer"):
        lines.append(
            f"llama-server: cold {peer['cold_ttft_ms']:,.0f} ms, slot save {peer['save_ms']} ms, "
            f"restore {peer['restore_ms']} ms, then {peer['resumed_ttft_ms']} ms for "
            f"{peer['tokens_read_after_resume']} tokens"
        )
    return "\n".join(lines)


def _text_of(name: str, found: dict[str, Any]) -> list[str]:
    split = ", ".join(f"{part[:-3]} {ms} ms" for part, ms in found["split_ms"].items())
    return [
        (
            f"KV cache of {name}: {found['tokens']:,} tokens, "
            f"{found['bytes_on_disk'] / 1e6:,.1f} MB on disk, "
            f"{found['bytes_per_token']:,} bytes a token"
        ),
        f"cold: first token after {found['cold_ttft_ms']:,.0f} ms",
        f"restore: {found['restore_ms']:,.1f} ms ({split})",
        (
            f"resumed: first token {found['resumed_ttft_ms']:,.0f} ms after the next message, "
            f"{found['tokens_read_after_resume']} tokens read"
        ),
        f"{found['restore_to_cold']:,} times as fast as reading it again",
        *(
            f"{cache} file cache: without the proof {beside['without_proof_ms']} ms, "
            f"{beside['restore_to_copy']} times a plain read and copy"
            for cache, beside in found["file_cache"].items()
        ),
    ]
