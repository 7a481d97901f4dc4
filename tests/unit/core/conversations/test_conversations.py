"""The use cases over a real chat store; the engine is played by the test."""

from __future__ import annotations

import queue
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from app.core.chats import ChatStore
from app.core.chats.errors import DiskFull
from app.core.chats.records import MessageStatus
from app.core.conversations import Conversations
from app.core.conversations.chat_text import title_of
from app.core.conversations.events import (
    AnswerDelta,
    AnswerRefused,
    BranchShown,
    ChatCreated,
    ChatDeleted,
    ChatForked,
    ChatOpened,
    ChatsListed,
    EarlierMessages,
    MessageAdded,
    MessageChanged,
    MessageDeleted,
    MessageRemoved,
    SendRefused,
    VersionsListed,
)
from app.core.conversations.worker import SerialWorker
from app.core.engine.protocol import (
    AnswerFinished,
    AnswerStats,
    ChatKey,
    ChatMemory,
    EngineStopped,
    FinishReason,
    ForgetChat,
    Generate,
    MemoryReport,
    ModelInfo,
    ModelLoaded,
    OpenChat,
    ProblemRaised,
    ReportMemory,
    SamplingParams,
    Stop,
    Temperature,
    TextDelta,
    WarmChat,
)
from app.core.errors import KnownError, problem_of
from app.core.messages import Role, TokenRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.chats.records import ChatId, Message

E = TypeVar("E")
INFO = ModelInfo("m.gguf", "Tiny", "", 1, 1, 512, 512, 2, 0, (), "", resumable=True)


@dataclass
class Stage:
    """Conversations with everything around them visible."""

    conversations: Conversations
    commands: queue.Queue[Any] = field(default_factory=queue.Queue)
    events: queue.Queue[Any] = field(default_factory=queue.Queue)

    def event(self, kind: type[E]) -> E:
        while True:
            event = self.events.get(timeout=10)
            if isinstance(event, kind):
                return event

    def command(self, kind: type[E]) -> E:
        while True:
            command = self.commands.get(timeout=10)
            if isinstance(command, kind):
                return command

    def settle(self) -> None:
        """Wait until everything asked for so far is done."""
        done: queue.Queue[None] = queue.Queue()
        self.conversations.after_pending(lambda: done.put(None))
        done.get(timeout=10)

    def say(self, generate: Generate, *texts: str) -> None:
        for text in texts:
            self.conversations.handle(TextDelta(generate.request, generate.chat, text))

    def finish(
        self,
        generate: Generate,
        reason: FinishReason = FinishReason.END,
        record: TokenRecord | None = None,
        error: KnownError | None = None,
    ) -> None:
        self.conversations.handle(
            AnswerFinished(
                generate.request,
                generate.chat,
                reason,
                AnswerStats(n_generated=3),
                record,
                problem_of(error) if error else None,
            )
        )

    def answer(self, text: str, **fields: Any) -> MessageChanged:
        """Play a whole answer to the command that waits."""
        generate = self.command(Generate)
        self.say(generate, text)
        self.finish(generate, **fields)
        return self.event(MessageChanged)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


@pytest.fixture
def stage(database: Path) -> Iterator[Stage]:
    yield from _stage(lambda: ChatStore.open(database))


def _stage(open_store: Any) -> Iterator[Stage]:
    commands: queue.Queue[Any] = queue.Queue()
    events: queue.Queue[Any] = queue.Queue()
    conversations = Conversations(
        open_store=open_store,
        post=commands.put,
        emit=events.put,
        sampling=SamplingParams(temperature=0),
    )
    conversations.start()
    yield Stage(conversations, commands, events)
    assert conversations.close()


def test_a_first_message_makes_a_chat_and_is_on_disk_before_the_engine_hears_of_it(
    stage: Stage, database: Path
) -> None:
    stage.conversations.send(None, "What is a hearth?\nPlease.", system_prompt="Be brief.")
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
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno", record=record)
    stage.conversations.send(chat.id, "Two")
    assert stage.command(Generate).messages[1].record == record


def test_text_is_written_while_it_streams(stage: Stage, database: Path) -> None:
    stage.conversations.send(None, "Go")
    chat = stage.event(ChatCreated).chat
    stage.say(stage.command(Generate), "so far")
    stage.conversations.open_chat(chat.id)  # flushes, as the half-second tick does
    opened = stage.event(ChatOpened)
    assert opened.messages[-1].text == "so far"
    assert opened.messages[-1].status is MessageStatus.STREAMING


