"""Tries models of servers against real ones: Hearth on another machine, and llama.cpp's server.

The other machine is a network namespace of Linux with a network of its own, joined to this one by
a cable that is nothing but a pair of interfaces; it takes the rights of root to make one, and
`ip`. llama.cpp's server is named by its path, and left out without one. All is done as a user does
it, at the command line, over throw-away folders. The exit status is 1 where a step fails.

Standard library only. Usage: python packaging/api/real_servers.py [--llama-server FILE]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from served import FOLDER, GUIDE, KEY, REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Iterator

THERE, HERE = "10.213.77.2", "10.213.77.1"  # each end of the cable
NAMESPACE: Final = "hearth-there"
PORT: Final = 11435
_START_S: Final = 120.0
_STEP_S: Final = 180.0
_KNOWN_ERROR: Final = 1
_LONG: Final = "Name everything that you know about Hearth, one thing after the other."


@dataclass(frozen=True)
class Done:
    """What a command has come to."""

    code: int
    out: str
    err: str

    @property
    def figures(self) -> Any:
        """The JSON of its last line."""
        return json.loads(self.out.splitlines()[-1])


class Desk:
    """Hearth on this machine, at the command line; counts what goes wrong."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.key_file = folder / "key"
        self.key_file.write_text(KEY, encoding="ascii")
        self.n_failed = 0

    def command(self, *arguments: str) -> list[str]:
        """Return a command of Hearth over the folder of this desk."""
        return [sys.executable, "-m", "app", "--data-dir", str(self._folder / "here"), *arguments]

    def run(self, *arguments: str, said: str = "") -> Done:
        """Run a command to its end; `said` is typed into it."""
        done = subprocess.run(
            self.command(*arguments),
            input=said,
            capture_output=True,
            text=True,
            cwd=REPOSITORY,
            env=environment(),
            timeout=_STEP_S,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def ask(self, server: str, text: str, *more: str) -> Done:
        """Ask a model of a server."""
        key = ("--key-file", str(self.key_file))
        return self.run("ask", "--server", server, *key, "--json", *more, text)

    def check(self, what: str, *, is_so: bool, seen: object = "") -> None:
        """Say whether something is as it should be."""
        print(f"{'ok    ' if is_so else 'FAILED'} {what}" + ("" if is_so else f": {seen}"))
        self.n_failed += not is_so


def environment() -> dict[str, str]:
    """Return this environment, without the keyring of whoever runs it."""
    return {**os.environ, "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}


# -- another machine --


@contextlib.contextmanager
def another_machine() -> Iterator[None]:
    """Make a network namespace that this machine reaches at `THERE`."""
    name, near, far = NAMESPACE, "hearth-near", "hearth-far"
    within = ("ip", "netns", "exec", name)
    commands = (
        ("ip", "netns", "add", name),
        ("ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", name),
        ("ip", "addr", "add", f"{HERE}/24", "dev", near),
        ("ip", "link", "set", near, "up"),
        (*within, "ip", "addr", "add", f"{THERE}/24", "dev", far),
        (*within, "ip", "link", "set", far, "up"),
        (*within, "ip", "link", "set", "lo", "up"),
    )
    try:
        for command in commands:
            subprocess.run(command, check=True)
        yield
    finally:
        subprocess.run(["ip", "netns", "del", name], check=False)


@contextlib.contextmanager
def hearth_there(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `hearth serve` there; gives its process and the line that pairs with it."""
    (folder / "key").write_text(KEY, encoding="ascii")
    command = ["ip", "netns", "exec", NAMESPACE, sys.executable, "-m", "app"]
    command += ["--data-dir", str(folder / "there"), "serve", "--model", str(GUIDE)]
    command += ["--address", THERE, "--port", str(PORT), "--key-file", str(folder / "key")]
    command.append("--pair")
    with (
        (FOLDER / "there.log").open("a", encoding="utf-8") as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=REPOSITORY
        ) as process,
    ):
        assert process.stdout is not None
        try:
            lines = (line.strip() for line in process.stdout)
            yield process, next(line for line in lines if line.startswith("hearth+"))
        finally:
            process.terminate()


def try_another_machine(desk: Desk, folder: Path) -> None:
    """Pair with it, ask, ask again after its restart, and lose it in the middle of an answer."""
    with hearth_there(folder) as (_process, line):
        until_loaded(f"http://{THERE}:{PORT}")
        plain = desk.run("models", "add-server", line, "--name", "there")
        desk.check("plain HTTP to another machine is refused", is_so=plain.code == _KNOWN_ERROR)
        added = desk.run("models", "add-server", line, "--name", "there", "--plain-http")
        desk.check("it is added by its line", is_so=added.code == 0, seen=added.err)
        first = desk.ask("there", "What is Hearth?")
        desk.check("it answers", is_so="Hearth" in first.out and not first.code, seen=first)
        second = desk.ask("there", "How do I start a new chat?", "--chat", "1")
        n_warm = second.figures["reused_tokens"] if not second.code else 0
        desk.check("the second question finds the first one there", is_so=n_warm > 0, seen=second)
    with hearth_there(folder) as (process, _line):
        until_loaded(f"http://{THERE}:{PORT}")
        third = desk.ask("there", "And how do I delete one?", "--chat", "1")
        n_warm = third.figures["reused_tokens"] if not third.code else 0
        desk.check("so does one after its restart", is_so=n_warm > 0, seen=third)
        asking = subprocess.Popen(
            desk.command(
                *("ask", "--server", "there", "--key-file", str(desk.key_file)),
                *("--chat", "1", "--json", _LONG),
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=REPOSITORY,
            env=environment(),
        )
        assert asking.stdout is not None
        asking.stdout.read(1)  # it answers
        process.kill()
        _out, err = asking.communicate(timeout=_STEP_S)
        # The guide is quick: its answer may have been whole.
        is_told = asking.returncode == 0 or (asking.returncode == _KNOWN_ERROR and THERE in err)
        desk.check("one that is killed is told of, or had ended", is_so=is_told, seen=err)
    gone = desk.ask("there", "Are you there?", "--chat", "1")
    desk.check("one that is gone is told of", is_so=gone.code == _KNOWN_ERROR, seen=gone)
    exported = folder / "chat.md"
    found = desk.run("chats", "export", "1", "--format", "markdown", "--output", str(exported))
    is_there = not found.code and "What is Hearth?" in exported.read_text("utf-8")
    desk.check("nothing of the chat is lost", is_so=is_there, seen=found)


def until_loaded(address: str) -> None:
    """Wait until a server has a model."""
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        with (
            contextlib.suppress(OSError, ValueError),
            urllib.request.urlopen(f"{address}/health", timeout=5) as answer,
        ):
            if json.load(answer)["status"] == "ok":
                return
        time.sleep(0.1)
    raise SystemExit(f"{address} has no model after {_START_S:.0f} s; see {FOLDER}")


# -- llama.cpp's server --


@contextlib.contextmanager
def llama_server(program: Path) -> Iterator[str]:
    """Run it with the guide; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [str(program), "-m", str(GUIDE), "--port", str(port), "--api-key", KEY]
    command += ["-np", "1", "-c", "2048", "-t", "2", "--slots"]
    libraries = filter(None, (str(program.parent), os.environ.get("LD_LIBRARY_PATH", "")))
    with (
        (FOLDER / "llama-server.log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            env={**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(libraries)},
        ) as process,
    ):
        try:
            until_loaded(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def is_busy(address: str) -> bool:
    """Return whether llama.cpp's server computes an answer."""
    request = urllib.request.Request(f"{address}/slots", headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return any(slot["is_processing"] for slot in json.load(answer))


def try_llama_server(desk: Desk, program: Path) -> None:
    """Ask it, with and without its key; go on; stop an answer; ask more than it can hold."""
    with llama_server(program) as address:
        denied = desk.run("models", "add-server", address, "--name", "other")
        desk.check("without its key it is not added", is_so="key" in denied.err, seen=denied)
        key = ("--key-file", str(desk.key_file))
        adding = ("models", "add-server", address, "--name", "other", "--key")
        added = desk.run(*adding, said=f"{KEY}\n")
        desk.check("with its key it is added", is_so=added.code == 0, seen=added.err)
        first = desk.ask("other", "What is Hearth?", "--new")
        desk.check("it answers", is_so=not first.code, seen=first)
        chat = str(first.figures["chat_id"]) if not first.code else "1"
        second = desk.ask("other", "How do I start a new chat?", "--chat", chat)
        n_warm = second.figures["reused_tokens"] if not second.code else 0
        desk.check("it tells what it had at hand", is_so=n_warm > 0, seen=second)
        long = desk.ask("other", "word " * 4000, "--new")
        desk.check("too long a chat is told of", is_so=long.code == _KNOWN_ERROR, seen=long.err)
        stopped = subprocess.Popen(
            # No end of its own: a temperature at which the guide goes on and on.
            desk.command("ask", "--server", "other", *key, "--new", "--temp", "2", _LONG),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=REPOSITORY,
            env=environment(),
        )
        assert stopped.stdout is not None
        stopped.stdout.read(1)
        stopped.send_signal(signal.SIGINT)
        stopped.communicate(timeout=_STEP_S)
        end = time.monotonic() + 10
        while is_busy(address) and time.monotonic() < end:
            time.sleep(0.05)
        desk.check("a stop ends its work", is_so=not is_busy(address))


def main() -> int:
    """Try all that can be tried here."""
    parser = argparse.ArgumentParser(description="Try models of servers against real servers.")
    parser.add_argument("--llama-server", type=Path, metavar="FILE")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hearth-servers-") as place:
        folder = Path(place)
        desk = Desk(folder)
        if sys.platform == "linux" and os.geteuid() == 0:
            with another_machine():
                try_another_machine(desk, folder)
        else:
            print("left out: another machine, which takes Linux and the rights of root")
        if options.llama_server is not None:
            try_llama_server(desk, options.llama_server.absolute())
        else:
            print("left out: llama.cpp's server, of which no path was given")
    return int(desk.n_failed > 0)


if __name__ == "__main__":
    sys.exit(main())
