"""`hearth hardware`: what llama.cpp finds on this machine, and what of it is used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.core.hardware import builds_besides, report_here, report_lines

if TYPE_CHECKING:
    import argparse

    from app.core.paths import Paths


def hardware(options: argparse.Namespace, paths: Paths) -> int:
    """Print what is found, and return the exit code."""
    report = report_here(paths.trusted_backends)
    if options.json:
        print(json.dumps(report.as_json()))
        return 0
    print("\n".join(report_lines(report)))
    print("\nOther builds, in the folder of Hearth's source code:")
    for build in builds_besides(report.backends):
        print(f"  {build.backend}: {build.command}")
    return 0
