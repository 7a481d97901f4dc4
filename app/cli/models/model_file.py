"""`hearth models fit` and `inspect`: does a model fit into free memory, and what is in its file."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from app.cli.arguments import whole_number
from app.cli.models.output import (
    SensesHere,
    in_gb,
    plain_number,
    senses_facts,
    senses_words,
    short_count,
    summary_facts,
)
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.fit.verdict import Verdict
from app.core.gguf.cursor import open_source
from app.core.gguf.header import GgufArray
from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, summarise
from app.core.protocol import KVType, LoadSettings
from app.core.system.paths import in_home

if TYPE_CHECKING:
    import argparse

    from app.core.fit.machine import Placement
    from app.core.fit.verdict import FitReport
    from app.core.gguf.header import GgufHeader
    from app.core.gguf.summary import ModelSummary
    from app.core.system.paths import Paths


def _add_inspect_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="GGUF file")


def _inspect(options: argparse.Namespace, paths: Paths) -> int:
    path = in_home(options.file)
    with open_source(path) as source:
        header = read_header(source)
    summary = summarise(header)
    senses = SensesHere(paths).of_file(str(path.absolute())) if _may_take_media(summary) else None
    if options.json:
        facts = {**summary_facts(summary), **senses_facts(senses), "format_version": header.version}
        print(json.dumps({**facts, "metadata": _metadata(header)}))
    else:
        rows = _rows(summary) + [("media", line) for line in senses_words(senses)]
        print("\n".join(f"{label + ':':<17}{printable(text)}" for label, text in rows))
    if summary.missing_bytes:
        print(f"hearth: {in_gb(summary.missing_bytes)} are missing at its end.", file=sys.stderr)
        return EXIT_KNOWN_ERROR
    return 0


def _may_take_media(summary: ModelSummary) -> bool:
    return summary.kind is ModelKind.LANGUAGE and not summary.missing_bytes


def _metadata(header: GgufHeader) -> dict[str, Any]:
    return {key: _plain(value) for key, value in header.metadata.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, GgufArray):
        numbers = [plain_number(number) for number in value.numbers]
        return {"length": value.length, **({"numbers": numbers} if numbers else {})}
    return plain_number(value) if isinstance(value, float) else value


def _rows(summary: ModelSummary) -> list[tuple[str, str]]:
    parameters = short_count(summary.n_parameters)
    if summary.n_active_parameters < summary.n_parameters:
        parameters += (
            f", {short_count(summary.n_active_parameters)} active "
            f"({summary.n_experts_used} of {summary.n_experts} experts)"
        )
    part = f"{summary.split_index + 1} of {summary.split_count}"
    rows = [
        ("name", summary.name),
        ("kind", summary.kind.value),
        ("architecture", summary.architecture),
        ("parameters", parameters),
        ("quantisation", summary.quantisation),
        ("trained context", f"{summary.n_ctx_train:,} tokens" if summary.n_ctx_train else ""),
        ("layers", str(summary.n_layers or "")),
        ("vocabulary", f"{summary.n_vocab:,} tokens" if summary.n_vocab else ""),
        ("chat template", "yes" if summary.has_chat_template else "no"),
        ("licence", summary.licence),
        ("file of several", part if summary.split_count > 1 else ""),
        ("size", in_gb(summary.size_bytes)),
    ]
    return [(label, text) for label, text in rows if text]


INSPECT = Verb(_add_inspect_arguments, _inspect)


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
        help="tokens (default: chosen by Hearth)",
    )
    kinds = [kind.value for kind in KVType]
    parser.add_argument(
        "--kv-type", choices=kinds, default=KVType.F16.value, help="type of the KV cache"
    )


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
