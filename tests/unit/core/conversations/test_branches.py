"""Versions of a message, chats that go off another one, and messages that are deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    AnswerRefused,
    BranchShown,
    ChatCreated,
    ChatForked,
    ChatOpened,
    EditStored,
    MessageAdded,
    MessageDeleted,
    SendRefused,
    VersionsListed,
)
from app.core.protocol import Generate

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from app.core.chats.records import ChatId, Message
    from tests.conftest import ExpectLog
    from tests.unit.core.conversations.conftest import Stage


def _two_turns(stage: Stage) -> tuple[ChatId, tuple[Message, ...]]:
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.chats.send(chat.id, "Two")
    stage.answer("due")
    stage.conversations.chats.open(chat.id)
    return chat.id, stage.event(ChatOpened).messages


def test_an_edited_question_is_answered_beside_the_old_one(stage: Stage) -> None:
    chat_id, (one, uno, two, due) = _two_turns(stage)
    stage.conversations.chats.edit(chat_id, one.id, " Once ")
    shown = stage.event(BranchShown)
    assert [message.text for message in shown.messages] == ["Once"]
    assert shown.focus == shown.messages[0].id
    assert stage.event(VersionsListed).versions == {
        one.id: (one.id, shown.focus),
        shown.focus: (one.id, shown.focus),
    }
    generate = stage.command(Generate)
    assert [message.text for message in generate.messages] == ["Once"]
    stage.finish(generate)
    stage.conversations.chats.show_version(chat_id, one.id)
    back = stage.event(BranchShown)
    assert back.messages == (one, uno, two, due)  # nothing is lost
    assert back.focus == one.id


def test_the_same_words_again_are_answered_again(stage: Stage) -> None:
    chat_id, (one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.chats.edit(chat_id, one.id, "One")
    assert [message.text for message in stage.event(BranchShown).messages] == ["One"]
    stage.finish(stage.command(Generate))
    stage.settle()
    stage.conversations.chats.open(chat_id)
    opened = stage.event(ChatOpened)
    assert opened.messages[0].id == one.id
    assert opened.messages[1].id != uno.id


def test_an_edited_answer_is_another_version_and_nobody_is_asked(stage: Stage) -> None:
    chat_id, (_one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.chats.edit(chat_id, uno.id, "eins")
    assert [message.text for message in stage.event(BranchShown).messages] == ["One", "eins"]
    assert len(stage.event(VersionsListed).versions) == 2
    stage.conversations.chats.edit(chat_id, stage_last(stage, chat_id).id, "eins")
    assert [message.text for message in stage.event(BranchShown).messages] == ["One", "eins"]
    stage.settle()
    assert stage.commands.empty()


def test_the_same_edit_twice_is_one_version(stage: Stage) -> None:
    chat_id, (_one, uno, _two, _due) = _two_turns(stage)
    for ticket in (7, 8):
        stage.conversations.chats.edit(chat_id, uno.id, "eins", ticket=ticket)
        assert stage.event(EditStored) == EditStored(chat_id, ticket)
        assert [message.text for message in stage.event(BranchShown).messages] == ["One", "eins"]
    stage.conversations.chats.show_version(chat_id, uno.id)
    stage.conversations.chats.edit(chat_id, uno.id, "eins")
    stage.event(EditStored)
    assert stage_last(stage, chat_id).text == "eins"
    assert len(stage.event(VersionsListed).versions) == 2


def test_an_edit_that_cannot_be_stored_comes_back_with_its_ticket(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    chat_id, (one, *_others) = _two_turns(stage)
    expect_log("a use case failed")
    monkeypatch.setattr(ChatStore, "add_message", broken)
    stage.conversations.chats.edit(chat_id, one.id, "Once", ticket=7)
    refused = stage.event(AnswerRefused)
    assert (refused.chat_id, refused.ticket, refused.problem.is_bug) == (chat_id, 7, True)
    stage.conversations.chats.begin_answer(chat_id, one.id, "Uno", ticket=8)
    assert stage.event(AnswerRefused).ticket == 8
    assert EditStored not in {type(event) for event in stage.events.queue}


def test_a_beginning_that_is_stored_says_so_with_its_ticket(stage: Stage) -> None:
    chat_id, (one, *_others) = _two_turns(stage)
    stage.conversations.chats.begin_answer(chat_id, one.id, "Uno", ticket=7)
    assert stage.event(EditStored) == EditStored(chat_id, 7)


def test_a_message_that_cannot_be_stored_for_any_reason_comes_back_with_its_ticket(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("a use case failed")
    monkeypatch.setattr(ChatStore, "add_message", broken)
    stage.conversations.chats.send(None, "One", ticket=7)
    refused = stage.event(SendRefused)
    assert (refused.text, refused.ticket, refused.problem.is_bug) == ("One", 7, True)


def broken(*_arguments: object, **_named: object) -> None:
    raise RuntimeError("nobody foresaw this")


def stage_last(stage: Stage, chat_id: ChatId) -> Message:
    stage.conversations.chats.open(chat_id)
    return stage.event(ChatOpened).messages[-1]


def test_an_earlier_answer_is_given_again_beside_the_old_one(stage: Stage) -> None:
    chat_id, (one, uno, _two, due) = _two_turns(stage)
    stage.conversations.chats.regenerate(chat_id, uno.id)
    assert stage.event(BranchShown).messages == (one,)
    again = stage.event(MessageAdded).message
    assert again.parent_id == one.id
    assert stage.event(VersionsListed).versions[uno.id] == (uno.id, again.id)
    stage.finish(stage.command(Generate))
    stage.settle()
    stage.conversations.chats.show_version(chat_id, uno.id)
    assert stage.event(BranchShown).messages[-1] == due  # down to its end


def test_a_chat_goes_off_another_one_and_both_go_on(stage: Stage) -> None:
    chat_id, (one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.chats.fork(chat_id, uno.id)
    fork = stage.event(ChatForked).chat
    assert fork.title == "One (2)"
    assert fork.id != chat_id
    stage.conversations.chats.fork(fork.id, stage_last(stage, fork.id).id)
    assert stage.event(ChatForked).chat.title == "One (3)"
    stage.conversations.chats.send(fork.id, "Three")
    prompt = stage.command(Generate).messages
    assert [message.text for message in prompt] == ["One", "uno", "Three"]
    assert prompt[1].record == uno.record  # so that stored memory is found
    assert stage_last(stage, chat_id).text == "due"
    assert one.chat_id == chat_id


def test_a_deleted_message_takes_what_follows_along_until_it_is_undone(stage: Stage) -> None:
    chat_id, (one, uno, two, due) = _two_turns(stage)
    stage.conversations.chats.delete_message(chat_id, two.id)
    assert stage.event(BranchShown).messages == (one, uno)
    assert stage.event(MessageDeleted).message == two
    stage.conversations.chats.show_version(chat_id, one.id)
    assert stage.event(BranchShown).messages == (one, uno)  # not into what is deleted
    stage.conversations.chats.undo_delete_message(chat_id, two.id)
    assert stage.event(BranchShown).messages == (one, uno, two, due)


def test_behind_a_deleted_version_the_other_one_is_shown(stage: Stage) -> None:
    chat_id, (one, uno, _two, due) = _two_turns(stage)
    stage.conversations.chats.regenerate(chat_id, uno.id)
    again = stage.event(MessageAdded).message
    assert stage.event(VersionsListed).versions
    stage.finish(stage.command(Generate))
    stage.settle()
    stage.conversations.chats.delete_message(chat_id, again.id)
    shown = stage.event(BranchShown)
    while shown.messages == (one,):
        shown = stage.event(BranchShown)
    assert shown.messages[-1] == due
    assert shown.focus == uno.id
    assert stage.event(VersionsListed).versions == {}
    stage.conversations.chats.delete_message(chat_id, one.id)
    assert stage.event(BranchShown).messages == ()


def test_what_was_deleted_is_gone_when_the_program_ends(
    stage: Stage,
) -> None:
    chat_id, (one, _uno, two, due) = _two_turns(stage)
    stage.conversations.chats.delete_message(chat_id, two.id)
    stage.event(MessageDeleted)
    stage.conversations.end().result(10)
    for gone in (two, due):
        stage.conversations.chats.show_version(chat_id, gone.id)
        assert "no longer exists" in str(stage.event(AnswerRefused).problem.what)
    stage.conversations.chats.show_version(chat_id, one.id)
    assert len(stage.event(BranchShown).messages) == 2


def test_a_branch_is_not_changed_while_its_chat_is_answered_or_from_another_chat(
    stage: Stage,
) -> None:
    chat_id, (one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.chats.send(None, "Elsewhere")
    other = stage.event(ChatCreated).chat
    stage.answer("altrove")
    stage.conversations.chats.edit(other.id, one.id, "Stolen")
    assert "no longer exists" in str(stage.event(AnswerRefused).problem.what)
    stage.conversations.chats.send(chat_id, "Three")
    attempts: tuple[Callable[[], None], ...] = (
        lambda: stage.conversations.chats.edit(chat_id, one.id, "Other"),
        lambda: stage.conversations.chats.regenerate(chat_id, uno.id),
        lambda: stage.conversations.chats.show_version(chat_id, uno.id),
    )
    for attempt in attempts:
        attempt()
        assert "still answering" in str(stage.event(AnswerRefused).problem.what)
