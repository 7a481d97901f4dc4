"""Programs on the laboratory's Windows, started from Linux."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from inside import command_inside
from wine_prefix import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lab import Lab

PYTHON = r"Z:\lab\python\python.exe"
# Wine keeps variables of Qt and of the home from Windows programs; who needs them sets them there.
_ENVIRONMENT = {
    "PYTHONPATH": r"Z:\hearth;Z:\hearth\packaging\windows\wine",
    # The project cannot be written; Python looks for ever for a temporary name in such a folder.
    "HYPOTHESIS_STORAGE_DIRECTORY": r"Z:\lab\work\hypothesis",
    "PYTHONPYCACHEPREFIX": r"Z:\lab\work\bytecode",
    "PYTHONUNBUFFERED": "1",  # a log says where a run is, and where it was when it was ended
}


def python_command(
    lab: Lab, arguments: Sequence[str], environment: Mapping[str, str] | None = None
) -> list[str]:
    """Return the command that runs Windows' Python, in the project's folder.

    Args:
        lab: complete.
        arguments: of Python; paths as Windows has them.
        environment: added to what the process gets.
    """
    variables = {**ENVIRONMENT, **_ENVIRONMENT, **(environment or {})}
    return command_inside(lab, ["wine", PYTHON, *arguments], variables, "/hearth")


def run_to_log(command: Sequence[str], log: Path, limit_s: float) -> int | None:
    """Run a command with its output in a file; return its code, None when its time was over.

    Everything that it started ends with it.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        try:
            return subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                timeout=limit_s,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            return None
