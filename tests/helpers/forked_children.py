"""Children of tests that are forked from a process which has imported the program already.

To import it takes a child half a second of a processor, and the tests start thousands of children.
`python -m app ...` and modules of the tests are therefore forked from a server: twice, so that the
system gives the child to whoever asked for it, as if that had started it itself. What the child
does is real: its number, its pipes, its folder and environment, its signals and its death.

A child is started in earnest where it could tell the difference: with variables or limits that
count when a program is loaded, with code to be called in between, and wherever a server cannot be
had: on other systems than Linux, and with HEARTH_LONG=1.

A forked child has its own children forked from itself while nothing else runs in it.

Threads: any; one child after the other.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import inspect
import json
import logging
import os
import resource
import runpy
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn, cast

from tests.helpers.child_run import heed_all_signals

_REPOSITORY = Path(__file__).resolve().parents[2]
_PR_SET_CHILD_SUBREAPER = 36
_MOST_SERVERS = 3
# Read when a program wants them, and not when it is loaded.
_HARMLESS = (
    "APPDATA", "HEARTH_", "HOME", "LOCALAPPDATA", "PYTEST_", "PYTHON_KEYRING", "USERPROFILE",
    "WIN_PD_", "XDG_",
)  # fmt: skip
_FORKED_FROM_CHILDREN = (
    *(["engine-child"], ["decoder-child"], ["embedder-child"], ["probe-child"]),  # leave at once
)
_ROOM = 8_000  # for the command lines of children
_IMPORTED = (
    "app.cli.ask", "app.cli.cache", "app.cli.doctor", "app.cli.hardware", "app.cli.launch",
    "app.cli.search", "app.cli.serve", "app.core.engine.hosting", "app.core.engine.load.fit_probe",
    "app.core.engine.load.projectors", "app.core.engine.load.self_test_child",
    "app.core.engine.output.format_child", "app.core.engine.runner",
    "app.core.engine_link.child_main", "app.core.ggml.devices_child", "app.core.hardware.probe",
    "app.core.decoding.child", "app.core.documents.embedder_child", "app.core.documents.tasks",
    "app.core.llama.text_embedding", "app.core.media.tasks",
)  # fmt: skip
# Others change what Python itself does from its first line on.
_OF_PYTHON = {"PYTHONFAULTHANDLER", "PYTHONPATH", "PYTHONUNBUFFERED", "PYTHON_KEYRING_BACKEND"}
_LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
start_in_earnest = subprocess.Popen._execute_child  # type: ignore[attr-defined]
_signature = inspect.signature(start_in_earnest)


@dataclass(frozen=True)
class _Wanted:
    """A child.

    Attributes:
        module: what runs in it.
        arguments: of that.
        folder: in which it works.
        environment: all of it.
        has_session: it gets one of its own.
        heeds_signals: also those that the tests were told to ignore.
    """

    module: str
    arguments: list[str]
    folder: str
    environment: dict[str, str]
    has_session: bool
    heeds_signals: bool


def _wanted(call: dict[str, Any]) -> _Wanted | None:
    """Return the child that `Popen` was asked for; None if it is to be started in earnest."""
    command, environment = call["args"], call["env"]
    is_plain = (
        not isinstance(command, str | bytes | os.PathLike)
        and not call["shell"]
        and call["executable"] in (None, sys.executable)
        and call["preexec_fn"] in (None, heed_all_signals)
        and not call["pass_fds"]
        and call["close_fds"]
        and call["umask"] == -1
        and call.get("process_group", -1) in (-1, None)
        and call["gid"] is call["gids"] is call["uid"] is None
        and Path(os.fsdecode(call["cwd"] or ".")).is_dir()
    )
    if not is_plain:
        return None
    given = [os.fsdecode(part) for part in command]
    is_module = given[:2] == [sys.executable, "-m"] and len(given) > 2
    if not is_module or given[2].partition(".")[0] not in ("app", "tests"):
        return None
    own = os.environ if environment is None else environment
    variables = {os.fsdecode(name): os.fsdecode(value) for name, value in own.items()}
    if {name for name in variables if name.startswith("PYTHON")} - _OF_PYTHON:
        return None
    return _Wanted(
        given[2],
        given[3:],
        os.path.abspath(os.fsdecode(call["cwd"] or ".")),  # noqa: PTH100 - links stay as they are
        variables,
        bool(call["start_new_session"]),
        call["preexec_fn"] is not None,
    )


def _pipes(call: dict[str, Any]) -> list[int]:
    """Return what the child has as its standard streams."""
    names = ("p2cread", "c2pwrite", "errwrite")
    return [own if call[name] == -1 else call[name] for own, name in enumerate(names)]


def _take_on(wanted: _Wanted, streams: list[int]) -> None:
    """Make a process that was just forked the child."""
    kept = [os.dup(one) if one <= 2 else one for one in streams]
    for at, stream in enumerate(kept):
        os.dup2(stream, at)
    os.closerange(3, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    if wanted.has_session:
        os.setsid()
    os.chdir(wanted.folder)
    os.environ.clear()
    os.environ.update(wanted.environment)
    sys.path[0] = wanted.folder
    sys.argv[1:] = wanted.arguments
    _show_command([sys.executable, "-m", wanted.module, *wanted.arguments])
    for number in signal.valid_signals():  # as when a program is loaded
        with contextlib.suppress(OSError, ValueError):
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
    if wanted.heeds_signals:
        heed_all_signals()
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # as Python does then
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _show_command(command: list[str]) -> None:
    """Let the system show a command in place of the server's, which is as long as any."""
    facts = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = int(facts[45]), int(facts[46])
    shown = b"".join(os.fsencode(part) + b"\0" for part in command)[: end - begin - 1]
    ctypes.memset(begin, 0, end - begin)
    ctypes.memmove(begin, shown, len(shown))


