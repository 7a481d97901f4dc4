"""A chat is unread when an answer ended in it while the user looked elsewhere."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from app.core.conversations.events import AnswerFailed, ChatChanged, ChatCreated, MessageChanged
from app.core.errors import KnownError
from app.core.phrases import phrase
from app.core.protocol import FinishReason, Generate

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId
    from tests.unit.core.conversations.conftest import Stage

FULL = KnownError(
    phrase("The context is full."), phrase("It was not answered."), phrase("Shorten it.")
)


def asked(stage: Stage, text: str = "Hi") -> tuple[ChatId, Generate]:
    stage.conversations.chats.send(None, text)
    return stage.event(ChatCreated).chat.id, stage.command(Generate)


def unread(stage: Stage, database: Path) -> set[int]:
    stage.settle()
    with sqlite3.connect(database) as connection:
        return {row[0] for row in connection.execute("SELECT id FROM chats WHERE is_unread")}


@pytest.mark.parametrize(
    "finish_reason",
    [FinishReason.END, FinishReason.LENGTH, FinishReason.FAILED, FinishReason.STOPPED],
)
def test_an_answer_that_ends_elsewhere_makes_its_chat_unread(
    stage: Stage, database: Path, finish_reason: FinishReason
) -> None:
    shown, at_the_front = asked(stage)
    hidden, behind = asked(stage)
    stage.conversations.chats.look_at(shown)
    for generate in (at_the_front, behind):
        stage.say(generate, "Yes")
        stage.finish(generate, finish_reason)
    stage.event(MessageChanged)
    assert stage.event(MessageChanged).chat_id == hidden
    assert stage.event(ChatChanged).chat.is_unread
    assert unread(stage, database) == {hidden}
    stage.conversations.chats.look_at(hidden)
    changed = stage.event(ChatChanged).chat
    assert (changed.id, changed.is_unread) == (hidden, False)
    assert unread(stage, database) == set()


def test_in_a_window_that_nobody_looks_at_every_answer_ends_unread(
    stage: Stage, database: Path
) -> None:
    chat, generate = asked(stage)
    stage.conversations.chats.look_at(chat)
    stage.conversations.chats.look_at(None)
    stage.finish(generate)
    assert unread(stage, database) == {chat}


def test_without_a_window_nothing_is_unread(stage: Stage, database: Path) -> None:
    _chat, generate = asked(stage)
    stage.finish(generate)
    assert unread(stage, database) == set()


def test_who_stops_an_answer_knows_that_it_ended(stage: Stage, database: Path) -> None:
    stage.conversations.chats.look_at(None)
    chat, generate = asked(stage)
    stage.conversations.chats.stop(chat)
    stage.finish(generate, FinishReason.STOPPED)
    assert unread(stage, database) == set()


def test_each_answer_that_fails_is_told_with_its_chat(stage: Stage, database: Path) -> None:
    stage.conversations.chats.look_at(None)
    chats = [asked(stage)[0] for _ in range(3)]
    stage.end_engine(FULL.problem())
    told = [stage.event(AnswerFailed) for _ in chats]
    assert [event.chat_id for event in told] == chats
    assert {event.problem for event in told} == {FULL.problem()}
    assert unread(stage, database) == set(chats)


@pytest.mark.parametrize("is_seen", [True, False])
def test_an_end_that_the_disk_takes_later_is_unread_unless_it_was_seen_meanwhile(
    stage: Stage, database: Path, monkeypatch: pytest.MonkeyPatch, *, is_seen: bool
) -> None:
    def refuse(*_arguments: object, **_named: object) -> None:
        raise FULL

    stage.conversations.chats.look_at(None)
    chat, generate = asked(stage)
    session = stage.conversations._session
    with monkeypatch.context() as patched:
        patched.setattr(session.store, "finish_message", refuse)
        stage.finish(generate)
        if is_seen:
            stage.conversations.chats.look_at(chat)
        assert unread(stage, database) == set()
    stage.conversations._worker.submit(session.flush)
    assert unread(stage, database) == (set() if is_seen else {chat})
