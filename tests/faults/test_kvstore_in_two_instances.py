"""Whoever comes second reads, never writes, and survives what the first one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.folder import lock_store
from app.core.kvstore.records import SaveOutcome, StoreState
from app.core.kvstore.store import KVStore
from tests.faults.stored_chat import CUTS, IDS
from tests.unit.core.kvstore.states import ALICE, BOB, FLUSH_S, NAMESPACE, Chat, layout_of, tokens

if TYPE_CHECKING:
    from pathlib import Path


def test_a_second_instance_reads_and_never_writes(root: Path) -> None:
    first = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    chat.save(first)
    second = KVStore.open(root, budget_bytes=0)
    assert second.state is StoreState.READ_ONLY
    assert second.problem is None
    assert chat.restore(second).n_tokens == 9
    assert Chat(tokens(4, seed=1), [4], owner=BOB).save(second) == [SaveOutcome.OFF]
    second.owners.claim(NAMESPACE, BOB, chat.names)
    second.owners.forget(ALICE)
    second.distrust(NAMESPACE, second.longest_prefix(NAMESPACE, IDS))
    assert second.flush(FLUSH_S)
    assert chat.restore(second).n_tokens == 0  # not trusted here
    assert chat.restore(first).n_tokens == 9
    second.close()
    first.close()


def test_a_second_instance_outlives_the_first_and_the_third_writes_again(root: Path) -> None:
    first = KVStore.open(root)
    second = KVStore.open(root)
    chat = Chat(IDS, CUTS)
    chat.save(first)
    first.close()
    assert chat.restore(second).n_tokens == 9
    third = KVStore.open(root)
    assert third.state is StoreState.ON
    assert chat.restore(third).n_tokens == 9
    third.close()
    second.close()


def test_a_second_instance_survives_what_the_first_deletes(root: Path) -> None:
    first, chat = KVStore.open(root), Chat(IDS, CUTS)
    chat.save(first)
    second = KVStore.open(root)
    prefix = second.longest_prefix(NAMESPACE, IDS)
    first.owners.forget(ALICE)
    assert first.flush(FLUSH_S)
    assert second.load(NAMESPACE, layout_of(), prefix).result(FLUSH_S).n_tokens == 0
    assert chat.restore(second).n_tokens == 0
    second.close()
    first.close()


def test_a_second_instance_without_an_index_finds_nothing(root: Path) -> None:
    first, chat = KVStore.open(root), Chat(IDS, CUTS)
    chat.save(first)
    first.close()
    (root / "index.db").unlink()
    with lock_store(root):  # as another does that has not made one yet
        second = KVStore.open(root)
        assert second.state is StoreState.READ_ONLY
        assert chat.restore(second).n_tokens == 0
        second.close()
