"""Commands that wait for the pipe."""

from __future__ import annotations

import threading

from app.core.engine_link.child_process import Outgoing
from app.core.messages import Role
from app.core.protocol import (
    Call,
    CancelLoad,
    ChatKey,
    Generate,
    LoadModel,
    PromptMessage,
    ReportMemory,
    RequestId,
    Shutdown,
    Stop,
    ToEngine,
)


def taken(outgoing: Outgoing, n: int) -> list[ToEngine | None]:
    epoch = outgoing.begin_epoch()
    return [outgoing.take(epoch) for _ in range(n)]


def answer(number: int) -> Call:
    return Call(RequestId(number), Generate(ChatKey("1"), (PromptMessage(Role.USER, "Hello"),)))


REPORT = Call(RequestId(9), ReportMemory())


def test_a_stop_overtakes_what_others_asked_for() -> None:
    outgoing = Outgoing()
    for command in (answer(2), REPORT, Stop(RequestId(1))):
        outgoing.put(command)
    assert taken(outgoing, 3) == [Stop(RequestId(1)), answer(2), REPORT]


def test_a_stop_comes_behind_the_very_answer_that_it_stops() -> None:
    outgoing = Outgoing()
    for command in (answer(1), answer(2), Stop(RequestId(1))):
        outgoing.put(command)
    assert taken(outgoing, 3) == [answer(1), answer(2), Stop(RequestId(1))]


def test_a_load_is_not_cancelled_before_it_was_asked_for() -> None:
    outgoing = Outgoing()
    outgoing.put(LoadModel("a.gguf"))
    outgoing.put(CancelLoad())
    assert taken(outgoing, 2) == [LoadModel("a.gguf"), CancelLoad()]


def test_what_was_asked_for_before_the_end_is_done_before_it() -> None:
    outgoing = Outgoing()
    outgoing.put(REPORT)
    outgoing.put(Shutdown())
    assert taken(outgoing, 2) == [REPORT, Shutdown()]


def test_who_writes_to_a_dead_process_takes_nothing_more() -> None:
    outgoing, got = Outgoing(), []
    first = outgoing.begin_epoch()
    writer = threading.Thread(target=lambda: got.append(outgoing.take(first)))
    writer.start()
    second = outgoing.begin_epoch()
    writer.join(5)
    outgoing.put(REPORT)
    assert got == [None]
    assert outgoing.take(first) is None
    assert outgoing.take(second) == REPORT
