"""Which chats the model is asked a title for, and what becomes of what it says.

Longer than other files: who gets a title, and when, is one rule with many cases.
"""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.parts.titles import AutomaticTitles
from app.core.chats.records import ChatSetup, TitleOrigin
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    BranchShown,
    ChatChanged,
    ChatCreated,
    ChatForked,
    ChatsListed,
    MessageDeleted,
)
from app.core.conversations.session import Preferences
from app.core.errors import KnownError
from app.core.models.builtin import guide_path
from app.core.phrases import phrase
from app.core.protocol import (
    EngineRestarted,
    FinishReason,
    Generate,
    ModelInfo,
    ModelLoaded,
    ProblemRaised,
    SamplingParams,
    TitleDropped,
    TitleWritten,
    WriteTitle,
)
from tests.unit.core.conversations.conftest import staged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.chats.records import Chat, ChatId, Message
    from tests.unit.core.conversations.conftest import Stage

INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, 512, 512, 2, 0, (), (), resumable=True)
WITH_TITLES = Preferences(SamplingParams(temperature=0), has_model_titles=True)
QUESTION = "How do I bake bread?\nWith flour."


@pytest.fixture
def stage(database: Path) -> Iterator[Stage]:
    for one in staged(lambda: ChatStore.open(database), preferences=WITH_TITLES):
        one.conversations.handle(ModelLoaded(INFO))
        yield one


def begun(stage: Stage, text: str = QUESTION, **fields: Any) -> ChatId:
    """Begin a chat; its answer has not come."""
    stage.conversations.chats.send(None, text, **fields)
    return stage.event(ChatCreated).chat.id


def chat_now(stage: Stage, chat_id: ChatId) -> Chat:
    stage.conversations.chats.list_all()
    return next(chat for chat in stage.event(ChatsListed).chats if chat.id == chat_id)


def asked(stage: Stage) -> list[WriteTitle]:
    """Return the titles that were asked for since the last look; takes all commands."""
    stage.settle()
    found: list[WriteTitle] = []
    while True:
        try:
            command = stage.commands.get_nowait()
        except queue.Empty:
            return found
        if isinstance(command, WriteTitle):
            found.append(command)


def write(stage: Stage, command: WriteTitle, text: str) -> None:
    stage.reply(command, TitleWritten(text))
    stage.settle()


def titled(stage: Stage, title: str = "Baking at home") -> ChatId:
    """Make a chat whose title the model has written."""
    chat_id = begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    write(stage, command, title)
    assert chat_now(stage, chat_id).title == title
    return chat_id


def branch(stage: Stage, chat_id: ChatId) -> tuple[Message, ...]:
    store = stage.conversations._session.store
    found: list[tuple[Message, ...]] = []
    stage.conversations.after_pending(lambda: found.append(store.path(chat_id)))
    stage.settle()
    return found[0]


# -- asked for --


def test_after_its_first_answer_a_chat_gets_a_title_of_the_model(stage: Stage) -> None:
    chat_id = begun(stage)
    assert chat_now(stage, chat_id).title == "How do I bake bread?"
    assert asked_while_answering(stage) == []
    stage.conversations.chats.regenerate(chat_id)
    stage.answer("<think>Hm.</think>\n\nMix it.")
    (command,) = asked(stage)
    said = [message.text for message in command.messages]
    assert said == [QUESTION, "Mix it."]
    assert "title" in command.instruction
    before = chat_now(stage, chat_id)
    write(stage, command, '"Baking at home."')
    now = stage.event(ChatChanged).chat
    assert (now.title, now.title_origin) == ("Baking at home", TitleOrigin.MODEL)
    assert now.updated_at == before.updated_at  # its place in the list


def asked_while_answering(stage: Stage) -> list[WriteTitle]:
    """Let the first answer be stopped, and return what was asked for until then and after."""
    generate = stage.command(Generate)
    stage.say(generate, "Mix")
    stage.finish(generate, FinishReason.STOPPED)
    return asked(stage)


@pytest.mark.parametrize(
    "reason", [one for one in FinishReason if one not in (FinishReason.END, "stop_string")]
)
def test_an_answer_that_did_not_end_well_asks_for_no_title(
    stage: Stage, reason: FinishReason
) -> None:
    begun(stage)
    stage.answer("Mix", finish_reason=reason)
    assert asked(stage) == []


def test_a_second_answer_asks_for_no_title(stage: Stage) -> None:
    chat_id = begun(stage)
    stage.answer("Mix", finish_reason=FinishReason.STOPPED)
    stage.conversations.chats.send(chat_id, "And then?")
    stage.answer("Bake.")
    assert asked(stage) == []


def test_the_guide_is_asked_for_no_title(stage: Stage) -> None:
    guide = ModelInfo(str(guide_path()), "Hearth Guide", "", 1, 1, 1, 1, 1, 0, (), (), True)
    stage.conversations.handle(ModelLoaded(guide))
    begun(stage)
    stage.answer("Mix it.")
    assert asked(stage) == []


def test_a_chat_without_memory_is_left_alone(stage: Stage) -> None:
    chat_id = begun(stage)
    stage.conversations.memory.choose(chat_id, is_off=True)
    stage.answer("Mix it.")
    assert asked(stage) == []


