"""How whoever waits for another machine is told to stop, whatever it waits for."""

from __future__ import annotations

import contextlib
import threading
from concurrent.futures import CancelledError, Future, InvalidStateError
from typing import TYPE_CHECKING

from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from urllib3 import BaseHTTPResponse


class TransferStopped(Exception):
    """`StopSignal.stop` was called; not a failure."""


class StopSignal:
    """Asks one piece of work to stop, once.

    Threads: `stop` from any; the rest from the one that works.
    """

    def __init__(self) -> None:
        self._is_set = threading.Event()
        self._lock = threading.Lock()
        self._end: Callable[[], object] | None = None

    @property
    def is_set(self) -> bool:
        """Whether it was asked to stop."""
        return self._is_set.is_set()

    def stop(self) -> None:
        """Have the work raise `TransferStopped` at once, even while it waits for a server."""
        with self._lock:
            self._is_set.set()
            if self._end is not None:
                self._end()

    def check(self) -> None:
        """Do nothing.

        Raises:
            TransferStopped: it is to stop.
        """
        if self._is_set.is_set():
            raise TransferStopped

    def wait(self, seconds: float) -> None:
        """Wait.

        Raises:
            TransferStopped: it is to stop.
        """
        self._is_set.wait(seconds)
        self.check()

    def end_with(self, end: Callable[[], object]) -> None:
        """Have `stop` call this from now on, in place of what it would have called before.

        Args:
            end: ends what is being waited for; returns at once, raises nothing.

        Raises:
            TransferStopped: it is to stop; `end` was not called.
        """
        with self._lock:
            self.check()
            self._end = end


def await_answer(
    ask: Callable[[], BaseHTTPResponse],
    give_up: Callable[[], object],
    stop: StopSignal,
    limit_s: float,
) -> BaseHTTPResponse:
    """Return what `ask` returns; it asks on a lane of its own, which nobody has to wait for.

    To look up a name and to connect cannot be interrupted, and to wait for the head of an answer
    not everywhere. So it is left to itself when it takes too long: its thread ends by itself, and
    closes what comes.

    Args:
        give_up: tells the server that nobody waits any more; returns at once, raises nothing.

    Raises:
        TransferStopped: it was stopped meanwhile.
        TimeoutError: there was no answer within the limit.
        Exception: what `ask` raises.
    """
    answer: Future[BaseHTTPResponse] = Future()

    def end() -> None:
        if answer.cancel():
            give_up()

    stop.end_with(end)
    Lane("http request").add(_ask, ask, answer)
    try:
        return answer.result(limit_s)
    except CancelledError as error:
        raise TransferStopped from error
    except TimeoutError:
        if answer.cancel():
            give_up()
        else:
            answer.result().close()  # it came in this moment
        raise


def _ask(ask: Callable[[], BaseHTTPResponse], answer: Future[BaseHTTPResponse]) -> None:
    try:
        response = ask()
    except BaseException as error:  # noqa: BLE001 - raised where the answer is awaited
        with contextlib.suppress(InvalidStateError):
            answer.set_exception(error)
        return
    try:
        answer.set_result(response)
    except InvalidStateError:  # nobody waits any more
        response.close()
