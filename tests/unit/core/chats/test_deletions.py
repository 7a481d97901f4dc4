"""Deleted messages: hidden at once, back after an undo, gone for good after a purge."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.core.chats.errors import BackupNotWritable, UnknownChat, UnknownMessage
from app.core.chats.parts.transfer import TransferredChat, TransferredMessage, TransferredTokens
from app.core.chats.records import ChatSetup, MessageId, MessageStatus, PurgeResult
from app.core.chats.store import ChatStore
from app.core.chats.upgrade import back_up
from app.core.messages import Role
from app.core.plain_value import replace

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import ChatId
    from tests.conftest import ExpectLog


def add(store: ChatStore, chat_id: ChatId, parent: MessageId | None, text: str) -> MessageId:
    role = Role.USER if parent is None else Role.ASSISTANT
    return store.add_message(chat_id, parent_id=parent, role=role, text=text).id


def shown(store: ChatStore, chat_id: ChatId) -> list[str]:
    return [message.text for message in store.path(chat_id)]


def words_on_disk(database: Path, words: str) -> list[str]:
    """The files in the folder of the chats that hold these words."""
    files = [path for path in database.parent.iterdir() if path.is_file()]
    return [path.name for path in files if words.encode() in path.read_bytes()]


def test_nothing_leads_into_a_deleted_message(store: ChatStore) -> None:
    chat = store.create_chat().id
    question = add(store, chat, None, "question")
    first = add(store, chat, question, "first")
    behind = add(store, chat, first, "behind the first")
    second = add(store, chat, question, "second")
    store.set_leaf(chat, behind)
    assert store.deletions.delete(chat, first) == second
    assert shown(store, chat) == ["question", "second"]
    assert [message.text for message in store.children(chat, question)] == ["second"]
    assert store.versions(chat) == {}
    assert store.branch_end(question) == second
    for gone in (first, behind):
        with pytest.raises(UnknownMessage):
            store.message(gone)
        with pytest.raises(UnknownMessage):
            store.branch(gone)
        with pytest.raises(UnknownMessage):
            store.branch_end(gone)
        with pytest.raises(UnknownMessage):
            store.set_leaf(chat, gone)
        with pytest.raises(UnknownMessage):
            store.copy_branch(gone, title="copy")
        with pytest.raises(UnknownMessage):
            add(store, chat, gone, "would be deleted along")
        with pytest.raises(UnknownMessage):
            store.deletions.delete(chat, gone)


def test_an_undo_shows_what_was_shown(store: ChatStore) -> None:
    chat = store.create_chat().id
    question = add(store, chat, None, "question")
    first = add(store, chat, question, "first")
    add(store, chat, first, "newest")
    older = add(store, chat, first, "older")
    add(store, chat, first, "newest of all")
    store.set_leaf(chat, older)
    store.deletions.delete(chat, first)
    store.deletions.undo(chat, first)
    assert shown(store, chat) == ["question", "first", "older"]


def test_an_undo_below_another_deletion_waits_for_that_one(store: ChatStore) -> None:
    chat = store.create_chat().id
    question = add(store, chat, None, "question")
    answer = add(store, chat, question, "answer")
    store.deletions.delete(chat, answer)
    store.deletions.delete(chat, question)
    store.deletions.undo(chat, answer)
    assert shown(store, chat) == []
    store.deletions.undo(chat, question)
    assert shown(store, chat) == ["question", "answer"]


def test_a_message_off_the_shown_branch_is_deleted_without_a_change_of_what_is_shown(
    store: ChatStore,
) -> None:
    chat = store.create_chat().id
    question = add(store, chat, None, "question")
    first = add(store, chat, question, "first")
    second = add(store, chat, question, "second")
    assert store.deletions.delete(chat, first) == second
    assert shown(store, chat) == ["question", "second"]


def test_a_deletion_survives_a_crash_and_is_carried_out_by_the_next_purge(database: Path) -> None:
    with ChatStore.open(database) as store:
        chat = store.create_chat().id
        question = add(store, chat, None, "question")
        add(store, chat, question, "a very secret recipe")
        store.deletions.delete(chat, store.path(chat)[1].id)
    with ChatStore.open(database) as store:
        assert shown(store, chat) == ["question"]
        assert store.deletions.purge() == PurgeResult(changed=(chat,))
        assert not words_on_disk(database, "secret recipe")
        stale = store.memory.stale_after(0)
        assert stale is not None
        assert stale.chat_id == chat
        store.memory.settle(stale.ticket)
        assert store.memory.stale(chat) is None


def test_a_purge_takes_nested_deletions_once(store: ChatStore) -> None:
    chat = store.create_chat().id
    question = add(store, chat, None, "question")
    answer = add(store, chat, question, "answer")
    add(store, chat, answer, "behind")
    store.deletions.delete(chat, answer)
    store.deletions.delete(chat, question)
    assert store.deletions.purge() == PurgeResult(changed=(chat,))
    assert store.deletions.purge() == PurgeResult()


def test_what_is_shown_is_never_purged(store: ChatStore, expect_log: ExpectLog) -> None:
    expect_log("was deleted and is shown")
    chat = store.create_chat().id
    question = add(store, chat, None, "question")
    store.deletions.delete(chat, question)
    with store._database.writing() as connection:  # by whatever fault
        connection.exec_driver_sql(f"UPDATE chats SET leaf_id = {question} WHERE id = {chat}")
    assert store.deletions.purge() == PurgeResult()
    assert shown(store, chat) == ["question"]


def test_a_backup_that_refuses_holds_up_what_comes_after_until_the_next_purge(
    store: ChatStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = tuple(store.create_chat().id for _ in range(3))
    questions = [add(store, chat, None, f"question {chat}") for chat in chats]
    for chat, question in zip(chats, questions, strict=True):
        store.deletions.delete(chat, question)
    with monkeypatch.context() as refusing:
        refusing.setattr(
            "app.core.chats.parts.deletions.scrub_message",
            lambda path, number, *_: refuse(path) if number == questions[1] else None,
        )
        purged = store.deletions.purge()
    assert purged.changed == chats[:1]  # the same backup would refuse each of the others
    assert isinstance(purged.failure, BackupNotWritable)
    assert store.deletions.purge() == PurgeResult(changed=chats[1:])


def refuse(path: Path) -> None:
    raise BackupNotWritable(repr(PermissionError()), backup=path)


def test_nothing_is_added_to_a_deleted_chat(store: ChatStore) -> None:
    chat = store.create_chat().id
    store.trash.put([chat])
    with pytest.raises(UnknownChat):
        add(store, chat, None, "would be deleted along")


def test_no_answer_goes_on_in_a_deleted_chat(store: ChatStore) -> None:
    chat = store.create_chat().id
    answer = add(store, chat, add(store, chat, None, "question"), "answer")
    store.trash.put([chat])
    with pytest.raises(UnknownChat):
        store.reopen_message(answer)
    store.trash.restore([chat])
    assert store.message(answer).status is MessageStatus.COMPLETE
    store.trash.restore([chat])
    add(store, chat, None, "question")


def test_backups_lose_what_is_deleted_and_nothing_else(database: Path) -> None:
    with ChatStore.open(database) as store:
        doomed, kept = store.create_chat(title="Doomed").id, store.create_chat(title="Kept").id
        add(store, doomed, None, "a very secret recipe")
        question = add(store, kept, None, "question")
        answer = add(store, kept, question, "another secret recipe")
        with contextlib.closing(sqlite3.connect(database)) as source:
            backup = back_up(source, database, "0002")
        store.trash.delete_for_good([doomed])
        store.deletions.delete(kept, answer)
        store.deletions.purge()
        assert not words_on_disk(database, "secret recipe")
        with contextlib.closing(sqlite3.connect(backup)) as copy:
            assert copy.execute("SELECT title FROM chats").fetchall() == [("Kept",)]
            assert copy.execute("SELECT text FROM messages").fetchall() == [("question",)]
            assert copy.execute("SELECT leaf_id FROM chats").fetchall() == [(question,)]
            assert copy.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_busy_backup_delays_the_deletion_and_is_told(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.chats.backups.BUSY_S", 0.0)
    with ChatStore.open(database) as store:
        chat = store.create_chat().id
        with contextlib.closing(sqlite3.connect(database)) as source:
            backup = back_up(source, database, "0002")
        store.trash.delete_for_good([chat])
        with contextlib.closing(sqlite3.connect(backup, isolation_level=None)) as foreign:
            foreign.execute("BEGIN EXCLUSIVE")
            purged = store.deletions.purge()
            assert purged.chats == ()
            assert purged.failure is not None
            assert backup.name in str(purged.failure.what)
        assert store.deletions.purge().chats == (chat,)


def test_a_damaged_backup_is_deleted_with_what_it_held(
    database: Path, expect_log: ExpectLog
) -> None:
    expect_log("a damaged backup is deleted")
    with ChatStore.open(database) as store:
        chat = store.create_chat().id
        backup = database.with_name("chats.0001.backup.db")
        backup.write_bytes(b"a very secret recipe" * 1000)
        store.trash.delete_for_good([chat])
        assert store.deletions.purge() == PurgeResult(chats=(chat,))
    assert not backup.exists()


def test_tokens_of_another_branch_that_go_on_from_a_deleted_answer_keep_nothing_alive(
    database: Path, expect_log: ExpectLog
) -> None:
    """No answer of Hearth's is stored so, but what a file says of its tokens can be."""
    expect_log("token record of message 3 does not fit its base")
    first = TransferredTokens(None, 0, 1, bytes(16), "vocabulary", bytes(4))
    second = replace(first, base=1, token_base=1)
    now = datetime(2026, 11, 23, tzinfo=UTC)
    messages = (
        TransferredMessage(None, Role.USER, "question", now),
        TransferredMessage(0, Role.ASSISTANT, "a very secret answer", now, tokens=first),
        TransferredMessage(0, Role.ASSISTANT, "another", now, tokens=second),
    )
    with ChatStore.open(database) as store:
        chat = store.transfer.add_chat(TransferredChat("tokens", now, now, messages, leaf=2)).id
        with contextlib.closing(sqlite3.connect(database)) as source:
            backup = back_up(source, database, "0001")
        store.deletions.delete(chat, MessageId(2))
        assert store.deletions.purge() == PurgeResult(changed=(chat,))
        assert shown(store, chat) == ["question", "another"]
    assert backup.exists()
    assert words_on_disk(database, "secret answer") == []


