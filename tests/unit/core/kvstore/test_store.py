from __future__ import annotations

import itertools
import os
import stat
import sys
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.errors import BugError
from app.core.kvstore import (
    KVLayout,
    KVStore,
    LayoutMismatch,
    Limits,
    SaveOutcome,
    StoredPrefix,
    StoreState,
    WriteStep,
)
from app.core.kvstore.segment_file import read_header
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
    state,
    tokens,
    witness,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog

SHAPES = [PLAIN, TRANSPOSED, MLA, QUANTISED]
IDS = tokens(24)


@pytest.fixture
def held_back(root: Path) -> Iterator[tuple[KVStore, threading.Event]]:
    """A store whose writer waits at its first step until the event is set."""
    go_on = threading.Event()
    store = KVStore.open(root, on_step=lambda _: go_on.wait(FLUSH_S) or None)
    yield store, go_on
    go_on.set()
    store.close()


def segment_files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*.kvs") if "quarantine" not in path.parts)


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


def test_rows_are_copied_before_save_returns(
    held_back: tuple[KVStore, threading.Event],
) -> None:
    store, go_on = held_back
    blob = bytearray(state(PLAIN, range(8), ids=IDS))
    ids = np.array(IDS[:8], np.int32)
    store.save(
        NAMESPACE, layout_of(), owner=ALICE, parent=None, begin=0,
        token_ids=ids, blob=blob, witness=None,
    )  # fmt: skip
    blob[:] = bytes(len(blob))
    ids[:] = 0
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
    other = KVLayout.detect(state(QUANTISED, range(3)), 3)
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

    def read_ahead(path: Path) -> int:
        asked.append(path.stem)
        if len(asked) == 2:
            ended.set()
        return path.stat().st_size

    monkeypatch.setattr("app.core.kvstore.store.files.read_ahead", read_ahead)
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


# -- limits --


def test_a_save_is_dropped_when_too_much_waits(root: Path) -> None:
    go_on = threading.Event()
    store = KVStore.open(
        root,
        limits=Limits(pool_bytes=20 * layout_of().bytes_per_token),
        on_step=lambda _: go_on.wait(FLUSH_S) or None,
    )
    outcomes = Chat(IDS, cuts=[10, 20, 24]).save(store, flush=False)
    assert outcomes == [SaveOutcome.QUEUED, SaveOutcome.QUEUED, SaveOutcome.DROPPED]
    go_on.set()
    assert store.flush(FLUSH_S)
    assert Chat(IDS, cuts=[10, 20, 24]).save(store)[-1] is SaveOutcome.QUEUED
    store.close()


def test_the_budget_is_kept_by_evicting_ends_of_chains_used_longest_ago(root: Path) -> None:
    clock = itertools.count(1_000_000)
    store = KVStore.open(root, now=lambda: float(next(clock)))
    chats = [Chat(tokens(24, seed=n), cuts=[8, 16, 24]) for n in range(4)]
    for chat in chats[:3]:
        chat.save(store)
    n_bytes = store.usage().bytes
    store.claim(NAMESPACE, ALICE, chats[0].names)
    assert store.flush(FLUSH_S)
    store.close()

    store = KVStore.open(root, budget_bytes=n_bytes, now=lambda: float(next(clock)))
    chats[3].save(store)
    assert store.usage().bytes <= n_bytes
    assert [chat.restore(store).n_tokens for chat in chats] == [24, 0, 24, 24]
    store.close()


def test_a_smaller_budget_is_reached_at_the_next_start(root: Path) -> None:
    store = KVStore.open(root)
    chat = Chat(IDS, cuts=[8, 16, 24])
    chat.save(store)
    n_bytes = store.usage().bytes
    store.close()
    store = KVStore.open(root, budget_bytes=n_bytes - 1)
    assert store.flush(FLUSH_S)
    assert chat.restore(store).n_tokens == 16
    assert len(segment_files(root)) == 2
    store.close()


def test_the_active_chain_is_never_evicted_for_its_own_growth(root: Path) -> None:
    store = KVStore.open(root)
    chat = Chat(IDS, cuts=[8, 16])
    chat.save(store)
    n_bytes = store.usage().bytes
    store.close()
    store = KVStore.open(root, budget_bytes=n_bytes + 10)
    store.claim(NAMESPACE, ALICE, chat.names)
    Chat(IDS, cuts=[8, 16, 24]).save(store)
    assert chat.restore(store).n_tokens == 16
    store.close()


def test_an_active_chain_gives_way_to_a_later_one(root: Path) -> None:
    old, new = Chat(IDS, cuts=[8, 16]), Chat(tokens(16, seed=1), cuts=[8, 16], owner=BOB)
    store = KVStore.open(root)
    old.save(store)
    n_bytes = store.usage().bytes
    store.close()
    store = KVStore.open(root, budget_bytes=n_bytes)
    store.claim(NAMESPACE, ALICE, old.names)
    store.claim(NAMESPACE, BOB, [])
    new.save(store)
    assert store.usage().bytes <= n_bytes
    assert new.restore(store).n_tokens == 16
    store.close()


