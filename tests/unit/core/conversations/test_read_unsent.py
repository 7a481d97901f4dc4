"""When the engine is to read what is being written, and when it is not."""

from __future__ import annotations

import queue
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from app.core.conversations.events import ChatCreated, ContextUse
from app.core.conversations.session import Preferences, key_of
from app.core.protocol import (
    ChatKey,
    ContextMeasured,
    LeftOut,
    MeasureContext,
    ModelLoaded,
    ReadUnsent,
    SamplingParams,
)
from tests.unit.core.conversations.test_setup_and_context import INFO

if TYPE_CHECKING:
    from tests.unit.core.conversations.conftest import Stage

FITS = ContextMeasured(512, 100, (0, 5, 0, 0, 0))


@pytest.fixture(autouse=True)
def plug(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the system say whether it runs on battery; it does not unless a test says so."""

    def say(*, plugged: bool | None) -> None:
        battery = None if plugged is None else SimpleNamespace(power_plugged=plugged)
        monkeypatch.setattr(psutil, "sensors_battery", lambda: battery, raising=False)

    say(plugged=True)
    return say


def prefer(stage: Stage, *, reads: bool = True) -> None:
    stage.conversations.handle(ModelLoaded(INFO))
    preferences = Preferences(SamplingParams(temperature=0), reads_unsent=reads)
    stage.conversations.prefer(preferences)


def told(stage: Stage) -> list[ReadUnsent]:
    """Return all that the engine was told to read once the last count is shown."""
    stage.event(ContextUse)
    done: queue.Queue[None] = queue.Queue()
    stage.conversations.after_pending(lambda: done.put(None))
    done.get(timeout=60)
    commands = [stage.commands.get_nowait() for _ in range(stage.commands.qsize())]
    return [one for one in commands if isinstance(one, ReadUnsent)]


def measure(stage: Stage, counted: ContextMeasured = FITS, **fields: Any) -> MeasureContext:
    stage.conversations.chats.measure(fields.pop("chat", None), "Two", **fields)
    request = stage.command(MeasureContext)
    stage.reply(request, counted)
    return request


def test_what_is_being_written_is_read_with_its_chat(stage: Stage) -> None:
    prefer(stage)
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    request = measure(stage, chat=chat.id)
    (command,) = told(stage)
    assert command.messages == request.messages
    assert command.messages[-1].text == "Two"
    assert command.chat == key_of(chat.id)
    assert command.started_at == request.started_at


def test_so_is_what_may_become_a_new_chat(stage: Stage) -> None:
    prefer(stage)
    measure(stage, system_prompt="Be brief.")
    (command,) = told(stage)
    assert command.chat == ChatKey("")
    assert [one.text for one in command.messages] == ["Be brief.", "Two"]


def test_not_where_it_is_switched_off(stage: Stage) -> None:
    prefer(stage, reads=False)
    measure(stage)
    assert told(stage) == []


@pytest.mark.parametrize(("plugged", "n_told"), [(False, 0), (True, 1), (None, 1)])
def test_not_on_battery(stage: Stage, plug: Any, plugged: bool | None, n_told: int) -> None:
    prefer(stage)
    plug(plugged=plugged)
    measure(stage)
    assert len(told(stage)) == n_told


@pytest.mark.parametrize(
    "counted",
    [
        ContextMeasured(512, 512, (0, 5, 0, 0, 0)),
        ContextMeasured(512, 500, (0, 5, 0, 0, 0), 0, LeftOut(1, 1, 1, 1, 1, 1, 1)),
        ContextMeasured(),
    ],
)
def test_not_what_does_not_fit(stage: Stage, counted: ContextMeasured) -> None:
    prefer(stage)
    measure(stage, counted)
    assert told(stage) == []


def test_not_a_chat_in_which_nothing_is_written(stage: Stage) -> None:
    prefer(stage)
    stage.conversations.chats.measure(None, "", system_prompt="Be brief.")
    stage.reply(stage.command(MeasureContext), FITS)
    assert told(stage) == []


def test_not_what_an_answer_is_to_begin_with(stage: Stage) -> None:
    prefer(stage)
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    old = stage.conversations.doors.store.run(lambda store: store.path(chat.id))[-1]
    measure(stage, chat=chat.id, replaces=old.id, begins_answer=True)
    assert told(stage) == []