@pytest.mark.parametrize("is_there", [False, True])
def test_a_backup_keeps_only_a_summary_that_the_chat_has_still(
    database: Path, *, is_there: bool
) -> None:
    setup = ChatSetup(
        sampling=(("seed", 3.0), ("summary", "of a secret recipe"), ("summary_of", "those"))
    )
    with ChatStore.open(database) as store:
        chat = store.create_chat(setup=setup).id
        question = add(store, chat, None, "question")
        answer = add(store, chat, question, "answer")
        with contextlib.closing(sqlite3.connect(database)) as source:
            backup = back_up(source, database, "0002")
        store.deletions.delete(chat, answer)
        if not is_there:
            store.set_up_chat(chat, ChatSetup())
        assert store.deletions.purge() == PurgeResult(changed=(chat,))
    with ChatStore.open(backup) as store:
        kept = dict(store.chat(chat).sampling)
    assert kept == (dict(setup.sampling) if is_there else {"seed": 3.0})
    assert bool(words_on_disk(database, "secret recipe")) == is_there


def test_a_backup_of_the_first_version_has_no_summaries(database: Path) -> None:
    with ChatStore.open(database) as store:
        chat = store.create_chat().id
        question = add(store, chat, None, "a very secret question")
        with contextlib.closing(sqlite3.connect(database)) as source:
            backup = back_up(source, database, "0001")
        with contextlib.closing(sqlite3.connect(backup)) as copy:
            copy.execute("ALTER TABLE chats DROP COLUMN sampling")
        store.deletions.delete(chat, question)
        assert store.deletions.purge() == PurgeResult(changed=(chat,))
    assert words_on_disk(database, "secret question") == []