def test_regenerate_keeps_the_old_answer_as_a_sibling(stage: Stage) -> None:
    stage.conversations.send(None, "Go")
    chat = stage.event(ChatCreated).chat
    first = stage.answer("first").message
    stage.conversations.regenerate(chat.id)
    assert stage.event(MessageRemoved).message_id == first.id
    second = stage.answer("second").message
    assert second.parent_id == first.parent_id
    assert second.id != first.id


def test_continue_goes_on_in_the_same_message(stage: Stage) -> None:
    stage.conversations.send(None, "Go")
    chat = stage.event(ChatCreated).chat
    cut = stage.answer("Once ", reason=FinishReason.STOPPED).message
    assert cut.status is MessageStatus.STOPPED
    stage.conversations.continue_answer(chat.id)
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
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.command(Generate)
    stage.conversations.send(chat.id, "Two")
    refused = stage.event(SendRefused)
    assert (refused.text, refused.problem.what) == ("Two", "This chat is still answering.")


def test_stop_reaches_the_engine_for_the_right_answer(stage: Stage) -> None:
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    generate = stage.command(Generate)
    stage.conversations.stop(chat.id)
    assert stage.command(Stop).request == generate.request


def test_opening_a_chat_brings_its_memory_back_once_a_model_is_there(stage: Stage) -> None:
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.open_chat(chat.id)
    stage.settle()
    assert stage.commands.empty()
    stage.conversations.handle(ModelLoaded(INFO))
    assert stage.command(OpenChat).chat == ChatKey(str(chat.id))


def test_a_long_chat_is_opened_from_its_end_and_warmed_when_all_of_it_is_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.conversations.conversations._N_TAIL", 3)
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.send(chat.id, "Two")
    stage.answer("due")
    stage.settle()
    stage.conversations.open_chat(chat.id)
    opened = stage.event(ChatOpened)
    assert [message.text for message in opened.messages] == ["uno", "Two", "due"]
    assert not opened.is_whole
    stage.settle()
    assert stage.commands.empty()
    stage.conversations.read_earlier(chat.id, opened.messages[0].id)
    assert [message.text for message in stage.event(EarlierMessages).messages] == ["One"]
    assert len(stage.command(OpenChat).messages) == 4


def test_a_chat_left_before_all_of_it_was_read_is_not_warmed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.conversations.conversations._N_TAIL", 2)
    stage.conversations.handle(ModelLoaded(INFO))
    stage.conversations.send(None, "One")
    long = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.open_chat(long.id)
    opened = stage.event(ChatOpened)
    stage.conversations.send(None, "Another")
    short = stage.event(ChatCreated).chat
    stage.answer("altro")
    stage.conversations.open_chat(short.id)
    stage.conversations.read_earlier(long.id, opened.messages[0].id)
    stage.settle()
    assert stage.commands.empty()


def test_how_long_a_model_thought_is_kept_with_its_answer(stage: Stage) -> None:
    stage.conversations.send(None, "One")
    generate = stage.command(Generate)
    stage.say(generate, "<think>", "hm", "</", "think>", "uno")
    stage.finish(generate)
    changed = stage.event(MessageChanged).message
    assert changed.text == "<think>hm</think>uno"
    assert float(dict(changed.stats)["thinking_ms"]) >= 0


def _two_turns(stage: Stage) -> tuple[ChatId, tuple[Message, ...]]:
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.send(chat.id, "Two")
    stage.answer("due")
    stage.conversations.open_chat(chat.id)
    return chat.id, stage.event(ChatOpened).messages


def test_an_edited_question_is_answered_beside_the_old_one(stage: Stage) -> None:
    chat_id, (one, uno, two, due) = _two_turns(stage)
    stage.conversations.edit(chat_id, one.id, " Once ")
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
    stage.conversations.show_version(chat_id, one.id)
    back = stage.event(BranchShown)
    assert back.messages == (one, uno, two, due)  # nothing is lost
    assert back.focus == one.id