def test_a_title_of_the_user_is_never_replaced(stage: Stage) -> None:
    chat_id = begun(stage)
    stage.conversations.chats.rename(chat_id, "Mine")
    stage.answer("Mix it.")
    assert asked(stage) == []
    other = begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    stage.conversations.chats.rename(other, "Mine, too")
    write(stage, command, "Baking at home")
    assert chat_now(stage, other).title == "Mine, too"


def test_without_the_setting_nothing_is_asked_for(database: Path) -> None:
    for stage in staged(lambda: ChatStore.open(database)):
        stage.conversations.handle(ModelLoaded(INFO))
        begun(stage)
        stage.answer("Mix it.")
        assert asked(stage) == []


@pytest.mark.parametrize(
    "text", ["", "I'm sorry, I cannot do that.", "\u202e", "Mix it. Then bake"]
)
def test_what_is_no_title_leaves_the_first_words(stage: Stage, text: str) -> None:
    chat_id = begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    write(stage, command, text)
    now = chat_now(stage, chat_id)
    assert (now.title, now.title_origin) == ("How do I bake bread?", TitleOrigin.FIRST_WORDS)
    stage.conversations.chats.send(None, "Another")
    stage.answer("Yes.")
    assert len(asked(stage)) == 1  # for the other chat alone


# -- dropped --


def test_a_title_that_was_dropped_is_asked_for_in_another_idle_time(stage: Stage) -> None:
    chat_id = begun(stage)
    stage.answer("Mix it.")
    (first,) = asked(stage)
    stage.reply(first, TitleDropped())
    stage.conversations.handle(EngineRestarted())
    assert asked(stage) == []
    stage.conversations.handle(ModelLoaded(INFO))
    (second,) = asked(stage)
    assert second.messages == first.messages
    assert stage.id_of(second) != stage.id_of(first)
    stage.reply(second, TitleDropped())
    stage.conversations.chats.send(None, "Another")
    stage.answer("Yes.")
    third, _of_the_other = asked(stage)
    assert third.chat == first.chat
    stage.reply(third, TitleDropped())
    stage.conversations.handle(ModelLoaded(INFO))
    assert asked(stage) == []  # three times are enough
    assert chat_now(stage, chat_id).title == "How do I bake bread?"


def test_a_title_that_the_engine_died_over_is_not_asked_for_again(stage: Stage) -> None:
    begun(stage)
    stage.answer("Mix it.")
    (first,) = asked(stage)
    stage.reply(first, TitleDropped(is_lost=True))
    stage.conversations.handle(EngineRestarted())
    stage.conversations.handle(ModelLoaded(INFO))
    assert asked(stage) == []


@pytest.mark.parametrize("change", ["rename", "delete", "edit", "delete_message"])
def test_what_was_dropped_is_not_asked_for_where_it_is_wanted_no_more(
    stage: Stage, change: str
) -> None:
    chat_id = begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    stage.reply(command, TitleDropped())
    chats, question = stage.conversations.chats, branch(stage, chat_id)[0]
    match change:
        case "rename":
            chats.rename(chat_id, "Mine")
        case "delete":
            stage.conversations.listing.delete([chat_id])
        case "edit":
            chats.edit(chat_id, question.id, "How do I build a boat?")
        case _:
            chats.delete_message(chat_id, question.id)
    stage.conversations.handle(ModelLoaded(INFO))
    assert asked(stage) == []


# -- the tree --


def test_a_chat_deleted_meanwhile_gets_no_title(stage: Stage) -> None:
    chat_id = begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    stage.conversations.listing.delete([chat_id])
    write(stage, command, "Baking at home")
    stage.conversations.listing.restore([chat_id])
    assert chat_now(stage, chat_id).title == "How do I bake bread?"


@pytest.mark.parametrize("row", [0, 1])
def test_words_that_were_deleted_meanwhile_come_into_no_title(stage: Stage, row: int) -> None:
    chat_id = begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    stage.conversations.chats.delete_message(chat_id, branch(stage, chat_id)[row].id)
    write(stage, command, "Baking at home")
    assert chat_now(stage, chat_id).title == "How do I bake bread?"


@pytest.mark.parametrize(("row", "left"), [(0, ""), (1, "How do I bake bread?")])
def test_a_purge_takes_the_title_with_the_words_that_it_was_made_of(
    stage: Stage, row: int, left: str
) -> None:
    chat_id = titled(stage)
    stage.conversations.chats.delete_message(chat_id, branch(stage, chat_id)[row].id)
    stage.event(MessageDeleted)
    assert chat_now(stage, chat_id).title == "Baking at home"  # it can be undone
    stage.conversations.end().result(10)
    now = chat_now(stage, chat_id)
    assert (now.title, now.title_origin) == (left, TitleOrigin.FIRST_WORDS)


def test_an_undo_keeps_the_title(stage: Stage) -> None:
    chat_id = titled(stage)
    question = branch(stage, chat_id)[0]
    stage.conversations.chats.delete_message(chat_id, question.id)
    stage.conversations.chats.undo_delete_message(chat_id, question.id)
    stage.conversations.end().result(10)
    assert chat_now(stage, chat_id).title == "Baking at home"


