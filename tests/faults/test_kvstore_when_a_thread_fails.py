"""A writer or a reader that fails is noticed, and chats go on without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.reading.piece_workers import SpareBuffer
from app.core.kvstore.reading.prefix_reader import PrefixReader
from app.core.kvstore.records import SaveOutcome, StoreState
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.publisher import WriteStep
from tests.faults.stored_chat import CUTS, IDS, fail_at, no_leftovers
from tests.unit.core.kvstore.states import FLUSH_S, Chat

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from app.core.errors import Problem
    from tests.conftest import ExpectLog


def test_a_writer_that_dies_is_noticed(
    root: Path, problems: list[Problem], expect_log: ExpectLog
) -> None:
    expect_log("the writer thread died")
    expect_log("the store is off")
    hook = fail_at(WriteStep.SYNCED, RuntimeError("boom"))
    store = KVStore.open(root, on_problem=problems.append, on_step=hook)
    chat = Chat(IDS, CUTS)
    chat.save(store, flush=False)
    assert not store.flush(FLUSH_S)  # and does not wait all that time
    assert store.state is StoreState.OFF
    assert [problem.is_bug for problem in problems] == [True]
    assert chat.save(store, flush=False) == [SaveOutcome.OFF] * 3
    assert chat.restore(store).n_tokens >= 3
    store.close()
    store = KVStore.open(root)
    assert store.state is StoreState.ON
    assert no_leftovers(root)
    store.close()


def test_a_reader_that_fails_is_noticed_and_the_chat_goes_on_without(
    root: Path,
    problems: list[Problem],
    monkeypatch: pytest.MonkeyPatch,
    expect_log: ExpectLog,
) -> None:
    expect_log("a restore failed")
    expect_log("the store is off")
    store = KVStore.open(root, on_problem=problems.append)
    chat = Chat(IDS, CUTS)
    chat.save(store)
    monkeypatch.setattr(PrefixReader, "load", lambda *_: 1 // 0)
    assert chat.restore(store).n_tokens == 0
    assert store.state is StoreState.OFF
    assert [problem.is_bug for problem in problems] == [True]
    store.close()


def test_a_state_too_large_for_memory_is_not_restored(
    root: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("no memory")
    store = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    chat.save(store)

    def no_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(SpareBuffer, "take", no_memory)
    assert chat.restore(store).n_tokens == 0
    monkeypatch.undo()
    assert store.state is StoreState.ON
    assert chat.restore(store).n_tokens == 9
    store.close()
