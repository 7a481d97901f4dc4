"""Chats that outgrow the context and have a rule: turns are left out, or summarised, by themselves.

The engine is played by the test: a token is a word, and a template puts two around each message.
Longer than other files: each of the two rules meets everything that may happen on its way.
"""

from __future__ import annotations

import queue
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.errors import DiskFull
from app.core.chats.records import ChatId, ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    AnswerFailed,
    AnswerQueued,
    AnswerResumed,
    BranchShown,
    ChatChanged,
    ChatForked,
    ContextUse,
    MessageChanged,
    SendRefused,
    SummaryBegun,
    SummaryEnded,
    TemporaryChatBegun,
)
from app.core.conversations.texts.chat_sampling import with_rule
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.prompts.overflow import (
    CountedPrompt,
    before_answer,
    leaves_room,
    measured,
    shortened,
    wants_plan,
)
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    ChatKey,
    ContextMeasured,
    FinishReason,
    ForgetChat,
    Generate,
    MeasureContext,
    ModelInfo,
    ModelLoaded,
    Overflow,
    OverflowRule,
    ProblemRaised,
    PromptMessage,
    RereadCause,
    Stop,
    TurnsLeftOut,
    WaitReason,
)

if TYPE_CHECKING:
    from app.core.chats.records import Chat, Message
    from tests.unit.core.conversations.conftest import Stage

N_CTX = 1000
INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, N_CTX, N_CTX, 2, 0, (), (), resumable=True)
LEAVES_OUT = with_rule(ChatSetup("Be brief."), OverflowRule.LEAVE_OUT)
SUMMARISES = with_rule(ChatSetup("Be brief."), OverflowRule.SUMMARISE)
WORDS = "word " * 110  # a turn of these has 2 * (110 + 2) tokens
SUMMARY = "They counted."


class Engine:
    """Counts what it is asked to count, and keeps what it is asked to say for the test."""

    def __init__(self, stage: Stage, n_ctx: int = N_CTX) -> None:
        self.stage = stage
        self.n_ctx = n_ctx
        self.seen: list[Any] = []
        stage.conversations.handle(ModelLoaded(INFO))

    def count(self, command: MeasureContext) -> None:
        prompt = counted(command.messages, command.overflow)
        found = ContextMeasured(self.n_ctx, prompt.n_total)
        if wants_plan(command, prompt.n_total, self.n_ctx):
            found = measured(command, prompt, self.n_ctx)
        counts = tuple(len(text.split()) for text in command.texts)
        self.stage.reply(command, replace(found, counts=counts))

    def begin(self, command: Generate) -> Generate | None:
        """Do what the rule says; return what is answered, or None where it has ended."""
        prompt = counted(command.messages, command.overflow)
        if leaves_room(command, prompt.n_total, self.n_ctx):
            return command
        ended = AnswerFinished(FinishReason.TOO_LONG, AnswerStats(), None)
        try:
            planned = before_answer(command, prompt, self.n_ctx)
        except KnownError as error:
            self.stage.reply(command, replace(ended, problem=error.problem()))
            return None
        if planned is None:
            return command
        if command.overflow.rule is OverflowRule.SUMMARISE:
            self.stage.reply(command, replace(ended, leaving_out=planned))
            return None
        self.stage.tell(command, TurnsLeftOut(planned.n_messages))
        shorter = replace(command, messages=shortened(command, planned))
        self.stage.engine.becomes(command, shorter)
        return shorter

    def command(self, kind: Any) -> Any:
        """Return the next command of a kind; whatever is to be counted until then is."""
        while True:
            command = self.stage.command(object)
            self.seen.append(command)
            if isinstance(command, Generate):
                begun = self.begin(command)
                if begun is None:
                    continue
                command = begun
            if isinstance(command, kind):
                return command
            if isinstance(command, MeasureContext):
                self.count(command)

    def turn(self, chat_id: ChatId | None, text: str, setup: ChatSetup = LEAVES_OUT) -> ChatId:
        """Send a message and let it be answered with as many words."""
        self.stage.conversations.chats.send(chat_id, text, setup=setup)
        generate = self.command(Generate)
        self.stage.say(generate, text.replace("word", "answer"))
        self.stage.finish(generate)
        self.stage.event(MessageChanged)
        return chat_id or ChatId(int(generate.chat))