def test_what_a_restore_is_reading_is_not_evicted(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = KVStore.open(root)
    chat, other = Chat(IDS, cuts=[8, 16]), Chat(tokens(16, seed=1), cuts=[8, 16])
    chat.save(store)
    n_bytes = store.usage().bytes
    store.close()

    go_on = threading.Event()
    store = KVStore.open(root, budget_bytes=n_bytes)
    with monkeypatch.context() as patch:
        patch.setattr(
            "app.core.kvstore.reader.read_header",
            lambda file: go_on.wait(FLUSH_S) and read_header(file),
        )
        prefix = store.longest_prefix(NAMESPACE, IDS)
        future = store.load(NAMESPACE, layout_of(), prefix)
        other.save(store)
        assert store.longest_prefix(NAMESPACE, other.ids).n_tokens == 0
        go_on.set()
        assert_right(future.result(FLUSH_S), IDS)
    assert future.result(FLUSH_S).n_tokens == 16
    other.save(store)
    assert other.restore(store).n_tokens == 16
    store.close()


def test_a_day_has_its_limit(root: Path) -> None:
    day = [0.0]
    store = KVStore.open(root, limits=Limits(daily_bytes=1), now=lambda: day[0])
    assert Chat(IDS, cuts=[8]).save(store) == [SaveOutcome.QUEUED]
    assert Chat(IDS, cuts=[8, 24]).save(store) == [SaveOutcome.ALREADY_STORED, SaveOutcome.OFF]
    assert store.state is StoreState.ON
    day[0] = 86_400.0
    assert Chat(IDS, cuts=[8, 24]).save(store)[-1] is SaveOutcome.QUEUED
    store.close()


# -- forgetting and distrust --


def test_forgetting_a_chat_deletes_its_files_and_keeps_what_others_share(
    store: KVStore, root: Path
) -> None:
    alice = Chat(IDS, cuts=[8, 16, 24], owner=ALICE)
    bob = Chat([*IDS[:8], *tokens(8, seed=5)], cuts=[8, 16], owner=BOB)
    alice.save(store)
    bob.save(store)
    store.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert alice.restore(store).n_tokens == 8
    assert bob.restore(store).n_tokens == 16
    assert len(segment_files(root)) == 2
    store.forget(BOB)
    assert store.flush(FLUSH_S)
    assert segment_files(root) == []
    assert store.usage().n_segments == 0


def test_forgetting_a_chat_reaches_what_still_waits(
    held_back: tuple[KVStore, threading.Event], root: Path
) -> None:
    store, go_on = held_back
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store, flush=False)
    store.forget(ALICE)
    go_on.set()
    assert store.flush(FLUSH_S)
    assert chat.restore(store).n_tokens == 0
    assert segment_files(root) == []


def test_an_owner_of_a_middle_segment_keeps_what_leads_to_it(store: KVStore) -> None:
    chat = Chat(IDS, cuts=[8, 16, 24], owner=ALICE)
    chat.save(store)
    store.claim(NAMESPACE, BOB, chat.names[1:2])
    store.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert chat.restore(store).n_tokens == 16


def test_forgetting_goes_on_after_it_was_interrupted(root: Path) -> None:
    store = KVStore.open(root)
    Chat(IDS, cuts=[8, 24]).save(store)
    assert store._parts is not None
    store._parts.index.disown(ALICE)  # all that a killed `forget` got done
    store.close()
    store = KVStore.open(root)
    assert segment_files(root) == []
    store.close()


def test_forgetting_empties_the_quarantine(store: KVStore, root: Path) -> None:
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store)
    store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, IDS))
    assert store.flush(FLUSH_S)
    assert list((root / "quarantine").iterdir())
    store.forget(ALICE)
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


# -- opening and closing --


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_everything_is_readable_by_this_user_only(store: KVStore, root: Path) -> None:
    Chat(IDS, cuts=[8]).save(store)
    for path in [root, *root.rglob("*")]:
        mode = stat.S_IMODE(os.stat(path).st_mode)  # noqa: PTH116
        if path.name != "CACHEDIR.TAG":
            assert mode & 0o077 == 0, (path, oct(mode))


def test_the_folder_is_marked_as_a_cache(store: KVStore, root: Path) -> None:
    assert (root / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886")


def test_a_closed_store_answers_with_nothing(root: Path) -> None:
    store = KVStore.open(root)
    chat = Chat(IDS, cuts=[24])
    chat.save(store)
    prefix = store.longest_prefix(NAMESPACE, IDS)
    store.close()
    store.close()
    assert store.longest_prefix(NAMESPACE, IDS).n_tokens == 0
    assert store.load(NAMESPACE, layout_of(), prefix).result(FLUSH_S).n_tokens == 0
    assert chat.save(store) == [SaveOutcome.OFF]
    assert store.usage().n_segments == 0
    store.claim(NAMESPACE, ALICE, chat.names)
    store.distrust(NAMESPACE, prefix)
    store.forget(ALICE)


def test_closing_writes_what_waits(root: Path) -> None:
    store = KVStore.open(root)
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store, flush=False)
    store.close(FLUSH_S)
    store = KVStore.open(root)
    assert chat.restore(store).n_tokens == 24
    store.close()


def test_closing_does_not_wait_longer_than_it_may(root: Path, expect_log: ExpectLog) -> None:
    expect_log("still writing")
    go_on = threading.Event()
    store = KVStore.open(root, on_step=lambda _: go_on.wait(FLUSH_S) or None)
    Chat(IDS, cuts=[8, 24]).save(store, flush=False)
    assert not store.flush(0.0)
    store.close(0.05)
    assert store.longest_prefix(NAMESPACE, IDS).n_tokens == 0
    other = KVStore.open(root)
    assert other.state is StoreState.READ_ONLY  # nobody else writes meanwhile
    other.close()
    go_on.set()
    (writer,) = (thread for thread in threading.enumerate() if thread.name == "kvstore-writer")
    writer.join(FLUSH_S)
    other = KVStore.open(root)
    assert other.state is StoreState.ON
    assert Chat(IDS, cuts=[]).restore(other).n_tokens == 8
    other.close()


def test_steps_of_a_write_come_in_their_order(root: Path) -> None:
    steps: list[WriteStep] = []
    store = KVStore.open(root, on_step=steps.append)
    Chat(IDS, cuts=[8]).save(store)
    assert steps == list(WriteStep)
    store.close()