def _run(module: str) -> None:
    runpy.run_module(module, run_name="__main__", alter_sys=True)


class _Server:
    """The far end of the process from which children are forked.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, environment: dict[str, str]) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _SERVE, str(theirs.fileno()), " " * _ROOM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                cwd=_REPOSITORY,
                env=environment,
            )
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        stdin, stdout, stderr = cast("tuple[IO[bytes], IO[bytes], IO[bytes]]", pipes)
        stdin.close()  # its children have others
        stdout.close()
        self._last_words = stderr

    def start(self, wanted: _Wanted, streams: list[int]) -> int:
        """Start a child and return its number.

        Raises:
            RuntimeError: the process is gone; with its last words.
        """
        said = json.dumps(vars(wanted)).encode()
        try:
            socket.send_fds(self._socket, [struct.pack("=I", len(said))], streams)
            self._socket.sendall(said)
            return int(struct.unpack("=q", _received(self._socket, 8))[0])
        except (OSError, EOFError) as error:
            raise RuntimeError(self._last_words.read().decode()) from error

    def close(self) -> None:
        """End the process."""
        self._socket.close()
        self._process.wait()
        self._last_words.close()


_SERVE = "import sys; from tests.helpers import forked_children as own; own.serve(int(sys.argv[1]))"


def _received(source: socket.socket, n_bytes: int) -> bytes:
    said = b""
    while len(said) < n_bytes:
        more = source.recv(n_bytes - len(said))
        if not more:
            raise EOFError("the other side has ended")
        said += more
    return said


class ForkedChildren:
    """Has children forked that this process starts with `subprocess`; a context manager."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._servers: dict[tuple[object, ...], _Server] = {}

    def __enter__(self) -> ForkedChildren:
        children = self

        def execute(process: Any, *given: Any) -> None:
            call = _signature.bind(process, *given).arguments
            wanted = _wanted(call)
            server = children._server_for(wanted) if wanted is not None else None
            if wanted is None or server is None:
                start_in_earnest(process, *given)
                return
            process.pid = children._start(server, wanted, _pipes(call))
            process._child_created = True
            process._close_pipe_fds(
                *(call[one] for one in ("p2cread", "p2cwrite", "c2pread", "c2pwrite")),
                *(call[one] for one in ("errread", "errwrite")),
            )

        subprocess.Popen._execute_child = execute  # type: ignore[attr-defined]
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.Popen._execute_child = start_in_earnest  # type: ignore[attr-defined]
        for server in self._servers.values():
            server.close()

    def _server_for(self, wanted: _Wanted) -> _Server | None:
        """Return the server whose children begin like that; None if there are too many already."""
        variables = wanted.environment.items()
        key = (
            *sorted(one for one in variables if not one[0].startswith(_HARMLESS)),
            *map(resource.getrlimit, _LIMITS),
        )
        with self._lock:
            if key not in self._servers and len(self._servers) < _MOST_SERVERS:
                self._servers[key] = _Server(wanted.environment)
            return self._servers.get(key)

    def _start(self, server: _Server, wanted: _Wanted, streams: list[int]) -> int:
        system = ctypes.CDLL(None)
        with self._lock:
            system.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            try:
                return server.start(wanted, streams)
            finally:
                system.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


def serve(number: int) -> None:
    """Fork children until nobody wants any more; in each of them, run its module and return."""
    for name in _IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=number) as asked:
        while (streams := socket.recv_fds(asked, 4, 3))[0]:
            (n_bytes,) = struct.unpack("=I", streams[0])
            wanted = _Wanted(**json.loads(_received(asked, n_bytes)))
            is_given, was_given = os.pipe()
            told, tells = os.pipe()
            between = os.fork()
            if between == 0:
                if (pid := os.fork()) != 0:
                    os.write(tells, struct.pack("=q", pid))
                    os._exit(0)
                os.read(is_given, 1)
                asked.detach()
                break
            os.waitpid(between, 0)  # from here on, the child is that of whoever asked for it
            asked.sendall(os.read(told, 8))
            os.write(was_given, b"!")
            for one in (is_given, was_given, told, tells, *streams[1]):
                os.close(one)
        else:
            return
    _take_on(wanted, list(streams[1]))
    subprocess.Popen._execute_child = _fork_here  # type: ignore[attr-defined]
    _run(wanted.module)


def _fork_here(process: Any, *given: Any) -> None:
    """Fork a child from this process, which is one itself, if nothing else runs in it."""
    call = _signature.bind(process, *given).arguments
    wanted = _wanted(call)
    others = [one for one in threading.enumerate() if not one.name.endswith("(_monitor)")]
    n_threads = len(list(Path("/proc/self/task").iterdir()))
    is_alone = len(others) == 1 and n_threads <= 2  # with the one that writes the log
    is_child = wanted is not None and wanted.arguments[:1] in _FORKED_FROM_CHILDREN
    if wanted is None or not is_child or not is_alone:
        start_in_earnest(process, *given)
        return
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    pid = os.fork()
    if pid == 0:
        _be(wanted, _pipes(call))
    process.pid = pid
    process._child_created = True
    process._close_pipe_fds(
        *(
            call[one]
            for one in ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
        )
    )


def _be(wanted: _Wanted, streams: list[int]) -> NoReturn:
    """Be a child that leaves without coming to the end of this module."""
    try:
        atexit._clear()
        logging.getLogger().handlers.clear()
        logging.getLogger().setLevel(logging.WARNING)
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__
        _take_on(wanted, streams)
        _run(wanted.module)
    except BaseException:  # noqa: BLE001 - the frames of the parent are not this process's own
        traceback.print_exc()
        sys.stderr.flush()
    os._exit(1)
