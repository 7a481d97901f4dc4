"""What concerns which chat: by the number of the request, and by keys that other clients chose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatId
from app.core.conversations.events import (
    AnswerDelta,
    AnswerQueued,
    AnswerResumed,
    ChatCreated,
    ChatResumed,
    ContextUse,
    MemoryListed,
    MessageChanged,
    PromptRead,
)
from app.core.conversations.session import chat_id_of, key_of
from app.core.protocol import (
    NO_REQUEST,
    AnswerFinished,
    AnswerStats,
    AnswerWaiting,
    ChatKey,
    ChatMemory,
    ChatRestored,
    ContextMeasured,
    FinishReason,
    Generate,
    MeasureContext,
    MemoryReport,
    MemorySynced,
    ModelInfo,
    ModelLoaded,
    PrecomputeChat,
    PrefillProgress,
    PrefixSource,
    ProblemRaised,
    RequestId,
    Residency,
    TextDelta,
    WaitEnded,
    WaitReason,
)

if TYPE_CHECKING:
    from tests.unit.core.conversations.conftest import Stage

INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, 512, 512, 2, 0, (), (), resumable=True)
STRANGE = ["", "api-1", "7 ", "007", "-1", "1.0", "1_0", "\udcff", "²", "٣", "9" * 19, "1\0"]
SOMEBODY_ELSE = RequestId(1_000)


@pytest.mark.parametrize("key", STRANGE, ids=ascii)
def test_a_key_of_another_client_stands_for_no_chat(key: str) -> None:
    assert chat_id_of(ChatKey(key)) is None


@pytest.mark.parametrize("number", [0, 1, 10, 999_999_999_999_999_999])
def test_a_key_stands_for_the_chat_it_was_made_of(number: int) -> None:
    assert chat_id_of(key_of(ChatId(number))) == number


@pytest.mark.parametrize("key", STRANGE, ids=ascii)
def test_events_of_other_clients_chats_are_nobodys(stage: Stage, key: str) -> None:
    chat = ChatKey(key)
    stage.conversations.handle(ModelLoaded(INFO))
    stage.settle()
    for event in (
        ChatRestored(chat, 1, 1, PrefixSource.DISK, 1.0),
        ContextMeasured(chat, 1, 1, (1, 0, 0, 0, 0), SOMEBODY_ELSE),
        ContextMeasured(chat, 1, 1, (1, 0, 0, 0, 0), NO_REQUEST),
        PrefillProgress(SOMEBODY_ELSE, chat, 1, 2),
        TextDelta(SOMEBODY_ELSE, chat, "word"),
        AnswerWaiting(SOMEBODY_ELSE, chat, WaitReason.NO_ROOM),
        WaitEnded(SOMEBODY_ELSE, chat),
        AnswerFinished(SOMEBODY_ELSE, chat, FinishReason.END, AnswerStats(), None),
        MemorySynced(1, frozenset({chat})),
        MemoryReport((ChatMemory(chat, Residency.COLD, models=("Tiny",)),)),
    ):
        stage.conversations.handle(event)
    stage.settle()

    told = list(stage.events.queue)
    kinds = (AnswerDelta, ChatResumed, ContextUse, MessageChanged, ProblemRaised, PromptRead)
    waits = (AnswerQueued, AnswerResumed)
    assert not [event for event in told if isinstance(event, kinds + waits)]
    assert next(event for event in told if isinstance(event, MemoryListed)).chats == ()
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
    stage.conversations.handle(MemoryReport(tuple(lost)))

    assert stage.command(PrecomputeChat).chat == mine


def test_an_answer_is_known_by_its_request_whatever_its_chat_is_called(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    chat_id = stage.event(ChatCreated).chat.id
    asked = replace(stage.command(Generate), chat=ChatKey("called otherwise"))
    stage.conversations.handle(PrefillProgress(asked.request, asked.chat, 3, 9))
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
        stage.conversations.handle(AnswerWaiting(asked.request, asked.chat, reason))
        queued = stage.event(AnswerQueued)
        assert (queued.chat_id, queued.reason) == (chat_id, reason)
    stage.conversations.handle(WaitEnded(asked.request, asked.chat))
    assert stage.event(AnswerResumed) == AnswerResumed(chat_id, queued.message_id)
    stage.say(asked, "uno")
    assert stage.event(AnswerDelta).message_id == queued.message_id


def test_no_two_things_that_are_asked_have_one_number(stage: Stage) -> None:
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.chats.send(None, "One")
    generate = stage.command(Generate)
    stage.conversations.chats.measure(None, "a")
    of_draft = stage.command(MeasureContext)
    chat_id = stage.event(ChatCreated).chat.id
    stage.conversations.chats.measure(chat_id, "b")
    of_chat = stage.command(MeasureContext)
    stage.conversations.chats.measure(chat_id, "b and more")
    again = stage.command(MeasureContext)

    assert len({NO_REQUEST, generate.request, of_draft.request, of_chat.request}) == 4
    assert again.request == of_chat.request  # takes its place
    for command in (of_chat, of_draft):
        counts = (0, 1, 0, 0, 0)
        event = ContextMeasured(ChatKey("?"), 512, 7, counts, command.request)
        stage.conversations.handle(event)
    assert [stage.event(ContextUse).chat_id for _ in range(2)] == [chat_id, None]
