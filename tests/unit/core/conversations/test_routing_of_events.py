"""What concerns which chat, also where other clients chose the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatId
from app.core.conversations.events import (
    AnswerDelta,
    AnswerQueued,
    AnswerResumed,
    ChatCreated,
    ContextUse,
    MemoryListed,
    MessageChanged,
    PromptRead,
)
from app.core.conversations.session import chat_id_of, key_of
from app.core.protocol import (
    AnswerWaiting,
    ChatKey,
    ChatMemory,
    ContextMeasured,
    Generate,
    MeasureContext,
    MemoryReport,
    ModelInfo,
    ModelLoaded,
    PrecomputeChat,
    PrefillProgress,
    ReportMemory,
    Residency,
    Stop,
    WaitEnded,
    WaitReason,
)

if TYPE_CHECKING:
    from tests.unit.core.conversations.conftest import Stage

INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, 512, 512, 2, 0, (), (), resumable=True)
STRANGE = ["", "api-1", "7 ", "007", "-1", "1.0", "1_0", "\udcff", "²", "٣", "9" * 19, "1\0"]


@pytest.mark.parametrize("key", STRANGE, ids=ascii)
def test_a_key_of_another_client_stands_for_no_chat(key: str) -> None:
    assert chat_id_of(ChatKey(key)) is None


@pytest.mark.parametrize("number", [0, 1, 10, 999_999_999_999_999_999])
def test_a_key_stands_for_the_chat_it_was_made_of(number: int) -> None:
    assert chat_id_of(key_of(ChatId(number))) == number


@pytest.mark.parametrize("key", STRANGE, ids=ascii)
def test_memory_of_other_clients_chats_is_no_chats(stage: Stage, key: str) -> None:
    chat = ChatKey(key)
    stage.conversations.handle(ModelLoaded(INFO))
    report = stage.command(ReportMemory)
    stage.reply(report, MemoryReport((ChatMemory(chat, Residency.COLD, models=("Tiny",)),)))
    assert stage.event(MemoryListed).chats == ()
    stage.settle()
    assert not [one for one in stage.commands.queue if isinstance(one, PrecomputeChat)]


def test_chats_of_other_clients_take_no_chats_place_in_being_precomputed(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    mine = key_of(stage.event(ChatCreated).chat.id)
    stage.answer("uno")
    stage.conversations.chats.send(None, "Two")  # the one that is open now
    stage.answer("due")
    stage.conversations.handle(ModelLoaded(INFO))
    stage.settle()
    others = [ChatKey(f"api-{number}") for number in range(9)]
    lost = [ChatMemory(chat, Residency.COLD, models=("Tiny",), last_used=9.0) for chat in others]
    lost.append(ChatMemory(mine, Residency.COLD, models=("Tiny",), last_used=1.0))
    stage.reply(stage.command(ReportMemory), MemoryReport(tuple(lost)))

    assert stage.command(PrecomputeChat).chat == mine


def test_what_comes_of_an_answer_is_told_with_its_chat(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    chat_id = stage.event(ChatCreated).chat.id
    asked = stage.command(Generate)
    stage.tell(asked, PrefillProgress(3, 9))
    assert stage.event(PromptRead) == PromptRead(chat_id, 3, 9)
    stage.say(asked, "uno")
    assert stage.event(AnswerDelta).chat_id == chat_id
    stage.finish(asked)
    assert stage.event(MessageChanged).message.text == "uno"


def test_it_is_told_why_an_answer_waits_and_when_it_goes_on(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    chat_id = stage.event(ChatCreated).chat.id
    asked = stage.command(Generate)
    for reason in (WaitReason.NO_SEQUENCE, WaitReason.NO_ROOM):
        stage.tell(asked, AnswerWaiting(reason))
        queued = stage.event(AnswerQueued)
        assert (queued.chat_id, queued.reason) == (chat_id, reason)
    stage.tell(asked, WaitEnded())
    assert stage.event(AnswerResumed) == AnswerResumed(chat_id, queued.message_id)
    stage.say(asked, "uno")
    assert stage.event(AnswerDelta).message_id == queued.message_id


def test_only_the_latest_count_of_a_draft_is_told(stage: Stage) -> None:
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.chats.send(None, "One")
    stage.conversations.chats.measure(None, "a")
    of_draft = stage.command(MeasureContext)
    chat_id = stage.event(ChatCreated).chat.id
    stage.conversations.chats.measure(chat_id, "b")
    of_chat = stage.command(MeasureContext)
    stage.conversations.chats.measure(chat_id, "b and more")
    assert stage.command(Stop).request == stage.id_of(of_chat)
    again = stage.command(MeasureContext)

    counts = (0, 1, 0, 0, 0)
    stage.reply(of_chat, of_chat.failed())  # as a stop has it
    for asked in (again, of_draft):
        stage.reply(asked, ContextMeasured(512, 7, counts))
    assert [stage.event(ContextUse).chat_id for _ in range(2)] == [chat_id, None]
    stage.settle()
    assert not [event for event in stage.events.queue if isinstance(event, ContextUse)]
