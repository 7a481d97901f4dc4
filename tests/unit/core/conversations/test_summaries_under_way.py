"""What may happen to a chat while the model summarises it, and to a summary that is there.

The engine is played by the test, as in `test_room_for_answers.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.core.chats.errors import DiskFull
from app.core.chats.records import ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    AnswerFailed,
    PromptRead,
    SummaryBegun,
    SummaryEnded,
    TemporaryChatBegun,
)
from app.core.conversations.texts.chat_sampling import with_thinking
from app.core.protocol import (
    LEAST_ANSWER,
    FinishReason,
    ForgetChat,
    Generate,
    MeasureContext,
    PrefillProgress,
    Stop,
    ThinkingChoice,
)
from tests.unit.core.conversations.test_room_for_answers import (
    N_CTX,
    SUMMARISES,
    SUMMARY,
    WORDS,
    Engine,
    drained,
    filled,
    read,
    summarised,
    texts,
)

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, Message
    from tests.unit.core.conversations.conftest import Stage


@pytest.fixture
def engine(stage: Stage) -> Engine:
    return Engine(stage)


# -- while it is written --


def test_a_stop_while_the_turns_are_counted_is_heeded(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."))
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    counting = engine.command(MeasureContext)
    stage.conversations.chats.stop(chat_id)
    engine.count(counting)
    assert drained(stage, SummaryEnded) == [SummaryEnded(chat_id, is_kept=False)]
    assert stage.commands.empty()


def test_a_summary_that_was_stopped_tells_of_no_progress(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."))
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    generate = engine.command(Generate)
    stage.conversations.chats.stop(chat_id)
    drained(stage, object)
    stage.tell(generate, PrefillProgress(5, 10))  # told before the engine heard of the stop
    assert drained(stage, PromptRead) == []


def test_a_summary_that_is_asked_for_twice_is_written_once(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."))
    _chat, path = read(stage, chat_id)
    drained(stage, object)
    for _ in range(2):
        stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    assert len(drained(stage, SummaryBegun)) == 1
    engine.count(engine.command(MeasureContext))
    assert isinstance(engine.command(object), Generate)
    assert stage.commands.empty()


def test_an_answer_that_needs_a_summary_does_not_end_with_one_that_was_asked_for(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine, SUMMARISES)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[2].id, summarise=True)
    first = engine.command(Generate)
    stage.conversations.chats.send(chat_id, f"3 {WORDS[5:]}")
    engine.seen.clear()
    second = engine.command(Generate)
    assert [one for one in engine.seen if isinstance(one, Stop | ForgetChat)] == [
        Stop(stage.id_of(first)),
        ForgetChat(first.chat),
    ]
    assert stage.event(SummaryEnded) == SummaryEnded(chat_id, is_kept=False)
    stage.finish(first)
    stage.say(second, SUMMARY)
    stage.finish(second)
    assert SUMMARY in texts(engine.command(Generate))[0]


@pytest.mark.parametrize("is_counted", [False, True])
def test_a_temporary_chat_that_is_left_is_not_summarised_on(
    stage: Stage, engine: Engine, *, is_counted: bool
) -> None:
    stage.conversations.chats.begin_temporary("Temporary", ChatSetup("Be brief."))
    chat_id = stage.event(TemporaryChatBegun).chat.id
    for number in range(3):
        engine.turn(chat_id, f"{number} {WORDS[5:]}")
    path = found_path(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    counting = engine.command(MeasureContext)
    if is_counted:
        engine.count(counting)
        asked = engine.command(Generate)
    stage.conversations.chats.leave_temporary(chat_id)
    if is_counted:
        assert engine.command(Stop).request == stage.id_of(asked)
    else:
        engine.count(counting)
    assert drained(stage, SummaryEnded) == [SummaryEnded(chat_id, is_kept=False)]
    left = [stage.commands.get_nowait() for _ in range(stage.commands.qsize())]
    assert not [one for one in left if isinstance(one, Generate)]


def found_path(stage: Stage, chat_id: ChatId) -> list[Message]:
    found: list[Message] = []
    store_of = stage.conversations._session.store_of
    stage.conversations.after_pending(lambda: found.extend(store_of(chat_id).path(chat_id)))
    stage.settle()
    return found


def test_a_chat_that_goes_to_the_trash_is_not_summarised_on(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."))
    before, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    asked = engine.command(Generate)
    stage.conversations.listing.delete([chat_id])
    stage.settle()
    stage.say(asked, SUMMARY)
    stage.finish(asked)
    assert drained(stage, SummaryEnded) == [SummaryEnded(chat_id, is_kept=False)]
    assert read(stage, chat_id)[0].sampling == before.sampling
    assert engine.command(Stop).request == stage.id_of(asked)


def test_how_much_a_chat_thinks_is_the_same_for_its_summary(stage: Stage, engine: Engine) -> None:
    """Where a template writes it at the beginning, all would be read again otherwise."""
    setup = with_thinking(ChatSetup("Be brief."), ThinkingChoice(effort="high"))
    chat_id = filled(engine, setup)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    assert engine.command(Generate).thinking == ThinkingChoice(is_on=False, effort="high")


# -- how long it may be --


def test_a_summary_is_no_longer_than_what_it_leaves_for_an_answer(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine, SUMMARISES)
    stage.conversations.chats.send(chat_id, "word " * 840)
    asked = engine.command(Generate)
    stage.say(asked, "summary " * asked.max_tokens)
    stage.finish(asked, FinishReason.LENGTH)
    generate = engine.command(Generate)
    n_prompt = sum(len(text.split()) + 2 for text in texts(generate))
    assert n_prompt + LEAST_ANSWER <= N_CTX


def test_where_a_summary_has_no_room_nothing_is_asked_and_it_is_said(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine, SUMMARISES)
    before = read(stage, chat_id)[0]
    stage.conversations.chats.send(chat_id, "word " * 950)
    assert engine.begin(stage.command(Generate)) is None
    failed = stage.event(AnswerFailed)
    assert "could not summarise" in str(failed.problem.what)
    after, path = read(stage, chat_id)
    assert after.setup == before.setup
    assert path[-1].status is MessageStatus.FAILED


def test_a_summary_counts_for_nothing_where_another_takes_its_place(
    stage: Stage, engine: Engine
) -> None:
    chat_id = summarised(engine)
    chat, _path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, chat.context_from, summary="long " * 500)
    stage.settle()
    engine.n_ctx = 700  # a smaller model
    stage.conversations.chats.send(chat_id, "word " * 200)
    asked = engine.command(Generate)
    stage.say(asked, SUMMARY)
    stage.finish(asked)
    assert SUMMARY in texts(engine.command(Generate))[0]


# -- kept --


def test_a_disk_that_fills_up_on_the_way_costs_no_summary_that_was_there(
    stage: Stage, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = summarised(engine)
    before, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[6].id, summarise=True)
    asked = engine.command(Generate)

    def refuse(*_args: object, **_options: object) -> None:
        raise DiskFull(Path("chats.db"))

    with monkeypatch.context() as patch:
        patch.setattr(ChatStore, "set_context_from", refuse)
        stage.say(asked, "Another.")
        stage.finish(asked)
        ended = stage.event(SummaryEnded)
    assert ended.problem is not None
    assert read(stage, chat_id)[0] == before
    stage.conversations.chats.regenerate(chat_id)
    assert SUMMARY in texts(engine.command(Generate))[0]


# -- deleted, and brought back --


def test_undoing_a_deletion_brings_the_summary_back(stage: Stage, engine: Engine) -> None:
    chat_id = summarised(engine)
    before, path = read(stage, chat_id)
    stage.conversations.chats.delete_message(chat_id, path[2].id)
    assert "summary" not in dict(read(stage, chat_id)[0].sampling)
    stage.conversations.chats.undo_delete_message(chat_id, path[2].id)
    assert read(stage, chat_id)[0].setup == before.setup
    stage.conversations.chats.regenerate(chat_id)
    assert SUMMARY in texts(engine.command(Generate))[0]


def test_a_summary_that_was_written_since_is_not_replaced_by_an_undo(
    stage: Stage, engine: Engine
) -> None:
    chat_id = summarised(engine)
    _first, path = read(stage, chat_id)
    stage.conversations.chats.delete_message(chat_id, path[4].id)
    stage.conversations.chats.read_from(chat_id, path[2].id, summary="Another.")
    stage.settle()
    stage.conversations.chats.undo_delete_message(chat_id, path[4].id)
    assert dict(read(stage, chat_id)[0].sampling)["summary"] == "Another."


def test_deleting_in_one_branch_leaves_the_summary_of_another(stage: Stage, engine: Engine) -> None:
    chat_id = summarised(engine)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.edit(chat_id, path[2].id, "Other.")
    generate = engine.command(Generate)
    stage.say(generate, "So.")
    stage.finish(generate)
    stage.settle()
    _chat, other = read(stage, chat_id)
    assert other[-1].status is MessageStatus.COMPLETE
    stage.conversations.chats.delete_message(chat_id, other[-1].id)
    stage.conversations.chats.show_version(chat_id, path[2].id)
    stage.conversations.chats.regenerate(chat_id)
    assert SUMMARY in texts(engine.command(Generate))[0]


def test_a_message_that_is_deleted_while_another_branch_is_shown_leaves_no_summary(
    stage: Stage, engine: Engine
) -> None:
    chat_id = summarised(engine)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.edit(chat_id, path[2].id, "Other.")
    stage.finish(engine.command(Generate))
    stage.settle()
    stage.conversations.chats.delete_message(chat_id, path[2].id)
    assert "summary" not in dict(read(stage, chat_id)[0].sampling)
