"""The child that holds a tunnel: it runs ssh, and ends it when whoever started the child is gone.

ssh itself would outlive a program that is killed. The child's standard input is a pipe that says
nothing; its end, which comes however the parent ends, is the end of ssh.

Threads: the main thread waits for ssh, one more for the end of the pipe.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from typing import Final

from app.core.own_program import die_with_parent, leave_signals_to_parent

TUNNEL_CHILD: Final = "tunnel-child"


def run_tunnel_child(argument: str) -> int:
    """Run a command (JSON, a list of words) up to its end or ours; return its exit code."""
    command = [str(word) for word in json.loads(argument)]
    ssh = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        # Ctrl+C in the terminal of the parent is not for ssh.
        start_new_session=sys.platform != "win32",
        # On this thread, which lives as long as ssh, and before there is another one.
        preexec_fn=die_with_parent if sys.platform == "linux" else None,
    )
    leave_signals_to_parent()  # now, for ssh would inherit that
    threading.Thread(target=_end_with_pipe, args=(ssh,), name="parent", daemon=True).start()
    return ssh.wait()


def _end_with_pipe(ssh: subprocess.Popen[bytes]) -> None:
    """Wait for the end of standard input, and end ssh, which has nothing to lose."""
    with contextlib.suppress(OSError, ValueError):
        while sys.stdin.buffer.read(1024):
            pass
    ssh.kill()
