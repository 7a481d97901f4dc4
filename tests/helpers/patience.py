"""How long tests wait for something in a window, on a machine that is busy with something else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pytestqt.qtbot import QtBot

if TYPE_CHECKING:
    from collections.abc import Callable


def wait_patiently() -> None:
    """Let what pytest-qt has for waiting wait a minute, and look often in the beginning."""
    for wait in (QtBot.waitSignal, QtBot.waitSignals, QtBot.waitCallback):
        wait.__kwdefaults__ = {**(wait.__kwdefaults__ or {}), "timeout": 60_000}
    QtBot.waitUntil = _wait_until  # type: ignore[method-assign, assignment]


def _wait_until(
    self: QtBot, condition: Callable[[], bool | None], *, timeout: int = 60_000
) -> None:
    """Wait as pytest-qt does, that never looks again before 10 ms have passed."""
    give_up, pause_ms = time.monotonic() + timeout / 1000, 1
    while True:
        failed: AssertionError | None = None
        try:
            if (found := condition()) in (True, None):
                return
            if found is not False:
                raise ValueError(f"neither true nor false: {found!r}")
        except AssertionError as error:
            failed = error
        if time.monotonic() > give_up:
            raise TimeoutError(f"waitUntil timed out in {timeout} milliseconds") from failed
        self.wait(pause_ms)
        pause_ms = min(2 * pause_ms, 10)
