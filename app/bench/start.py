"""How long a start takes, up to the first token in the chat that was shown last.

The real window, offscreen, in a process of its own over a profile with one stored chat. Starts that
read this chat while the model loads and starts that read it afterwards take turns, so that both
meet the same machine; with files in the system's cache, and, where the system can be told to forget
them, without.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.bench.engine_run import BenchFailed, EngineRun, run_benchmark
from app.bench.file_cache import CACHES, forget, read
from app.bench.moments import Moment
from app.core.engine.first_chat import NO_READ_AHEAD
from app.core.errors import Problem
from app.core.llama.model_files import model_files
from app.core.own_program import output_of, own_command, own_environment, start_child
from app.core.paths import Paths
from app.core.phrases import NO_WORDS, phrase
from app.core.settings import CONTEXT_TOKENS, MEMORY_KEEP_FREE, TEMPERATURE, Settings

if TYPE_CHECKING:
    import argparse

_ROOM = 1024  # tokens of the context beside those of the chat
_COUNTING_TOKENS = 256
_LONGEST_S = 3600.0
_MEASURED = (Moment.SHOWN, Moment.READY, Moment.WARM, Moment.FIRST_TOKEN)
_WORDS = {
    Moment.SHOWN: "window shown",
    Moment.READY: "model ready",
    Moment.WARM: "last chat warm",
    Moment.FIRST_TOKEN: "first token",
}


@dataclass(frozen=True, slots=True)
class Start:
    """One start: milliseconds since the process was started, and the tokens that came back."""

    ms: dict[Moment, float]
    tokens: int

    @property
    def warm_after_ready_ms(self) -> float:
        """How long the chat took after there was a model."""
        return self.ms[Moment.WARM] - self.ms[Moment.READY]


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    profile = folder / "profile"
    n_words = _prepare(options, folder, profile)
    _start(options, profile, first_words=n_words)
    return {cache: _compared(options, folder, profile, is_cold=cache == "cold") for cache in CACHES}


def _prepare(options: argparse.Namespace, folder: Path, profile: Path) -> int:
    """Make the settings of a profile; return how many words its chat is to have."""
    with EngineRun(folder, options.model, _COUNTING_TOKENS, "counting") as engine:
        n_words = engine.n_words(options.tokens)
    paths = Paths.locate(profile)
    paths.create()
    settings = Settings.load(paths.settings_file)
    settings.set(CONTEXT_TOKENS, options.tokens + _ROOM)
    settings.set(TEMPERATURE, 0.0)
    settings.set(MEMORY_KEEP_FREE, 0.0)
    return n_words


def _compared(
    options: argparse.Namespace, folder: Path, profile: Path, *, is_cold: bool
) -> dict[str, Any]:
    """Start both ways in turns; every start finds the same profile."""
    starts: dict[bool, list[Start]] = {True: [], False: []}
    for number in range(options.repeat):
        for is_ahead in (True, False) if number % 2 else (False, True):
            copy = folder / "copy"
            shutil.copytree(profile, copy)
            files = [*map(Path, model_files(options.model)), *copy.rglob("*.k?s")]
            (forget if is_cold else read)(files)
            starts[is_ahead].append(_start(options, copy, is_ahead=is_ahead))
            shutil.rmtree(copy)
    pairs = list(zip(starts[True], starts[False], strict=True))
    return {
        "tokens": starts[True][0].tokens,
        "ahead_ms": _medians(starts[True]),
        "later_ms": _medians(starts[False]),
        "warm_after_ready_ms": {
            name: round(statistics.median(one.warm_after_ready_ms for one in starts[key]), 1)
            for name, key in (("ahead", True), ("later", False))
        },
        "ahead_to_later": {
            moment.value: round(statistics.median(a.ms[moment] / b.ms[moment] for a, b in pairs), 3)
            for moment in _MEASURED
        }
        | {
            "warm_after_ready": round(
                statistics.median(a.warm_after_ready_ms / b.warm_after_ready_ms for a, b in pairs),
                3,
            )
        },
    }


def _medians(starts: list[Start]) -> dict[str, float]:
    return {
        moment.value: round(statistics.median(one.ms[moment] for one in starts), 1)
        for moment in _MEASURED
    }


def _start(
    options: argparse.Namespace, profile: Path, *, is_ahead: bool = True, first_words: int = 0
) -> Start:
    """Start the program once and wait until it has ended.

    Raises:
        BenchFailed: it did not come to its end.
    """
    noted = profile / "moments.jsonl"
    which = ("--model", options.model, "--moments", os.fspath(noted))
    how = ("--first-words", str(first_words))
    arguments = ("--data-dir", os.fspath(profile), "bench", "start-window", *which, *how)
    command = (options.program, *arguments) if options.program else own_command(*arguments)
    environment = own_environment() | {"QT_QPA_PLATFORM": "offscreen"}
    environment.pop(NO_READ_AHEAD, None)
    if not is_ahead:
        environment[NO_READ_AHEAD] = "1"
    began = time.time()
    try:
        child = start_child(command, environment=environment)
        _output, errors = output_of(child, _LONGEST_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BenchFailed(_not_started(command[0], str(error))) from error
    lines = noted.read_text("utf-8").splitlines() if noted.exists() else []
    noted.unlink(missing_ok=True)
    found = {Moment(line["moment"]): line for line in map(json.loads, lines)}
    wanted = {Moment.FIRST_TOKEN} if first_words else set(_MEASURED)
    if Moment.FAILED in found or not wanted <= set(found):
        words = found.get(Moment.FAILED, {}).get("problem", "")
        said = errors.decode("utf-8", "replace")[-2_000:]
        raise BenchFailed(_not_started(command[0], words or said))
    ms = {moment: (line["at"] - began) * 1e3 for moment, line in found.items()}
    return Start(ms, found.get(Moment.WARM, {}).get("tokens", 0))


def _not_started(program: str, detail: str) -> Problem:
    return Problem(
        what=phrase(
            "{program} did not start as far as the first token of an answer.", program=program
        ),
        effect=NO_WORDS,
        remedy=phrase("See what it says; a program of another version cannot be measured."),
        detail=detail,
    )


def _text(results: dict[str, Any]) -> str:
    lines = []
    for cache, found in results.items():
        lines.append(f"{cache} file cache, {found['tokens']:,} tokens restored")
        for moment in _MEASURED:
            ahead, later = found["ahead_ms"][moment], found["later_ms"][moment]
            ratio = found["ahead_to_later"][moment]
            lines.append(
                f"  {_WORDS[moment]:15} {ahead:9,.0f} ms   not read ahead {later:9,.0f} ms"
                f"   ratio {ratio}"
            )
        wait = found["warm_after_ready_ms"]
        lines.append(
            f"  from model ready to chat warm {wait['ahead']} ms, not read ahead {wait['later']} ms"
            f", ratio {found['ahead_to_later']['warm_after_ready']}"
        )
    return "\n".join(lines)
