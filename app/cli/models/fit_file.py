"""`hearth models fit`: does a model fit into the memory that is free now, and what goes where."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.cli.arguments import whole_number
from app.cli.models.output import in_gb
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.fit import Verdict
from app.core.paths import in_home
from app.core.protocol import KVType, LoadSettings

if TYPE_CHECKING:
    import argparse

    from app.core.fit import FitReport, Placement
    from app.core.paths import Paths

_VERDICTS = {
    Verdict.FITS: "Fits",
    Verdict.SMALLER_CONTEXT: "Smaller context",
    Verdict.SLOW: "Slow",
    Verdict.WONT_FIT: "Won't fit",
}
_HEAD = ("", "weights", "KV cache", "computing", "together", "free")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="GGUF file")
    parser.add_argument(
        "--context",
        metavar="N",
        type=whole_number(0, 1 << 30),
        default=0,
        help="tokens (default: what Hearth chooses)",
    )
    kinds = [kind.value for kind in KVType]
    parser.add_argument("--kv-type", choices=kinds, default=KVType.F16.value, help="of the cache")


def _run(options: argparse.Namespace, paths: Paths) -> int:
    from app.core.engine.load.fit_probe import FitQuestion, ask_fit

    question = FitQuestion(
        path=str(in_home(options.file).absolute()),
        settings=LoadSettings(n_ctx=max(0, options.context), kv_type=KVType(options.kv_type)),
    )
    report = ask_fit(question, paths.trusted_backends)
    print(json.dumps(_facts(report)) if options.json else _text(report))
    return EXIT_KNOWN_ERROR if report.verdict is Verdict.WONT_FIT else 0


def _facts(report: FitReport) -> dict[str, object]:
    """Return a report as plain values for JSON; sizes in bytes."""
    return {
        "verdict": report.verdict.value,
        "reason": str(report.reason),
        "places": [
            {
                **asdict(place.use),
                "together_bytes": place.use.total_bytes,
                "free_bytes": place.free_bytes,
                "total_bytes": place.total_bytes,
            }
            for place in report.places
        ],
        "placement": asdict(report.placement) if report.placement else None,
    }


def _text(report: FitReport) -> str:
    lines = [f"{_VERDICTS[report.verdict]}: {report.reason}"]
    if report.placement:
        lines.append(_placement(report.placement))
    rows: list[tuple[str, ...]] = [_HEAD]
    for place in report.places:
        use = place.use
        sizes = (use.weights_bytes, use.cache_bytes, use.compute_bytes, use.total_bytes)
        rows.append((printable(use.place), *map(in_gb, (*sizes, place.free_bytes))))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += [
        "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return "\n".join(lines)


def _placement(placement: Placement) -> str:
    text = f"Context of {placement.n_ctx:,} tokens"
    for name, count in placement.shares:
        text += f", {count} layers on {printable(name)}"
    if placement.n_expert_layers_in_ram:
        text += f", the experts of {placement.n_expert_layers_in_ram} of them in RAM"
    return text + "."


FIT = Verb(_add_arguments, _run)
