"""Saving a chat and bringing it back, byte for byte, and what callers get wrong."""

from __future__ import annotations

import array
import threading
from typing import TYPE_CHECKING

import pytest

from app.core.errors import BugError
from app.core.kvstore.chain import segment_hash
from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout_detection import detect_layout
from app.core.kvstore.index.index import Index
from app.core.kvstore.records import SaveOutcome, StoredPrefix
from app.core.kvstore.store import KVStore
from app.core.plain_value import replace
from app.core.protocol import Limits
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    MLA,
    NAMESPACE,
    OTHER_NAMESPACE,
    PLAIN,
    QUANTISED,
    TRANSPOSED,
    Chat,
    Shape,
    assert_right,
    layout_of,
    segment_files,
    state,
    tokens,
    witness,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.records import IndexedSegment, Owner
    from tests.conftest import ExpectLog

SHAPES = [PLAIN, TRANSPOSED, MLA, QUANTISED]
IDS = tokens(24)


# -- saving and restoring --


@pytest.mark.parametrize("shape", SHAPES)
def test_a_saved_chat_comes_back_byte_for_byte(store: KVStore, shape: Shape) -> None:
    chat = Chat(IDS, cuts=[8, 9, 24], shape=shape)
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    loaded = chat.restore(store)
    assert loaded.n_tokens == 24
    assert loaded.witness == witness(24)
    assert loaded.n_damaged == 0


@pytest.mark.parametrize("shape", SHAPES)
def test_a_chat_comes_back_after_a_restart(root: Path, shape: Shape) -> None:
    chat = Chat(IDS, cuts=[8, 24], shape=shape)
    first = KVStore.open(root)
    chat.save(first)
    first.close()
    second = KVStore.open(root)
    assert chat.restore(second).n_tokens == 24
    assert chat.save(second) == [SaveOutcome.ALREADY_STORED] * 2
    second.close()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_changed_message_keeps_every_token_before_the_change(
    store: KVStore, shape: Shape
) -> None:
    Chat(IDS, cuts=[8, 16, 24], shape=shape).save(store)
    edited = replace_at(IDS, 19)
    loaded = Chat(edited, cuts=[], shape=shape).restore(store)
    assert loaded.n_tokens == 19
    assert loaded.witness is None  # a witness stands only behind a whole piece


def found_of(store: KVStore, owner: Owner) -> int:
    return store.longest_prefix(NAMESPACE, IDS, only_of=lambda one: one == owner).n_tokens


def test_what_is_stored_of_others_is_not_found_where_only_ones_own_counts(
    held_back: tuple[KVStore, threading.Event],
) -> None:
    store, go_on = held_back
    Chat(IDS, cuts=[8, 24], owner=ALICE).save(store, flush=False)  # it waits for the disk
    assert (found_of(store, ALICE), found_of(store, BOB)) == (24, 0)
    go_on.set()
    assert store.flush(FLUSH_S)
    assert (found_of(store, ALICE), found_of(store, BOB)) == (24, 0)
    Chat(IDS, cuts=[8], owner=BOB).save(store)  # he has computed the same himself
    assert (found_of(store, ALICE), found_of(store, BOB)) == (24, 8)


def replace_at(ids: list[int], at: int) -> list[int]:
    return [*ids[:at], ids[at] + 1, *ids[at + 1 :]]


@pytest.mark.parametrize("shape", SHAPES)
def test_waiting_segments_are_found_and_restored_before_they_are_durable(
    held_back: tuple[KVStore, threading.Event], shape: Shape
) -> None:
    store, go_on = held_back
    chat = Chat(IDS, cuts=[8, 24], shape=shape)
    chat.save(store, flush=False)
    assert store.usage().n_segments == 0
    loaded = chat.restore(store)
    assert (loaded.n_tokens, loaded.witness) == (24, witness(24))
    assert Chat(IDS[:20], cuts=[], shape=shape).restore(store).n_tokens == 20
    assert chat.save(store, flush=False) == [SaveOutcome.ALREADY_STORED] * 2
    go_on.set()
    assert store.flush(FLUSH_S)
    assert store.usage().n_segments == 2
    assert chat.restore(store).n_tokens == 24


