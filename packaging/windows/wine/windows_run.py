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
# xvfb-run cannot be the first process of all: it waits for a signal that one is not sent.
ON_SCREEN = ("sh", "-c", 'xvfb-run -a -s "-screen 0 1600x1200x24" "$@"; exit $?', "screen")
# Wine keeps variables of Qt and of the home from Windows programs; who needs them sets them there.
_ENVIRONMENT = {
    "PYTHONPATH": r"Z:\hearth;Z:\hearth\packaging\windows\wine",
    # The project cannot be written; Python looks for ever for a temporary name in such a folder.
    "HYPOTHESIS_STORAGE_DIRECTORY": r"Z:\lab\work\hypothesis",
    "PYTHONPYCACHEPREFIX": r"Z:\lab\work\bytecode",
    "PYTHONUNBUFFERED": "1",  # a log says where a run is, and where it was when it was ended
}


def python_command(
    lab: Lab,
    prefix: Path,
    arguments: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    on_screen: bool = False,
) -> list[str]:
    """Return the command that runs Windows' Python, in the project's folder.

    Args:
        lab: complete.
        prefix: which Windows.
        arguments: of Python; paths as Windows has them.
        environment: added to what the process gets.
        on_screen: with an X server for its windows.
    """
    variables = {**ENVIRONMENT, **_ENVIRONMENT, "WINEPREFIX": lab.inside(prefix)}
    variables |= environment or {}
    command = ["wine", PYTHON, *arguments]
    if on_screen:
        command = [*ON_SCREEN, *command]
    return command_inside(lab, command, variables, "/hearth")


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