def test_the_same_words_again_are_answered_again(stage: Stage) -> None:
    chat_id, (one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.edit(chat_id, one.id, "One")
    assert [message.text for message in stage.event(BranchShown).messages] == ["One"]
    stage.finish(stage.command(Generate))
    stage.settle()
    stage.conversations.open_chat(chat_id)
    opened = stage.event(ChatOpened)
    assert opened.messages[0].id == one.id
    assert opened.messages[1].id != uno.id


def test_an_edited_answer_is_another_version_and_nobody_is_asked(stage: Stage) -> None:
    chat_id, (_one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.edit(chat_id, uno.id, "eins")
    assert [message.text for message in stage.event(BranchShown).messages] == ["One", "eins"]
    assert len(stage.event(VersionsListed).versions) == 2
    stage.conversations.edit(chat_id, stage_last(stage, chat_id).id, "eins")
    assert [message.text for message in stage.event(BranchShown).messages] == ["One", "eins"]
    stage.settle()
    assert stage.commands.empty()


def stage_last(stage: Stage, chat_id: ChatId) -> Message:
    stage.conversations.open_chat(chat_id)
    return stage.event(ChatOpened).messages[-1]


def test_an_earlier_answer_is_given_again_beside_the_old_one(stage: Stage) -> None:
    chat_id, (one, uno, _two, due) = _two_turns(stage)
    stage.conversations.regenerate(chat_id, uno.id)
    assert stage.event(BranchShown).messages == (one,)
    again = stage.event(MessageAdded).message
    assert again.parent_id == one.id
    assert stage.event(VersionsListed).versions[uno.id] == (uno.id, again.id)
    stage.finish(stage.command(Generate))
    stage.settle()
    stage.conversations.show_version(chat_id, uno.id)
    assert stage.event(BranchShown).messages[-1] == due  # down to its end


def test_a_chat_goes_off_another_one_and_both_go_on(stage: Stage) -> None:
    chat_id, (one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.fork(chat_id, uno.id)
    fork = stage.event(ChatForked).chat
    assert fork.title == "One (2)"
    assert fork.id != chat_id
    stage.conversations.fork(fork.id, stage_last(stage, fork.id).id)
    assert stage.event(ChatForked).chat.title == "One (3)"
    stage.conversations.send(fork.id, "Three")
    prompt = stage.command(Generate).messages
    assert [message.text for message in prompt] == ["One", "uno", "Three"]
    assert prompt[1].record == uno.record  # so that stored memory is found
    assert stage_last(stage, chat_id).text == "due"
    assert one.chat_id == chat_id


def test_a_deleted_message_takes_what_follows_along_until_it_is_undone(stage: Stage) -> None:
    chat_id, (one, uno, two, due) = _two_turns(stage)
    stage.conversations.delete_message(chat_id, two.id)
    assert stage.event(BranchShown).messages == (one, uno)
    assert stage.event(MessageDeleted).message == two
    stage.conversations.show_version(chat_id, one.id)
    assert stage.event(BranchShown).messages == (one, uno)  # not into what is deleted
    stage.conversations.undo_delete_message(chat_id, two.id)
    assert stage.event(BranchShown).messages == (one, uno, two, due)


def test_behind_a_deleted_version_the_other_one_is_shown(stage: Stage) -> None:
    chat_id, (one, uno, _two, due) = _two_turns(stage)
    stage.conversations.regenerate(chat_id, uno.id)
    again = stage.event(MessageAdded).message
    assert stage.event(VersionsListed).versions
    stage.finish(stage.command(Generate))
    stage.settle()
    stage.conversations.delete_message(chat_id, again.id)
    shown = stage.event(BranchShown)
    while shown.messages == (one,):
        shown = stage.event(BranchShown)
    assert shown.messages[-1] == due
    assert shown.focus == uno.id
    assert stage.event(VersionsListed).versions == {}
    stage.conversations.delete_message(chat_id, one.id)
    assert stage.event(BranchShown).messages == ()


def test_what_was_deleted_is_gone_when_the_program_ends(
    stage: Stage,
) -> None:
    chat_id, (one, _uno, two, due) = _two_turns(stage)
    stage.conversations.delete_message(chat_id, two.id)
    stage.event(MessageDeleted)
    stage.conversations.end().result(10)
    for gone in (two, due):
        stage.conversations.show_version(chat_id, gone.id)
        assert "no longer exists" in stage.event(AnswerRefused).problem.what
    stage.conversations.show_version(chat_id, one.id)
    assert len(stage.event(BranchShown).messages) == 2


def test_a_branch_is_not_changed_while_its_chat_is_answered_or_from_another_chat(
    stage: Stage,
) -> None:
    chat_id, (one, uno, _two, _due) = _two_turns(stage)
    stage.conversations.send(None, "Elsewhere")
    other = stage.event(ChatCreated).chat
    stage.answer("altrove")
    stage.conversations.edit(other.id, one.id, "Stolen")
    assert "no longer exists" in stage.event(AnswerRefused).problem.what
    stage.conversations.send(chat_id, "Three")
    for attempt in (
        lambda: stage.conversations.edit(chat_id, one.id, "Other"),
        lambda: stage.conversations.regenerate(chat_id, uno.id),
        lambda: stage.conversations.show_version(chat_id, uno.id),
    ):
        attempt()
        assert "still answering" in stage.event(AnswerRefused).problem.what


def test_a_deleted_chat_is_forgotten_for_good_only_when_the_program_ends(stage: Stage) -> None:
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno")
    stage.conversations.delete(chat.id)
    assert stage.event(ChatDeleted).chat.id == chat.id
    stage.conversations.undo_delete(chat.id)
    while not (listed := stage.event(ChatsListed)).chats:
        pass
    assert listed.chats[0].id == chat.id
    stage.conversations.delete(chat.id)
    stage.conversations.end()
    assert stage.command(ForgetChat).chat == ChatKey(str(chat.id))


def test_an_engine_that_dies_leaves_an_answer_that_says_so(stage: Stage) -> None:
    stage.conversations.send(None, "One")
    stage.event(ChatCreated)
    stage.say(stage.command(Generate), "half")
    stage.conversations.handle(EngineStopped(problem_of(RuntimeError("boom"))))
    message = stage.event(MessageChanged).message
    assert (message.text, message.status) == ("half", MessageStatus.FAILED)
    assert "boom" in message.problem


class FillingDisk:
    """A chat store whose disk is full while `is_full`."""

    def __init__(self, store: ChatStore) -> None:
        self._store = store
        self.is_full = False
        self.fills_up_with_the_next_message = False

    def __getattr__(self, name: str) -> Any:
        if self.is_full and name in ("write_text", "finish_message", "add_message"):
            raise DiskFull(Path("chats.db"))
        if name == "add_message":
            self.is_full = self.fills_up_with_the_next_message
        return getattr(self._store, name)


def test_an_answer_that_cannot_be_written_is_kept_and_written_when_there_is_room(
    database: Path,
) -> None:
    disks: list[FillingDisk] = []

    def open_store() -> Any:
        disks.append(FillingDisk(ChatStore.open(database)))
        return disks[0]

    for stage in _stage(open_store):
        stage.conversations.send(None, "One")
        chat = stage.event(ChatCreated).chat
        generate = stage.command(Generate)
        disks[0].is_full = True
        stage.say(generate, "word by word")
        stage.finish(generate)
        assert "full" in stage.event(ProblemRaised).problem.what
        stage.conversations.send(chat.id, "kept?")
        assert stage.event(SendRefused).text == "kept?"
        disks[0].is_full = False
        assert stage.event(MessageChanged).message.text == "word by word"
    with ChatStore.open(database) as store:
        assert store.path(chat.id)[-1].status is MessageStatus.COMPLETE


def _with_filling_disk(database: Path) -> Iterator[tuple[Stage, FillingDisk]]:
    disks: list[FillingDisk] = []

    def open_store() -> Any:
        disks.append(FillingDisk(ChatStore.open(database)))
        return disks[0]

    for stage in _stage(open_store):
        stage.settle()
        yield stage, disks[0]


def test_an_answer_the_disk_refuses_is_shown_as_ended_and_is_there_when_reopened(
    database: Path,
) -> None:
    for stage, disk in _with_filling_disk(database):
        stage.conversations.send(None, "One")
        chat = stage.event(ChatCreated).chat
        generate = stage.command(Generate)
        disk.is_full = True
        stage.say(generate, "the whole answer")
        stage.finish(generate)
        assert stage.event(MessageChanged).message.status is MessageStatus.COMPLETE
        stage.conversations.open_chat(chat.id)
        assert stage.event(ChatOpened).messages[-1].text == "the whole answer"
        stage.conversations.continue_answer(chat.id)
        assert "could not be saved yet" in stage.event(AnswerRefused).problem.what
        disk.is_full = False


def test_a_new_answer_that_cannot_be_begun_leaves_the_old_one_in_its_place(
    database: Path,
) -> None:
    for stage, disk in _with_filling_disk(database):
        stage.conversations.send(None, "One")
        chat = stage.event(ChatCreated).chat
        stage.answer("good")
        disk.is_full = True
        stage.conversations.regenerate(chat.id)
        stage.event(AnswerRefused)
        disk.is_full = False
        stage.conversations.open_chat(chat.id)
        assert [message.text for message in stage.event(ChatOpened).messages] == ["One", "good"]


def test_deleted_chats_that_cannot_be_purged_do_not_hide_the_others(database: Path) -> None:
    with ChatStore.open(database) as store:
        store.create_chat(title="kept")

    class Unpurgeable(FillingDisk):
        def purge_trashed(self, **_: Any) -> Any:
            raise DiskFull(Path("chats.db"))

    for stage in _stage(lambda: Unpurgeable(ChatStore.open(database))):
        assert [chat.title for chat in stage.event(ChatsListed).chats] == ["kept"]


def test_continuing_without_a_new_word_keeps_the_exact_tokens(stage: Stage) -> None:
    record = TokenRecord("vocabulary", 5, b"d" * 16, (1, 2, 3))
    stage.conversations.send(None, "One")
    chat = stage.event(ChatCreated).chat
    stage.answer("uno", record=record, reason=FinishReason.STOPPED)
    stage.conversations.continue_answer(chat.id)
    stage.finish(stage.command(Generate), FinishReason.STOPPED)
    while (message := stage.event(MessageChanged).message).status is MessageStatus.STREAMING:
        pass
    assert message.record == record


def test_nothing_is_asked_of_an_engine_that_is_gone(stage: Stage) -> None:
    stage.conversations.handle(EngineStopped(problem_of(RuntimeError("boom"))))
    stage.conversations.send(None, "One")
    assert "has stopped" in stage.event(AnswerRefused).problem.what


def test_a_disk_that_fills_up_behind_the_question_keeps_the_question(database: Path) -> None:
    disks: list[FillingDisk] = []

    def open_store() -> Any:
        disks.append(FillingDisk(ChatStore.open(database)))
        return disks[0]

    for stage in _stage(open_store):
        stage.settle()
        disks[0].fills_up_with_the_next_message = True
        stage.conversations.send(None, "One")
        chat = stage.event(ChatCreated).chat
        assert "full" in stage.event(AnswerRefused).problem.what
    with ChatStore.open(database) as store:
        assert [message.text for message in store.path(chat.id)] == ["One"]


def test_chats_that_cannot_be_opened_are_told_and_nothing_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "chats.db").write_bytes(b"no database" * 1000)
    for stage in _stage(lambda: ChatStore.open(tmp_path / "chats.db")):
        assert "chats.db" in stage.event(ProblemRaised).problem.what
        stage.conversations.send(None, "Hello")
        assert stage.event(SendRefused).text == "Hello"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("  \n First \nSecond", "First"),
        ("x" * 100, "x" * 59 + "…"),
    ],
)
def test_a_title_is_the_first_line(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_worker_survives_a_job_that_raises_and_reports_it() -> None:
    errors: list[Exception] = []
    worker = SerialWorker("w", tick=lambda: None, tick_s=0.01, on_error=errors.append)
    worker.submit(lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    done = worker.call(lambda: None)
    done.result(10)
    assert worker.close(10)
    assert isinstance(errors[0], ZeroDivisionError)


def remembered(chat: str, **facts: Any) -> ChatMemory:
    fields: dict[str, Any] = {"temperature": Temperature.COLD, "models": ("Tiny",)}
    return ChatMemory(ChatKey(chat), **(fields | facts))


def test_chats_this_model_knew_before_a_change_are_read_ahead_once(stage: Stage) -> None:
    ids = []
    for text in ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"):
        stage.conversations.send(None, text)
        ids.append(str(stage.event(ChatCreated).chat.id))
        stage.answer("Yes.")
    stage.conversations.handle(ModelLoaded(INFO))
    stage.command(ReportMemory)
    report = MemoryReport(
        (
            remembered(ids[0], last_used=1.0, is_pinned=True),
            remembered(ids[1], last_used=9.0, temperature=Temperature.DISK),
            remembered(ids[2], last_used=8.0, models=("Another",)),
            remembered(ids[3], last_used=7.0, is_off=True),
            remembered(ids[4], last_used=6.0),
            remembered(ids[5], last_used=5.0),
            remembered(ids[6], last_used=4.0),
            remembered("999", last_used=99.0),
            remembered(ids[7], last_used=3.0),
        )
    )
    for _ in range(2):
        stage.conversations.handle(report)
    stage.settle()
    ahead = []
    while not stage.commands.empty():
        command = stage.commands.get()
        if isinstance(command, WarmChat):
            ahead.append(command)
    assert [command.chat for command in ahead] == [ids[0], ids[4], ids[5]]
    assert [message.text for message in ahead[0].messages] == ["One", "Yes."]