@pytest.fixture
def stored_meanwhile(
    held_back: tuple[KVStore, threading.Event], monkeypatch: pytest.MonkeyPatch
) -> KVStore:
    """A store whose writer stores what waits just after this thread has asked the index for it."""
    store, go_on = held_back
    asking = threading.current_thread()
    find = Index.find

    def find_and_let_store(
        index: Index, keys: Sequence[SegmentKey]
    ) -> dict[SegmentKey, IndexedSegment]:
        found = find(index, keys)
        if threading.current_thread() is asking:
            go_on.set()
            assert store.flush(FLUSH_S)
        return found

    Chat(IDS, cuts=[8]).save(store, flush=False)
    monkeypatch.setattr(Index, "find", find_and_let_store)
    return store


def test_a_segment_that_is_stored_while_it_is_looked_up_can_be_gone_on_from(
    stored_meanwhile: KVStore,
) -> None:
    first = segment_hash(NAMESPACE, None, IDS[:8])
    outcome, _ = stored_meanwhile.save(
        NAMESPACE,
        layout_of(),
        owner=ALICE,
        parent=first,
        begin=8,
        token_ids=IDS[8:],
        blob=state(PLAIN, range(24), ids=IDS),
        witness=None,
    )
    assert outcome is SaveOutcome.QUEUED
    assert stored_meanwhile.flush(FLUSH_S)
    assert stored_meanwhile.longest_prefix(NAMESPACE, IDS).n_tokens == 24


def test_a_segment_that_is_stored_while_it_is_looked_up_is_not_stored_twice(
    stored_meanwhile: KVStore,
) -> None:
    assert Chat(IDS, cuts=[8]).save(stored_meanwhile) == [SaveOutcome.ALREADY_STORED]


def test_a_segment_that_is_stored_while_it_is_looked_up_is_counted(
    stored_meanwhile: KVStore,
) -> None:
    assert stored_meanwhile.n_stored(NAMESPACE, [segment_hash(NAMESPACE, None, IDS[:8])]) == 1


def test_rows_are_copied_before_save_returns(
    held_back: tuple[KVStore, threading.Event],
) -> None:
    store, go_on = held_back
    blob = bytearray(state(PLAIN, range(8), ids=IDS))
    ids = array.array("i", IDS[:8])
    store.save(
        NAMESPACE, layout_of(), owner=ALICE, parent=None, begin=0,
        token_ids=ids, blob=blob, witness=None,
    )  # fmt: skip
    blob[:] = bytes(len(blob))
    ids[:] = array.array("i", [0] * 8)
    go_on.set()
    assert store.flush(FLUSH_S)
    assert Chat(IDS, cuts=[]).restore(store).n_tokens == 8


def test_rows_may_be_cut_from_a_longer_state_with_cells_in_any_order(store: KVStore) -> None:
    positions = [5, 3, 9, 4, 8, 6, 7]
    Chat(IDS, cuts=[4]).save(store)
    parent = store.longest_prefix(NAMESPACE, IDS).pieces[0].name
    outcome, _ = store.save(
        NAMESPACE, layout_of(), owner=ALICE, parent=parent, begin=4,
        token_ids=IDS[4:9], blob=state(PLAIN, positions, seq_id=7, ids=IDS), witness=None,
    )  # fmt: skip
    assert outcome is SaveOutcome.QUEUED
    assert store.flush(FLUSH_S)
    assert Chat(IDS, cuts=[]).restore(store).n_tokens == 9


def test_chats_that_begin_alike_share_their_first_segments(store: KVStore) -> None:
    Chat(IDS, cuts=[8, 24], owner=ALICE).save(store)
    other = Chat([*IDS[:8], *tokens(8, seed=5)], cuts=[8, 16], owner=BOB)
    assert other.save(store) == [SaveOutcome.ALREADY_STORED, SaveOutcome.QUEUED]
    assert store.usage().n_segments == 3
    assert other.restore(store).n_tokens == 16


def test_another_namespace_finds_nothing(store: KVStore) -> None:
    Chat(IDS, cuts=[24]).save(store)
    assert store.longest_prefix(OTHER_NAMESPACE, IDS).n_tokens == 0


