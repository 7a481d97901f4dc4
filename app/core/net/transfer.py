"""An answer while it arrives: its head, then its bytes, and a way to stop it from outside."""

from __future__ import annotations

import contextlib
import socket
from concurrent.futures import CancelledError, Future, InvalidStateError
from typing import TYPE_CHECKING, Any, Self

from app.core.net.failures import named, retry_after_s
from app.core.plain_value import PlainValue
from app.core.system.lanes import Lane
from app.core.system.stop_signal import StopSignal, TransferStopped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from urllib3 import BaseHTTPResponse


_READ_BYTES = 256 * 1024


class AnswerReader:
    """The bytes of one answer, piece by piece.

    Threads: `read` and `close` on one thread; what reads is a lane.
    """

    def __init__(self, response: BaseHTTPResponse, stop: StopSignal) -> None:
        """Take over an answer.

        Raises:
            TransferStopped: it is not wanted any more; the connection was closed.
        """
        self._response = response
        self._stop = stop
        self._lane = Lane("http answer")
        self._is_reading = False
        try:
            stop.check()
        except TransferStopped:
            response.close()
            raise

    def read(self) -> bytes:
        """Return the next bytes, at most 256 KiB; none at the end.

        Raises:
            TransferStopped: it was stopped, whatever the connection does.
            Exception: what the HTTP library raises.
        """
        wanted: Future[bytes] = Future()

        def end() -> None:
            wanted.cancel()
            self._shut_down()

        self._stop.end_with(end)
        self._is_reading = True
        self._lane.add(self._serve, wanted)
        try:
            data = wanted.result()
        except CancelledError as error:
            raise TransferStopped from error
        except Exception:
            self._is_reading = False
            raise
        self._is_reading = False
        return data

    def close(self) -> None:
        """Close the connection, now or when a read that was given up has ended."""
        if self._is_reading:
            self._lane.add(self._response.close)
        else:
            self._response.close()

    def _serve(self, wanted: Future[bytes]) -> None:
        try:
            data = self._response.read1(_READ_BYTES)
        except BaseException as error:  # noqa: BLE001 - raised where the bytes are awaited
            with contextlib.suppress(InvalidStateError):
                wanted.set_exception(error)
        else:
            with contextlib.suppress(InvalidStateError):  # nobody waits any more
                wanted.set_result(data)

    def _shut_down(self) -> None:
        # Nothing to shut down any more: it has just ended by itself.
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            end = getattr(self._response, "_sock_shutdown", None)
            if end is None:
                self._response.shutdown()
            else:  # both ways: the other side sees it, also where the read here goes on waiting
                end(socket.SHUT_RDWR)


class JsonAnswer(PlainValue, frozen=True):
    """A whole answer, understood as JSON.

    Attributes:
        value: what the text means; trusted with nothing.
        headers: names in lower case.
    """

    value: Any
    headers: Mapping[str, str]


class Transfer:
    """One answer that is being received; a context manager that closes the connection.

    Attributes:
        host: who answers, for sentences.
        status: 200, 206 or 416, for everything else was raised as a `NetError`; of `post` any.
        headers: of the last answer, names in lower case.
        redirect_headers: of the first redirect, names in lower case; empty without one.

    Threads: one thread reads; `stop` may be called from any other.
    """

    def __init__(
        self,
        host: str,
        response: BaseHTTPResponse,
        redirect_headers: Mapping[str, str],
        stop: StopSignal,
    ) -> None:
        """Take over an answer.

        Raises:
            TransferStopped: it is not wanted any more; the connection was closed.
        """
        self.host = host
        self.status = response.status
        self.headers = lower_names(response.headers)
        self.redirect_headers = redirect_headers
        self._stop = stop
        self._reader = AnswerReader(response, stop)

    @property
    def retry_after_s(self) -> float | None:
        """How many seconds the server asks to wait; None where it does not."""
        return retry_after_s(self.headers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Not given back to the pool: what was not read yet would be taken for the next answer.
        self._reader.close()

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes as they come, in pieces of at most 256 KiB.

        Raises:
            NetError: the connection broke, or nothing came for too long.
            TransferStopped: `stop` was called, or that of its signal.
        """
        while True:
            try:
                data = self._reader.read()
            except TransferStopped:
                raise
            except Exception as error:
                if self._stop.is_set:
                    raise TransferStopped from error
                raise named(error, self.host) from error
            self._stop.check()
            if not data:
                return
            yield data

    def stop(self) -> None:
        """Have the reading thread raise `TransferStopped` now, even while it waits for bytes."""
        self._stop.stop()


def lower_names(headers: Mapping[str, str]) -> dict[str, str]:
    """Return headers with names in lower case; of a repeated one, all values with commas."""
    return {name.lower(): value for name, value in headers.items()}
