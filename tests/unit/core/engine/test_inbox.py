"""In which order commands are taken, and which batch ends early for which of them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.engine.inbox import BatchWork, Inbox, RowsArrived, StoreOpened
from app.core.messages import Role
from app.core.protocol import (
    Call,
    ChatKey,
    ForgetChat,
    Generate,
    LoadModel,
    MeasureContext,
    PrecomputeChat,
    PrefetchChat,
    PromptMessage,
    ReportMemory,
    RequestId,
    RestoreChat,
    Shutdown,
    Stop,
    UnloadModel,
)

if TYPE_CHECKING:
    from app.core.engine.inbox import Message
    from app.core.protocol import ToEngine

CHAT = ChatKey("1")
HELLO = (PromptMessage(Role.USER, "Hello"),)
MINE, OTHER = RequestId(1), RequestId(2)
RESTORE = Call(OTHER, RestoreChat(CHAT, ()))
REAL_WORK: list[ToEngine] = [
    RESTORE,
    Call(MINE, Generate(CHAT, HELLO)),
    Call(MINE, MeasureContext(CHAT, (), precedes_answer=True)),
    ForgetChat(CHAT),
    LoadModel("model.gguf"),
    UnloadModel(),
    Shutdown(),
]


def _name(message: ToEngine) -> str:
    return type(message.request if isinstance(message, Call) else message).__name__


def _work(
    *requests: RequestId,
    is_background: bool = False,
    can_rewind: bool = False,
    is_one_prompt: bool = False,
    unsent: str = "",
) -> BatchWork:
    return BatchWork(frozenset(requests), is_background, can_rewind, is_one_prompt, unsent)


READING_AHEAD = _work(is_background=True, is_one_prompt=True)
A_TITLE = _work(MINE, is_background=True)
A_PROMPT = _work(MINE, is_one_prompt=True)
A_TOKEN = _work(MINE)
SHARED = _work(MINE, OTHER)
REWINDABLE = _work(OTHER, can_rewind=True)


def _ends(work: BatchWork, command: ToEngine | RowsArrived) -> bool:
    """Whether a command that comes while `work` is computed ends it early."""
    inbox, ended = Inbox(), threading.Event()
    with inbox.computing(work, ended.set) as may_begin:
        assert may_begin
        inbox.put(command)
    return ended.is_set()


@pytest.mark.parametrize("command", REAL_WORK, ids=_name)
def test_idle_work_ends_for_whatever_is_wanted(command: ToEngine) -> None:
    assert _ends(READING_AHEAD, command)
    assert _ends(A_TITLE, command)


@pytest.mark.parametrize(
    "command",
    [
        PrecomputeChat(CHAT, ()),
        PrefetchChat(CHAT),
        Call(OTHER, ReportMemory()),
        Call(OTHER, MeasureContext(CHAT, ())),
        Stop(OTHER),  # of a count, say, which is asked for and stopped at each pause in typing
        RowsArrived(),
    ],
)
def test_idle_work_goes_on_for_what_can_wait(command: ToEngine | RowsArrived) -> None:
    assert not _ends(READING_AHEAD, command)
    assert not _ends(A_TITLE, command)


def test_what_is_read_of_a_message_is_finished_when_that_is_sent() -> None:
    reading, other = (_work(is_background=True, unsent=text) for text in ("Hell", "Good"))
    for sent in (Generate(CHAT, HELLO), MeasureContext(CHAT, HELLO, precedes_answer=True)):
        assert not _ends(reading, Call(MINE, sent))
        assert _ends(other, Call(MINE, sent))
    assert _ends(reading, RESTORE)
    assert _ends(reading, Call(MINE, MeasureContext(CHAT, (), precedes_answer=True)))


def test_idle_work_ends_where_it_is_not_wanted_any_more() -> None:
    assert _ends(A_TITLE, Stop(MINE))


@pytest.mark.parametrize("command", REAL_WORK[:6], ids=_name)
@pytest.mark.parametrize("work", [A_PROMPT, A_TOKEN, SHARED, REWINDABLE])
def test_an_answer_and_a_restore_end_early_for_no_other_chat(
    work: BatchWork, command: ToEngine
) -> None:
    assert not _ends(work, command)


def test_stopping_ends_what_can_be_computed_again_and_its_own_prompt_alone() -> None:
    stopped = [work for work in (REWINDABLE, A_PROMPT) if _ends(work, Stop(MINE))]
    assert stopped == [REWINDABLE, A_PROMPT]
    assert not any(_ends(work, Stop(MINE)) for work in (A_TOKEN, SHARED))
    assert not _ends(A_PROMPT, Stop(OTHER))


def test_closing_ends_a_prompt_but_no_memory_that_others_share_or_a_token_completes() -> None:
    assert _ends(REWINDABLE, Shutdown())
    assert _ends(A_PROMPT, Shutdown())
    assert not _ends(A_TOKEN, Shutdown())
    assert not _ends(SHARED, Shutdown())


def test_a_command_that_waits_already_keeps_the_batch_from_beginning_until_it_is_taken() -> None:
    inbox, ended = Inbox(), threading.Event()
    inbox.put(RESTORE)
    with inbox.computing(READING_AHEAD, ended.set) as may_begin:
        assert not may_begin
    assert inbox.take(wait=False) is RESTORE
    with inbox.computing(READING_AHEAD, ended.set) as may_begin:
        assert may_begin
    assert not ended.is_set()


def test_a_command_that_comes_after_a_batch_ends_nothing() -> None:
    inbox, ended = Inbox(), threading.Event()
    with inbox.computing(READING_AHEAD, ended.set):
        pass
    inbox.put(RESTORE)
    inbox.take(wait=False)
    with inbox.computing(A_TOKEN, ended.set) as may_begin:
        assert may_begin
    assert not ended.is_set()


def test_a_batch_that_failed_is_not_ended_later() -> None:
    inbox, ended = Inbox(), threading.Event()
    with pytest.raises(ZeroDivisionError), inbox.computing(READING_AHEAD, ended.set):
        raise ZeroDivisionError
    inbox.put(Shutdown())
    assert not ended.is_set()


def test_commands_are_taken_in_the_order_in_which_they_came() -> None:
    inbox = Inbox()
    inbox.put(Stop(MINE))
    inbox.put(Stop(OTHER))
    assert [inbox.take(wait=True), inbox.take(wait=False)] == [Stop(MINE), Stop(OTHER)]
    assert inbox.take(wait=False) is None


def test_whoever_waits_for_a_command_gets_the_one_that_comes() -> None:
    inbox = Inbox()
    taken: list[Message | None] = []
    thread = threading.Thread(target=lambda: taken.append(inbox.take(wait=True)))
    thread.start()
    inbox.wake()
    thread.join()
    assert isinstance(taken[0], RowsArrived)


def test_what_is_waited_for_is_taken_first_and_the_rest_keeps_its_order() -> None:
    inbox = Inbox()
    for command in (RESTORE, Stop(MINE), Shutdown(), Stop(OTHER)):
        inbox.put(command)
    assert inbox.take_first(StoreOpened, Shutdown) == Shutdown()
    left = [inbox.take(wait=False) for _ in range(4)]
    assert left == [RESTORE, Stop(MINE), Stop(OTHER), None]