def test_loading_nothing_gives_nothing(store: KVStore) -> None:
    loaded = store.load(NAMESPACE, layout_of(), StoredPrefix(NAMESPACE)).result(FLUSH_S)
    assert_right(loaded, [])
    assert loaded.n_tokens == 0


def test_rows_are_not_given_out_under_another_layout(store: KVStore, expect_log: ExpectLog) -> None:
    expect_log("damaged")
    Chat(IDS, cuts=[24]).save(store)
    prefix = store.longest_prefix(NAMESPACE, IDS)
    other = detect_layout(state(QUANTISED, range(3)), 3)
    assert other is not None
    assert store.load(NAMESPACE, other, prefix).result(FLUSH_S).n_tokens == 0


def test_bytes_on_disk_are_few_more_than_the_rows(store: KVStore) -> None:
    shape = Shape(n_layers=24, k_row_bytes=256, v_row_bytes=256)
    n = 64
    layout = layout_of(shape)
    store.save(
        NAMESPACE, layout, owner=ALICE, parent=None, begin=0,
        token_ids=tokens(n), blob=state(shape, range(n)), witness=witness(n),
    )  # fmt: skip
    assert store.flush(FLUSH_S)
    assert store.usage().bytes <= 1.05 * n * layout.bytes_per_token


def test_reading_ahead_takes_what_the_chat_used_last_of_its_own_model_only(
    store: KVStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ended = threading.Event()

    def prefetch(path: Path) -> int:
        asked.append(path.stem)
        if len(asked) == 2:
            ended.set()
        return path.stat().st_size

    monkeypatch.setattr("app.core.system.file_cache.prefetch", prefetch)
    alice, bob = Chat(IDS, cuts=[8, 24]), Chat(tokens(24, seed=3), cuts=[24], owner=BOB)
    alice.save(store)
    bob.save(store)
    store.prefetch(OTHER_NAMESPACE, ALICE)
    store.prefetch(NAMESPACE, ALICE)
    assert ended.wait(FLUSH_S)
    assert sorted(asked) == sorted(name.hex() for name in alice.names)


def test_reading_ahead_of_files_that_are_gone_harms_nothing(store: KVStore, root: Path) -> None:
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store)
    for path in segment_files(root):
        path.unlink()
    store.prefetch(NAMESPACE, ALICE)
    assert chat.restore(store).n_tokens == 0


# -- what callers get wrong --


def test_a_segment_must_begin_where_its_parent_ends(store: KVStore) -> None:
    chat = Chat(IDS, cuts=[8])
    chat.save(store)
    for parent, begin in [(None, 8), (chat.names[0], 9), (chat.names[0], 0)]:
        with pytest.raises(BugError):
            store.save(
                NAMESPACE, layout_of(), owner=ALICE, parent=parent, begin=begin,
                token_ids=IDS[8:12], blob=state(PLAIN, range(24)), witness=None,
            )  # fmt: skip


def test_a_state_without_the_rows_is_refused_and_takes_no_memory(root: Path) -> None:
    store = KVStore.open(root, limits=Limits(pool_bytes=8 * layout_of().bytes_per_token))
    for _ in range(3):
        with pytest.raises(LayoutMismatch):
            store.save(
                NAMESPACE, layout_of(), owner=ALICE, parent=None, begin=0,
                token_ids=IDS[:8], blob=state(PLAIN, range(7)), witness=None,
            )  # fmt: skip
    assert Chat(IDS, cuts=[8]).save(store) == [SaveOutcome.QUEUED]
    store.close()


def test_a_prefix_that_was_not_looked_up_cannot_be_loaded(store: KVStore) -> None:
    Chat(IDS, cuts=[8, 24]).save(store)
    found = store.longest_prefix(NAMESPACE, IDS)
    forged = [
        replace(found, token_ids=b""),
        replace(found, pieces=found.pieces[1:]),
        replace(found, namespace=OTHER_NAMESPACE),
    ]
    for prefix in forged:
        with pytest.raises(BugError):
            store.load(NAMESPACE, layout_of(), prefix)
