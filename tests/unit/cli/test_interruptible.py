"""What waits in a command is interrupted by a signal, wherever it waits."""

from __future__ import annotations

import queue
import threading

from app.cli.graceful_exit import join, next_of


def test_an_event_that_comes_later_is_waited_for() -> None:
    events: queue.SimpleQueue[str] = queue.SimpleQueue()
    timer = threading.Timer(0.3, events.put, ("late",))
    timer.start()

    assert next_of(events) == "late"
    join(timer)
    assert not timer.is_alive()
