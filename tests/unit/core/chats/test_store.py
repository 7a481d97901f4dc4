"""What the chat store keeps, gives back and lets go.

Longer than other files: the door has a short test for each thing that can be done.
"""

from __future__ import annotations

import gc
import json
import sqlite3
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from sqlalchemy import event

from app.core.chats import queries
from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.records import ChatId, ChatSetup, Message, MessageId, MessageStatus, PurgeResult
from app.core.chats.store import ChatStore
from app.core.errors import BugError, Cause, Problem, told_as
from app.core.messages import Attachment, Role, TokenRecord
from app.core.phrases import NO_WORDS, Amount, phrase

if TYPE_CHECKING:
    from pathlib import Path


def _ask(
    store: ChatStore, chat_id: ChatId, parent: MessageId | None, text: str = "Why?"
) -> Message:
    return store.add_message(chat_id, parent_id=parent, role=Role.USER, text=text)


def _begin_answer(store: ChatStore, question: Message) -> Message:
    return store.add_message(
        question.chat_id,
        parent_id=question.id,
        role=Role.ASSISTANT,
        text="",
        status=MessageStatus.STREAMING,
        model="tiny",
    )


def _record(*ids: int) -> TokenRecord:
    return TokenRecord("vocabulary", len(ids), bytes(16), ids)


# -- several writes at once --


def test_several_writes_are_kept_together_and_read_before_they_are(store: ChatStore) -> None:
    with store.at_once():
        chat = store.create_chat()
        question = _ask(store, chat.id, None)
        answer = _begin_answer(store, question)
        assert [one.id for one in store.path(chat.id)] == [question.id, answer.id]

    assert [one.id for one in store.path(chat.id)] == [question.id, answer.id]


def test_where_one_of_several_writes_fails_none_is_kept(store: ChatStore) -> None:
    def write() -> None:
        with store.at_once():
            _ask(store, store.create_chat().id, None)
            _ask(store, ChatId(4711), None)

    with pytest.raises(UnknownChat):
        write()

    assert store.list_chats() == ()
    chat = store.create_chat()  # the store goes on working
    assert store.list_chats() == (chat,)


# -- chats --


def test_a_new_chat_is_kept_with_its_title_and_system_prompt(database: Path) -> None:
    before = datetime.now(UTC)
    with ChatStore.open(database) as store:
        created = store.create_chat(title="Bread", setup=ChatSetup("You bake."))

    with ChatStore.open(database) as store:
        assert store.list_chats() == (created,)
    assert (created.title, created.system_prompt, created.leaf_id) == ("Bread", "You bake.", None)
    assert before <= created.created_at <= datetime.now(UTC)
    assert created.created_at.utcoffset() == timedelta(0)


def test_the_chat_with_the_newest_message_is_listed_first(store: ChatStore) -> None:
    first, second, third = (store.create_chat(title=title) for title in "abc")

    _ask(store, first.id, None)

    assert [chat.id for chat in store.list_chats()] == [first.id, third.id, second.id]


def test_the_garbage_collector_never_looks_at_the_chats_of_a_list(store: ChatStore) -> None:
    store.create_chat(title="One of 100,000")
    (chat,) = store.list_chats()
    assert not gc.is_tracked(chat)


def test_renaming_a_chat_keeps_its_place_in_the_list(store: ChatStore) -> None:
    first, second = store.create_chat(), store.create_chat()

    renamed = store.rename_chat(first.id, "Bread")

    assert renamed.title == "Bread"
    assert [chat.id for chat in store.list_chats()] == [second.id, first.id]


def test_a_trashed_chat_leaves_the_list_and_comes_back_whole(store: ChatStore) -> None:
    chat = store.create_chat(title="Bread")
    question = _ask(store, chat.id, None)

    store.trash.put([chat.id])
    listed = store.list_chats()
    restored = store.trash.restore([chat.id])[0]

    assert listed == ()
    assert store.list_chats() == (restored,)
    assert store.path(chat.id) == (question,)


def test_purging_deletes_what_lies_in_the_trash_and_nothing_else(store: ChatStore) -> None:
    kept, trashed = store.create_chat(), store.create_chat()
    question = _ask(store, trashed.id, None)
    store.trash.delete_for_good([trashed.id])

    assert store.deletions.purge() == PurgeResult(chats=(trashed.id,))
    assert store.deletions.purge() == PurgeResult()

    assert [chat.id for chat in store.list_chats()] == [kept.id]
    with pytest.raises(UnknownChat):
        store.trash.restore([trashed.id])
    with pytest.raises(UnknownMessage):
        store.message(question.id)