def test_a_later_message_takes_no_title_along(stage: Stage) -> None:
    chat_id = titled(stage)
    stage.conversations.chats.send(chat_id, "And then?")
    stage.answer("Bake.")
    stage.conversations.chats.delete_message(chat_id, branch(stage, chat_id)[2].id)
    stage.conversations.end().result(10)
    assert chat_now(stage, chat_id).title == "Baking at home"


def test_a_title_of_the_user_outlives_the_words_it_repeats(stage: Stage) -> None:
    chat_id = titled(stage)
    stage.conversations.chats.rename(chat_id, "How do I bake bread?")
    stage.conversations.chats.delete_message(chat_id, branch(stage, chat_id)[0].id)
    stage.conversations.end().result(10)
    assert chat_now(stage, chat_id).title == "How do I bake bread?"


def test_another_version_of_the_answer_keeps_the_title(stage: Stage) -> None:
    chat_id = titled(stage)
    stage.conversations.chats.regenerate(chat_id)
    stage.answer("Buy it.")
    assert asked(stage) == []
    assert chat_now(stage, chat_id).title == "Baking at home"


def test_another_version_of_the_first_message_gets_another_title(stage: Stage) -> None:
    chat_id = titled(stage)
    question = branch(stage, chat_id)[0]
    stage.conversations.chats.edit(chat_id, question.id, "How do I build a boat?")
    stage.answer("With wood.")
    (command,) = asked(stage)
    assert command.messages[0].text == "How do I build a boat?"
    write(stage, command, "Boats of wood")
    assert chat_now(stage, chat_id).title == "Boats of wood"
    stage.conversations.chats.delete_message(chat_id, branch(stage, chat_id)[0].id)
    stage.conversations.end().result(10)
    assert chat_now(stage, chat_id).title == "How do I bake bread?"  # what is shown now


def test_a_title_for_a_version_that_is_not_shown_any_more_is_left_out(stage: Stage) -> None:
    chat_id = begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    question = branch(stage, chat_id)[0]
    stage.conversations.chats.edit(chat_id, question.id, "How do I build a boat?")
    stage.event(BranchShown)
    write(stage, command, "Baking at home")
    assert chat_now(stage, chat_id).title == "How do I bake bread?"
    stage.answer("With wood.")
    assert len(asked(stage)) == 1


def test_a_fork_takes_a_title_along_with_the_words_it_was_made_of(stage: Stage) -> None:
    chat_id = titled(stage)
    question, answer = branch(stage, chat_id)
    stage.conversations.chats.fork(chat_id, answer.id)
    whole = stage.event(ChatForked).chat
    assert (whole.title, whole.title_origin) == ("Baking at home (2)", TitleOrigin.MODEL)
    assert whole.title_from == whole.leaf_id
    stage.conversations.chats.fork(chat_id, question.id)
    part = stage.event(ChatForked).chat
    assert (part.title, part.title_origin) == ("How do I bake bread? (2)", TitleOrigin.FIRST_WORDS)
    stage.conversations.chats.delete_message(whole.id, branch(stage, whole.id)[1].id)
    stage.conversations.end().result(10)
    assert chat_now(stage, whole.id).title == "How do I bake bread?"
    assert chat_now(stage, chat_id).title == "Baking at home"


def test_a_fork_of_another_version_does_not_bear_the_title_of_the_first(stage: Stage) -> None:
    chat_id = titled(stage)
    stage.conversations.chats.regenerate(chat_id)
    stage.answer("Buy it.")
    stage.conversations.chats.fork(chat_id, branch(stage, chat_id)[1].id)
    assert stage.event(ChatForked).chat.title == "How do I bake bread? (2)"


def test_a_fork_of_a_chat_that_the_user_named_is_named_so_too(stage: Stage) -> None:
    chat_id = titled(stage)
    stage.conversations.chats.rename(chat_id, "Mine")
    stage.conversations.chats.fork(chat_id, branch(stage, chat_id)[0].id)
    fork = stage.event(ChatForked).chat
    assert (fork.title, fork.title_origin) == ("Mine (2)", TitleOrigin.USER)
    stage.conversations.chats.regenerate(fork.id)
    stage.answer("Mix it.")
    assert asked(stage) == []


def test_the_setup_of_a_chat_does_not_steer_its_title(stage: Stage) -> None:
    begun(stage, setup=ChatSetup("Answer as a pirate."))
    stage.answer("Arr.")
    (command,) = asked(stage)
    assert not any("pirate" in message.text for message in command.messages)


def test_a_disk_that_refuses_a_title_is_no_news(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> bool:
        raise KnownError(
            phrase("The disk is full."), phrase("Nothing was kept."), phrase("Make room.")
        )

    begun(stage)
    stage.answer("Mix it.")
    (command,) = asked(stage)
    monkeypatch.setattr(AutomaticTitles, "of_model", refuses)
    write(stage, command, "Baking at home")
    assert not any(isinstance(event, ProblemRaised) for event in list(stage.events.queue))
