"""A program called `ssh` that does what ssh does for a tunnel, or fails as ssh fails.

It forwards to the loopback address of this machine, wherever it is told to go. How it behaves is
said by a variable, and what it was told is written into a file.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

BEHAVIOUR = "HEARTH_TEST_SSH"
# What OpenSSH 9 writes to its error stream, and the code it ends with.
SAID = {
    "unknown key": "No ED25519 host key is known for attic and you have requested strict "
    "checking.\nHost key verification failed.",
    "changed key": "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\n"
    "IT IS POSSIBLE THAT SOMEONE IS DOING SOMETHING NASTY!\nHost key verification failed.",
    "denied": "me@attic: Permission denied (publickey,password).",
    "no name": "ssh: Could not resolve hostname attic: Name or service not known",
    "refused": "ssh: connect to host attic port 22: Connection refused",
    "no route": "ssh: connect to host attic port 22: No route to host",
    "timed out": "ssh: connect to host attic port 22: Connection timed out",
    "broken": "Connection closed by 192.168.1.7 port 22",
    "forwarding": "channel 1: open failed: administratively prohibited: open failed",
    "option": "command-line line 0: Bad configuration option: nonsense",
    "silent": "",
}
_PROGRAM = """#!{python}
import json, os, socket, sys, threading, time
if sys.platform == "win32":  # who ends ssh means this process, and ends the one that began it
    import psutil
    def end_with(starter):
        starter.wait()
        os._exit(1)
    threading.Thread(target=end_with, args=[psutil.Process(os.getppid())], daemon=True).start()
with open({told!r}, "a") as told:
    told.write(json.dumps(sys.argv[1:] + [str(os.getpid())]) + "\\n")
how = os.environ.get({variable!r}, "")
said = {said!r}
if how in said:
    sys.stderr.write(said[how] + "\\n")
    sys.exit(255)
if how == "hangs":
    time.sleep(600)
here, port, there, remote = sys.argv[sys.argv.index("-L") + 1].split(":")
if how == "taken once" and not os.path.exists({told!r} + ".taken"):
    open({told!r} + ".taken", "w").close()
    sys.stderr.write("bind [127.0.0.1]:%s: Address already in use\\n" % port)
    sys.stderr.write("channel_setup_fwd_listener_tcpip: cannot listen to port: %s\\n" % port)
    sys.exit(255)
def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    for one in (source, sink):
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
listener = socket.create_server((here, int(port)))
while True:
    near, _ = listener.accept()
    try:
        far = socket.create_connection((there, int(remote)))
    except OSError:
        sys.stderr.write("channel 2: open failed: connect failed: Connection refused\\n")
        near.close()
        continue
    for source, sink in ((near, far), (far, near)):
        threading.Thread(target=pump, args=(source, sink), daemon=True).start()
"""


class StandInSsh:
    """The program, in the place where a shell would find ssh."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder.mkdir()
        self._monkeypatch = monkeypatch
        self._told = folder / "told"
        words = _PROGRAM.format(
            python=sys.executable, told=str(self._told), variable=BEHAVIOUR, said=SAID
        )
        _make_program(folder / "ssh", words)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def behave(self, how: str) -> None:
        """Behave so from the next start on."""
        self._monkeypatch.setenv(BEHAVIOUR, how)

    def told(self) -> list[list[str]]:
        """Return the arguments of each start."""
        return [line[:-1] for line in self._lines()]

    def running(self) -> list[int]:
        """Return the processes that still run."""
        return [pid for line in self._lines() if _runs(pid := int(line[-1]))]

    def until_none_runs(self) -> None:
        """Wait until all have ended."""
        deadline = time.monotonic() + 30
        while self.running():
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def _lines(self) -> Iterator[list[str]]:
        with contextlib.suppress(FileNotFoundError):
            yield from map(json.loads, self._told.read_text().splitlines())


def _make_program(path: Path, words: str) -> None:
    """Make a program of a script whose first line names its interpreter.

    Windows runs no script by its first line. The program that setuptools starts entry points with
    does: it lies beside the script and hands everything on to it.
    """
    if sys.platform == "win32":
        import setuptools

        shutil.copy(Path(setuptools.__file__).with_name("cli-64.exe"), path.with_suffix(".exe"))
        path = path.with_name(f"{path.name}-script.py")
    path.write_text(words, encoding="utf-8")
    path.chmod(0o755)


def _runs(pid: int) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False
