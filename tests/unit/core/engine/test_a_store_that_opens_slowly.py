"""A store that takes long to open: commands wait for it, the end of the program does not."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.engine import Engine, EngineFiles
from app.core.engine.hosting import StoreOpening
from app.core.engine.load.self_test import SelfTest
from app.core.kvstore.records import StoreState
from app.core.kvstore.store import KVStore
from app.core.protocol import (
    Call,
    ChatKey,
    ContextMeasured,
    EngineStopped,
    MeasureContext,
    Reply,
    RequestId,
    Shutdown,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.protocol import FromEngine
    from tests.conftest import ExpectLog

WAIT_S = 20.0


class SlowOpening:
    """Opens a store once it is let."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.has_begun, self.may_go_on = threading.Event(), threading.Event()

    def __call__(self) -> KVStore:
        self.has_begun.set()
        assert self.may_go_on.wait(WAIT_S)
        return KVStore.open(self.root)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[SlowOpening]:
    opening = SlowOpening(tmp_path / "kv")
    yield opening
    opening.may_go_on.set()


class Running:
    """An engine on a thread of its own."""

    def __init__(self, folder: Path, open_store: Callable[[], KVStore]) -> None:
        self.events: queue.Queue[FromEngine] = queue.Queue()
        self.engine = Engine(
            open_store=open_store,
            self_test=SelfTest(folder / "backends.json"),
            files=EngineFiles(
                load_marker=folder / "loading-model",
                identities=folder / "model-identities.json",
                raw_media=folder / "media",
                tried_projectors=folder / "projectors.json",
                trusted_backends=folder / "backends.json",
            ),
            emit=self.events.put,
        )
        self.thread = threading.Thread(target=self.engine.run)
        self.thread.start()

    def next_event(self) -> Any:
        return self.events.get(timeout=WAIT_S)


def measure(number: str) -> Call:
    return Call(RequestId(int(number)), MeasureContext(ChatKey(number), ()))


def test_commands_wait_for_the_store_and_come_in_their_order(
    tmp_path: Path, slow: SlowOpening
) -> None:
    opening = StoreOpening(slow)
    running = Running(tmp_path, opening)
    assert slow.has_begun.wait(WAIT_S)
    for number in "123":
        running.engine.post(measure(number))
    with pytest.raises(queue.Empty):
        running.events.get(timeout=0.1)
    slow.may_go_on.set()
    found = [running.next_event() for _ in "123"]
    assert found == [Reply(measure(number).id, ContextMeasured()) for number in "123"]
    running.engine.post(Shutdown())
    assert running.next_event() == EngineStopped(None)
    running.thread.join(WAIT_S)
    opening.close()


def test_the_engine_ends_while_the_store_is_still_being_opened(
    tmp_path: Path, slow: SlowOpening
) -> None:
    opening = StoreOpening(slow)
    running = Running(tmp_path, opening)
    assert slow.has_begun.wait(WAIT_S)
    running.engine.post(measure("1"))
    running.engine.post(Shutdown())
    assert running.next_event() == EngineStopped(None)
    running.thread.join(WAIT_S)
    closing = threading.Thread(target=opening.close)
    closing.start()
    slow.may_go_on.set()
    closing.join(WAIT_S)
    with_lock = KVStore.open(slow.root)  # nothing holds it any more
    assert with_lock.state is StoreState.ON
    with_lock.close()


def test_a_store_that_was_closed_before_it_was_opened_stays_closed(tmp_path: Path) -> None:
    opening = StoreOpening(SlowOpening(tmp_path / "kv"))
    opening.close()
    with pytest.raises(CancelledError):
        opening()
    assert not (tmp_path / "kv").exists()


def test_a_defect_in_opening_ends_the_engine_with_a_problem(
    tmp_path: Path, expect_log: ExpectLog
) -> None:
    expect_log("the engine died")

    def fail() -> KVStore:
        raise RuntimeError("boom")

    running = Running(tmp_path, StoreOpening(fail))
    event = running.next_event()
    assert isinstance(event, EngineStopped)
    assert event.problem is not None
    running.thread.join(WAIT_S)