def test_a_purged_text_cannot_be_found_in_any_file(database: Path) -> None:
    with ChatStore.open(database) as store:
        chat = store.create_chat()
        _ask(store, chat.id, None, "a very secret recipe " * 500)
        store.trash.delete_for_good([chat.id])
        store.deletions.purge()

        files = [path for path in database.parent.iterdir() if path.is_file()]
        assert not [path.name for path in files if b"secret recipe" in path.read_bytes()]


def test_a_purged_chat_of_thousands_of_messages_is_deleted_in_one_go(store: ChatStore) -> None:
    question = _ask(store, store.create_chat().id, None)
    with store._database.writing() as connection:
        for _ in range(2_100):  # beyond SQLite's limit of 1,000 nested cascades
            connection.exec_driver_sql(
                "INSERT INTO messages (chat_id, parent_id, role, status, created_at, model,"
                " problem, stats, text) SELECT chat_id, max(id), role, status, created_at, model,"
                " problem, stats, text FROM messages"
            )
    chat = store.set_leaf(question.chat_id, MessageId(question.id + 2_100))
    assert len(store.path(chat.id)) == 2_101
    store.trash.delete_for_good([chat.id])

    assert store.deletions.purge().chats == (chat.id,)


def test_ids_of_purged_chats_and_messages_are_never_used_again(database: Path) -> None:
    with ChatStore.open(database) as store:
        old_chat = store.create_chat()
        old_message = _ask(store, old_chat.id, None)
        store.trash.delete_for_good([old_chat.id])
        store.deletions.purge()

    with ChatStore.open(database) as store:
        new_chat = store.create_chat()
        new_message = _ask(store, new_chat.id, None)

    assert new_chat.id > old_chat.id
    assert new_message.id > old_message.id


# -- what goes along --

FILES = (Attachment("notes ✎.txt", "one\ntwo"), Attachment("empty.md", ""))


def test_what_is_attached_comes_back_in_order_wherever_its_message_does(database: Path) -> None:
    with ChatStore.open(database) as store:
        chat = store.create_chat()
        question = store.add_message(
            chat.id, parent_id=None, role=Role.USER, text="", attachments=FILES
        )
        answer = _begin_answer(store, question)

    with ChatStore.open(database) as store:
        assert question.attachments == FILES
        assert store.message(question.id) == question
        assert [message.attachments for message in store.path(chat.id)] == [FILES, ()]
        assert [message.attachments for message in store.tail(chat.id, 2)] == [FILES, ()]
        copy = store.copy_branch(answer.id, title="Copy")
        assert [message.attachments for message in store.path(copy.id)] == [FILES, ()]


def test_an_attached_text_cannot_be_found_once_its_message_is_deleted(database: Path) -> None:
    secret = (Attachment("recipe.txt", "a very secret recipe " * 500),)
    with ChatStore.open(database) as store:
        chat = store.create_chat()
        question = store.add_message(
            chat.id, parent_id=None, role=Role.USER, text="?", attachments=secret
        )
        store.deletions.delete(chat.id, question.id)
        store.deletions.purge()

        files = [path for path in database.parent.iterdir() if path.is_file()]
        assert not [path.name for path in files if b"secret recipe" in path.read_bytes()]


def test_what_a_chat_wants_of_the_model_is_kept_and_copied(database: Path) -> None:
    setup = ChatSetup("You bake.", (("temperature", 0.5), ("max_tokens", 100)))
    with ChatStore.open(database) as store:
        chat = store.create_chat()
        question = _ask(store, chat.id, None)
        follow_up = _ask(store, chat.id, question.id)
        store.set_up_chat(chat.id, setup)
        store.set_context_from(chat.id, follow_up.id)

    with ChatStore.open(database) as store:
        assert store.chat(chat.id).setup == setup
        assert store.chat(chat.id).context_from == follow_up.id
        copy = store.copy_branch(follow_up.id, title="Copy")
        assert copy.setup == setup
        assert copy.context_from == copy.leaf_id
        assert store.copy_branch(question.id, title="Copy").context_from is None
        assert store.set_context_from(chat.id, None).context_from is None


def test_the_model_that_answered_a_chat_is_that_of_its_copy(database: Path) -> None:
    path = "/models/\udcff.gguf"  # a name that is no UTF-8
    with ChatStore.open(database) as store:
        chat = store.create_chat()
        question = _ask(store, chat.id, None)
        assert store.copy_branch(question.id, title="Before").model_path == ""
        store.marks.answered_by(chat.id, path)

        assert store.copy_branch(question.id, title="After").model_path == path


