"""Folders, pins, the archive and the trash as a front end asks for them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.core.chats.errors import UnknownChat
from app.core.chats.parts import pages
from app.core.chats.records import ChatId, ChatSetup, FolderId
from app.core.chats.store import ChatStore
from app.core.conversations.cases import chat_list
from app.core.conversations.events import (
    AnswerFailed,
    ChatChanged,
    ChatCreated,
    ChatOpened,
    ChatsChanged,
    ChatsDeleted,
    ChatsListed,
    ChatsRestored,
    FolderDeleted,
    FolderMade,
    FoldersListed,
    MessageAdded,
    TemporaryChatBegun,
    TrashListed,
)
from app.core.protocol import (
    ChatKey,
    FinishReason,
    ForgetChat,
    Generate,
    ProblemRaised,
    SetMemoryChoice,
    Stop,
    SyncMemory,
)
from tests.unit.core.conversations.conftest import staged

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.core.conversations.conftest import Stage


def begun(stage: Stage, n_chats: int) -> list[ChatId]:
    """Make chats with an answer each; returns their ids."""
    ids = []
    for number in range(n_chats):
        stage.conversations.chats.send(None, f"Question {number}")
        ids.append(stage.event(ChatCreated).chat.id)
        stage.answer("Yes.")
    stage.settle()
    return ids


def listed(stage: Stage) -> ChatsListed:
    stage.settle()
    while not stage.events.empty():
        stage.events.get()
    stage.conversations.chats.list_all()
    return stage.event(ChatsListed)


def test_several_chats_go_to_the_trash_and_come_back_in_one_event_each(stage: Stage) -> None:
    one, two, three = begun(stage, 3)
    chats = stage.conversations.listing
    chats.delete([one, three])
    assert [chat.id for chat in stage.event(ChatsDeleted).chats] == [one, three]
    assert [chat.id for chat in listed(stage).chats] == [two]
    chats.list_trash()
    assert {trashed.chat.id for trashed in stage.event(TrashListed).chats} == {one, three}
    chats.restore([three, one])
    restored = stage.event(ChatsRestored).chats
    assert [(chat.id, chat.is_deleted) for chat in restored] == [(three, False), (one, False)]


def test_the_end_of_the_program_and_the_next_start_leave_the_trash_alone(database: Path) -> None:
    for stage in staged(lambda: ChatStore.open(database)):
        (chat,) = begun(stage, 1)
        stage.conversations.listing.delete([chat])
        stage.conversations.end().result(10)
    for stage in staged(lambda: ChatStore.open(database)):
        assert stage.event(ChatsListed).chats == ()
        known = stage.command(SyncMemory)
        assert known.chats == frozenset({ChatKey(str(chat))})  # it is warm when it comes back
        stage.conversations.listing.restore([chat])
        stage.conversations.chats.open(chat)
        opened = stage.event(ChatOpened)
        assert [message.text for message in opened.messages] == ["Question 0", "Yes."]
        assert not [c for c in stage.commands.queue if isinstance(c, ForgetChat)]


def test_a_start_after_thirty_days_purges_the_trash_with_all_that_was_computed(
    database: Path,
) -> None:
    for stage in staged(lambda: ChatStore.open(database)):
        old, kept = begun(stage, 2)
        stage.conversations.listing.delete([old])
        stage.event(ChatsDeleted)

    def opened_after(days: int) -> ChatStore:
        store = ChatStore.open(database)
        store.trash.clock = lambda: datetime.now(UTC) + timedelta(days=days)
        return store

    for days in (6, 12, 18, 24):
        for stage in staged(lambda days=days: opened_after(days)):
            stage.settle()
            assert not [c for c in stage.commands.queue if isinstance(c, ForgetChat)]
    for stage in staged(lambda: opened_after(31)):
        assert stage.command(ForgetChat).chat == ChatKey(str(old))
        assert [chat.id for chat in stage.event(ChatsListed).chats] == [kept]


def test_the_trash_grows_older_while_the_program_runs(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    (chat,) = begun(stage, 1)
    stage.conversations.listing.delete([chat])
    stage.event(ChatsDeleted)
    store = stage.conversations._session.store
    store.trash.clock = lambda: datetime.now(UTC) + timedelta(days=2)
    monkeypatch.setattr(stage.conversations.listing, "_clock_due_at", 0.0)
    stage.conversations.after_pending(stage.conversations.listing.tick)
    stage.settle()
    stage.conversations.listing.list_trash()
    assert stage.event(TrashListed).chats[0].days_left == 28
    assert chat_list._CLOCK_S == 3600


def test_deleting_for_good_takes_the_chat_now_and_emptying_takes_the_rest(stage: Stage) -> None:
    ids = begun(stage, 4)
    chats = stage.conversations.listing
    chats.delete(ids[:3])
    stage.event(ChatsDeleted)
    chats.delete_for_good([ids[0]])
    assert {one.chat.id for one in stage.event(TrashListed).chats} == set(ids[1:3])
    assert stage.command(ForgetChat).chat == ChatKey(str(ids[0]))
    chats.empty_trash()
    assert stage.event(TrashListed).chats == ()
    gone = {stage.command(ForgetChat).chat for _ in range(2)}
    assert gone == {ChatKey(str(chat)) for chat in ids[1:3]}
    chats.restore(ids[:3])
    assert "no longer exists" in str(stage.event(ProblemRaised).problem.what)
    assert [chat.id for chat in listed(stage).chats] == [ids[3]]


def test_a_running_answer_ends_with_the_deletion_of_its_chat(stage: Stage) -> None:
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    generate = stage.command(Generate)
    stage.conversations.listing.delete([chat.id])
    assert stage.command(Stop).request == stage.id_of(generate)


@pytest.mark.parametrize("deleted", ["in the trash", "for good", "a temporary one"])
def test_an_answer_that_fails_after_the_deletion_of_its_chat_is_told_nowhere(
    stage: Stage, deleted: str
) -> None:
    chats, listing = stage.conversations.chats, stage.conversations.listing
    if deleted == "a temporary one":
        chats.begin_temporary("Temporary", ChatSetup())
        chat = stage.event(TemporaryChatBegun).chat
        chats.send(chat.id, "One")
    else:
        chats.send(None, "One")
        chat = stage.event(ChatCreated).chat
    generate = stage.command(Generate)
    if deleted == "a temporary one":
        chats.leave_temporary(chat.id)
    elif deleted == "for good":
        listing.delete([chat.id])
        listing.delete_for_good([chat.id])
        stage.command(ForgetChat)
    else:
        listing.delete([chat.id])
    stage.settle()
    stage.finish(generate, FinishReason.FAILED, error=UnknownChat("chat 0"))
    stage.settle()
    told = [stage.events.get() for _ in range(stage.events.qsize())]
    assert not [one for one in told if isinstance(one, AnswerFailed | ProblemRaised)]


def test_what_is_stored_of_a_deleted_chat_may_make_room_until_it_is_back(stage: Stage) -> None:
    (chat,) = begun(stage, 1)
    stage.conversations.memory.choose(chat, is_pinned=True)
    assert stage.command(SetMemoryChoice).is_pinned is True
    stage.conversations.listing.delete([chat])
    assert stage.command(SetMemoryChoice) == SetMemoryChoice(ChatKey(str(chat)), is_pinned=False)
    stage.conversations.listing.restore([chat])
    assert stage.command(SetMemoryChoice) == SetMemoryChoice(ChatKey(str(chat)), is_pinned=True)
    stage.settle()
    assert listed(stage).chats[0].memory_pinned


def test_nobody_reads_a_chat_that_is_in_the_trash(stage: Stage) -> None:
    (chat,) = begun(stage, 1)
    stage.conversations.listing.delete([chat])
    stage.conversations.chats.open(chat)
    assert "no longer exists" in str(stage.event(ProblemRaised).problem.what)


def test_chats_are_pinned_archived_and_moved_together(stage: Stage) -> None:
    ids = begun(stage, 3)
    chats = stage.conversations.listing
    chats.pin(ids[:2], is_pinned=True)
    assert all(chat.pinned_at for chat in stage.event(ChatsChanged).chats)
    chats.archive(ids[1:], is_archived=True)
    changed = stage.event(ChatsChanged).chats
    assert all(chat.archived_at and not chat.pinned_at for chat in changed)
    chats.archive(ids[1:], is_archived=False)
    assert not any(chat.archived_at for chat in stage.event(ChatsChanged).chats)
    chats.make_folder("Work", ids[:1])
    folder = stage.event(FolderMade).folder
    assert [chat.folder_id for chat in stage.event(ChatsChanged).chats] == [folder.id]
    chats.move(ids[1:], folder.id)
    assert {chat.folder_id for chat in stage.event(ChatsChanged).chats} == {folder.id}
    assert listed(stage).folders == (folder,)


def test_what_is_taken_back_from_the_archive_is_pinned_as_it_was(stage: Stage) -> None:
    chats = stage.conversations.listing
    stage.conversations.chats.send(None, "One")
    chat = stage.event(ChatCreated).chat
    chats.pin([chat.id], is_pinned=True)
    (pinned,) = stage.event(ChatsChanged).chats
    chats.archive([chat.id], is_archived=True)
    assert stage.event(ChatsChanged).chats[0].archived_at
    chats.undo_archive([pinned])
    assert stage.event(ChatsChanged).chats == (pinned,)


def test_a_deleted_folder_comes_back_with_its_chats(stage: Stage) -> None:
    ids = begun(stage, 2)
    chats = stage.conversations.listing
    chats.make_folder("Work", ids)
    folder = stage.event(FolderMade).folder
    stage.event(ChatsChanged)
    chats.delete_folder(folder.id)
    assert {chat.folder_id for chat in stage.event(ChatsChanged).chats} == {None}
    deleted = stage.event(FolderDeleted)
    assert (deleted.folder, set(deleted.chat_ids)) == (folder, set(ids))
    chats.restore_folder(deleted.folder, deleted.chat_ids)
    assert stage.event(FoldersListed).folders == (folder,)
    assert {chat.folder_id for chat in stage.event(ChatsChanged).chats} == {folder.id}


def test_folders_are_named_and_ordered(stage: Stage) -> None:
    chats = stage.conversations.listing
    chats.make_folder("one")
    chats.make_folder("two")
    one, two = stage.event(FolderMade).folder, stage.event(FolderMade).folder
    chats.rename_folder(one.id, "first")
    assert [folder.name for folder in stage.event(FoldersListed).folders] == ["first", "two"]
    chats.order_folders([two.id, one.id])
    assert [folder.name for folder in stage.event(FoldersListed).folders] == ["two", "first"]
    chats.rename_folder(FolderId(99), "nothing")
    assert "folder no longer exists" in str(stage.event(ProblemRaised).problem.what)


def test_a_message_brings_a_chat_out_of_the_archive(stage: Stage) -> None:
    (chat,) = begun(stage, 1)
    stage.conversations.listing.archive([chat], is_archived=True)
    stage.event(ChatsChanged)
    stage.conversations.chats.send(chat, "And?")
    stage.event(MessageAdded)
    assert stage.event(ChatChanged).chat.archived_at is None


def test_many_chats_are_told_a_page_at_a_time_the_newest_first(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_PAGE", 2)
    for stage in staged(lambda: ChatStore.open(database)):
        assert stage.event(ChatsListed) == ChatsListed(())
        ids = begun(stage, 5)
    for stage in staged(lambda: ChatStore.open(database)):
        told = [stage.event(ChatsListed) for _ in range(3)]
        assert [[chat.id for chat in page.chats] for page in told] == [
            ids[:2:-1], ids[2:0:-1], ids[:1],
        ]  # fmt: skip
        assert [page.is_last for page in told] == [False, False, True]
