"""A temporary chat is like any other but for where it is, and that it is gone when it is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.chats.errors import UnknownChat
from app.core.chats.records import FIRST_TEMPORARY, ChatId, MessageStatus, is_temporary
from app.core.conversations.events import (
    AnswerRefused,
    ChatCreated,
    MessageAdded,
    TemporaryChatBegun,
    TemporaryChatKept,
    TemporaryChatLeft,
)
from app.core.conversations.session import TemporaryStore, chat_id_of, key_of
from app.core.messages import Role
from app.core.protocol import TEMPORARY, ChatKey, ForgetChat, Generate, Stop

if TYPE_CHECKING:
    from app.core.chats.records import Chat
    from tests.unit.core.conversations.conftest import Stage


def begin(stage: Stage) -> Chat:
    stage.conversations.chats.begin_temporary("Temporary chat")
    return stage.event(TemporaryChatBegun).chat


def test_the_store_is_found_by_the_id_alone(stage: Stage) -> None:
    store = stage.conversations.doors.store
    temporary = begin(stage)
    stage.conversations.chats.send(None, "An ordinary question")
    ordinary = stage.event(ChatCreated).chat
    stage.command(Generate)

    assert is_temporary(temporary.id)
    assert not is_temporary(ordinary.id)
    assert store.run(lambda one: one.chat(temporary.id), temporary.id) == temporary
    assert [chat.id for chat in store.run(lambda one: one.list_chats(), temporary.id)] == [
        temporary.id
    ]
    assert [chat.id for chat in store.run(lambda one: one.list_chats())] == [ordinary.id]


def test_no_id_of_a_chat_or_message_is_used_twice() -> None:
    temporary = TemporaryStore()
    seen: set[int] = set()
    for _ in range(3):
        store = temporary.begin()
        chat = store.create_chat(title="t")
        message = store.add_message(chat.id, parent_id=None, role=Role.USER, text="hello")
        assert min(chat.id, message.id) >= FIRST_TEMPORARY
        assert chat.id not in seen
        assert message.id not in seen
        seen |= {chat.id, message.id}
    temporary.end()
    with pytest.raises(UnknownChat):
        temporary.store_of(chat.id)


def test_one_that_was_left_before_is_not_found_in_the_next() -> None:
    temporary = TemporaryStore()
    first = temporary.begin().create_chat(title="first")
    second = temporary.begin().create_chat(title="second")
    with pytest.raises(UnknownChat):
        temporary.store_of(first.id)
    temporary.forget(first.id)  # leaving the first says nothing of the second
    assert temporary.store_of(second.id).chat(second.id) == second
    temporary.forget(second.id)
    with pytest.raises(UnknownChat):
        temporary.store_of(second.id)


@pytest.mark.parametrize("number", [1, 2**31, FIRST_TEMPORARY - 1, FIRST_TEMPORARY, 2**55])
def test_the_key_of_a_chat_says_whether_it_is_temporary(number: int) -> None:
    chat_id = ChatId(number)
    key = key_of(chat_id)
    assert key.startswith(TEMPORARY) == is_temporary(chat_id)
    assert chat_id_of(key) == chat_id
    swapped = key.removeprefix(TEMPORARY) if is_temporary(chat_id) else f"{TEMPORARY}{key}"
    assert chat_id_of(ChatKey(swapped)) is None


def test_leaving_stops_the_answer_and_has_the_engine_forget_the_chat(stage: Stage) -> None:
    chat = begin(stage)
    stage.conversations.chats.send(chat.id, "A question")
    generate = stage.command(Generate)
    assert generate.chat == key_of(chat.id)
    stage.say(generate, "An ans")
    stage.conversations.chats.leave_temporary(chat.id)

    assert stage.command(Stop).request == stage.id_of(generate)
    assert stage.command(ForgetChat).chat == key_of(chat.id)
    assert stage.event(TemporaryChatLeft).chat_id == chat.id
    stage.finish(generate)  # told when it is gone already
    stage.conversations.chats.send(None, "An ordinary question")
    assert not is_temporary(stage.event(ChatCreated).chat.id)
    assert stage.command(Generate).chat != generate.chat
    stage.conversations.chats.regenerate(chat.id)
    assert stage.event(AnswerRefused).chat_id == chat.id


def test_keeping_one_in_the_middle_of_an_answer_keeps_what_was_said(stage: Stage) -> None:
    chat = begin(stage)
    stage.conversations.chats.send(chat.id, "A question")
    generate = stage.command(Generate)
    stage.event(MessageAdded)
    stage.say(generate, "An ans")
    stage.settle()
    stage.conversations.chats.keep_temporary(chat.id)

    kept = stage.event(TemporaryChatKept).kept
    assert stage.command(Stop).request == stage.id_of(generate)
    assert kept.title == "A question"
    path = stage.conversations.doors.store.run(lambda one: one.path(kept.id))
    assert [message.text for message in path] == ["A question", "An ans"]
    assert path[-1].status is MessageStatus.INTERRUPTED
    assert stage.event(TemporaryChatLeft).chat_id == chat.id
