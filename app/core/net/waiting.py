"""Waits for the head of an answer on a lane of its own, which nobody has to wait for."""

from __future__ import annotations

import contextlib
from concurrent.futures import CancelledError, Future, InvalidStateError
from typing import TYPE_CHECKING

from app.core.system.lanes import Lane
from app.core.system.stop_signal import TransferStopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from urllib3 import BaseHTTPResponse

    from app.core.system.stop_signal import StopSignal


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
