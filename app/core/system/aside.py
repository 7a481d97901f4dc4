"""One piece of work on a thread of its own, for which the end of the program does not wait."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

logger = logging.getLogger(__name__)


def aside(work: Callable[[], T]) -> Future[T]:
    """Begin some work; what it raises is raised again where its result is asked for."""
    found: Future[T] = Future()

    def do() -> None:
        try:
            found.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again
            found.set_exception(error)

    threading.Thread(target=do, name="aside", daemon=True).start()
    return found


def begin_aside(work: Callable[[], object]) -> None:
    """Begin some work whose result nobody asks for; what it raises is logged."""

    def log(done: Future[object]) -> None:
        error = done.exception()
        if error is not None:
            logger.error("what was done aside failed", exc_info=error)

    aside(work).add_done_callback(log)
