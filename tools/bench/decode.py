"""How fast prompts are read and answers grow, one at a time and several; how soon a stop works.

What drafting brings is measured apart (`drafting.py`); in all else nothing is drafted, so that the
rates are those of the model and not of a text.

All sides take turns in one run, so that they meet the same machine: the engine in a process of its
own, as the window has it, the engine in this process, and, if one is named, a llama-server. The
difference of the first two is what the boundary between the processes costs.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.engine.hosting import InProcess
from app.core.engine_link import ChildProcess
from app.core.protocol import ChatKey
from tools.bench.drafting import LONGEST_TASK, drafts_text, measure_drafts
from tools.bench.engine_run import run_benchmark
from tools.bench.link_run import LinkRun
from tools.bench.llama_server import LlamaServer
from tools.bench.timed import rate_together

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from tools.bench.timed import Side

_WARM_UP_TOKENS = 8
_SHORT_PROMPT = 16  # words
_N_STOPS = 60
_N_STOPS_WITH_LOADS = 20  # of those for which the model is loaded each time
_LONGEST_WAIT_S = 0.4  # before a stop
_LONGEST_RESTORE_S = 0.1
_ENDLESS = 1 << 20


@dataclass(frozen=True, slots=True)
class Rates:
    """Tokens per second of all chats together, and the milliseconds to the first token of one."""

    prefill: float
    decode: float
    first_token_ms: float


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    most = max(options.parallel)
    n_ctx = most * (max(options.prompt + 64, LONGEST_TASK) + options.tokens)
    with (
        LinkRun(ChildProcess, folder / "own", options.model, n_ctx) as own,
        LinkRun(InProcess, folder / "here", options.model, n_ctx) as here,
    ):
        sides: dict[str, Side] = {"hearth": own, "in_process": here}
        if options.peer:
            sides["peer"] = LlamaServer(options.peer)
        word = own.text_of(options.prompt)
        results: dict[str, Any] = {
            "model": own.name,
            "prompt_tokens": options.prompt,
            "answer_tokens": options.tokens,
            "repeat": options.repeat,
            "parallel": [_parallel(options, sides, n, word) for n in options.parallel],
            "drafts": _drafts(own, options),
            "stop": _stops(own, word),
        }
    if options.draft_model:
        results["model_drafts"] = _with_draft_model(options, folder, n_ctx)
    return results


def _with_draft_model(options: argparse.Namespace, folder: Path, n_ctx: int) -> dict[str, Any]:
    """Measure the same with a draft model beside the text of the chat."""
    draft = options.draft_model
    with LinkRun(ChildProcess, folder / "drafted", options.model, n_ctx, draft) as run:
        return _drafts(run, options)


def _drafts(run: LinkRun, options: argparse.Namespace) -> dict[str, Any]:
    peer = LlamaServer(options.draft_peer) if options.draft_peer else None
    return measure_drafts(run, options.parallel, options.tokens, options.repeat, peer)


def _parallel(
    options: argparse.Namespace, sides: dict[str, Side], n_chats: int, text: str
) -> dict[str, Any]:
    """Let all sides take turns with so many chats; medians, and ratios of the same turn."""
    seen: dict[str, list[Rates]] = {name: [] for name in sides}
    for turn in range(options.repeat):
        order = list(sides)
        for name in order if turn % 2 == 0 else reversed(order):
            marks = [f"{name} {n_chats} {turn} {chat} " for chat in range(n_chats)]
            seen[name].append(_rates(sides[name], marks, text, options.tokens))
    result: dict[str, Any] = {"chats": n_chats}
    for name, rates in seen.items():
        result[name] = {
            "prefill_tokens_per_s": round(statistics.median(one.prefill for one in rates), 1),
            "decode_tokens_per_s": round(statistics.median(one.decode for one in rates), 2),
            "first_token_ms": round(statistics.median(one.first_token_ms for one in rates), 2),
        }
    for name in [name for name in sides if name != "hearth"]:
        pairs = list(zip(seen["hearth"], seen[name], strict=True))
        result[f"to_{name}"] = {
            "prefill": round(statistics.median(a.prefill / b.prefill for a, b in pairs), 3),
            "decode": round(statistics.median(a.decode / b.decode for a, b in pairs), 3),
            "first_token_ms": round(
                statistics.median(a.first_token_ms - b.first_token_ms for a, b in pairs), 2
            ),
        }
    print(_parallel_text(result), file=sys.stderr, flush=True)  # the rest takes long
    return result


def _rates(side: Side, marks: Sequence[str], text: str, n_tokens: int) -> Rates:
    """Measure one side once; each prompt begins with a mark, so that none is reused."""
    side.answer_all([mark + "warm " * _SHORT_PROMPT for mark in marks], _WARM_UP_TOKENS)
    read = side.answer_all([f"{mark}read {text}" for mark in marks], 1)
    said = side.answer_all([mark + "say " * _SHORT_PROMPT for mark in marks], n_tokens)
    prefill_s = max(one.first_s for one in read) - min(one.asked_s for one in read)
    return Rates(
        prefill=sum(one.n_prompt for one in read) / prefill_s,
        decode=rate_together(said),
        first_token_ms=1e3 * statistics.median(one.first_s - one.asked_s for one in said),
    )


def _stops(own: LinkRun, text: str) -> dict[str, Any]:
    """Stop answers, long prompts, restores and loads at random moments."""
    chance = random.Random(5)
    return {
        "decode": _summary(_stops_of_answers(own, "go on " * _SHORT_PROMPT, chance, is_begun=True)),
        "prefill": _summary(_stops_of_answers(own, text, chance, is_begun=False)),
        "restore": _summary(_stops_of_restores(own, text, chance)),
        "load": _summary(_stops_of_loads(own, chance)),
    }


def _stops_of_answers(
    own: LinkRun, prompt: str, chance: random.Random, *, is_begun: bool
) -> list[float]:
    """Return how long stops took, of answers or of their prompts."""
    waits: list[float] = []
    for number in range(2 * _N_STOPS):  # some answers end before they are stopped
        request = own.ask(f"stop {number} {is_begun} {prompt}", _ENDLESS)
        if is_begun:
            own.until_first_text(request)
        time.sleep(chance.random() * _LONGEST_WAIT_S)
        wait_s = own.stop(request)
        own.forget(request)
        waits += [] if wait_s is None else [wait_s]
        if len(waits) == _N_STOPS:
            break
    return waits


def _stops_of_restores(own: LinkRun, text: str, chance: random.Random) -> list[float]:
    """Return how long stops took of a chat whose rows come from the disk."""
    chat = ChatKey("restored")
    own.answer_in(chat, text)
    waits: list[float] = []
    for _ in range(_N_STOPS_WITH_LOADS):
        own.load()  # with nothing in the context
        request = own.ask(text, _ENDLESS, chat)
        time.sleep(chance.random() * _LONGEST_RESTORE_S)
        wait_s = own.stop(request)
        waits += [] if wait_s is None else [wait_s]
    own.forget(request)
    return waits


def _stops_of_loads(own: LinkRun, chance: random.Random) -> list[float]:
    """Return how long it took until cancelled loads had ended."""
    began = time.perf_counter()
    own.load()
    load_s = time.perf_counter() - began
    waits = [own.cancel_load(chance.random() * load_s) for _ in range(_N_STOPS_WITH_LOADS)]
    return [wait_s for wait_s in waits if wait_s is not None]


def _summary(waits: list[float]) -> dict[str, Any]:
    if not waits:
        return {"stops": 0}
    waits.sort()
    return {
        "stops": len(waits),
        "median_ms": round(1e3 * statistics.median(waits), 1),
        "p99_ms": round(1e3 * waits[max(0, round(0.99 * len(waits)) - 1)], 1),
        "longest_ms": round(1e3 * waits[-1], 1),
    }


def _parallel_text(one: dict[str, Any]) -> str:
    lines = []
    for name in ("hearth", "in_process", "peer"):
        if (rates := one.get(name)) is None:
            continue
        ratio = one.get(f"to_{name}")
        beside = ""
        if ratio:
            prefill, decode = ratio["prefill"], ratio["decode"]
            beside = f" (Hearth is at {prefill} of it in prefill, {decode} in decode)"
        lines.append(
            f"{one['chats']} at once, {name}: prefill {rates['prefill_tokens_per_s']:,} tok/s, "
            f"decode {rates['decode_tokens_per_s']:,} tok/s, "
            f"first token {rates['first_token_ms']} ms{beside}"
        )
    return "\n".join(lines)


def _text(results: dict[str, Any]) -> str:
    head = f"{results['model']}, prompts of {results['prompt_tokens']} tokens, answers of "
    lines = [head + f"{results['answer_tokens']}, medians of {results['repeat']}"]
    lines += [_parallel_text(one) for one in results["parallel"]]
    lines.append(drafts_text(results["drafts"]))
    if "model_drafts" in results:
        lines += ["with the draft model:", drafts_text(results["model_drafts"])]
    for name, stops in results["stop"].items():
        told = "all ended before"
        if stops["stops"]:
            told = f"{stops['median_ms']} ms, p99 {stops['p99_ms']} ms ({stops['stops']} stops)"
        lines.append(f"stop in {name}: {told}")
    return "\n".join(lines)
