"""What becomes of a chat that is deleted, and of rows that are not trusted any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.index.writable_index import WritableIndex
from app.core.kvstore.records import SaveOutcome
from app.core.kvstore.store import KVStore
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    NAMESPACE,
    Chat,
    segment_files,
    tokens,
)

if TYPE_CHECKING:
    import threading
    from pathlib import Path


IDS = tokens(24)


def test_forgetting_a_chat_deletes_its_files_and_keeps_what_others_share(
    store: KVStore, root: Path
) -> None:
    alice = Chat(IDS, cuts=[8, 16, 24], owner=ALICE)
    bob = Chat([*IDS[:8], *tokens(8, seed=5)], cuts=[8, 16], owner=BOB)
    alice.save(store)
    bob.save(store)
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert alice.restore(store).n_tokens == 8
    assert bob.restore(store).n_tokens == 16
    assert len(segment_files(root)) == 2
    store.owners.forget(BOB)
    assert store.flush(FLUSH_S)
    assert segment_files(root) == []
    assert store.usage().n_segments == 0


def test_forgetting_a_chat_reaches_what_still_waits(
    held_back: tuple[KVStore, threading.Event], root: Path
) -> None:
    store, go_on = held_back
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store, flush=False)
    store.owners.forget(ALICE)
    go_on.set()
    assert store.flush(FLUSH_S)
    assert chat.restore(store).n_tokens == 0
    assert segment_files(root) == []


def test_an_owner_of_a_middle_segment_keeps_what_leads_to_it(store: KVStore) -> None:
    chat = Chat(IDS, cuts=[8, 16, 24], owner=ALICE)
    chat.save(store)
    store.owners.claim(NAMESPACE, BOB, chat.names[1:2])
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert chat.restore(store).n_tokens == 16


def test_forgetting_goes_on_after_it_was_interrupted(root: Path) -> None:
    store = KVStore.open(root)
    Chat(IDS, cuts=[8, 24]).save(store)
    store.close()
    index = WritableIndex.open(root / "index.db")
    index.disown(ALICE)  # all that a killed `forget` got done
    index.close()
    store = KVStore.open(root)
    assert segment_files(root) == []
    store.close()


def test_forgetting_empties_the_quarantine(store: KVStore, root: Path) -> None:
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store)
    store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, IDS))
    assert store.flush(FLUSH_S)
    assert list((root / "quarantine").iterdir())
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert list((root / "quarantine").iterdir()) == []


def test_a_distrusted_prefix_is_not_found_again_at_once(
    held_back: tuple[KVStore, threading.Event],
) -> None:
    store, go_on = held_back
    chat = Chat(IDS, cuts=[8, 16, 24])
    go_on.set()
    chat.save(store)
    go_on.clear()
    Chat(tokens(8, seed=3), cuts=[8], owner=BOB).save(store, flush=False)  # keeps the writer busy
    store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, IDS[:16]))
    assert chat.restore(store).n_tokens == 0
    assert chat.save(store, flush=False) == [SaveOutcome.QUEUED] * 3  # computed anew
    assert chat.restore(store).n_tokens == 24
    go_on.set()
    assert store.flush(FLUSH_S)
    assert chat.restore(store).n_tokens == 24


def test_what_waits_can_be_distrusted_too(held_back: tuple[KVStore, threading.Event]) -> None:
    store, go_on = held_back
    chat = Chat(IDS, cuts=[8, 16, 24])
    chat.save(store, flush=False)
    store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, IDS[:8]))
    assert chat.restore(store).n_tokens == 0
    go_on.set()
    assert store.flush(FLUSH_S)
    assert chat.restore(store).n_tokens == 0
    assert store.usage().n_segments == 0


def test_branches_that_left_a_distrusted_prefix_earlier_stay(store: KVStore) -> None:
    trunk = Chat(IDS, cuts=[8, 16, 24])
    branch = Chat([*IDS[:8], *tokens(8, seed=5)], cuts=[8, 16], owner=BOB)
    trunk.save(store)
    branch.save(store)
    store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, IDS))
    assert store.flush(FLUSH_S)
    assert branch.restore(store).n_tokens == 0
    assert branch.save(store) == [SaveOutcome.QUEUED, SaveOutcome.ALREADY_STORED]
    assert branch.restore(store).n_tokens == 16


def test_the_quarantine_keeps_only_a_few_files(store: KVStore, root: Path) -> None:
    chat = Chat(IDS, cuts=list(range(2, 25, 2)))
    chat.save(store)
    store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, IDS))
    assert store.flush(FLUSH_S)
    assert len(list((root / "quarantine").iterdir())) == 3
    assert segment_files(root) == []
