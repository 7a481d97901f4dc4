"""How much sooner a stored chat answers than one that has to be read, and where the time goes.

Reads a chat of so many tokens once (cold), ends the engine, and opens it again in new ones. Beside
it, in the same run: a plain read and copy of the same bytes, and, if one is named, a llama-server
that saves and restores its slot.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from app.bench.engine_run import EngineRun, run_benchmark, user_message
from app.bench.llama_server import LlamaServer
from app.core.kvstore import stored_rows_bytes

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from app.core.protocol import ChatRestored, PromptMessage

_ANSWER_TOKENS = 8
_QUESTION = "And?"


@dataclass(frozen=True, slots=True)
class ResumedRun:
    """One opening of the stored chat and the answer after it."""

    restored: ChatRestored
    ttft_ms: float
    n_read: int


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    chat, cold = _read_once(options, folder)
    copies, opened = [], []
    n_bytes = sum(file.stat().st_size for file in (folder / "kv").rglob("*.k?s"))
    n_stored = max(1, stored_rows_bytes(folder / "kv")[1])
    for _ in range(options.repeat):
        # Beside a loaded model too: what memory costs depends on what else a process holds.
        with EngineRun(folder, options.model, options.tokens):
            _fetch_pages(n_bytes)
            copies.append(_read_and_copy(folder / "kv"))
        opened.append(_open_again(options, folder, chat, n_bytes))
    middle = sorted(opened, key=lambda one: one.restored.restore_ms)[len(opened) // 2]
    copy_ms = statistics.median(copies)
    timing = middle.restored.timing
    without_proof = statistics.median(
        one.restored.restore_ms - one.restored.timing.decode_ms for one in opened
    )
    results = {
        "tokens": middle.restored.n_prompt,
        "restored_tokens": middle.restored.n_cached,
        "bytes_on_disk": n_bytes,
        "bytes_per_token": round(n_bytes / n_stored),
        "cold_ttft_ms": round(cold, 1),
        "restore_ms": round(middle.restored.restore_ms, 1),
        "split_ms": {name: round(ms, 2) for name, ms in asdict(timing).items()},
        "resumed_ttft_ms": round(statistics.median(one.ttft_ms for one in opened), 1),
        "tokens_read_after_resume": middle.n_read,
        "read_and_copy_ms": round(copy_ms, 1),
        "restore_to_cold": round(cold / middle.restored.restore_ms, 1),
        "without_proof_ms": round(without_proof, 1),
        "restore_to_copy": round(without_proof / copy_ms, 2),
    }
    if options.peer:
        results["peer"] = _peer(options, chat, results)
    return results


def _read_once(options: argparse.Namespace, folder: Path) -> tuple[list[PromptMessage], float]:
    """Read the chat cold; return it with its answer, and the time to the first token."""
    with EngineRun(folder, options.model, options.tokens) as engine:
        text = "word " * engine.n_words(options.tokens)
        chat = [user_message(text)]
        answer, finished = engine.answer("1", chat, _ANSWER_TOKENS)
        engine.flush()
    return [*chat, answer], finished.stats.ttft_ms


def _open_again(
    options: argparse.Namespace, folder: Path, chat: list[PromptMessage], n_bytes: int
) -> ResumedRun:
    with EngineRun(folder, options.model, options.tokens) as engine:
        _fetch_pages(n_bytes)
        restored = engine.open("1", chat)
        finished = engine.answer("1", [*chat, user_message(_QUESTION)], 1)[1]
    stats = finished.stats
    return ResumedRun(restored, stats.ttft_ms, stats.n_prompt - stats.n_restored - stats.n_reused)


def _fetch_pages(n_bytes: int) -> None:
    """Let this machine hold as many free pages as either side needs.

    A virtual machine that gives resting pages back to its host gets them again at a second for
    some hundred megabytes: whoever is measured first would pay that for the other.
    """
    np.ones(2 * n_bytes, np.uint8)


def _read_and_copy(store: Path) -> float:
    """Return the milliseconds of reading every stored file and copying its bytes once."""
    files = sorted(store.rglob("*.k?s"))
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
    split = ", ".join(f"{name[:-3]} {ms} ms" for name, ms in results["split_ms"].items())
    lines = [
        (
            f"{results['tokens']:,} tokens, {results['bytes_on_disk'] / 1e6:,.1f} MB on disk, "
            f"{results['bytes_per_token']:,} bytes a token"
        ),
        f"cold: first token after {results['cold_ttft_ms']:,.0f} ms",
        f"restore: {results['restore_ms']:,.1f} ms ({split})",
        (
            f"resumed: first token {results['resumed_ttft_ms']:,.0f} ms after the next message, "
            f"{results['tokens_read_after_resume']} tokens read"
        ),
        (
            f"{results['restore_to_cold']:,} times as fast as reading it again; without the proof "
            f"{results['restore_to_copy']} times a plain read and copy"
        ),
    ]
    if peer := results.get("peer"):
        lines.append(
            f"llama-server: cold {peer['cold_ttft_ms']:,.0f} ms, slot save {peer['save_ms']} ms, "
            f"restore {peer['restore_ms']} ms, then {peer['resumed_ttft_ms']} ms for "
            f"{peer['tokens_read_after_resume']} tokens"
        )
    return "\n".join(lines)
