"""Asking, answering, stopping and going on, as the window sees it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.core.chats.records import ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.content.answer_parts import AnswerParts, split_answer
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.cases.message_sender import MessageContent
from app.core.conversations.events import (
    AnswerDelta,
    AnswerRefused,
    ChatCreated,
    ChatOpened,
    MessageAdded,
    MessageChanged,
    MessageRemoved,
    SendRefused,
)
from app.core.conversations.session import Preferences
from app.core.errors import problem_of
from app.core.messages import Role, TokenRecord
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    FinishReason,
    Generate,
    ModelLoadFailed,
    SamplingParams,
    Stop,
    TextDelta,
)
from tests.helpers.cut_answers import cut_by_marks
from tests.unit.core.conversations.conftest import assert_set, staged

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.core.conversations.conftest import Stage


def test_a_first_message_makes_a_chat_and_is_on_disk_before_the_engine_hears_of_it(
    stage: Stage, database: Path
) -> None:
    stage.conversations.chats.send(None, "What is a hearth?\nPlease.", setup=ChatSetup("Be brief."))
    created = stage.event(ChatCreated).chat
    question, answer = stage.event(MessageAdded).message, stage.event(MessageAdded).message
    generate = stage.command(Generate)
    assert created.title == "What is a hearth?"
    assert [m.text for m in generate.messages] == ["Be brief.", "What is a hearth?\nPlease."]
    assert (question.role, answer.role) == (Role.USER, Role.ASSISTANT)
    assert answer.status is MessageStatus.STREAMING
    stage.say(generate, "A fire", "place.")
    assert stage.event(AnswerDelta).text == "A fire"
    stage.finish(generate)
    finished = stage.event(MessageChanged).message
    assert (finished.text, finished.status) == ("A fireplace.", MessageStatus.COMPLETE)
    assert dict(finished.stats)["n_generated"] == 3
    stage.conversations.close()
    with ChatStore.open(database) as store:
        assert [m.text for m in store.path(created.id)][-1] == "A fireplace."


def test_exact_tokens_of_an_answer_come_back_with_the_next_question(stage: Stage) -> None:
    record = TokenRecord("vocabulary", 5, b"d" * 16, (1, 2, 3))
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno", record=record)
    stage.conversations.chats.send(chat.id, "Two")
    assert stage.command(Generate).messages[1].record == record


def test_text_is_written_while_it_streams(stage: Stage, database: Path) -> None:
    stage.conversations.chats.send(None, "Go")
    chat = stage.event(ChatCreated).chat
    stage.say(stage.command(Generate), "so far")
    stage.conversations.chats.open(chat.id)  # flushes, as the half-second tick does
    opened = stage.event(ChatOpened)
    assert opened.messages[-1].text == "so far"
    assert opened.messages[-1].status is MessageStatus.STREAMING


def test_regenerate_keeps_the_old_answer_as_a_sibling(stage: Stage) -> None:
    stage.conversations.chats.send(None, "Go")
    chat = stage.event(ChatCreated).chat
    first = stage.answer("first").message
    stage.conversations.chats.regenerate(chat.id)
    assert stage.event(MessageRemoved).message_id == first.id
    second = stage.answer("second").message
    assert second.parent_id == first.parent_id
    assert second.id != first.id


def test_continue_goes_on_in_the_same_message(stage: Stage) -> None:
    stage.conversations.chats.send(None, "Go")
    chat = stage.event(ChatCreated).chat
    cut = stage.answer("Once ", finish_reason=FinishReason.STOPPED).message
    assert cut.status is MessageStatus.STOPPED
    stage.conversations.chats.continue_answer(chat.id)
    generate = stage.command(Generate)
    assert generate.messages[-1].text == "Once "
    stage.say(generate, "upon a time")
    stage.finish(generate)
    while (message := stage.event(MessageChanged).message).status is MessageStatus.STREAMING:
        pass
    assert (message.id, message.text) == (cut.id, "Once upon a time")


def test_a_chat_gives_one_answer_at_a_time_and_the_second_message_is_not_lost(
    stage: Stage,
) -> None:
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.command(Generate)
    stage.conversations.chats.send(chat.id, "Two")
    refused = stage.event(SendRefused)
    assert (refused.text, str(refused.problem.what)) == ("Two", "This chat is still answering.")


def test_messages_sent_together_stay_apart_and_the_last_is_answered(
    stage: Stage, database: Path
) -> None:
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    while not stage.events.empty():
        stage.events.get()

    earlier = [MessageContent("Two", ticket=7), MessageContent("Three", ticket=8)]
    stage.conversations.chats.send(chat.id, "Four", ticket=9, must_fit=True, earlier=earlier)

    added = [stage.event(MessageAdded) for _ in range(4)]
    assert [(one.message.text, one.ticket) for one in added[:3]] == [
        ("Two", 7),
        ("Three", 8),
        ("Four", 9),
    ]
    assert added[3].message.parent_id == added[2].message.id
    generate = stage.command(Generate)
    assert [one.text for one in generate.messages] == ["One", "uno", "Two", "Three", "Four"]
    stage.say(generate, "all")
    stage.finish(generate)
    stage.event(MessageChanged)
    stage.conversations.close()
    with ChatStore.open(database) as store:
        texts = [one.text for one in store.path(chat.id)]
    assert texts == ["One", "uno", "Two", "Three", "Four", "all"]


def test_messages_sent_together_are_refused_together_the_last_first(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.command(Generate)

    earlier = [MessageContent("Two", ticket=7)]
    stage.conversations.chats.send(chat.id, "Three", ticket=8, earlier=earlier)

    refused = [stage.event(SendRefused) for _ in range(2)]
    assert [(one.text, one.ticket) for one in refused] == [("Three", 8), ("Two", 7)]


def test_an_answer_that_another_model_ended_says_so(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    generate = stage.command(Generate)
    stage.say(generate, "u")
    stage.conversations.models.load("other.gguf")
    stage.finish(generate, FinishReason.STOPPED)
    ended = stage.event(MessageChanged).message
    assert (ended.status, dict(ended.stats)["reason"]) == (MessageStatus.STOPPED, "model_changed")


def test_an_answer_that_the_user_stopped_is_not_put_down_to_another_model(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    generate = stage.command(Generate)
    stage.conversations.chats.stop(stage.event(ChatCreated).chat.id)
    stage.conversations.models.load("other.gguf")
    stage.finish(generate, FinishReason.STOPPED)
    assert dict(stage.event(MessageChanged).message.stats)["reason"] == "stopped"


def test_a_model_that_could_not_be_opened_ends_no_answer(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    generate = stage.command(Generate)
    stage.conversations.models.load("other.gguf")
    problem = problem_of(RuntimeError("no model"))
    stage.conversations.handle(ModelLoadFailed("other.gguf", problem))
    stage.finish(generate, FinishReason.STOPPED)
    assert dict(stage.event(MessageChanged).message.stats)["reason"] == "stopped"


def test_stop_reaches_the_engine_for_the_right_answer(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    generate = stage.command(Generate)
    stage.conversations.chats.stop(chat.id)
    assert stage.command(Stop).request == stage.id_of(generate)


def test_how_long_a_model_thought_is_kept_with_its_answer(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    generate = stage.command(Generate)
    stage.say(generate, "<think>", "hm", "</", "think>", "uno")
    stage.finish(generate)
    changed = stage.event(MessageChanged).message
    assert changed.text == "<think>hm</think>uno"
    assert float(dict(changed.stats)["thinking_ms"]) >= 0


@pytest.mark.parametrize("known", [12_300.0, None])
def test_going_on_with_an_answer_takes_no_time_to_think(stage: Stage, known: float | None) -> None:
    stage.conversations.chats.send(None, "One")
    generate = stage.command(Generate)
    stage.say(generate, "<think>hm</think>u")
    stage.finish(generate, FinishReason.LENGTH)
    message = stage.event(MessageChanged).message
    store = stage.conversations._session.store
    stats = {name: value for name, value in message.stats if name != "thinking_ms"}
    if known is not None:
        stats["thinking_ms"] = known

    def rewrite() -> None:
        store.finish_message(message.id, text=message.text, status=message.status, stats=stats)

    stage.conversations.after_pending(rewrite)
    stage.conversations.chats.continue_answer(message.chat_id)
    assert stage.event(MessageChanged).message.id == message.id
    generate = stage.command(Generate)
    for piece in cut_by_marks("n", "o", before=message.text):
        stage.tell(generate, TextDelta(*piece))
    stage.finish(generate)
    assert dict(stage.event(MessageChanged).message.stats).get("thinking_ms") == known


def test_an_engine_that_dies_leaves_an_answer_that_says_so(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    stage.event(ChatCreated)
    stage.say(stage.command(Generate), "half")
    stage.end_engine(problem_of(RuntimeError("boom")))
    message = stage.event(MessageChanged).message
    assert (message.text, message.status) == ("half", MessageStatus.FAILED)
    assert message.problem is not None
    assert "boom" in message.problem.text()


def test_a_model_that_nobody_can_load_any_more_has_failed(stage: Stage) -> None:
    stage.end_engine(problem_of(RuntimeError("boom")))
    stage.conversations.models.load("/models/a.gguf")
    failed = stage.event(ModelLoadFailed)
    assert (failed.path, failed.cancelled) == ("/models/a.gguf", False)


def test_continuing_without_a_new_word_keeps_the_exact_tokens(stage: Stage) -> None:
    record = TokenRecord("vocabulary", 5, b"d" * 16, (1, 2, 3))
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno", record=record, finish_reason=FinishReason.STOPPED)
    stage.conversations.chats.continue_answer(chat.id)
    stage.finish(stage.command(Generate), FinishReason.STOPPED)
    while (message := stage.event(MessageChanged).message).status is MessageStatus.STREAMING:
        pass
    assert message.record == record


def test_thinking_that_a_stop_string_shortens_stays_thinking(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    stage.event(ChatCreated)
    generate = stage.command(Generate)
    for piece in cut_by_marks("[THINK]Hm ST"):
        stage.tell(generate, TextDelta(*piece))
    stage.reply(
        generate,
        AnswerFinished(
            FinishReason.STOP_STRING,
            AnswerStats(),
            None,
            parts=AnswerParts(7, 12, 12),
            n_taken_back=2,
        ),
    )
    message = stage.event(MessageChanged).message
    assert message.text == "[THINK]Hm "
    assert split_answer(message.text, message.parts).thinking == "Hm "


def test_nothing_is_asked_of_an_engine_that_is_gone(stage: Stage) -> None:
    stage.end_engine(problem_of(RuntimeError("boom")))
    stage.conversations.chats.send(None, "One")
    assert "has stopped" in str(stage.event(AnswerRefused).problem.what)


def test_an_answer_that_is_known_is_stored_and_no_model_is_asked(stage: Stage) -> None:
    ready = AnswerOptions(words="In `~/.local/share/hearth`.", is_whole=True)
    stage.conversations.chats.send(None, "Wo sind meine Chats?", options=ready)
    asked, answer = stage.event(MessageAdded).message, stage.event(MessageAdded).message
    assert asked.text == "Wo sind meine Chats?"
    assert (answer.text, answer.status) == (ready.words, MessageStatus.COMPLETE)
    stage.settle()
    assert not any(isinstance(command, Generate) for command in stage.commands.queue)


def test_the_guide_names_the_folders_as_they_are_here(database: Path) -> None:
    folders = ("/else/chats", "/else/settings", "/else/cache", "/else/logs")
    here = Preferences(SamplingParams(temperature=0), folders=folders)
    for stage in staged(lambda: ChatStore.open(database), preferences=here):
        stage.conversations._session.engine.is_guide = True
        stage.conversations.chats.send(None, "Where are my chats?")
        said = (
            "In `~/.local/share/hearth`, the cache in `~/.cache/hearth`, the settings in "
            "`~/.config/hearth`, the log in `~/.local/state/hearth`."
        )
        message = stage.answer(said).message
        assert message.text == (
            "In `/else/chats`, the cache in `/else/cache`, the settings in "
            "`/else/settings`, the log in `/else/logs`."
        )
        stage.conversations._session.engine.is_guide = False
        stage.conversations.chats.send(message.chat_id, "And another model?")
        assert stage.answer(said).message.text == said


def test_words_are_shown_whatever_the_worker_has_to_do(stage: Stage) -> None:
    """It lists, purges, imports and indexes, and waits for the disk at that."""
    stage.conversations.chats.send(None, "One")
    chat_id = stage.event(ChatCreated).chat.id
    generate = stage.command(Generate)
    stage.settle()
    may_go_on = threading.Event()
    stage.conversations.after_pending(lambda: assert_set(may_go_on))
    stage.say(generate, "u", "no")
    assert [stage.event(AnswerDelta).text for _ in range(2)] == ["u", "no"]
    assert not may_go_on.is_set()
    stage.conversations.chats.open(chat_id)
    stage.say(generate, "!")
    may_go_on.set()
    assert stage.event(ChatOpened).messages[-1].text == "uno!"  # each word once
    stage.finish(generate)
    assert stage.event(MessageChanged).message.text == "uno!"
