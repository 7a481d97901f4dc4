"""What is done with a long chat keeps no other work waiting."""

from __future__ import annotations

import contextlib
import sqlite3
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from app.core.chats.parts.transfer import TransferredChat, TransferredMessage
from app.core.chats.store import ChatStore
from app.core.chats.upgrade import driver_of
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.chats.records import Message

LONG = 600


def _chat(store: ChatStore, n_messages: int) -> tuple[Message, ...]:
    now = datetime.now(UTC)
    messages = tuple(
        TransferredMessage(
            parent=at - 1 if at else None,
            role=Role.ASSISTANT if at % 2 else Role.USER,
            text=f"words of number {at}",
            created_at=now,
        )
        for at in range(n_messages)
    )
    chat = TransferredChat("Long", now, now, messages, leaf=n_messages - 1)
    return store.path(store.transfer.add_chat(chat).id)


@contextmanager
def _counted(store: ChatStore) -> Iterator[list[str]]:
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement)

    engine = store._database._engine
    event.listen(engine, "before_cursor_execute", note)
    yield statements
    event.remove(engine, "before_cursor_execute", note)


def _copy(store: ChatStore, path: tuple[Message, ...]) -> None:
    store.copy_branch(path[-1].id, title="Copy")


def _delete(store: ChatStore, path: tuple[Message, ...]) -> None:
    store.deletions.delete(path[0].chat_id, path[1].id)
    store.deletions.undo(path[0].chat_id, path[1].id)


def _move(store: ChatStore, path: tuple[Message, ...]) -> None:
    store.transfer.add_chat(store.transfer.whole_chat(path[0].chat_id))


def _show(store: ChatStore, path: tuple[Message, ...]) -> None:
    store.set_leaf(path[0].chat_id, path[1].id)
    store.versions(path[0].chat_id)


def _leave_out(store: ChatStore, path: tuple[Message, ...]) -> None:
    store.set_context_from(path[0].chat_id, path[-2].id)


def _trash(store: ChatStore, path: tuple[Message, ...]) -> None:
    store.trash.put([path[0].chat_id])
    store.trash.restore([path[0].chat_id])


@pytest.mark.parametrize("gesture", [_copy, _delete, _move, _show, _leave_out, _trash])
def test_a_gesture_takes_as_many_statements_in_a_long_chat_as_in_a_short_one(
    store: ChatStore, gesture: Callable[[ChatStore, tuple[Message, ...]], None]
) -> None:
    counts = []
    for n_messages in (6, LONG):
        path = _chat(store, n_messages)
        with _counted(store) as statements:
            gesture(store, path)
        counts.append(len(statements))
    assert counts[0] == counts[1] > 0


def test_a_long_chat_is_purged_in_steps_between_which_others_are_written(store: ChatStore) -> None:
    path, other = _chat(store, LONG), _chat(store, 2)
    while store.search.step():
        pass
    store.trash.put([path[0].chat_id])
    store.trash.delete_for_good()
    n_steps = 0
    for number, _step in enumerate(store.deletions.purging(with_messages=False)):
        store.rename_chat(other[0].chat_id, f"{number}")
        n_steps = number + 1
    assert n_steps > LONG // 100
    assert [chat.title for chat in store.list_chats()] == [f"{n_steps - 1}"]


def test_a_purge_that_was_cut_short_goes_on_and_leaves_no_word(
    store: ChatStore, database: Path
) -> None:
    path = _chat(store, LONG)
    while store.search.step():
        pass
    store.trash.put([path[0].chat_id])
    store.trash.delete_for_good()
    steps = store.deletions.purging(with_messages=False)
    for _ in range(3):
        next(steps)
    assert store.deletions.purge().chats == (path[0].chat_id,)
    files = [file for file in database.parent.iterdir() if file.is_file()]
    assert not [file.name for file in files if b"number" in file.read_bytes()]


def test_a_branch_is_read_as_fast_as_ever_where_few_messages_were_counted(
    tmp_path: Path,
) -> None:
    """Earlier versions had SQLite count rows when they closed; an import made them many."""
    path = tmp_path / "chats.db"
    with contextlib.closing(ChatStore.open(path)) as store:
        _chat(store, 2)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("ANALYZE").close()
    with contextlib.closing(ChatStore.open(path)) as store:
        chat_id = _chat(store, 2 * LONG)[0].chat_id
        with store._database.reading() as reading:
            driver = driver_of(reading)
        n_rounds = 0

        def count() -> int:
            nonlocal n_rounds
            n_rounds += 1
            return 0

        driver.set_progress_handler(count, 1_000)
        assert len(store.path(chat_id)) == 2 * LONG
        driver.set_progress_handler(None, 0)
        assert n_rounds < 2 * LONG  # 1,000 steps of SQLite each; all rows for each would be 6,000
