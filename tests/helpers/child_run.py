"""A module of the tests in a process of its own: what it does costs that process alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

REPOSITORY = Path(__file__).resolve().parents[2]
_RUN_S = 1800.0  # a first run compiles shaders for minutes


def heed_all_signals() -> None:
    """In a child: heed what the tests were told to ignore, as by `nohup` on a build machine."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(signal.Signals[name], signal.SIG_DFL)


def run_module(environment: Mapping[str, str], module: str, *arguments: str) -> str:
    """Run a module with some variables of its own; return what it printed. It must end well."""
    child = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=_RUN_S,
        check=False,
    )
    assert child.returncode == 0, child.stdout[-2000:] + child.stderr[-6000:]
    return child.stdout