def test_an_undo_off_the_shown_branch_hides_nothing_that_came_since(store: ChatStore) -> None:
    chat = store.create_chat().id
    question = add(store, chat, None, "question")
    first = add(store, chat, question, "first")
    add(store, chat, question, "second")
    store.deletions.delete(chat, first)
    later = add(store, chat, store.path(chat)[-1].id, "later")
    store.deletions.undo(chat, first)
    assert shown(store, chat) == ["question", "second", "later"]
    assert store.path(chat)[-1].id == later


def test_a_backup_of_other_chats_with_the_same_ids_keeps_them(database: Path) -> None:
    with ChatStore.open(database) as store:
        older = store.create_chat(title="Thesis").id
        with contextlib.closing(sqlite3.connect(database)) as source:
            backup = back_up(source, database, "0002")
    for file in (database, database.with_name("chats.db-wal")):
        file.unlink(missing_ok=True)  # the user has gone back to an older state, here to none
    backup.rename(backup.with_name("kept"))
    with ChatStore.open(database) as store:
        backup.with_name("kept").rename(backup)
        scratch = store.create_chat(title="Scratch").id
        assert scratch == older
        store.trash.delete_for_good([scratch])
        assert store.deletions.purge().chats == (scratch,)
    with contextlib.closing(sqlite3.connect(backup)) as copy:
        assert copy.execute("SELECT title FROM chats").fetchall() == [("Thesis",)]


@pytest.mark.parametrize("name", ["chats.notes.backup.db", "chats.0001.backup.db"])
def test_a_file_that_is_no_backup_is_left_alone_and_holds_nothing_up(
    database: Path, name: str
) -> None:
    other = database.with_name(name)
    with ChatStore.open(database) as store:
        chat = store.create_chat().id
        with contextlib.closing(sqlite3.connect(other)) as foreign:
            foreign.execute("CREATE TABLE notes (text)")
        before = other.read_bytes()
        store.trash.delete_for_good([chat])
        assert store.deletions.purge() == PurgeResult(chats=(chat,))
    assert other.read_bytes() == before