def counted(messages: tuple[PromptMessage, ...], overflow: Overflow | None) -> CountedPrompt:
    counts = [len(one.text.split()) for one in messages]
    n_alone = len(overflow.system_prompt.split()) if overflow else 0
    return CountedPrompt.of(messages, counts, n_alone, sum(counts) + 2 * len(counts))


def texts(command: Generate) -> list[str]:
    return [message.text for message in command.messages]


def read(stage: Stage, chat_id: ChatId) -> tuple[Chat, tuple[Message, ...]]:
    store = stage.conversations._session.store
    found: list[tuple[Chat, tuple[Message, ...]]] = []
    stage.conversations.after_pending(
        lambda: found.append((store.chat(chat_id), store.path(chat_id)))
    )
    stage.settle()
    return found[0]


def drained(stage: Stage, kind: type) -> list[Any]:
    """Return all events of a kind that were told so far."""
    stage.settle()
    found = []
    while True:
        try:
            found.append(stage.events.get_nowait())
        except queue.Empty:
            return [one for one in found if isinstance(one, kind)]


@pytest.fixture
def engine(stage: Stage) -> Engine:
    return Engine(stage)


def filled(engine: Engine, setup: ChatSetup = LEAVES_OUT, n_turns: int = 3) -> ChatId:
    """Make a chat of turns of 224 tokens behind a system prompt of 4."""
    chat_id = None
    for number in range(n_turns):
        chat_id = engine.turn(chat_id, f"{number} {WORDS[5:]}", setup)
    assert chat_id is not None
    return chat_id


# -- left out --


def test_the_oldest_turns_are_left_out_once_there_is_no_room_for_an_answer(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine)  # 676 tokens
    stage.conversations.chats.send(chat_id, f"3 {WORDS[5:]}")
    generate = engine.command(Generate)  # 788: an answer should have 250
    chat, path = read(stage, chat_id)
    assert chat.context_from == path[4].id
    assert [text.split()[0] for text in texts(generate)] == ["Be", "2", "2", "3"]
    assert generate.messages[0].role is Role.SYSTEM
    assert len(path) == 8  # nothing is gone
    stage.finish(generate)
    assert chat in [event.chat for event in drained(stage, ChatChanged)]


@pytest.mark.parametrize("setup", [LEAVES_OUT, SUMMARISES, ChatSetup("Be brief.")])
def test_the_engine_is_asked_once_for_an_answer_that_has_room(
    stage: Stage, engine: Engine, setup: ChatSetup
) -> None:
    chat_id = filled(engine, setup, n_turns=2)
    engine.seen.clear()
    stage.conversations.chats.send(chat_id, "Short.")
    assert len(texts(engine.command(Generate))) == 6
    stage.settle()
    assert [type(one) for one in engine.seen] == [Generate]
    assert stage.commands.empty()
    assert read(stage, chat_id)[0].context_from is None


