"""`hearth models inspect`: what the header of one file says; nothing is loaded."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from app.cli.models.output import (
    in_gb,
    plain_number,
    senses_facts,
    senses_words,
    short_count,
    summary_facts,
)
from app.cli.models.senses import SensesHere
from app.cli.output import printable
from app.cli.verbs import Verb
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.gguf import GgufArray, ModelKind, open_source, read_header, summarise
from app.core.paths import in_home

if TYPE_CHECKING:
    import argparse

    from app.core.gguf import GgufHeader, ModelSummary
    from app.core.paths import Paths


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="GGUF file")


def _run(options: argparse.Namespace, paths: Paths) -> int:
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


INSPECT = Verb(_add_arguments, _run)
