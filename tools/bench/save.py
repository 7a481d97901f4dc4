"""What storing costs: the engine's time while it reads a long prompt, bytes, and shared prompts.

The second part writes a chat of many short turns, as people do, and counts the bytes of each turn.
The third lets many chats begin with one system prompt and compares what they take together
with what a state file for each of them would.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from app.core.kvstore.reading.verify import stored_rows_bytes
from app.core.kvstore.store import KVStore
from app.core.messages import Role
from app.core.protocol import PromptMessage
from tools.bench.engine_run import EngineRun, run_benchmark, user_message

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

_SYSTEM_TOKENS = 2000
_ANSWER_TOKENS = 32
_TURNS = 20
_TURN_WORDS = 4
_TURNS_CONTEXT = 4096  # tokens
_CLOSE_S = 60.0


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    with EngineRun(folder, options.model, options.tokens, "long") as engine:
        text = "word " * engine.n_words(options.tokens)
        _, finished = engine.answer("1", [user_message(text)], _ANSWER_TOKENS)
        engine.flush()
        n_written = engine.store.usage().bytes
    stats = finished.stats
    chatting = _turns(options.model, folder)
    rows, n_tokens = stored_rows_bytes(folder / "long")
    n_chat_tokens = _SYSTEM_TOKENS + 512
    with EngineRun(folder, options.model, n_chat_tokens, "shared") as engine:
        system = PromptMessage(Role.SYSTEM, "word " * engine.n_words(_SYSTEM_TOKENS))
        for number in range(options.chats):
            question = user_message(f"Question {number}: what lies between?")
            engine.answer(str(number), [system, question], _ANSWER_TOKENS)
        engine.flush()
        overview = engine.store.overview()
    separate = sum(chat.n_bytes for chat in overview.chats if chat.owner != "probe")
    return {
        "tokens": stats.n_prompt,
        "saved_tokens": n_tokens,
        "save_ms_per_512_tokens": round(stats.save_ms / max(1, n_tokens) * 512, 2),
        "save_share_of_time": round(stats.save_ms / (stats.ttft_ms or 1.0), 5),
        "bytes_written_to_rows": round(n_written / max(1, rows), 4),
        **chatting,
        "chats": options.chats,
        "shared_bytes": overview.usage.bytes,
        "separate_bytes": separate,
        "separate_to_shared": round(separate / max(1, overview.usage.bytes), 1),
    }


def _turns(model: str, folder: Path) -> dict[str, Any]:
    """Write one chat of short turns; return the megabytes written in each, at the end, and kept."""
    with EngineRun(folder, model, _TURNS_CONTEXT, "turns") as engine:
        messages: list[PromptMessage] = []
        written = []
        for number in range(_TURNS):
            messages.append(user_message(f"Turn {number}: {'word ' * _TURN_WORDS}"))
            answer, finished = engine.answer("1", messages, _ANSWER_TOKENS)
            messages.append(answer)
            engine.flush()
            written.append(engine.store.usage().bytes_written_today)
    store = KVStore.open(folder / "turns")
    usage = store.usage()
    store.close(_CLOSE_S)
    stats = finished.stats
    return {
        "turns": _TURNS,
        "turns_tokens": stats.n_prompt + stats.n_generated,
        "turns_prefill_tps": round(stats.prefill_tps, 1),
        "turns_decode_tps": round(stats.decode_tps, 1),
        "turns_mb": [round((b - a) / 1e6, 2) for a, b in itertools.pairwise([0, *written])],
        "rest_mb": round((usage.bytes_written_today - written[-1]) / 1e6, 2),
        "kept_mb": round(usage.bytes / 1e6, 2),
    }


def _text(results: dict[str, Any]) -> str:
    shared, separate = results["shared_bytes"] / 1e6, results["separate_bytes"] / 1e6
    save_ms, share = results["save_ms_per_512_tokens"], results["save_share_of_time"]
    at_once = results["turns_mb"]
    lines = (
        f"{results['tokens']:,} tokens: {save_ms} ms for 512 tokens, {share:.2%} of reading them",
        f"files are {results['bytes_written_to_rows']} times as large as the rows in them",
        (
            f"{results['turns']} turns, {results['turns_tokens']:,} tokens: "
            f"{sum(at_once):,.1f} MB written in {sum(mb > 0 for mb in at_once)} of them, "
            f"{results['rest_mb']:,.1f} MB when the chat rested; {results['kept_mb']:,.1f} MB kept"
        ),
        (
            f"{results['chats']} chats with one system prompt: {shared:,.1f} MB; "
            f"as separate files {separate:,.1f} MB, {results['separate_to_shared']} times"
        ),
    )
    return "\n".join(lines)