def test_chats_find_the_models_of_a_server_that_is_called_otherwise_now(store: ChatStore) -> None:
    paths = ["server:attic/a/b.gguf", "server:attic/c", "server:attics/c", "/attic/c.gguf", ""]
    chats = [store.create_chat() for _path in paths]
    for chat, path in zip(chats, paths, strict=True):
        if path:
            store.marks.answered_by(chat.id, path)

    assert set(store.marks.follow_server("attic", "cellar")) == {chats[0].id, chats[1].id}

    assert [store.chat(chat.id).model_path for chat in chats] == [
        "server:cellar/a/b.gguf", "server:cellar/c", "server:attics/c", "/attic/c.gguf", "",
    ]  # fmt: skip
    assert store.marks.follow_server("attic", "cellar") == ()


def test_the_model_cannot_read_from_a_message_of_another_chat(store: ChatStore) -> None:
    foreign = _ask(store, store.create_chat().id, None)
    with pytest.raises(UnknownMessage):
        store.set_context_from(store.create_chat().id, foreign.id)


# -- the tree --


def test_a_message_becomes_the_leaf_and_the_path_leads_to_it(store: ChatStore) -> None:
    chat = store.create_chat()
    question = _ask(store, chat.id, None)
    answer = _begin_answer(store, question)

    assert store.path(chat.id) == (question, answer)
    assert store.chat(chat.id).leaf_id == answer.id


def test_a_second_answer_is_a_sibling_and_destroys_nothing(store: ChatStore) -> None:
    chat = store.create_chat()
    question = _ask(store, chat.id, None)
    first = _begin_answer(store, question)
    store.set_leaf(chat.id, question.id)
    second = _begin_answer(store, question)

    assert store.path(chat.id) == (question, second)
    assert store.children(chat.id, question.id) == (first, second)
    store.set_leaf(chat.id, first.id)
    assert store.path(chat.id) == (question, first)


def test_a_branch_ends_at_its_newest_answers(store: ChatStore) -> None:
    chat = store.create_chat()
    question = _ask(store, chat.id, None)
    old, new = _begin_answer(store, question), _begin_answer(store, question)
    follow_up = _ask(store, chat.id, old.id)

    assert store.branch_end(question.id) == new.id
    assert store.branch_end(old.id) == follow_up.id
    assert store.branch_end(new.id) == new.id


def test_without_a_leaf_a_chat_shows_nothing_and_keeps_everything(store: ChatStore) -> None:
    chat = store.create_chat()
    question = _ask(store, chat.id, None)

    assert store.set_leaf(chat.id, None).leaf_id is None

    assert store.path(chat.id) == ()
    assert store.children(chat.id, None) == (question,)


def test_a_message_of_another_chat_is_refused_as_parent_and_as_leaf(store: ChatStore) -> None:
    chat, other = store.create_chat(), store.create_chat()
    foreign = _ask(store, other.id, None)

    with pytest.raises(UnknownMessage):
        _ask(store, chat.id, foreign.id)
    with pytest.raises(UnknownMessage):
        store.set_leaf(chat.id, foreign.id)
    assert store.path(chat.id) == ()


def test_unknown_ids_are_told_in_plain_words(store: ChatStore) -> None:
    chat_id, message_id = ChatId(404), MessageId(404)
    for ask_for_chat in (
        lambda: store.chat(chat_id),
        lambda: store.path(chat_id),
        lambda: store.rename_chat(chat_id, ""),
        lambda: store.trash.put([chat_id])[0],
        lambda: store.trash.restore([chat_id])[0],
        lambda: store.set_leaf(chat_id, None),
        lambda: _ask(store, chat_id, None),
    ):
        with pytest.raises(UnknownChat, match="This chat no longer exists"):
            ask_for_chat()
    for ask_for_message in (
        lambda: store.message(message_id),
        lambda: store.branch_end(message_id),
        lambda: store.write_text(message_id, ""),
        lambda: store.reopen_message(message_id),
        lambda: store.finish_message(message_id, text="", status=MessageStatus.COMPLETE),
    ):
        with pytest.raises(UnknownMessage, match="This message no longer exists"):
            ask_for_message()


# -- answers --


