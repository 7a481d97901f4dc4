"""Reads the bytes of an answer on a thread that nobody has to wait for.

Whoever wants the bytes can be told to stop at any moment. The read itself cannot everywhere: a
thread that waits in `recv` wakes on Linux when the connection is shut down on this side, and goes
on waiting on Windows. There it is left to itself, and closes the connection when its read ends.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
from concurrent.futures import CancelledError, Future, InvalidStateError
from typing import TYPE_CHECKING

from app.core.net.stop_signal import TransferStopped

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse

    from app.core.net.stop_signal import StopSignal

_READ_BYTES = 256 * 1024


class AnswerReader:
    """The bytes of one answer, piece by piece.

    Threads: `read` and `close` on one thread; what reads is another, begun with the first `read`.
    """

    def __init__(self, response: BaseHTTPResponse, stop: StopSignal) -> None:
        """Take over an answer.

        Raises:
            TransferStopped: it is not wanted any more; the connection was closed.
        """
        self._response = response
        self._stop = stop
        self._asked: queue.SimpleQueue[Future[bytes] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
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
        if self._thread is None:
            # The end of the program does not wait for it either.
            self._thread = threading.Thread(target=self._serve, name="http answer", daemon=True)
            self._thread.start()
        self._is_reading = True
        self._asked.put(wanted)
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
        if self._thread is None:
            self._response.close()
            return
        self._asked.put(None)
        if not self._is_reading:
            self._thread.join()  # it alone closes: two closes at once would break each other

    def _serve(self) -> None:
        while (wanted := self._asked.get()) is not None:
            try:
                data = self._response.read1(_READ_BYTES)
            except BaseException as error:  # noqa: BLE001 - raised where the bytes are awaited
                with contextlib.suppress(InvalidStateError):
                    wanted.set_exception(error)
            else:
                with contextlib.suppress(InvalidStateError):  # nobody waits any more
                    wanted.set_result(data)
        self._response.close()

    def _shut_down(self) -> None:
        # Nothing to shut down any more: it has just ended by itself.
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            end = getattr(self._response, "_sock_shutdown", None)
            if end is None:
                self._response.shutdown()
            else:  # both ways: the other side sees it, also where the read here goes on waiting
                end(socket.SHUT_RDWR)
