"""A tool server that is a program: a message is a line of its standard input or output.

What it prints beside that, on either stream, goes into a short log. A program that floods, sends a
line without end, or ends, costs the calls that wait for it and nothing else.

Threads: any. Two lanes read what it writes, as long as it lives; a third writes, so that a program
that reads nothing stops nobody.
"""

from __future__ import annotations

import contextlib
import os
import select
import sys
import threading
import time
from collections import deque
from concurrent.futures import CancelledError, Future, InvalidStateError
from typing import IO, TYPE_CHECKING, Any, Final

from app.core.errors import KnownError, WordedError
from app.core.phrases import phrase
from app.core.system.lanes import Lane
from app.core.system.other_program import OtherProgram
from app.core.system.own_program import describe_code
from app.core.tools.errors import (
    COMMAND_MISSING,
    SERVER_ANSWER_TOO_LONG,
    SERVER_FLOODS,
    SERVER_NOT_STARTED,
    SERVER_UNREADABLE,
)
from app.core.tools.masking import masked_text
from app.core.tools.mcp.messages import (
    MODERN,
    NO_SUCH_METHOD,
    TOOLS_CHANGED,
    NoAnswer,
    RpcQuestion,
    line_of,
    read_message,
    result_of,
)
from app.core.tools.values import cleaned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from app.core.system.stop_signal import StopSignal

_MOST_LINE_BYTES: Final = 16_000_000
_READ_BYTES: Final = 65_536
_LOG_LINES, _LOG_CHARS = 200, 400
_FLOOD, _FLOOD_BYTES, _FLOOD_S = 5_000, 64_000_000, 10.0  # messages that nobody asked for
_MOST_REPLIES: Final = 50  # to requests of the server that wait to be written
_LAST_WORDS_S: Final = 0.5
_LOOK_S: Final = 0.2  # between two looks whether the program is there still
_POLL_MS: Final = 300
_NAME: Final = "tool server"  # of the threads

WAS_ENDED: Final = phrase("was ended")


class ToolServerEnded(WordedError):
    """The program of a server ended while it was asked."""

    what = phrase("The tool server {server} {how}.")
    effect = phrase("Your chats and other tools are not affected.")
    remedy = phrase("Read what it printed last, or ask whoever made it.")
    may_pass = True