def test_a_streaming_answer_is_kept_word_by_word_and_then_whole(store: ChatStore) -> None:
    answer = _begin_answer(store, _ask(store, store.create_chat().id, None))

    store.write_text(answer.id, "Be")
    partial = store.message(answer.id)
    finished = store.finish_message(
        answer.id,
        text="Because.",
        status=MessageStatus.COMPLETE,
        record=_record(1, 2, 3),
        stats={"n_generated": 3.0, "source": "disk"},
    )

    assert (partial.text, partial.status) == ("Be", MessageStatus.STREAMING)
    assert finished == store.message(answer.id)
    assert (finished.text, finished.status) == ("Because.", MessageStatus.COMPLETE)
    assert finished.model == "tiny"
    assert finished.record == _record(1, 2, 3)
    assert finished.stats == (("n_generated", 3.0), ("source", "disk"))


def test_a_failed_answer_keeps_its_text_and_tells_the_problem(store: ChatStore) -> None:
    answer = _begin_answer(store, _ask(store, store.create_chat().id, None))

    failed = store.finish_message(
        answer.id, text="Beca", status=MessageStatus.FAILED, problem=told_as("The context is full.")
    )

    assert (failed.text, failed.problem) == ("Beca", told_as("The context is full."))
    assert failed.status is MessageStatus.FAILED


PROBLEM = Problem(
    phrase("This chat takes {n} tokens {{.", n=Amount(1202)),
    phrase("“{name}” is kept.", name="{brackets}\nund 水"),
    NO_WORDS,
    "Traceback: {}",
    is_bug=True,
    may_pass=True,
    cause=Cause.ENGINE,
)


def test_why_an_answer_failed_is_read_as_it_was_told(store: ChatStore, database: Path) -> None:
    answer = _begin_answer(store, _ask(store, store.create_chat().id, None))

    store.finish_message(answer.id, text="", status=MessageStatus.FAILED, problem=PROBLEM)

    assert store.message(answer.id).problem == PROBLEM
    store.close()
    with ChatStore.open(database) as again:
        assert again.message(answer.id).problem == PROBLEM


@pytest.mark.parametrize(
    "stored",
    [
        "The context {is} full. Start a new chat.",
        '{"what": {"text": "The context',
        "[1, 2]",
        "12",
        "null",
        '{"what": {}}',
        '{"what": {"text": "{a.b}", "values": [["a", ""]], "numbers": []}}',
        '{"what": {"text": "{}", "values": [["a", ""]]}, "effect": 3}',
        json.dumps(to_builtins(PROBLEM)).replace('"1,202"', '"1,2?2"'),
        json.dumps(to_builtins(PROBLEM)).replace('"engine"', '"engime"'),
        "[" * 100_000,
    ],
)
def test_a_stored_problem_that_cannot_be_read_is_told_as_it_stands(stored: str) -> None:
    assert queries.problem_of_text(stored) == told_as(stored)
    assert told_as(stored).text() == stored


def test_a_late_partial_text_cannot_cut_a_finished_answer(store: ChatStore) -> None:
    answer = _begin_answer(store, _ask(store, store.create_chat().id, None))
    store.finish_message(answer.id, text="Because.", status=MessageStatus.STOPPED)

    with pytest.raises(BugError, match="does not stream"):
        store.write_text(answer.id, "Beca")

    assert store.message(answer.id).text == "Because."


def test_a_reopened_answer_streams_on_and_keeps_its_text(store: ChatStore) -> None:
    answer = _begin_answer(store, _ask(store, store.create_chat().id, None))
    store.finish_message(answer.id, text="Be", status=MessageStatus.FAILED, problem=told_as("Oh."))

    reopened = store.reopen_message(answer.id)
    store.write_text(answer.id, "Because")

    assert (reopened.text, reopened.status, reopened.problem) == (
        "Be",
        MessageStatus.STREAMING,
        None,
    )
    assert store.message(answer.id).text == "Because"


def test_an_answer_that_streams_when_the_store_closes_is_interrupted_afterwards(
    database: Path,
) -> None:
    with ChatStore.open(database) as store:
        question = _ask(store, store.create_chat().id, None)
        answer = _begin_answer(store, question)
        store.write_text(answer.id, "Half an ans")

    with ChatStore.open(database) as store:
        (found,) = store.interrupted()
        assert (found.id, found.text) == (answer.id, "Half an ans")
        assert found.status is MessageStatus.INTERRUPTED
        assert store.path(question.chat_id) == (question, found)
    with ChatStore.open(database) as store:
        assert store.interrupted() == ()


def test_a_question_whose_answer_never_began_is_kept(database: Path) -> None:
    with ChatStore.open(database) as store:
        question = _ask(store, store.create_chat().id, None, "Is anybody there?")

    with ChatStore.open(database) as store:
        assert store.path(question.chat_id) == (question,)
        assert store.interrupted() == ()


