"""Chooses what is measured from the command line; only what measures the window needs Qt."""

from __future__ import annotations

import argparse
import importlib
import sys

from app.cli.output import until_output_closes
from tools.bench.arguments import add_bench_arguments

_ELSEWHERE = {
    "chats": "chat_list",
    "ui": "transcript",
}


def main(argv: list[str] | None = None) -> int:
    """Run one measurement, or be what one starts; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench", description="Measure what Hearth promises, on this machine."
    )
    kinds = parser.add_subparsers(dest="bench", metavar="WHAT", required=True)
    add_bench_arguments(kinds)
    options = parser.parse_args(argv)

    def run() -> int:
        name = _ELSEWHERE.get(options.bench, options.bench)
        code: int = importlib.import_module(f"tools.bench.{name}").run(options)
        return code

    return until_output_closes(run)


if __name__ == "__main__":
    sys.exit(main())