def test_without_a_rule_nothing_is_left_out(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."), n_turns=5)
    stage.conversations.chats.send(chat_id, WORDS)
    assert len(texts(engine.command(Generate))) == 12
    assert read(stage, chat_id)[0].context_from is None


def test_the_answer_says_why_turns_were_read_again(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine)
    stage.conversations.chats.send(chat_id, WORDS)
    generate = engine.command(Generate)
    stats = AnswerStats(n_prompt=340, n_reread=224, reread=RereadCause.EDITED)
    stage.reply(generate, AnswerFinished(FinishReason.END, stats, None))
    message = drained(stage, MessageChanged)[-1].message
    assert dict(message.stats)["reread"] == "left_out"


def test_an_answer_that_ran_full_goes_on_with_turns_left_out(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, n_turns=2)
    stage.conversations.chats.send(chat_id, "2")
    generate = engine.command(Generate)
    stage.say(generate, "answer " * 350)
    stage.finish(generate, FinishReason.CONTEXT_FULL)
    stage.conversations.chats.continue_answer(chat_id)
    again = engine.command(Generate)
    assert [text.split()[0] for text in texts(again)] == ["Be", "2", "answer"]
    assert again.messages[-1].role is Role.ASSISTANT
    stage.say(again, "more")
    stage.finish(again)
    assert drained(stage, MessageChanged)[-1].message.text.endswith("answer more")


def test_a_turn_that_does_not_fit_by_itself_is_refused_and_nothing_is_left_out(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine)
    stage.conversations.chats.send(chat_id, "word " * 990)
    assert engine.begin(stage.command(Generate)) is None
    problem = stage.event(AnswerFailed).problem
    assert "do not fit by themselves: 996 of 1,000 tokens" in str(problem.what)
    chat, path = read(stage, chat_id)
    assert chat.context_from is None
    assert path[-1].status is MessageStatus.FAILED
    assert dict(path[-1].stats)["reason"] == "too_long"


def test_a_system_prompt_that_leaves_no_room_is_not_taken_for_the_message(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine)
    stage.conversations.chats.set_up(chat_id, replace(LEAVES_OUT, system_prompt="rule " * 1200))
    stage.conversations.chats.send(chat_id, "And?")
    assert engine.begin(stage.command(Generate)) is None
    failed = stage.event(AnswerFailed)
    assert "system prompt of this chat leaves no room" in str(failed.problem.what)
    assert "1,202 of 1,000" in failed.problem.text()
    chat, path = read(stage, chat_id)
    assert (chat.context_from, path[-1].status) == (None, MessageStatus.FAILED)
    assert dict(path[-1].stats)["reason"] == "too_long"


def test_what_must_fit_must_only_fit_by_itself(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine)
    stage.conversations.chats.send(chat_id, "word " * 500, ticket=5, must_fit=True)
    generate = engine.command(Generate)
    assert len(texts(generate)) == 2
    stage.finish(generate)
    stage.conversations.chats.send(chat_id, "word " * 990, ticket=6, must_fit=True)
    command = engine.command(MeasureContext)
    assert [one.text for one in command.messages] == ["Be brief.", "word " * 990]
    engine.count(command)
    assert stage.event(SendRefused).ticket == 6


def test_a_smaller_context_is_heeded_and_a_larger_one_lets_all_be_read(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine)
    engine.n_ctx = 600
    stage.conversations.chats.regenerate(chat_id)
    generate = engine.command(Generate)
    assert [text.split()[0] for text in texts(generate)] == ["Be", "2"]
    stage.finish(generate)
    engine.n_ctx = 2000
    stage.conversations.chats.read_from(chat_id, None)
    stage.conversations.chats.regenerate(chat_id)
    assert len(texts(engine.command(Generate))) == 6


def test_the_length_limit_of_a_chat_is_room_enough(stage: Stage, engine: Engine) -> None:
    setup = ChatSetup(LEAVES_OUT.system_prompt, (*LEAVES_OUT.sampling, ("max_tokens", 20.0)))
    chat_id = filled(engine, setup)
    stage.conversations.chats.send(chat_id, f"3 {WORDS[5:]}")
    generate = engine.command(Generate)
    assert (len(texts(generate)), generate.max_tokens) == (8, 20)


@pytest.mark.parametrize("setup", [LEAVES_OUT, SUMMARISES])
def test_an_answer_that_is_stopped_before_the_engine_says_that_it_is_too_long_ends(
    stage: Stage, engine: Engine, setup: ChatSetup
) -> None:
    chat_id = filled(engine, setup)
    stage.conversations.chats.send(chat_id, WORDS)
    command = stage.command(Generate)
    stage.conversations.chats.stop(chat_id)
    assert stage.command(Stop).request == stage.id_of(command)
    begun = engine.begin(command)
    if begun is not None:
        stage.finish(begun, FinishReason.STOPPED)
    assert drained(stage, MessageChanged)[-1].message.status is MessageStatus.STOPPED
    assert stage.commands.empty()
    stage.conversations.chats.regenerate(chat_id)
    assert engine.command(Generate)


@pytest.mark.parametrize("how", ["stopped", "deleted", "temporary chat left"])
def test_nothing_is_noted_as_left_out_for_an_answer_that_was_stopped(
    stage: Stage, engine: Engine, how: str
) -> None:
    chats, temporary = stage.conversations.chats, None
    if how == "temporary chat left":
        chats.begin_temporary("Temporary chat", LEAVES_OUT)
        temporary = stage.event(TemporaryChatBegun).chat.id
    chat_id = temporary or engine.turn(None, f"0 {WORDS[5:]}")
    for number in range(1, 3):
        chats.send(chat_id, f"{number} {WORDS[5:]}")
        generate = engine.command(Generate)
        stage.say(generate, WORDS)
        stage.finish(generate)
    chats.send(chat_id, "word " * 400)
    command = stage.command(Generate)
    if how == "stopped":
        chats.stop(chat_id)
    elif how == "deleted":
        stage.conversations.listing.delete([chat_id])
    else:
        chats.leave_temporary(chat_id)
    stage.command(Stop)
    drained(stage, ChatChanged)
    begun = engine.begin(command)  # it had been said before the stop came
    assert begun is not None
    stage.finish(begun, FinishReason.STOPPED)
    told = drained(stage, object)
    assert not [one for one in told if isinstance(one, ChatChanged | ProblemRaised)]
    if temporary is None:
        assert read(stage, chat_id)[0].context_from is None


@pytest.mark.parametrize("rule", [OverflowRule.LEAVE_OUT, OverflowRule.SUMMARISE])
def test_instructions_that_were_imported_as_a_message_are_no_message_that_is_left_out(
    stage: Stage, engine: Engine, rule: OverflowRule
) -> None:
    said = [f"{number} {WORDS[5:]}" for number in range(3) for _ in range(2)]

    def write(store: ChatStore) -> Chat:
        chat = store.create_chat(title="imported", setup=with_rule(ChatSetup(), rule))
        parent = store.add_message(chat.id, parent_id=None, role=Role.SYSTEM, text="Be brief.")
        for row, text in enumerate(said):
            role = Role.ASSISTANT if row % 2 else Role.USER
            parent = store.add_message(chat.id, parent_id=parent.id, role=role, text=text)
        return chat

    chat = stage.conversations.doors.store.run(write)
    stage.conversations.chats.measure(chat.id, WORDS)
    engine.count(stage.command(MeasureContext))
    planned = stage.event(ContextUse).leaving_out
    stage.conversations.chats.send(chat.id, f"3 {WORDS[5:]}")
    generate = engine.command(Generate)
    if rule is OverflowRule.SUMMARISE:
        assert texts(generate)[-2].startswith("1 ")
        stage.say(generate, SUMMARY)
        stage.finish(generate)
        generate = engine.command(Generate)
    after, path = read(stage, chat.id)
    assert after.context_from == path[5].id
    assert [text.split()[0] for text in texts(generate)][-3:] == ["2", "2", "3"]
    assert planned is not None
    assert planned.first == path[5].id


def test_a_disk_that_refuses_to_note_what_is_left_out_costs_no_answer(
    stage: Stage, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = filled(engine)

    def refuse(*_args: object, **_options: object) -> None:
        raise DiskFull(Path("chats.db"))

    with monkeypatch.context() as patch:
        patch.setattr(ChatStore, "set_context_from", refuse)
        stage.conversations.chats.send(chat_id, f"3 {WORDS[5:]}")
        generate = engine.command(Generate)
        assert "is full" in stage.event(ProblemRaised).problem.text()
    stage.say(generate, "Here.")
    stage.finish(generate)
    chat, path = read(stage, chat_id)
    assert (chat.context_from, path[-1].text) == (None, "Here.")
    stage.conversations.chats.send(chat_id, "And?")
    assert len(texts(engine.command(Generate))) == 6  # left out again, and noted
    assert read(stage, chat_id)[0].context_from is not None


def test_two_chats_are_counted_each_for_itself(stage: Stage, engine: Engine) -> None:
    one, two = filled(engine), filled(engine, n_turns=1)
    stage.conversations.chats.send(one, f"3 {WORDS[5:]}")
    stage.conversations.chats.send(two, "Short.")
    found = {command.chat: command for command in (engine.command(Generate) for _ in range(2))}
    assert len(texts(found[ChatKey(str(one))])) == 4
    assert len(texts(found[ChatKey(str(two))])) == 4
    assert read(stage, two)[0].context_from is None


# -- told before --


def use_of(stage: Stage, engine: Engine, chat_id: ChatId, draft: str = "") -> ContextUse:
    stage.conversations.chats.measure(chat_id, draft)
    for _ in range(2):
        command = engine.command(MeasureContext)
        engine.count(command)
        stage.settle()
        told: list[ContextUse] = drained(stage, ContextUse)
        if told:
            return told[-1]
    raise AssertionError


def test_what_leaving_out_means_is_told_before_it_is_done(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine)
    assert use_of(stage, engine, chat_id).leaving_out is None
    use = use_of(stage, engine, chat_id, WORDS)
    chat, path = read(stage, chat_id)
    assert chat.context_from is None
    planned = use.leaving_out
    assert planned is not None
    assert (planned.first, planned.n_messages) == (path[4].id, 4)
    assert (planned.n_after, planned.n_again) == (4 + 224 + 112, 224)
    assert use.n_least == 228  # system prompt and last turn
    assert use.n_total == 788
    stage.conversations.chats.send(chat_id, WORDS)
    assert sum(len(one.text.split()) + 2 for one in engine.command(Generate).messages) == 340


def test_a_chat_that_asks_is_told_as_soon_as_it_is_nearly_full(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."), n_turns=4)  # 900 of 1,000
    assert use_of(stage, engine, chat_id, "and?").leaving_out is not None
    use = use_of(stage, engine, chat_id, WORDS)
    assert not use.has_room
    assert use.leaving_out is not None
    stage.conversations.chats.read_from(chat_id, use.leaving_out.first)
    assert use_of(stage, engine, chat_id, WORDS).has_room


def test_a_draft_that_leaves_room_for_nothing_else_is_all_that_stays(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine)
    planned = use_of(stage, engine, chat_id, "word " * 600).leaving_out
    assert planned is not None
    assert (planned.first, planned.n_messages, planned.n_again) == (None, 6, 0)
    assert use_of(stage, engine, chat_id, "word " * 990).leaving_out is None


# -- summarised --


def summarising(engine: Engine) -> tuple[ChatId, Generate]:
    """Return a chat whose answer waits for a summary, and what asks for that."""
    chat_id = filled(engine, SUMMARISES)
    engine.stage.conversations.chats.send(chat_id, f"3 {WORDS[5:]}")
    return chat_id, engine.command(Generate)


def test_the_oldest_turns_are_summarised_before_they_are_left_out(
    stage: Stage, engine: Engine
) -> None:
    chat_id, asked = summarising(engine)
    assert asked.chat.startswith("temporary-")  # nothing of it is stored
    assert [text.split()[0] for text in texts(asked)] == ["Be", "0", "0", "1", "1", "Summarise"]
    assert asked.max_tokens == 250
    queued = stage.event(AnswerQueued)
    assert queued.reason is WaitReason.SUMMARISING
    assert read(stage, chat_id)[0].context_from is None
    stage.say(asked, "<think>Hm.</think>", "They ", "counted.")
    stage.finish(asked)
    assert engine.command(ForgetChat).chat == asked.chat
    generate = engine.command(Generate)
    assert generate.chat == str(chat_id)
    assert texts(generate)[0] == (
        "Be brief.\n\nSummary of the earlier part of this conversation:\nThey counted."
    )
    assert [text.split()[0] for text in texts(generate)] == ["Be", "2", "2", "3"]
    chat, path = read(stage, chat_id)
    assert chat.context_from == path[4].id
    assert dict(chat.sampling)["summary"] == SUMMARY
    assert stage.event(AnswerResumed).message_id == path[-1].id
    stage.say(generate, "tres")
    stage.finish(generate)
    assert drained(stage, MessageChanged)[-1].message.text == "tres"


def summarised(engine: Engine) -> ChatId:
    """Return a chat of which two turns of three are summarised, with one more behind them."""
    chat_id, asked = summarising(engine)
    engine.stage.say(asked, SUMMARY)
    engine.stage.finish(asked)
    generate = engine.command(Generate)
    engine.stage.say(generate, f"3 {WORDS[5:]}")
    engine.stage.finish(generate)
    engine.stage.settle()
    return chat_id


def test_the_next_summary_is_made_of_the_last_one_and_what_came_after(
    stage: Stage, engine: Engine
) -> None:
    chat_id = summarised(engine)
    engine.turn(chat_id, "4 word")
    stage.conversations.chats.send(chat_id, "word " * 300)
    asked = engine.command(Generate)
    assert SUMMARY in texts(asked)[0]
    assert [text.split()[0] for text in texts(asked)] == ["Be", "2", "2", "3", "3", "Summarise"]


@pytest.mark.parametrize("how", ["nothing said", "failed", "only thought"])
def test_where_no_summary_comes_the_chat_is_as_it_was_and_says_so(
    stage: Stage, engine: Engine, how: str
) -> None:
    chat_id = filled(engine, SUMMARISES)
    stage.conversations.chats.send(chat_id, "word " * 400)  # 1,078 of 1,000
    asked = engine.command(Generate)
    if how == "only thought":
        stage.say(asked, "<think>Hm")
    stage.finish(asked, FinishReason.FAILED if how == "failed" else FinishReason.END)
    failed = stage.event(AnswerFailed)
    assert "could not summarise" in str(failed.problem.what)
    chat, path = read(stage, chat_id)
    assert (chat.context_from, "summary" in dict(chat.sampling)) == (None, False)
    assert path[-1].status is MessageStatus.FAILED
    assert path[-2].text.startswith("word")


def test_where_no_summary_comes_and_there_is_room_still_the_whole_chat_is_answered(
    stage: Stage, engine: Engine
) -> None:
    _chat_id, asked = summarising(engine)  # 788 of 1,000
    stage.finish(asked)
    assert len(texts(engine.command(Generate))) == 8


def test_what_is_read_again_without_a_summary_is_not_put_down_to_turns_left_out(
    stage: Stage, engine: Engine
) -> None:
    _chat_id, asked = summarising(engine)
    stage.finish(asked)
    generate = engine.command(Generate)
    stats = AnswerStats(n_prompt=788, n_reread=224, reread=RereadCause.EDITED)
    stage.reply(generate, AnswerFinished(FinishReason.END, stats, None))
    message = drained(stage, MessageChanged)[-1].message
    assert dict(message.stats)["reread"] == "edited"


def test_an_answer_ends_whatever_keeps_its_summary_from_being_asked_for(
    stage: Stage, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = filled(engine, SUMMARISES)

    def refuse(*_args: object) -> None:
        raise DiskFull(Path("chats.db"))

    stage.conversations.chats.send(chat_id, f"3 {WORDS[5:]}")
    command = stage.command(Generate)
    monkeypatch.setattr(stage.conversations._session, "before_asking", refuse)
    assert engine.begin(command) is None
    failed = [one.problem.text() for one in drained(stage, AnswerFailed)]
    assert ["is full" in text for text in failed] == [True]
    monkeypatch.undo()
    chat, path = read(stage, chat_id)
    assert (chat.context_from, path[-1].status) == (None, MessageStatus.FAILED)
    stage.conversations.chats.regenerate(chat_id)
    assert engine.command(Generate)


def test_a_stop_while_it_is_summarised_ends_both(stage: Stage, engine: Engine) -> None:
    chat_id, asked = summarising(engine)
    stage.conversations.chats.stop(chat_id)
    assert engine.command(Stop).request == stage.id_of(asked)
    assert engine.command(ForgetChat).chat == asked.chat
    message = drained(stage, MessageChanged)[-1].message
    assert message.status is MessageStatus.STOPPED
    stage.say(asked, "They")
    stage.finish(asked, FinishReason.STOPPED)
    chat, path = read(stage, chat_id)
    assert chat.context_from is None
    assert (path[-1].text, path[-1].status) == ("", MessageStatus.STOPPED)


def test_an_engine_that_ends_while_it_summarises_ends_the_answer(
    stage: Stage, engine: Engine
) -> None:
    chat_id, _asked = summarising(engine)
    stage.end_engine()
    while stage.event(MessageChanged).message.status is not MessageStatus.FAILED:
        pass
    assert read(stage, chat_id)[0].context_from is None


def test_a_summary_does_not_go_along_into_another_branch(stage: Stage, engine: Engine) -> None:
    chat_id = summarised(engine)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.edit(chat_id, path[2].id, "Other.")
    generate = engine.command(Generate)
    assert texts(generate)[0] == "Be brief."
    assert [text.split()[0] for text in texts(generate)] == ["Be", "0", "0", "Other."]
    stage.finish(generate)
    stage.event(BranchShown)
    stage.conversations.chats.show_version(chat_id, path[2].id)
    stage.settle()
    stage.conversations.chats.regenerate(chat_id)
    assert SUMMARY in texts(engine.command(Generate))[0]


def test_a_fork_has_the_summary_of_what_it_does_not_read(stage: Stage, engine: Engine) -> None:
    chat_id = summarised(engine)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.fork(chat_id, path[-1].id)
    forked = stage.event(ChatForked).chat
    stage.conversations.chats.regenerate(forked.id)
    generate = engine.command(Generate)
    assert generate.chat == str(forked.id)
    assert SUMMARY in texts(generate)[0]


def test_a_fork_of_less_has_no_summary_of_what_is_not_in_it(stage: Stage, engine: Engine) -> None:
    chat_id = summarised(engine)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.fork(chat_id, path[1].id)
    forked = stage.event(ChatForked).chat
    assert "summary" not in dict(forked.sampling)
    assert forked.sampling == SUMMARISES.sampling


def test_words_that_are_deleted_do_not_stay_in_a_summary(stage: Stage, engine: Engine) -> None:
    chat_id = summarised(engine)
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.delete_message(chat_id, path[6].id)
    assert "summary" in dict(read(stage, chat_id)[0].sampling)  # all it stands for is there
    stage.conversations.chats.delete_message(chat_id, path[2].id)
    assert "summary" not in dict(read(stage, chat_id)[0].sampling)


def test_a_summary_can_be_changed_taken_away_and_is_kept_when_the_chat_is_set_up(
    stage: Stage, engine: Engine
) -> None:
    chat_id = summarised(engine)
    first = read(stage, chat_id)[0].context_from
    stage.conversations.chats.read_from(chat_id, first, summary=" They were late. \n")
    stage.conversations.chats.set_up(chat_id, SUMMARISES)  # from a dialog that knew of none
    stage.conversations.chats.regenerate(chat_id)
    generate = engine.command(Generate)
    assert texts(generate)[0].endswith(":\nThey were late.")
    stage.finish(generate)
    stage.conversations.chats.read_from(chat_id, first, summary="")
    stage.conversations.chats.regenerate(chat_id)
    generate = engine.command(Generate)
    assert texts(generate)[0] == "Be brief."
    assert [text.split()[0] for text in texts(generate)] == ["Be", "2", "2", "3"]


def test_reading_all_again_leaves_the_summary_aside(stage: Stage, engine: Engine) -> None:
    chat_id = summarised(engine)
    engine.n_ctx = 2000
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, None)
    stage.conversations.chats.regenerate(chat_id)
    generate = engine.command(Generate)
    assert (len(texts(generate)), texts(generate)[0]) == (8, "Be brief.")
    stage.finish(generate)
    stage.conversations.chats.read_from(chat_id, path[4].id)
    stage.conversations.chats.regenerate(chat_id)
    assert SUMMARY in texts(engine.command(Generate))[0]


def test_far_more_than_the_context_is_cut_before_it_is_summarised(
    stage: Stage, engine: Engine
) -> None:
    chat_id = filled(engine, SUMMARISES, n_turns=3)
    engine.n_ctx = 600  # a smaller model
    stage.conversations.chats.send(chat_id, "And?")
    asked = engine.command(Generate)
    assert any(text.endswith(" …") for text in texts(asked))
    assert texts(asked)[0] == "Be brief."


# -- asked for --


def test_a_summary_is_made_when_somebody_asks_for_it(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."))
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    assert stage.event(SummaryBegun).chat_id == chat_id
    asked = engine.command(Generate)
    assert [text.split()[0] for text in texts(asked)] == ["Be", "0", "0", "1", "1", "Summarise"]
    stage.say(asked, SUMMARY)
    stage.finish(asked)
    assert stage.event(SummaryEnded) == SummaryEnded(chat_id, is_kept=True)
    stage.conversations.chats.send(chat_id, "And?")
    assert SUMMARY in texts(engine.command(Generate))[0]


@pytest.mark.parametrize("how", ["stop", "failed", "gone", "without a model"])
def test_a_summary_that_was_asked_for_and_does_not_come_changes_nothing(
    stage: Stage, engine: Engine, how: str
) -> None:
    chat_id = filled(engine, ChatSetup("Be brief."))
    before, path = read(stage, chat_id)
    if how == "without a model":
        engine.n_ctx = 0
        stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
        engine.count(engine.command(MeasureContext))
    else:
        stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
        asked = engine.command(Generate)
        if how == "stop":
            stage.conversations.chats.stop(chat_id)
        elif how == "gone":
            stage.end_engine()
        else:
            stage.finish(asked, FinishReason.FAILED)
    ended = stage.event(SummaryEnded)
    assert not ended.is_kept
    assert (ended.problem is None) == (how == "stop")
    assert read(stage, chat_id)[0] == before


def test_nothing_is_summarised_while_the_chat_is_answered(stage: Stage, engine: Engine) -> None:
    chat_id = filled(engine, ChatSetup())
    _chat, path = read(stage, chat_id)
    stage.conversations.chats.regenerate(chat_id)
    stage.conversations.chats.read_from(chat_id, path[4].id, summarise=True)
    problem = stage.event(SummaryEnded).problem
    assert problem is not None
    assert "still answering" in str(problem.what)