class _Log:
    """The last lines that a program printed, without secrets."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=_LOG_LINES)

    def add(self, data: bytes) -> None:
        text = cleaned(data[: 8 * _LOG_CHARS].decode("utf-8", "replace")).strip()
        if text:
            self._lines.append(masked_text(text)[:_LOG_CHARS])

    def all(self) -> tuple[str, ...]:
        return tuple(self._lines)


class ServerProgram:
    """One run of such a program; a `Transport`.

    Args:
        server: name of the server, for sentences.
        command, environment, folder: see `OtherProgram`.

    Raises:
        KnownError: it could not be started.
    """

    def __init__(
        self, server: str, command: Sequence[str], environment: Mapping[str, str], folder: Path
    ) -> None:
        self._server = server
        self._log = _Log()
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[dict[str, Any]]] = {}  # guarded by _lock, as the next
        self._last_id = 0
        self._failure: KnownError | None = None  # once it is set, nothing is asked any more
        self._has_changed = threading.Event()
        self._unasked = _Rate()
        try:
            self._program = OtherProgram(command, environment, folder)
        except FileNotFoundError as error:
            if not folder.is_dir():
                raise SERVER_NOT_STARTED(caught=error, server=server) from error
            raise COMMAND_MISSING(server=server, program=command[0]) from error
        except (OSError, ValueError) as error:
            raise SERVER_NOT_STARTED(caught=error, server=server) from error
        self._reader, self._errors, self._writer = Lane(_NAME), Lane(_NAME), Lane(_NAME)
        self._reader.add(self._read_messages)
        self._errors.add(self._read_errors)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._program.pid

    @property
    def is_there(self) -> bool:
        """Whether it can be asked."""
        return self._failure is None and self._program.code is None

    @property
    def failure(self) -> KnownError | None:
        """Why it ended; None while it has not, or for a moment then."""
        return self._failure

    def log(self) -> tuple[str, ...]:
        """Return the last lines that it printed beside messages."""
        return self._log.all()

    def take_change(self) -> bool:
        """Whether it has said since the last call that it has other tools."""
        if not self._has_changed.is_set():
            return False
        self._has_changed.clear()
        return True

    def ask(self, asked: RpcQuestion, timeout_s: float, stop: StopSignal) -> dict[str, Any]:
        """Return the result of a request; see `Transport`."""
        answer: Future[dict[str, Any]] = Future()
        with self._lock:
            if self._failure is not None:
                raise self._failure
            self._last_id += 1
            number = self._last_id
            self._waiting[number] = answer
        message = {"id": number, "method": asked.method, "params": asked.params}
        try:
            stop.end_with(answer.cancel)
            self._write(message)
            return result_of(self._awaited(answer, timeout_s))
        except (CancelledError, NoAnswer):
            self._give_up(asked, number)
            stop.check()
            raise NoAnswer from None
        finally:
            with self._lock:  # a late answer finds nobody
                self._waiting.pop(number, None)

    def _awaited(self, answer: Future[dict[str, Any]], timeout_s: float) -> dict[str, Any]:
        give_up_s = time.monotonic() + timeout_s
        while True:
            left_s = give_up_s - time.monotonic()
            try:
                return answer.result(max(0.0, min(_LOOK_S, left_s)))
            except TimeoutError:
                if left_s <= 0:
                    raise NoAnswer from None
                # Its pipe may be held open by something that it has started.
                if self._program.code is not None:
                    self._fail_as_ended(answer)

    def _give_up(self, asked: RpcQuestion, number: int) -> None:
        if asked.method not in ("initialize", "server/discover"):  # which must not be cancelled
            params = {"requestId": number, "reason": "nobody waits any more"}
            self.tell(RpcQuestion("notifications/cancelled", params))

    def tell(self, asked: RpcQuestion) -> None:
        """Send a notification, or a request to listen; see `Transport`."""
        message: dict[str, Any] = {"method": asked.method, "params": asked.params}
        if asked.version == MODERN:
            message["id"] = "listen"
        self._write(message)

    def close(self) -> None:
        """End the program and all it has started; who waits for it is told."""
        self._fail(self._ended())
        self._program.end()

    # -- the lanes --

    def _write(self, message: Mapping[str, Any]) -> None:
        data = line_of(message)

        def write() -> None:
            left = memoryview(data)
            with contextlib.suppress(OSError, ValueError):  # its reader says that it ended
                while left:
                    left = left[self._program.incoming.write(left) or 0 :]

        with contextlib.suppress(RuntimeError):  # no thread: then nobody answers
            self._writer.submit(write)

    def _read_messages(self) -> None:
        failure: KnownError | None = None
        try:
            for line in _lines(self._program.outgoing, self._is_over):
                self._take(line)
        except _LineTooLong:
            limit = _MOST_LINE_BYTES // 1_000_000
            failure = SERVER_ANSWER_TOO_LONG(server=self._server, limit=limit)
        except KnownError as error:
            failure = error
        if failure is None and not self._is_over():
            self._program.end()  # its output has ended: give it a moment to say how
        self._fail(failure or self._ended())
        self._program.end(0.0)
        self._program.outgoing.close()

    def _read_errors(self) -> None:
        with contextlib.suppress(_LineTooLong):
            for line in _lines(self._program.errors, self._is_over):
                self._log.add(line)
        if not self._is_over():  # a line without end; it is to be read on, or the program waits
            while _some(self._program.errors, self._is_over):
                pass
        self._program.errors.close()

    def _is_over(self) -> bool:
        return self._failure is not None

    def _take(self, line: bytes) -> None:
        """Take a line of the output.

        Raises:
            KnownError: the program is to end.
        """
        try:
            message = read_message(line)
        except ValueError as error:
            self._log.add(line)
            raise SERVER_UNREADABLE(repr(error), server=self._server) from error
        number = None if message is None else message.get("id")
        if message is not None and "method" not in message:
            with self._lock:
                answer = self._waiting.pop(number, None) if isinstance(number, int) else None
            if answer is not None:
                with contextlib.suppress(InvalidStateError):  # nobody waits any more
                    answer.set_result(message)
                return
        if self._unasked.is_flood(len(line)):
            raise SERVER_FLOODS(server=self._server)
        if message is None:
            self._log.add(line)
        elif message.get("method") == TOOLS_CHANGED:
            self._has_changed.set()
        elif "method" in message and isinstance(number, int | str):
            self._reply(message["method"], number)

    def _reply(self, method: object, number: int | str) -> None:
        """Answer a request of the server: it is alive, and can do nothing else for it."""
        if self._writer.n_waiting > _MOST_REPLIES:
            return
        if method == "ping":
            self._write({"id": number, "result": {}})
        else:
            error = {"code": NO_SUCH_METHOD, "message": "Method not found"}
            self._write({"id": number, "error": error})

    def _fail_as_ended(self, answer: Future[dict[str, Any]]) -> None:
        with contextlib.suppress(TimeoutError, CancelledError, KnownError):
            answer.result(_LAST_WORDS_S)  # it may have said it, and be read late
            return
        self._fail(self._ended())
        self._program.end(0.0)

    def _ended(self) -> KnownError:
        code = self._program.code
        if code is not None:
            self._errors.wait(_LAST_WORDS_S)  # which may tell why
        if code is None:
            return ToolServerEnded(server=self._server, how=WAS_ENDED)
        last = self._log.all()[-1:]
        how = f"{describe_code(code)}: {last[0]}" if last else describe_code(code)
        return ToolServerEnded("\n".join(self._log.all()), server=self._server, how=how)

    def _fail(self, failure: KnownError) -> None:
        with self._lock:
            self._failure = self._failure or failure
            waiting = list(self._waiting.values())
            self._waiting.clear()
        for answer in waiting:
            with contextlib.suppress(InvalidStateError):
                answer.set_exception(self._failure)
        with contextlib.suppress(RuntimeError):
            self._writer.submit(self._program.incoming.close)  # behind what is being written


class _LineTooLong(Exception):
    pass


class _Rate:
    """How much comes that nobody has asked for."""

    def __init__(self) -> None:
        self._since_s = time.monotonic()
        self._n = self._n_bytes = 0

    def is_flood(self, n_bytes: int) -> bool:
        now_s = time.monotonic()
        if now_s - self._since_s > _FLOOD_S:
            self._since_s, self._n, self._n_bytes = now_s, 0, 0
        self._n += 1
        self._n_bytes += n_bytes
        return self._n > _FLOOD or self._n_bytes > _FLOOD_BYTES


def _lines(stream: IO[bytes], is_over: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the lines of a stream, without their ends, until it ends or `is_over` says so.

    Raises:
        _LineTooLong: one has no end.
    """
    begun = bytearray()
    while data := _some(stream, is_over):
        *ended, rest = data.split(b"\n")
        for line in ended:
            yield bytes(begun + line)
            begun.clear()
        begun += rest
        if len(begun) > _MOST_LINE_BYTES:
            raise _LineTooLong
    if begun:
        yield bytes(begun)


def _some(stream: IO[bytes], is_over: Callable[[], bool]) -> bytes:
    """Return the next bytes of a stream; none at its end, or when `is_over` says so."""
    if is_over():
        return b""
    if sys.platform != "win32":  # there the job ends whoever could hold the pipe open
        poll = select.poll()
        poll.register(stream.fileno(), select.POLLIN)
        while not poll.poll(_POLL_MS):
            if is_over():
                return b""
    with contextlib.suppress(OSError):
        return os.read(stream.fileno(), _READ_BYTES)
    return b""
