"""How fast answers are written while other programs want the processors.

Engines that differ in how long their threads spin take turns, each in a process of its own: Hearth
as it is, one that always sleeps after a thousand turns, and one with the default of GNU's OpenMP
library. Beside them run programs that never rest, each a process of its own.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import sys
from typing import TYPE_CHECKING, Any

from app.core.engine_link import ChildProcess
from app.core.ggml.spinning import TURNS
from app.core.own_program import die_with_parent, start_child
from tools.bench.engine_run import run_benchmark
from tools.bench.link_run import LinkRun
from tools.bench.timed import rate_together

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

_SIDES = {"hearth": None, "thousand_turns": "1000", "library_default": "300000"}
_WORDS = {
    "hearth": "Hearth",
    "thousand_turns": "always 1,000 turns",
    "library_default": "the library's default",
}
_PROMPT = "say " * 16


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def run_loop() -> int:
    """Want a processor for as long as whoever started this lives."""
    die_with_parent()
    if hasattr(os, "setsid"):
        with contextlib.suppress(OSError):
            os.setsid()  # Linux shares processors out among sessions, as among programs
    while True:
        pass


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    with contextlib.ExitStack() as stack:
        runs: dict[str, LinkRun] = {}
        for name, turns in _SIDES.items():
            with _turns(turns):
                side = LinkRun(ChildProcess, folder / name, options.model, 4096)
                runs[name] = stack.enter_context(side)
        for side in runs.values():
            side.answer_all([_PROMPT], options.tokens)
        loads = [_beside(options, runs, n) for n in sorted({0, 1, os.cpu_count() or 1})]
        name = runs["hearth"].name
    return {"model": name, "tokens": options.tokens, "repeat": options.repeat, "loads": loads}


@contextlib.contextmanager
def _turns(count: str | None) -> Iterator[None]:
    """Have processes that are started meanwhile spin so long; None for as they would anyway."""
    before = os.environ.get(TURNS)
    if count is not None:
        os.environ[TURNS] = count
    try:
        yield
    finally:
        if count is not None:
            os.environ.pop(TURNS)
            os.environ.update({} if before is None else {TURNS: before})


def _beside(options: argparse.Namespace, runs: dict[str, LinkRun], n_loops: int) -> dict[str, Any]:
    """Let all sides take turns beside so many programs; medians, and ratios of the same turn."""
    seen: dict[str, list[float]] = {name: [] for name in runs}
    with contextlib.ExitStack() as stack:
        for _ in range(n_loops):
            stack.enter_context(_loop())
        for turn in range(options.repeat):
            order = list(runs)
            for name in order if turn % 2 == 0 else reversed(order):
                said = runs[name].answer_all([f"{turn} {_PROMPT}"], options.tokens)
                seen[name].append(rate_together(said))
    result: dict[str, Any] = {"programs": n_loops}
    for name, rates in seen.items():
        ratios = [here / there for here, there in zip(seen["hearth"], rates, strict=True)]
        result[name] = {
            "tokens_per_s": round(statistics.median(rates), 2),
            "hearth_to_it": round(statistics.median(ratios), 3),
        }
    return result


@contextlib.contextmanager
def _loop() -> Iterator[None]:
    child = start_child((sys.executable, "-m", "tools.bench", "busy-loop"))
    try:
        yield
    finally:
        child.kill()
        child.communicate()


def _text(results: dict[str, Any]) -> str:
    head = f"{results['model']}, answers of {results['tokens']} tokens"
    lines = [f"{head}, medians of {results['repeat']}"]
    for load in results["loads"]:
        for name, words in _WORDS.items():
            side = load[name]
            ratio = "" if name == "hearth" else f" (Hearth is at {side['hearth_to_it']} of it)"
            lines.append(
                f"beside {load['programs']} programs, {words}: {side['tokens_per_s']} tok/s{ratio}"
            )
    return "\n".join(lines)
