"""The index follows the chats: in the background, through a kill, and without a trace of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.chats.parts.search_index import LONG_CHARS
from app.core.chats.records import MessageStatus
from app.core.chats.search.reader import SearchReader
from app.core.chats.search.values import SearchDamaged, SearchQuestion
from app.core.chats.store import ChatStore
from app.core.chats.upgrade import back_up, driver_of
from app.core.errors import KnownError
from app.core.messages import Attachment, Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.records import Message
    from app.core.chats.search.values import SearchPage
    from tests.conftest import ExpectLog

    Say = Callable[..., Message]
    Ask = Callable[..., SearchPage]

SECRET = "xylophone quartzite 学者 zugzwang"
WORDS = [word.encode() for word in SECRET.split()]
# FTS5 writes of a word what the word before it has not: here they have one letter in common.
PIECES = [word[at:] for word in WORDS for at in range(3) if len(word[at:]) > 5]


def files_with(folder: Path, *words: bytes) -> list[str]:
    """The files below a folder that hold a word, in any case."""
    found = []
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes().lower() if path.is_file() else b""
        found += [f"{path.name}: {word!r}" for word in words if word.lower() in content]
    return found


def finish(store: ChatStore) -> None:
    """Let everything be indexed that waits."""
    while store.search.step():
        pass


def fill(store: ChatStore, n: int = 300) -> None:
    """Messages that share words, in which another one is but one more."""
    chat = store.create_chat(title="Other")
    parent = None
    for number in range(n):
        text = f"message number {number} about xenon and quasars, zebras {number * 7919 % 1000}"
        parent = store.add_message(chat.id, parent_id=parent, role=Role.USER, text=text).id


def test_no_byte_of_a_purged_message_is_in_any_file(store: ChatStore, database: Path) -> None:
    fill(store)
    chat = store.create_chat()
    files = (Attachment("zugzwang.txt", SECRET.upper()),)
    first = store.add_message(chat.id, parent_id=None, role=Role.USER, text="hello there")
    message = store.add_message(
        chat.id, parent_id=first.id, role=Role.USER, text=SECRET, attachments=files
    )
    fill(store, 40)
    with store._database.reading() as connection:
        back_up(driver_of(connection), database, "0008")
    assert files_with(database.parent, *PIECES)

    store.deletions.delete(chat.id, message.id)
    assert store.deletions.purge().failure is None

    assert files_with(database.parent, *PIECES) == []
    with SearchReader.open(database) as reader:
        assert reader.rank(SearchQuestion("xylophone")).messages == ()
        assert reader.rank(SearchQuestion("ylophon")).messages == ()
        assert len(reader.rank(SearchQuestion("quasars")).messages) == 340


def test_no_byte_of_a_purged_chat_is_in_any_file_while_somebody_searches(
    store: ChatStore, database: Path
) -> None:
    fill(store)
    chat = store.create_chat(title=SECRET)
    store.add_message(chat.id, parent_id=None, role=Role.USER, text=SECRET)
    with SearchReader.open(database) as reader:
        assert len(reader.rank(SearchQuestion("xylo")).messages) == 1
        store.trash.delete_for_good([chat.id])
        assert store.deletions.purge().failure is None

        assert files_with(database.parent, *PIECES) == []


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(order=st.lists(st.sampled_from(["say", "secret", "cut", "step", "purge"]), max_size=12))
def test_whatever_happens_before_it_a_purge_leaves_nothing(
    tmp_path_factory: pytest.TempPathFactory, order: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("purge")
    with ChatStore.open(folder / "chats.db") as store:
        for deed in [*order, "purge"]:
            match deed:
                case "say":
                    fill(store, 3)
                case "secret":
                    chat = store.create_chat()
                    store.add_message(chat.id, parent_id=None, role=Role.USER, text=SECRET)
                    store.trash.delete_for_good([chat.id])
                case "cut":  # an answer that went on after it was indexed
                    chat = store.create_chat()
                    answer = store.add_message(
                        chat.id, parent_id=None, role=Role.ASSISTANT, text="xyloph"
                    )
                    store.reopen_message(answer.id)
                    store.finish_message(answer.id, text=SECRET, status=MessageStatus.COMPLETE)
                    store.trash.delete_for_good([chat.id])
                case "step":
                    store.search.step()
                case _:
                    assert store.deletions.purge().failure is None
        assert files_with(folder, *PIECES) == []


def test_a_purge_that_is_cut_short_is_finished_by_the_next(
    store: ChatStore, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    chat = store.create_chat()
    store.add_message(chat.id, parent_id=None, role=Role.USER, text=SECRET)
    fill(store, 40)  # so that it lies in an older piece of the index
    store.trash.delete_for_good([chat.id])
    with monkeypatch.context() as kill:
        kill.setattr(store.search, "purge_words", lambda: None)
        store.deletions.purge()
    assert files_with(database.parent, *PIECES)

    store.deletions.purge()
    store.close()

    assert files_with(database.parent, *PIECES) == []


def old_database(path: Path, n: int) -> None:
    """A database of before there was an index."""
    with ChatStore.open(path) as store:
        fill(store, n)
    with closing(sqlite3.connect(path)) as connection:
        for table in ("text", "parts", "words", "pending", "state"):
            connection.execute(f"DROP TABLE search_{table}")
        connection.execute("DROP TABLE message_media")
        connection.execute("ALTER TABLE attachments DROP COLUMN source")
        for table, column in (
            ("chats", "project_version"),
            ("chat_folders", "project_version"),
            ("chat_folders", "project"),
        ):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("UPDATE alembic_version SET version_num = '0007'")
        connection.commit()


def test_an_old_database_is_indexed_in_steps_newest_first_and_goes_on_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "chats.db"
    old_database(path, 30)
    monkeypatch.setattr("app.core.chats.parts.search_index.STEP_S", 0.0)  # one message each

    with ChatStore.open(path) as store:
        assert store.search.is_behind
        assert [store.search.step() for _ in range(3)] == [29, 28, 27]
        with SearchReader.open(path) as reader:
            page = reader.page(reader.rank(SearchQuestion("xenon")))
            assert page.n_waiting == 27
            assert [hit.snippet[:18] for hit in page.hits] == [
                f"message number {number} "[:18] for number in (29, 28, 27)
            ]
    with ChatStore.open(path) as store:
        finish(store)
        assert not store.search.is_behind
        with SearchReader.open(path) as reader:
            page = reader.page(reader.rank(SearchQuestion("xenon")))
            assert (page.n_found, page.n_waiting) == (30, 0)


def test_a_database_that_was_never_prepared_says_so(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    old_database(path, 1)

    with pytest.raises(KnownError, match="not indexed for search"):
        SearchReader.open(path)
    with pytest.raises(KnownError, match=r"Your chats are not indexed for search yet\."):
        SearchReader.open(tmp_path / "nowhere.db")
    assert not (tmp_path / "nowhere.db").exists()


def test_a_long_attachment_is_indexed_after_it_was_sent(store: ChatStore, ask: Ask) -> None:
    chat = store.create_chat()
    files = (Attachment("book.txt", "page " * LONG_CHARS + "needle"),)
    store.add_message(chat.id, parent_id=None, role=Role.USER, text="Read", attachments=files)
    assert (ask("needle").n_found, ask("needle").n_waiting) == (0, 1)

    finish(store)

    assert [hit.snippet[-6:] for hit in ask("needle").hits] == ["needle"]


def test_copies_and_answers_that_were_cut_off_are_indexed_later(database: Path) -> None:
    with ChatStore.open(database) as store:
        chat = store.create_chat()
        said = store.add_message(chat.id, parent_id=None, role=Role.USER, text="unicorn")
        store.copy_branch(said.id, title="Copy")
        store.add_message(
            chat.id,
            parent_id=said.id,
            role=Role.ASSISTANT,
            text="unicorns",
            status=MessageStatus.STREAMING,
        )
    with ChatStore.open(database) as store:
        finish(store)
        with SearchReader.open(database) as reader:
            assert len(reader.rank(SearchQuestion("unicorn")).messages) == 3


def damage(store: ChatStore) -> None:
    """Make FTS5 unable to read its index."""
    with store._database.writing() as connection:
        driver_of(connection).execute(
            "UPDATE search_text_data SET block = x'00ff00ff00ff' WHERE id > 1"
        ).close()
        driver_of(connection).execute(
            "UPDATE search_text_data SET block = x'ffffffffff' WHERE id = 10"
        ).close()


def test_imported_chats_are_indexed_later(store: ChatStore, ask: Ask) -> None:
    chat = store.create_chat(title="Away")
    store.add_message(chat.id, parent_id=None, role=Role.USER, text="a marmalade sandwich")
    whole = store.transfer.whole_chat(chat.id)

    added = store.transfer.add_chat(whole)

    assert store.search.is_behind
    finish(store)
    assert {hit.chat_id for hit in ask("marmalade").hits} == {chat.id, added.id}


def test_a_damaged_index_is_built_anew_and_keeps_nobody_from_writing(
    store: ChatStore, say: Say, ask: Ask, expect_log: ExpectLog
) -> None:
    expect_log("search index is damaged")
    fill(store, 50)
    damage(store)
    with pytest.raises(SearchDamaged, match="index is damaged"):
        ask("quasars")

    new = say("quasars again")  # it is written all the same
    store.finish_message(new.id, text="quasars again!", status=MessageStatus.COMPLETE)
    assert store.message(new.id).text == "quasars again!"

    store.search.rebuild()
    finish(store)
    assert ask("quasars").n_found == 51


def test_a_damaged_index_is_noticed_by_a_purge_and_leaves_nothing(
    store: ChatStore, database: Path, expect_log: ExpectLog
) -> None:
    expect_log("search index is damaged")
    chat = store.create_chat()
    store.add_message(chat.id, parent_id=None, role=Role.USER, text=SECRET)
    fill(store, 50)
    damage(store)
    store.trash.delete_for_good([chat.id])

    assert store.deletions.purge().failure is None

    assert files_with(database.parent, *PIECES) == []
    finish(store)
    with SearchReader.open(database) as reader:
        assert len(reader.rank(SearchQuestion("quasars")).messages) == 50


def test_a_database_with_a_damaged_index_opens(database: Path) -> None:
    with ChatStore.open(database) as store:
        fill(store, 20)
        damage(store)
    with ChatStore.open(database) as store:
        assert len(store.list_chats()) == 1


def test_a_backup_holds_the_chats_and_no_index(store: ChatStore, database: Path) -> None:
    fill(store, 20)
    with store._database.reading() as connection:
        backup = back_up(driver_of(connection), database, "0008")

    copy = backup.rename(database.with_name("copy.db"))
    with ChatStore.open(copy) as old:
        with SearchReader.open(copy) as reader:
            assert reader.rank(SearchQuestion("quasars")).messages == ()
        finish(old)
        with SearchReader.open(copy) as reader:
            assert len(reader.rank(SearchQuestion("quasars")).messages) == 20


def test_the_reader_reads_while_nobody_else_has_the_database_open(database: Path) -> None:
    with ChatStore.open(database) as store:
        fill(store, 3)
    with SearchReader.open(database) as reader:
        assert len(reader.rank(SearchQuestion("quasars")).messages) == 3
    with ChatStore.open(database) as store:
        fill(store, 3)


def test_a_search_neither_waits_for_a_writer_nor_holds_one_up(
    store: ChatStore, database: Path
) -> None:
    fill(store, 10)
    with SearchReader.open(database) as reader, store._database.writing():
        assert len(reader.rank(SearchQuestion("quasars")).messages) == 10
