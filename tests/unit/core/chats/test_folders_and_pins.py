"""Folders of the chat list, pins and the archive: of several chats at once, and back again."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.core.chats.backups import BackupOutcome
from app.core.chats.errors import UnknownChat
from app.core.chats.records import ChatId, FolderId
from app.core.chats.store import ChatStore
from app.core.chats.upgrade import back_up
from app.core.errors import KnownError
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def names(store: ChatStore) -> list[str]:
    return [folder.name for folder in store.folders.all()]


def test_folders_are_made_named_and_ordered(store: ChatStore) -> None:
    one, two, three = (store.folders.make(name)[0] for name in ("one", "two", "three"))
    assert names(store) == ["one", "two", "three"]
    store.folders.order([three.id, FolderId(99), one.id, three.id])
    assert names(store) == ["three", "one", "two"]
    assert store.folders.rename(two.id, "  Two \n\ud800 words ").name == "Two \ufffd words"
    assert store.folders.make("four")[0].position == 3
    with pytest.raises(KnownError, match=r"This folder no longer exists\."):
        store.folders.rename(FolderId(99), "nothing")


def test_several_chats_are_moved_at_once_and_none_where_the_folder_is_gone(
    store: ChatStore,
) -> None:
    chats = [store.create_chat().id for _ in range(3)]
    folder, inside = store.folders.make("Work", chats[:1])
    assert [chat.folder_id for chat in inside] == [folder.id]
    moved = store.folders.move([chats[2], ChatId(99), chats[1]], folder.id)
    assert [chat.id for chat in moved] == [chats[2], chats[1]]
    assert {chat.folder_id for chat in store.list_chats()} == {folder.id}
    with pytest.raises(KnownError, match=r"This folder no longer exists\."):
        store.folders.move(chats, FolderId(99))
    assert {chat.folder_id for chat in store.list_chats()} == {folder.id}
    assert {chat.folder_id for chat in store.folders.move(chats, None)} == {None}


def test_a_deleted_folder_leaves_its_chats_and_comes_back_with_them(store: ChatStore) -> None:
    chats = [store.create_chat().id for _ in range(4)]
    first, _ = store.folders.make("first")
    folder, _ = store.folders.make("Work", chats)
    last, _ = store.folders.make("last")
    store.trash.put([chats[3]])
    assert store.folders.delete(folder.id) == (folder, tuple(chats))
    assert names(store) == ["first", "last"]
    assert {chat.folder_id for chat in store.list_chats()} == {None}
    store.folders.move([chats[0]], first.id)
    back = store.folders.restore(folder, chats)
    assert [chat.id for chat in back] == chats[1:3]
    assert names(store) == ["first", "Work", "last"]
    assert store.chat(chats[0]).folder_id == first.id  # where the user has put it since
    assert store.trash.restore([chats[3]])[0].folder_id == folder.id
    assert last.position == 2
    with pytest.raises(KnownError, match=r"This folder no longer exists\."):
        store.folders.delete(FolderId(99))


def test_the_name_of_a_deleted_folder_is_in_no_file(database: Path) -> None:
    with ChatStore.open(database) as store:
        chat = store.create_chat(title="Kept").id
        folder, _ = store.folders.make("a very secret name", [chat])
        with contextlib.closing(sqlite3.connect(database)) as source:
            backup = back_up(source, database, "0007")
        store.folders.delete(folder.id)
    files = [path for path in database.parent.iterdir() if path.is_file()]
    assert not [path.name for path in files if b"secret name" in path.read_bytes()]
    with contextlib.closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("SELECT title, folder_id FROM chats").fetchall() == [("Kept", None)]


def test_a_backup_made_while_a_folder_is_deleted_has_not_its_name(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ChatStore.open(database) as store:
        folder, _ = store.folders.make("a very secret name")
        shut = store._database.copies.shut

        @contextlib.contextmanager
        def shut_and_overtaken() -> Iterator[None]:
            with shut():
                yield
            now = datetime(2026, 11, 23, tzinfo=UTC)
            assert store.care.back_up_if_due(now) is BackupOutcome.MADE

        monkeypatch.setattr(store._database.copies, "shut", shut_and_overtaken)
        store.folders.delete(folder.id)
        monkeypatch.undo()
    (backup,) = database.parent.glob("*.backup.db")
    assert b"secret name" not in backup.read_bytes()


def test_a_chat_is_pinned_or_archived_and_never_both(store: ChatStore) -> None:
    one, two = store.create_chat().id, store.create_chat().id
    pinned = store.marks.pin([one, two], is_pinned=True)
    assert all(chat.pinned_at and not chat.archived_at for chat in pinned)
    archived = store.marks.archive([two], is_archived=True)
    assert all(chat.archived_at and not chat.pinned_at for chat in archived)
    (again,) = store.marks.pin([two], is_pinned=True)
    assert again.pinned_at
    assert not again.archived_at
    assert [chat.pinned_at for chat in store.marks.pin([one], is_pinned=False)] == [None]
    with pytest.raises(UnknownChat):
        store.marks.pin([ChatId(99)], is_pinned=True)


def test_chats_come_back_from_the_archive_pinned_as_they_were(store: ChatStore) -> None:
    ids = [store.create_chat().id for _ in range(5)]
    pinned = store.marks.pin(ids[:2], is_pinned=True)
    before = (*pinned, *map(store.chat, ids[2:]))
    store.marks.archive(ids, is_archived=True)
    store.trash.put([ids[3]])
    store.marks.pin([ids[1]], is_pinned=True)  # the user has brought it back since
    now = store.chat(ids[1])

    back = store.marks.take_back(before)

    assert back == (before[0], before[2], before[4])
    assert store.chat(ids[1]) == now
    assert store.chat(ids[3]).archived_at
    assert store.marks.take_back(before) == ()


def test_a_chat_that_is_pinned_again_keeps_its_place(store: ChatStore) -> None:
    one, two = store.create_chat().id, store.create_chat().id
    (before,) = store.marks.pin([one], is_pinned=True)
    after = store.marks.pin([one, two], is_pinned=True)
    assert after[0].pinned_at == before.pinned_at
    assert store.marks.pin([one], is_pinned=True)[0] == before


def test_a_message_brings_an_archived_chat_back_to_the_list(store: ChatStore) -> None:
    chat = store.create_chat().id
    store.marks.archive([chat], is_archived=True)
    store.add_message(chat, parent_id=None, role=Role.USER, text="Are you there?")
    assert store.chat(chat).archived_at is None


def test_a_fork_lies_in_the_folder_of_its_chat(store: ChatStore) -> None:
    chat = store.create_chat().id
    folder, _ = store.folders.make("Work", [chat])
    message = store.add_message(chat, parent_id=None, role=Role.USER, text="question")
    assert store.copy_branch(message.id, title="copy").folder_id == folder.id


def test_tens_of_thousands_of_chats_are_changed_in_one_go(store: ChatStore) -> None:
    with store._database.writing() as connection:
        connection.exec_driver_sql(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)"
            " INSERT INTO chats (title, system_prompt, created_at, updated_at)"
            " SELECT 'chat ' || i, '', '2026-01-01T00:00:00.000000+00:00',"
            " '2026-01-01T00:00:00.000000+00:00' FROM n"
        )
    every = [chat.id for chat in store.list_chats()]
    folder, moved = store.folders.make("All", every)
    assert len(moved) == len(every) == 40_000
    assert len(store.trash.put(every)) == 40_000
    assert len(store.trash.all()) == 40_000
    assert len(store.trash.restore(every)) == 40_000
    assert len(store.folders.delete(folder.id)[1]) == 40_000
