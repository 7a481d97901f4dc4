"""Pictures and sounds of messages: kept, found, described, and which of their files may go."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from app.core.chats.backups import BackupOutcome
from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.media_names import is_digest, plain_alt_text, plain_name
from app.core.chats.records import ChatId, Message, MessageId
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchPage, SearchQuestion
from app.core.chats.store import ChatStore, store_in_memory
from app.core.content.tool_steps import KeptFile, ToolStep
from app.core.errors import BugError, KnownError
from app.core.messages import Attachment, Role, ToolCall
from app.core.plain_value import replace
from tests.helpers.attached_media import digest_of, picture, sound

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.content.media import MediaFile
    from tests.conftest import ExpectLog

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
MEDIA = (picture("Kätzchen 🐱.png", alt_text="A cat\non a sofa"), sound())


def sent(store: ChatStore, *media: MediaFile, text: str = "") -> Message:
    """Return a first message of a chat of its own."""
    chat = store.create_chat(title="Cats")
    return store.add_message(chat.id, parent_id=None, role=Role.USER, text=text, media=media)


def found(database: Path, words: str) -> SearchPage:
    with SearchReader.open(database) as reader:
        return reader.page(reader.rank(SearchQuestion(words)))


# -- kept --


def test_media_come_back_in_order_wherever_their_message_does(database: Path) -> None:
    with ChatStore.open(database) as store:
        question = sent(store, *MEDIA)
        answer = store.add_message(
            question.chat_id, parent_id=question.id, role=Role.ASSISTANT, text="Nice"
        )

    with ChatStore.open(database) as store:
        assert question.media == MEDIA
        assert store.message(question.id) == question
        paths = (
            store.path(question.chat_id),
            store.tail(question.chat_id, 2),
            store.branch(answer.id),
            store.path(store.copy_branch(answer.id, title="Copy").id),
        )
        assert [[one.media for one in path] for path in paths] == [[MEDIA, ()]] * 4
        assert [one.media for one in store.children(question.chat_id, None)] == [MEDIA]
        whole = store.transfer.whole_chat(question.chat_id)
        again = store.transfer.add_chat(whole)
        assert [one.media for one in store.path(again.id)] == [MEDIA, ()]


def test_a_page_is_read_with_as_many_questions_whatever_is_on_it(store: ChatStore) -> None:
    def n_questions(chat_id: ChatId) -> int:
        asked: list[str] = []

        def note(*arguments: object) -> None:
            asked.append(str(arguments[2]))

        engine = store._database._engine
        event.listen(engine, "before_cursor_execute", note)
        store.tail(chat_id, 50)
        event.remove(engine, "before_cursor_execute", note)
        return len(asked)

    chat, parent = store.create_chat(), None
    for number in range(40):
        media = [picture(f"{number}.png", bytes([number])), sound()]
        files = [Attachment("a.txt", "words")]
        parent = store.add_message(
            chat.id, parent_id=parent, role=Role.USER, text="", attachments=files, media=media
        ).id
    bare = sent(store, text="Words alone")

    assert n_questions(chat.id) == n_questions(bare.chat_id)
    assert all(len(one.media) == 2 for one in store.tail(chat.id, 50))


@pytest.mark.parametrize(
    "wrong",
    [
        replace(picture(), digest=picture().digest.upper()),
        replace(picture(), digest="../chats.db"),
        replace(picture(), digest=""),
        replace(picture(), n_bytes=-1),
    ],
)
def test_what_no_medium_can_be_is_refused_and_nothing_of_its_message_is_kept(
    store: ChatStore, wrong: MediaFile
) -> None:
    chat = store.create_chat()
    with pytest.raises(BugError):
        store.add_message(
            chat.id, parent_id=None, role=Role.USER, text="Look", media=[picture(), wrong]
        )
    assert store.path(chat.id) == ()
    assert store.media.in_use() == frozenset()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("cat.png", "cat.png"),
        ("/home/me/cat.png", "cat.png"),
        ("C:\\Users\\me\\cat.png", "cat.png"),
        ("cat\n\x1b[31m\x00.png", "cat [31m.png"),
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("\ud83d.png", ".png"),
        ("👩\u200d🔬.png", "👩\u200d🔬.png"),
        ("a\u2028b", "a b"),
        ("x" * 400, "x" * 300),
        ("..", ".."),
        ("", ""),
    ],
)
def test_the_name_of_a_file_is_kept_in_one_line_without_folders_and_controls(
    store: ChatStore, name: str, kept: str
) -> None:
    message = sent(store, picture(name))

    assert message.media[0].name == kept == plain_name(name)
    assert store.message(message.id) == message


def test_an_alt_text_keeps_its_lines_and_no_control_characters() -> None:
    assert plain_alt_text(" A cat\r\non\ta sofa\x07\u202e ") == "A cat\non a sofa"
    assert len(plain_alt_text("x" * 10_000)) == 4_000


@pytest.mark.parametrize("text", ["a" * 63, "A" * 64, "g" * 64, "a" * 64 + "\n", "٣" * 64, None])
def test_nothing_but_a_digest_is_one(text: object) -> None:
    assert is_digest("0123456789abcdef" * 4)
    assert not is_digest(text)


# -- deleted --


def test_no_word_of_a_medium_is_found_once_its_message_is_deleted(database: Path) -> None:
    secret = picture("zugzwang.png", alt_text="a very secret picture " * 40)
    with ChatStore.open(database) as store:
        question = sent(store, secret)
        assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE
        store.deletions.delete(question.chat_id, question.id)
        assert store.media.in_use() == {secret.digest}
        assert store.deletions.purge().failure is None

        files = [path for path in database.parent.iterdir() if path.is_file()]
        words = (b"secret picture", b"zugzwang", secret.digest.encode())
        assert not [one.name for one in files if any(word in one.read_bytes() for word in words)]
        assert store.media.in_use() == frozenset()


def test_the_media_of_a_chat_go_when_it_is_deleted_for_good(store: ChatStore) -> None:
    first, second = sent(store, *MEDIA), sent(store, MEDIA[0])
    store.trash.delete_for_good([first.chat_id])
    assert store.media.in_use() == {one.digest for one in MEDIA}
    store.deletions.purge()

    assert store.media.in_use() == {MEDIA[0].digest}
    assert store.message(second.id).media == MEDIA[:1]


# -- found --


def test_media_are_found_by_name_and_by_what_they_show(store: ChatStore, database: Path) -> None:
    message = sent(store, *MEDIA, text="Look")

    hits = [found(database, words).hits[0] for words in ("kätzchen", "sofa", "purr.flac", "look")]
    assert {hit.message_id for hit in hits} == {message.id}
    assert [hit.attachment for hit in hits] == [MEDIA[0].name, MEDIA[0].name, "purr.flac", ""]
    assert hits[1].snippet == "A cat on a sofa"
    assert hits[2].snippet == "purr.flac"


def test_a_search_in_a_database_of_before_there_were_media_goes_on(
    store: ChatStore, database: Path
) -> None:
    chat = store.create_chat()
    files = (Attachment("recipe.txt", "Flour"),)
    store.add_message(chat.id, parent_id=None, role=Role.USER, text="Look", attachments=files)
    store.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DROP TABLE message_media")

    assert [hit.attachment for hit in found(database, "flour").hits] == ["recipe.txt"]


# -- described --


def test_an_alt_text_is_changed_found_and_taken_back(store: ChatStore, database: Path) -> None:
    message = sent(store, *MEDIA)
    before = store.chat(message.chat_id)

    changed = store.media.set_alt_text(message.id, 1, " Loud\npurring\x00 ")

    assert changed == store.message(message.id)
    assert changed.media == (MEDIA[0], replace(MEDIA[1], alt_text="Loud\npurring"))
    assert store.chat(message.chat_id) == before
    assert [hit.message_id for hit in found(database, "purring").hits] == [message.id]
    assert store.media.set_alt_text(message.id, 1, MEDIA[1].alt_text) == message
    assert found(database, "purring").hits == ()
    assert [hit.message_id for hit in found(database, "sofa").hits] == [message.id]


def test_an_alt_text_of_what_is_not_there_is_refused_and_changes_nothing(store: ChatStore) -> None:
    message = sent(store, *MEDIA)
    for position in (-1, 2):
        with pytest.raises(KnownError, match=r"This picture or sound no longer exists\."):
            store.media.set_alt_text(message.id, position, "x")
    with pytest.raises(UnknownMessage):
        store.media.set_alt_text(MessageId(99), 0, "x")
    store.trash.put([message.chat_id])
    with pytest.raises(UnknownChat):
        store.media.set_alt_text(message.id, 0, "x")
    store.trash.restore([message.chat_id])
    store.deletions.delete(message.chat_id, message.id)
    with pytest.raises(UnknownMessage):
        store.media.set_alt_text(message.id, 0, "x")
    store.deletions.undo(message.chat_id, message.id)
    assert store.message(message.id) == message


# -- which files may go --

STRAY = digest_of(b"stray")


def test_a_file_goes_when_no_message_has_it_and_only_then(store: ChatStore) -> None:
    message = sent(store, *MEDIA)
    names = [one.digest for one in MEDIA]

    assert store.media.unused([*names, STRAY]) == {STRAY}
    assert store.media.unused([STRAY], held=[STRAY]) == frozenset()
    store.trash.put([message.chat_id])
    assert store.media.unused(names) == frozenset()
    store.trash.restore([message.chat_id])
    store.deletions.delete(message.chat_id, message.id)
    assert store.media.unused(names) == frozenset()
    store.deletions.purge()
    assert store.media.unused(names) == set(names)


def test_what_is_no_digest_is_never_named(store: ChatStore) -> None:
    names = ["notes.txt", STRAY.upper(), f"{STRAY}.tmp", f"{STRAY}.4-5.tmp", "..", "", STRAY]

    assert store.media.unused(names) == {STRAY}


def test_a_file_stays_that_only_a_backup_has(database: Path) -> None:
    """The user goes back to the backup, and finds the picture."""
    with ChatStore.open(database) as store:
        message = sent(store, *MEDIA)
        assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM message_media")  # as if it were another, later database
    with ChatStore.open(database) as store:
        assert store.message(message.id).media == ()
        assert store.media.in_use() == frozenset()
        assert store.media.unused([*(one.digest for one in MEDIA), STRAY]) == {STRAY}
        (backup,) = database.parent.glob("chats.weekly-*.backup.db")
        backup.unlink()
        assert store.media.unused([one.digest for one in MEDIA]) == {one.digest for one in MEDIA}


def test_a_file_that_a_tool_has_made_stays_while_a_result_or_a_backup_names_it(
    database: Path,
) -> None:
    step = ToolStep(ToolCall("a", "{}", "b"), files=(KeptFile("a.csv", STRAY, 3),))
    with ChatStore.open(database) as store:
        chat = store.create_chat()
        store.add_message(chat.id, parent_id=None, role=Role.TOOL, text="", stats=step.as_stats())
        assert store.media.in_use() == {STRAY}
        assert store.media.unused([STRAY, MEDIA[0].digest]) == {MEDIA[0].digest}
        assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE messages SET stats = '{}'")
    with ChatStore.open(database) as store:
        assert store.media.in_use() == frozenset()
        assert store.media.unused([STRAY]) == frozenset()
        next(database.parent.glob("chats.weekly-*.backup.db")).unlink()
        assert store.media.unused([STRAY]) == {STRAY}


def test_nothing_goes_while_a_backup_cannot_be_read(
    store: ChatStore, database: Path, expect_log: ExpectLog
) -> None:
    backup = database.with_name("chats.weekly-000001-20261101.backup.db")
    backup.write_bytes(b"no database at all" * 100)
    expect_log("no original is deleted")

    assert store.media.unused([STRAY]) == frozenset()


def test_a_backup_of_before_there_were_media_holds_none(store: ChatStore, database: Path) -> None:
    backup = database.with_name("chats.0008.backup.db")
    assert store.care.back_up_if_due(NOW) is BackupOutcome.MADE
    shutil.move(next(database.parent.glob("chats.weekly-*")), backup)
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("DROP TABLE message_media")

    assert store.media.unused([STRAY]) == {STRAY}


def test_nothing_goes_while_a_damaged_database_is_kept(store: ChatStore, database: Path) -> None:
    damaged = database.with_name("chats.damaged-20261123-120000.db")
    damaged.write_bytes(b"x")
    assert store.media.unused([STRAY]) == frozenset()
    damaged.unlink()
    assert store.media.unused([STRAY]) == {STRAY}


def test_chats_in_memory_name_their_files_and_let_none_go() -> None:
    with store_in_memory(2**52) as store:
        sent(store, *MEDIA)
        assert store.media.in_use() == {one.digest for one in MEDIA}
        assert store.media.unused([STRAY]) == frozenset()
        assert store.media.folder is None


def test_the_folder_lies_beside_the_database(store: ChatStore, database: Path) -> None:
    assert store.media.folder == database.parent / "media"
