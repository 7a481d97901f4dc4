"""When the engine is asked to make a chat ready before anything is asked of it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatCreated, ChatOpened, ChatResumed, EarlierMessages
from app.core.conversations.session import key_of
from app.core.messages import TokenRecord
from app.core.protocol import (
    ChatKey,
    ChatMemory,
    LoadModel,
    MemoryReport,
    ModelInfo,
    ModelLoaded,
    PrecomputeChat,
    PrefetchChat,
    ReportMemory,
    Residency,
    RestoreChat,
)
from tests.unit.core.conversations.conftest import assert_set

if TYPE_CHECKING:
    import pytest

    from tests.unit.core.conversations.conftest import Stage

INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, 512, 512, 2, 0, (), (), resumable=True)


def test_opening_a_chat_brings_its_memory_back_once_a_model_is_there(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.chats.open(chat.id)
    stage.settle()
    assert stage.commands.empty()
    stage.conversations.handle(ModelLoaded(INFO))
    assert stage.command(RestoreChat).chat == ChatKey(str(chat.id))


def test_a_long_chat_is_opened_from_its_end_and_warmed_at_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.conversations.cases.chat_reader._N_TAIL", 3)
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.chats.send(chat.id, "Two")
    stage.answer("due")
    stage.settle()
    stage.conversations.chats.open(chat.id)
    opened = stage.event(ChatOpened)
    assert [message.text for message in opened.messages] == ["uno", "Two", "due"]
    assert not opened.is_whole
    assert len(stage.command(RestoreChat).messages) == 4  # whether it was painted or not
    stage.conversations.chats.read_earlier(chat.id, opened.messages[0].id)
    assert [message.text for message in stage.event(EarlierMessages).messages] == ["One"]
    stage.settle()
    assert stage.commands.empty()


def test_a_chat_is_brought_back_by_the_exact_tokens_of_its_answers(stage: Stage) -> None:
    """Its text alone may be cut into other tokens than those that are stored."""
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    record = TokenRecord("vocabulary", 3, b"d" * 16, (1, 2, 3))
    stage.answer("uno", record=record)
    stage.settle()
    stage.conversations.chats.open(chat.id)
    assert stage.command(RestoreChat).messages[-1].record == record


def test_a_load_names_the_chat_that_will_be_brought_back(stage: Stage) -> None:
    stage.conversations.models.load("m.gguf")
    assert stage.command(LoadModel).first_chat is None
    stage.conversations.models.load("m.gguf", first_chat=ChatId(7))  # the window will open it
    assert stage.command(LoadModel).first_chat == ChatKey("7")
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.settle()
    stage.conversations.models.load("other.gguf")
    assert stage.command(LoadModel).first_chat == ChatKey(str(chat.id))
    stage.conversations.listing.delete([chat.id])
    stage.settle()
    stage.conversations.models.load("other.gguf")
    assert stage.command(LoadModel).first_chat is None


def remembered(chat: str, **facts: Any) -> ChatMemory:
    fields: dict[str, Any] = {"residency": Residency.COLD, "models": ("Tiny",)}
    return ChatMemory(ChatKey(chat), **(fields | facts))


def test_chats_this_model_knew_before_a_change_are_read_ahead_once(stage: Stage) -> None:
    ids = []
    for text in ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"):
        stage.conversations.chats.send(None, text)
        ids.append(str(stage.event(ChatCreated).chat.id))
        stage.answer("Yes.")
    stage.conversations.handle(ModelLoaded(INFO))
    asked = stage.command(ReportMemory)
    report = MemoryReport(
        (
            remembered(ids[0], last_used=1.0, is_pinned=True),
            remembered(ids[1], last_used=9.0, residency=Residency.DISK),
            remembered(ids[2], last_used=8.0, models=("Another",)),
            remembered(ids[3], last_used=7.0, is_off=True),
            remembered(ids[4], last_used=6.0),
            remembered(ids[5], last_used=5.0),
            remembered(ids[6], last_used=4.0),
            remembered("999", last_used=99.0),
            remembered(ids[7], last_used=3.0),
        )
    )
    stage.reply(asked, report)
    stage.conversations.memory.report()
    stage.reply(stage.command(ReportMemory), report)
    stage.settle()
    ahead = []
    while not stage.commands.empty():
        command = stage.commands.get()
        if isinstance(command, PrecomputeChat):
            ahead.append(command)
    assert [command.chat for command in ahead] == [ids[0], ids[4], ids[5]]
    assert [message.text for message in ahead[0].messages] == ["One", "Yes."]


def test_the_engine_reads_a_chat_that_is_opened_whatever_the_worker_has_to_do(
    stage: Stage,
) -> None:
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    may_go_on = threading.Event()
    stage.conversations.after_pending(lambda: assert_set(may_go_on))
    stage.conversations.chats.open(chat.id)
    assert stage.command(PrefetchChat) == PrefetchChat(key_of(chat.id), is_opened=True)
    assert not may_go_on.is_set()
    may_go_on.set()
    assert stage.command(RestoreChat).chat == key_of(chat.id)


def test_nothing_is_told_of_a_restore_that_was_given_up(stage: Stage) -> None:
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.chats.open(chat.id)
    asked = stage.command(RestoreChat)
    stage.reply(asked, asked.failed())
    stage.settle()
    assert not any(isinstance(event, ChatResumed) for event in stage.events.queue)
