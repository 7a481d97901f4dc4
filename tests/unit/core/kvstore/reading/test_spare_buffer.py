"""Memory that is fetched before it is needed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import psutil
import pytest

from app.core.kvstore.reading import piece_workers
from app.core.kvstore.reading.piece_workers import SpareBuffer
from tests.unit.core.kvstore.states import Chat, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.kvstore.store import KVStore


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpareBuffer]:
    monkeypatch.setattr(piece_workers, "_LEAST_BYTES", 1000)
    monkeypatch.setattr(piece_workers, "_MOST_BYTES", 3000)
    made = SpareBuffer()
    yield made
    made.close()


def test_what_is_ready_is_given_once_and_other_sizes_are_fetched(memory: SpareBuffer) -> None:
    memory.prepare()
    assert memory.take(1001).size == 1001
    first = memory.take(700)
    assert first.base is not None  # part of the piece that was ready
    assert first.size == 700
    second = memory.take(1000)
    assert second.base is None
    first[:], second[:] = 1, 2
    assert first.max() == 1
    memory.prepare()
    assert memory.take(1000).base is not None


def test_the_next_piece_is_as_large_as_what_was_taken_up_to_a_limit(memory: SpareBuffer) -> None:
    memory.prepare()
    assert memory.take(2000).base is None
    memory.prepare()  # the one that is there is too small now
    assert memory.take(2000).base is not None
    assert memory.take(3001).base is None
    memory.prepare()
    assert memory.take(2001).base is None, "what is over the limit changes nothing"
    memory.prepare()
    assert memory.take(2001).base is not None


def test_a_small_machine_keeps_less_ready(
    monkeypatch: pytest.MonkeyPatch, memory: SpareBuffer
) -> None:
    total = 2000 * piece_workers._MEMORY_SHARE
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=total))
    small = SpareBuffer()
    for one, is_ready in ((small, False), (memory, True)):
        one.take(2001)
        one.prepare()
        assert (one.take(2001).base is not None) == is_ready


def test_without_memory_there_is_none_ready(
    memory: SpareBuffer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(np, "empty", refuse)
        memory.prepare()
    assert memory.take(10).base is None


def test_a_closed_one_prepares_nothing(memory: SpareBuffer) -> None:
    memory.close()
    memory.prepare()
    assert memory.take(10).base is None


def test_chats_that_follow_each_other_in_the_same_memory_are_not_mixed(store: KVStore) -> None:
    chats = [Chat(tokens(n, seed=n), (8, n)) for n in (24, 16, 9)]
    for chat in chats:
        chat.save(store)
    for chat in [*chats, *chats]:
        store._reading.prepare()
        assert chat.restore(store).n_tokens == len(chat.ids)  # compares every byte