@given(text=st.text(st.characters(codec="utf-8")))
def test_every_text_comes_back_as_it_was(shared_store: ChatStore, text: str) -> None:
    chat = shared_store.create_chat(title=text, setup=ChatSetup(text))
    question = _ask(shared_store, chat.id, None, text)

    assert shared_store.path(chat.id)[0].text == question.text == text
    assert (chat.title, chat.system_prompt) == (text, text)


def test_lone_surrogates_of_a_damaged_paste_become_replacement_characters(store: ChatStore) -> None:
    chat = store.create_chat(title="\udc00")
    question = _ask(store, chat.id, None, "a\ud800b \ud83d\ude00")

    assert (chat.title, question.text) == ("�", "a�b 😀")


# -- cost and manners --


def test_a_path_of_any_length_takes_the_same_few_statements(store: ChatStore) -> None:
    statements: list[str] = []
    event.listen(
        store._database._engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_: statements.append(statement),
    )
    chat = store.create_chat()
    counts = set()
    parent = None
    for _ in range(3):
        for _ in range(5):
            answer = _begin_answer(store, _ask(store, chat.id, parent))
            store.finish_message(
                answer.id, text="", status=MessageStatus.COMPLETE, record=_record(1)
            )
            parent = answer.id
        statements.clear()
        store.path(chat.id)
        counts.add(len(statements))

    assert len(counts) == 1
    assert counts.pop() <= 6  # one more for each kind of what goes along


def test_every_commit_is_durable_and_references_are_checked(store: ChatStore) -> None:
    with store._database.reading() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")
        }

    assert values == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "trusted_schema": 0,
    }


@pytest.mark.unix("modes of files")
def test_the_files_are_for_this_user_only(store: ChatStore, database: Path) -> None:
    _ask(store, store.create_chat().id, None)

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in database.parent.iterdir()}

    assert modes["chats.db"] == modes["chats.db-wal"] == modes["chats.db.lock"] == 0o600


def test_a_closed_store_leaves_one_database_file_that_others_can_read(database: Path) -> None:
    with ChatStore.open(database) as store:
        store.create_chat(title="Bread")

    assert {path.name for path in database.parent.iterdir()} <= {"chats.db", "chats.db.lock"}
    with closing(sqlite3.connect(database)) as foreign:
        assert foreign.execute("SELECT title FROM chats").fetchall() == [("Bread",)]


def test_a_store_opened_by_one_thread_may_be_closed_by_another(database: Path) -> None:
    opened: list[ChatStore] = []
    worker = threading.Thread(target=lambda: opened.append(ChatStore.open(database)))
    worker.start()
    worker.join()

    opened[0].close()

    with ChatStore.open(database) as store:
        assert store.list_chats() == ()


def test_an_answer_that_ended_unseen_marks_its_chat_until_somebody_looks(database: Path) -> None:
    with ChatStore.open(database) as store:
        seen, unseen = store.create_chat(), store.create_chat()
        for chat, is_unread in ((seen, False), (unseen, True)):
            said = store.add_message(
                chat.id,
                parent_id=None,
                role=Role.ASSISTANT,
                text="",
                status=MessageStatus.STREAMING,
            )
            store.finish_message(
                said.id, text="Done", status=MessageStatus.COMPLETE, is_unread=is_unread
            )
        fork = store.copy_branch(said.id, title="Fork")
    with ChatStore.open(database) as store:
        marked = {chat.id: chat.is_unread for chat in store.list_chats()}
        assert marked == {seen.id: False, unseen.id: True, fork.id: False}
        store.marks.see(unseen.id)
    with ChatStore.open(database) as store:
        assert not any(chat.is_unread for chat in store.list_chats())


def test_a_chat_of_any_length_is_copied_by_as_many_statements(store: ChatStore) -> None:
    def n_statements(n_messages: int) -> int:
        parent, chat = None, store.create_chat()
        for number in range(n_messages):
            role = Role.ASSISTANT if number % 2 else Role.USER
            file = (Attachment("a.txt", "words"),)
            parent = store.add_message(
                chat.id, parent_id=parent, role=role, text=f"{number}", attachments=file
            ).id
        assert parent is not None
        executed: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
            executed.append(statement)

        event.listen(store._database._engine, "after_cursor_execute", note)
        copy = store.copy_branch(parent, title="Copy")
        event.remove(store._database._engine, "after_cursor_execute", note)
        copied = store.path(copy.id)
        assert [message.text for message in copied] == [str(n) for n in range(n_messages)]
        assert all(message.attachments for message in copied)
        return len(executed)

    assert n_statements(40) == n_statements(4)
