"""A program of others that is asked something over its pipes, and ends with all it has started.

It gets a group of its own (a session; on Windows a job), so that what it started itself ends with
it, and neither Ctrl+C nor the terminal reaches it. No shell reads its command. When this process
ends without a word, Windows ends it; elsewhere it sees the end of its input.

Threads: any.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, Final, cast

from app.core.system import own_program

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_LAST_WORDS_S: Final = 0.5
_OF_WINDOWS: Final = (
    *("APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT"),
    *("PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT"),
    *("TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR"),
)
_OF_OTHERS: Final = (
    *("HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ"),
    *("USER", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"),
)
_PASSED_ON: Final = _OF_WINDOWS if sys.platform == "win32" else _OF_OTHERS


def plain_environment(given: Mapping[str, str]) -> dict[str, str]:
    """Return what a program of others gets of our environment, which may hold secrets, and more.

    Args:
        given: what it is to get beside that.
    """
    known = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {**known, **given}


class OtherProgram:
    """One such program.

    Args:
        command: the program and its arguments.
        environment: all of it.
        folder: in which it works.

    Attributes:
        incoming, outgoing, errors: its standard input, output and error stream, unbuffered.

    Raises:
        FileNotFoundError: there is no such program.
        OSError: it could not be started.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path
    ) -> None:
        # Windows looks for programs without an extension only, and `npx` has one.
        program = shutil.which(command[0], path=environment.get("PATH"))
        if program is None:
            raise FileNotFoundError(command[0])
        self._process = subprocess.Popen(
            (program, *command[1:]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            cwd=folder,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=True,
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self.incoming, self.outgoing, self.errors = cast("tuple[IO[bytes], ...]", pipes)
        self._lock = threading.Lock()
        self._job: int | None = None  # guarded by _lock once it runs
        if sys.platform == "win32":
            own_program.end_with_this_process(self._process.pid)
            self._job = own_program.new_job()
            if self._job is not None:
                own_program.assign(self._job, self._process.pid)

    @property
    def pid(self) -> int:
        """The number of its process, and of its group."""
        return self._process.pid

    @property
    def code(self) -> int | None:
        """Its return code; None while it runs."""
        return self._process.poll()

    def end(self, patience_s: float = _LAST_WORDS_S) -> int:
        """End it with all it has started, and return its code.

        Args:
            patience_s: seconds in which it may end by itself, as it does when its input ends.
        """
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience_s)
        if sys.platform == "win32":
            with self._lock:
                job, self._job = self._job, None
            if job is not None:
                own_program.end_job(job)
            self._process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):  # nobody is left in it
                os.killpg(self._process.pid, signal.SIGKILL)
        return self._process.wait()
