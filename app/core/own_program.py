"""This very program, started once more as a child: how it begins and how it ends.

Threads: any.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from app.core.errors import EXIT_BUG

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_PR_SET_PDEATHSIG = 1
# How Windows says that it has ended a process: NTSTATUS, see its documentation.
_WINDOWS_ENDS = {
    0xC0000005: "an access violation",
    0xC0000006: "a page that could not be read",
    0xC0000017: "no memory",
    0xC000001D: "an instruction that the processor does not know",
    0xC0000094: "a division by zero",
    0xC00000FD: "a stack overflow",
    0xC0000135: "a missing DLL",
    0xC0000139: "a function that a DLL lacks",
    0xC000013A: "Ctrl+C",
    0xC0000142: "a DLL that could not be started",
    0xC0000374: "a damaged heap",
    0xC0000409: "a check of its own, or abort",
    0x40000015: "abort",
}


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


def start_child(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a child that is asked nothing and whose output and errors are read.

    Args:
        command: as `own_command` has it.

    Raises:
        OSError: it could not be started.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=own_environment(),
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


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


def run_and_leave(work: Callable[[], int]) -> NoReturn:
    """Do the work of a child and end the process at once, with the exit code that `work` returns.

    What native libraries do at the end of a process is left out: a driver of a GPU that ggml does
    not support aborts there, and the child would seem to have failed.
    """
    try:
        code = work()
    except BaseException:  # noqa: BLE001 - the child's outermost frame
        traceback.print_exc()
        code = EXIT_BUG
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a program without a console has none
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)


def describe_exit(code: int, errors: bytes) -> str:
    """Say in a few words how a child ended that did not end well.

    Args:
        code: its return code as `subprocess` has it: negative for a signal; the status of an
            exception on Windows.
        errors: what it wrote to its error stream.
    """
    if code < 0:
        return f"died of signal {-code}"
    if code in _WINDOWS_ENDS:
        return f"died of {_WINDOWS_ENDS[code]} (0x{code:08X})"
    last_line = errors.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
    return f"ended with code {code}: {last_line[:200]}"
