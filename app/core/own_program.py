"""This very program, started once more as a child: how, and that it does not outlive its parent.

Threads: any.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path

from app.core.errors import EXIT_BUG

_PR_SET_PDEATHSIG = 1


def own_command(*arguments: str) -> tuple[str, ...]:
    """Return how this program starts itself with other arguments, frozen or not."""
    if getattr(sys, "frozen", False):
        return (sys.executable, *arguments)
    return (sys.executable, "-m", "app", *arguments)


def own_environment() -> dict[str, str]:
    """Return an environment in which the child is this very program, whatever the folder is."""
    environment = dict(os.environ, PYINSTALLER_RESET_ENVIRONMENT="1")
    package_parent = str(Path(__file__).resolve().parents[2])
    environment["PYTHONPATH"] = os.pathsep.join(
        part for part in (package_parent, environment.get("PYTHONPATH", "")) if part
    )
    return environment


def die_with_parent() -> None:
    """Let the system end this process when whoever started it is gone; Linux only.

    It is the thread that started it whose end counts. Elsewhere a child notices that its pipe ends.
    """
    if sys.platform != "linux":
        return
    parent = os.getppid()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # gone before that was set
        os._exit(EXIT_BUG)
