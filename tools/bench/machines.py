"""What a slower network costs where a part of the model lies on another machine.

The other machine is a server in a process beside this one, behind a proxy that delays what passes
and limits how much. So both share one processor, and what differs from line to line is the network
alone. The model is loaded once; the line changes behind it.
"""

from __future__ import annotations

import os
import statistics
from typing import TYPE_CHECKING, Any

from app.core.engine_link import ChildProcess
from app.core.protocol import RemoteMachine
from tools.bench.engine_run import run_benchmark
from tools.bench.link_run import LinkRun
from tools.bench.rpc_server import server_child
from tools.bench.slow_line import Line, SlowLine

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from tools.bench.timed import Timed

_DELAYS_MS = (0.0, 0.5, 2.0, 10.0, 50.0)
_BANDWIDTHS = {"no limit": 0.0, "1 Gbit/s": 1e9, "100 Mbit/s": 1e8}
_WARM_UP_TOKENS = 4
_SHORT_PROMPT = "say " * 16


def run(options: argparse.Namespace) -> int:
    """Measure, print the results, return the exit code."""
    return run_benchmark(options, _measure, _text)


def _measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    n_ctx = options.prompt + options.tokens + 512
    with LinkRun(ChildProcess, folder / "alone", options.model, n_ctx, max_gpu_layers=0) as alone:
        text = alone.text_of(options.prompt)
        results = {
            "model": alone.name,
            "prompt_tokens": options.prompt,
            "answer_tokens": options.tokens,
            "repeat": options.repeat,
            "alone": _rates(alone, text, options, "alone"),
        }
    n_threads = max(1, (os.cpu_count() or 1) // 2)
    with server_child(n_threads) as server, SlowLine(server) as line:
        machines = (RemoteMachine("far", line.address),)
        with LinkRun(
            ChildProcess,
            folder / "far",
            options.model,
            n_ctx,
            max_gpu_layers=options.layers or None,
            machines=machines,
        ) as far:
            results |= {"layers": far.n_gpu_layers, "bytes_to_load": line.n_bytes()}
            results["lines"] = [
                _over(far, line, bandwidth, delay_ms, text, options)
                for bandwidth in _BANDWIDTHS
                for delay_ms in _DELAYS_MS
            ]
    return results


def _over(
    far: LinkRun,
    line: SlowLine,
    bandwidth: str,
    delay_ms: float,
    text: str,
    options: argparse.Namespace,
) -> dict[str, Any]:
    line.line = Line(delay_ms / 1e3, _BANDWIDTHS[bandwidth])
    mark = f"{bandwidth} {delay_ms}"
    rates = _rates(far, text, options, mark)
    before = line.n_bytes()
    said = _answered(far, f"{mark} bytes {_SHORT_PROMPT}", options.tokens)
    per_token = (line.n_bytes() - before) / (said.n_prompt + said.n_generated)
    line.line = Line()
    figures = {"bandwidth": bandwidth, "round_trip_ms": delay_ms, **rates}
    return {**figures, "bytes_per_token": round(per_token)}


def _rates(side: LinkRun, text: str, options: argparse.Namespace, mark: str) -> dict[str, float]:
    """Return tokens a second, medians; each prompt begins anew, so that none is reused."""
    _answered(side, f"{mark} {_SHORT_PROMPT}", _WARM_UP_TOKENS)
    prefill, decode = [], []
    for turn in range(options.repeat):
        read = _answered(side, f"{mark} {turn} read {text}", 1)
        said = _answered(side, f"{mark} {turn} {_SHORT_PROMPT}", options.tokens)
        prefill.append(read.n_prompt / (read.first_s - read.asked_s))
        decode.append((said.n_generated - 1) / (said.ended_s - said.first_s))
    return {
        "prefill_tokens_per_s": round(statistics.median(prefill), 1),
        "decode_tokens_per_s": round(statistics.median(decode), 2),
    }


def _answered(side: LinkRun, text: str, n_tokens: int) -> Timed:
    return side.answer_all([text], n_tokens)[0]


def _text(results: dict[str, Any]) -> str:
    alone = results["alone"]
    lines = [
        (
            f"{results['model']}, prompts of {results['prompt_tokens']} tokens, answers of "
            f"{results['answer_tokens']}, medians of {results['repeat']}"
        ),
        (
            f"this machine alone: prefill {alone['prefill_tokens_per_s']:,} tok/s, "
            f"decode {alone['decode_tokens_per_s']:,} tok/s"
        ),
        (
            f"{results['layers']} layers on the other machine, "
            f"{results['bytes_to_load'] / 1e6:,.1f} MB sent to load them"
        ),
    ]
    lines += [
        f"{one['bandwidth']}, {one['round_trip_ms']} ms there and back: "
        f"prefill {one['prefill_tokens_per_s']:,} tok/s, "
        f"decode {one['decode_tokens_per_s']:,} tok/s, {one['bytes_per_token']:,} bytes a token"
        for one in results["lines"]
    ]
    return "\n".join(lines)
