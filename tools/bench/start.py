"""How long a start takes, up to the first token in the chat that was shown last.

The real window, offscreen, in a process of its own over a profile with one stored chat. In turns
with it, so that all meet the same machine: an empty window of Qt, and, where one is named, a
llama-server that gets the same model and restores a slot with as long a prompt. With files in the
system's cache, and, where the system can be told to forget them, without.
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

from app.core.errors import Problem
from app.core.llama.gguf_reader import model_files
from app.core.phrases import NO_WORDS, phrase
from app.core.settings.settings import Settings
from app.core.settings.table import CONTEXT_TOKENS, MEMORY_KEEP_FREE, TEMPERATURE
from app.core.system.own_program import output_of, own_command, own_environment, start_child
from app.core.system.paths import Paths
from app.ui.measured_start.moments import Moment
from tools.bench.engine_run import BenchFailed, EngineRun, run_benchmark
from tools.bench.file_cache import CACHES, forget, read
from tools.bench.llama_server import StartedPeer

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

_QUESTION = "Tell me more about that."  # to which every model says something
_ROOM = 1024  # tokens of the context beside those of the chat
_COUNTING_TOKENS = 256
_LONGEST_S = 3600.0
_WINDOW = (Moment.PAINTED, Moment.READABLE, Moment.BUILT, Moment.SHOWN)
_MEASURED = (*_WINDOW, Moment.READY, Moment.WARM, Moment.FIRST_TOKEN)
_WORDS = {
    Moment.PAINTED: "painted",
    Moment.READABLE: "last chat readable",
    Moment.BUILT: "window built",
    Moment.SHOWN: "last chat in it",
    Moment.READY: "model ready",
    Moment.WARM: "last chat warm",
    Moment.FIRST_TOKEN: "first token",
}


@dataclass(frozen=True, slots=True)
class Start:
    """One start.

    Attributes:
        ms: since the process was started.
        tokens: that came back.
        readable_cpu_s: seconds of processor time that the window took until its chat was readable.
        shown_cpu_s: until its chat was shown in what was built.
        engine_cpu_s: that the engine took until it was ended.
    """

    ms: dict[Moment, float]
    tokens: int
    readable_cpu_s: float
    shown_cpu_s: float
    engine_cpu_s: float


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    profile = folder / "profile"
    n_words = _prepare(options, folder, profile)
    _start(options, profile, first_words=n_words)
    peer = None
    if options.peer_program:
        peer = StartedPeer(options.peer_program, options.model, folder, options.tokens + _ROOM)
        peer.keep("word " * n_words + _QUESTION)
    return {cache: _turns(options, folder, peer, is_cold=cache == "cold") for cache in CACHES}


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


def _turns(
    options: argparse.Namespace, folder: Path, peer: StartedPeer | None, *, is_cold: bool
) -> dict[str, Any]:
    """Start all sides in turns; each start of Hearth finds the same profile."""
    starts, empty, peers = list[Start](), list[float](), list[float]()
    for _ in range(options.repeat):
        copy = folder / "copy"
        shutil.copytree(folder / "profile", copy)
        files = [*map(Path, model_files(options.model)), *copy.rglob("*.k?s")]
        (forget if is_cold else read)(files)
        starts.append(_start(options, copy))
        empty.append(_empty(options, copy))
        shutil.rmtree(copy)
        if peer is not None:
            files = [*map(Path, model_files(options.model)), peer.slot]
            (forget if is_cold else read)(files)
            peers.append(peer.first_token_ms(f"\n{_QUESTION}\n"))
    found: dict[str, Any] = {
        "tokens": starts[0].tokens,
        "empty_window_ms": _median(empty),
        "ms": {m.value: _median(one.ms[m] for one in starts) for m in _MEASURED},
        "to_empty_window": {m.value: _ratio([one.ms[m] for one in starts], empty) for m in _WINDOW},
        "readable_cpu_s": _median(one.readable_cpu_s for one in starts),
        "shown_cpu_s": _median(one.shown_cpu_s for one in starts),
        "engine_cpu_s": _median(one.engine_cpu_s for one in starts),
    }
    if peers:
        found["peer_first_token_ms"] = _median(peers)
        found["first_token_to_peer"] = _ratio([one.ms[Moment.FIRST_TOKEN] for one in starts], peers)
    return found


def _median(values: Iterable[float]) -> float:
    return round(statistics.median(values), 3)


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median of the ratios within a turn."""
    return _median(a / b for a, b in zip(ours, theirs, strict=True))


def _start(options: argparse.Namespace, profile: Path, *, first_words: int = 0) -> Start:
    """Start the program once and wait until it has ended.

    Raises:
        BenchFailed: it did not come to its end.
    """
    which = ("--data-dir", os.fspath(profile), "start-window", "--model", options.model)
    asked = ("--question", _QUESTION, "--first-words", str(first_words))
    wanted = {Moment.ENDED} if first_words else set(_MEASURED)
    began, found = _noted(options, profile, wanted, *which, *asked)
    until = {moment: line["cpu"] for moment, line in found.items()}
    return Start(
        {moment: (line["at"] - began) * 1e3 for moment, line in found.items()},
        found.get(Moment.WARM, {}).get("tokens", 0),
        until.get(Moment.READABLE, 0.0),
        until.get(Moment.SHOWN, 0.0),
        found[Moment.ENDED]["children"],
    )


def _empty(options: argparse.Namespace, folder: Path) -> float:
    """Show an empty window; return the milliseconds until it was painted."""
    began, found = _noted(options, folder, {Moment.EMPTY}, "empty-window")
    return float(found[Moment.EMPTY]["at"] - began) * 1e3


def _noted(
    options: argparse.Namespace, folder: Path, wanted: set[Moment], *arguments: str
) -> tuple[float, dict[Moment, Any]]:
    """Run the program; return when it was started, in seconds since 1970, and what it noted."""
    file = folder / "moments.jsonl"
    file.unlink(missing_ok=True)
    arguments = (*arguments, "--moments", os.fspath(file))
    command = (options.program, *arguments) if options.program else own_command(*arguments)
    environment = own_environment() | {"QT_QPA_PLATFORM": "offscreen"}
    began = time.time()
    try:
        child = start_child(command, environment=environment)
        _output, errors = output_of(child, _LONGEST_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BenchFailed(_not_started(command[0], str(error))) from error
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    in_order = map(json.loads, reversed(lines))
    found = {Moment(line["moment"]): line for line in in_order}  # the first of each
    if Moment.FAILED in found or not wanted <= set(found):
        words = found.get(Moment.FAILED, {}).get("problem", "")
        said = errors.decode("utf-8", "replace")[-2_000:]
        raise BenchFailed(_not_started(command[0], words or said))
    return began, found


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
        lines.append(f"  {'an empty window':20} {found['empty_window_ms']:9,.0f} ms")
        for moment in _MEASURED:
            ratio = found["to_empty_window"].get(moment)
            behind = "" if ratio is None else f"   {ratio} of the empty window"
            lines.append(f"  {_WORDS[moment]:20} {found['ms'][moment]:9,.0f} ms{behind}")
        if "peer_first_token_ms" in found:
            ratio = found["first_token_to_peer"]
            took = found["peer_first_token_ms"]
            lines.append(f"  {'llama-server':20} {took:9,.0f} ms   Hearth takes {ratio} of that")
        lines.append(
            f"  processor time: the window {found['readable_cpu_s']:.2f} s until its chat is "
            f"readable, {found['shown_cpu_s']:.2f} s until it is shown in what was built; the "
            f"engine {found['engine_cpu_s']:.2f} s"
        )
    return "\n".join(lines)
