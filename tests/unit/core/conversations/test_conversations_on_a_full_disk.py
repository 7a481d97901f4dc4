"""Chats that cannot be written or read: nothing said is lost, and the user is told."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.chats.errors import DiskFull, ReadOnlyDatabase
from app.core.chats.records import MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    AnswerRefused,
    CauseEnded,
    ChatCreated,
    ChatOpened,
    ChatsDamaged,
    ChatsListed,
    MessageChanged,
    SendRefused,
)
from app.core.errors import Cause
from app.core.protocol import Generate, ProblemRaised
from tests.unit.core.conversations.conftest import WAIT_S, Stage, staged

if TYPE_CHECKING:
    from collections.abc import Iterator


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

    for stage in staged(open_store):
        stage.conversations.chats.send(None, "One")
        chat = stage.event(ChatCreated).chat
        generate = stage.command(Generate)
        disks[0].is_full = True
        stage.say(generate, "word by word")
        stage.finish(generate)
        assert "full" in str(stage.event(ProblemRaised).problem.what)
        stage.conversations.chats.send(chat.id, "kept?")
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

    for stage in staged(open_store):
        stage.settle()
        yield stage, disks[0]


def test_an_answer_the_disk_refuses_is_shown_as_ended_and_is_there_when_reopened(
    database: Path,
) -> None:
    for stage, disk in _with_filling_disk(database):
        stage.conversations.chats.send(None, "One")
        chat = stage.event(ChatCreated).chat
        generate = stage.command(Generate)
        disk.is_full = True
        stage.say(generate, "the whole answer")
        stage.finish(generate)
        assert stage.event(MessageChanged).message.status is MessageStatus.COMPLETE
        stage.conversations.chats.open(chat.id)
        assert stage.event(ChatOpened).messages[-1].text == "the whole answer"
        stage.conversations.chats.continue_answer(chat.id)
        assert "is not saved yet" in str(stage.event(AnswerRefused).problem.what)
        disk.is_full = False


def test_a_new_answer_that_cannot_be_begun_leaves_the_old_one_in_its_place(
    database: Path,
) -> None:
    for stage, disk in _with_filling_disk(database):
        stage.conversations.chats.send(None, "One")
        chat = stage.event(ChatCreated).chat
        stage.answer("good")
        disk.is_full = True
        stage.conversations.chats.regenerate(chat.id)
        stage.event(AnswerRefused)
        disk.is_full = False
        stage.conversations.chats.open(chat.id)
        assert [message.text for message in stage.event(ChatOpened).messages] == ["One", "good"]


def test_deleted_chats_that_cannot_be_purged_do_not_hide_the_others(database: Path) -> None:
    with ChatStore.open(database) as store:
        store.create_chat(title="kept")

    class Unpurgeable(FillingDisk):
        def purge_trashed(self, **_: Any) -> Any:
            raise DiskFull(Path("chats.db"))

    for stage in staged(lambda: Unpurgeable(ChatStore.open(database))):
        assert [chat.title for chat in stage.event(ChatsListed).chats] == ["kept"]


def test_a_disk_that_fills_up_behind_the_question_gives_it_back_and_keeps_no_half(
    database: Path,
) -> None:
    disks: list[FillingDisk] = []

    def open_store() -> Any:
        disks.append(FillingDisk(ChatStore.open(database)))
        return disks[0]

    for stage in staged(open_store):
        stage.settle()
        disks[0].fills_up_with_the_next_message = True
        stage.conversations.chats.send(None, "One")
        refused = stage.event(SendRefused)
        assert refused.text == "One"
        assert "full" in str(refused.problem.what)
    with ChatStore.open(database) as store:
        assert store.list_chats() == ()


def test_chats_that_cannot_be_opened_are_told_and_nothing_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "chats.db").write_bytes(b"no database" * 1000)
    for stage in staged(lambda: ChatStore.open(tmp_path / "chats.db")):
        assert "chats.db" in str(stage.event(ChatsDamaged).problem.what)
        stage.conversations.chats.send(None, "Hello")
        assert stage.event(SendRefused).text == "Hello"


def test_chats_that_could_not_be_opened_are_there_once_their_folder_may_be_written(
    database: Path,
) -> None:
    with ChatStore.open(database) as store:
        store.create_chat(title="Kept")
    tried = threading.Semaphore(0)
    is_writable = threading.Event()

    def open_store() -> ChatStore:
        tried.release()
        if not is_writable.is_set():
            raise ReadOnlyDatabase(path=database)
        return ChatStore.open(database)

    for stage in staged(open_store):
        assert "write-protected" in str(stage.event(ProblemRaised).problem.what)
        stage.conversations.chats.send(None, "Hello")
        assert stage.event(SendRefused).text == "Hello"
        assert tried.acquire(timeout=WAIT_S)  # at the start
        assert tried.acquire(timeout=WAIT_S)  # and since
        is_writable.set()
        assert stage.events.get(timeout=WAIT_S) == CauseEnded(Cause.FOLDER)
        assert isinstance(listed := stage.events.get(timeout=WAIT_S), ChatsListed)
        assert [chat.title for chat in listed.chats] == ["Kept"]
