"""How much waits, how much is kept, how much is written in a day, and what gives way."""

from __future__ import annotations

import itertools
import random
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.kvstore.format.segment_file import read_header
from app.core.kvstore.pool import Pool
from app.core.kvstore.records import Owner, SaveOutcome, StoreState
from app.core.kvstore.store import KVStore
from app.core.protocol import Limits, key_of_program
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    NAMESPACE,
    Chat,
    assert_right,
    layout_of,
    segment_files,
    tokens,
)

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.errors import Problem
    from app.core.kvstore.chain import SegmentKey

IDS = tokens(24)


def owner_of(program: str, number: int) -> Owner:
    return Owner(key_of_program(program, str(number)))


def test_a_save_is_dropped_when_too_much_waits(root: Path) -> None:
    go_on = threading.Event()
    store = KVStore.open(
        root,
        limits=Limits(pool_bytes=20 * layout_of().bytes_per_token),
        on_step=lambda _: go_on.wait(FLUSH_S),
    )
    outcomes = Chat(IDS, cuts=[10, 20, 24]).save(store, flush=False)
    assert outcomes == [SaveOutcome.QUEUED, SaveOutcome.QUEUED, SaveOutcome.DROPPED]
    go_on.set()
    assert store.flush(FLUSH_S)
    assert Chat(IDS, cuts=[10, 20, 24]).save(store)[-1] is SaveOutcome.QUEUED
    store.close()


def test_a_state_that_can_never_wait_for_the_disk_is_told_once(root: Path) -> None:
    told: list[Problem] = []
    limits = Limits(pool_bytes=8 * layout_of().bytes_per_token)
    store = KVStore.open(root, limits=limits, on_problem=told.append)
    for _ in range(3):
        assert Chat(IDS, cuts=[24]).save(store) == [SaveOutcome.DROPPED]
    assert Chat(IDS, cuts=[8]).save(store) == [SaveOutcome.QUEUED]
    store.close()
    (problem,) = told
    assert "stores at most" in str(problem.what)
    assert "nothing is lost" in str(problem.effect)


def test_the_budget_is_kept_by_evicting_ends_of_chains_used_longest_ago(root: Path) -> None:
    clock = itertools.count(1_000_000)
    store = KVStore.open(root, now=lambda: float(next(clock)))
    chats = [Chat(tokens(24, seed=n), cuts=[8, 16, 24]) for n in range(4)]
    for chat in chats[:3]:
        chat.save(store)
    n_bytes = store.usage().bytes
    store.owners.claim(NAMESPACE, ALICE, chats[0].names)
    assert store.flush(FLUSH_S)
    store.close()

    store = KVStore.open(root, budget_bytes=n_bytes, now=lambda: float(next(clock)))
    chats[3].save(store)
    assert store.usage().bytes <= n_bytes
    assert [chat.restore(store).n_tokens for chat in chats] == [24, 0, 24, 24]
    store.close()


def test_a_program_that_asks_without_end_pushes_out_itself_and_no_chat(root: Path) -> None:
    clock = itertools.count(1_000_000)
    store = KVStore.open(root, now=lambda: float(next(clock)))
    mine = [Chat(tokens(24, seed=n), cuts=[24], owner=Owner(str(n))) for n in range(3)]
    other = Chat(tokens(24, seed=3), cuts=[24], owner=owner_of("quiet", 0))
    for chat in (*mine, other):
        chat.save(store)
    n_bytes = store.usage().bytes
    store.close()

    store = KVStore.open(root, budget_bytes=3 * n_bytes, now=lambda: float(next(clock)))
    many = [Chat(tokens(24, seed=n), cuts=[24], owner=owner_of("loud", n)) for n in range(10, 50)]
    for chat in many:
        chat.save(store)
    assert store.usage().bytes <= 3 * n_bytes
    assert [chat.restore(store).n_tokens for chat in (*mine, other)] == [24] * 4
    assert [chat.restore(store).n_tokens for chat in many[-4:]] == [24] * 4
    assert many[0].restore(store).n_tokens == 0
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
    store.owners.claim(NAMESPACE, ALICE, chat.names)
    Chat(IDS, cuts=[8, 16, 24]).save(store)
    assert chat.restore(store).n_tokens == 16
    store.close()


@pytest.mark.parametrize("seed", range(6))
def test_the_branch_that_is_shown_is_stored_whatever_was_edited_before(
    root: Path, seed: int
) -> None:
    draw = random.Random(seed)
    store = KVStore.open(root)
    Chat(IDS, cuts=[8, 16, 24]).save(store)
    n_bytes = store.usage().bytes
    store.close()
    told: list[Problem] = []
    limits = Limits(budget_bytes=draw.randint(1, 3) * n_bytes + 50)
    store = KVStore.open(root, limits=limits, on_problem=told.append)
    ids = IDS
    for edit in range(12):
        kept = draw.choice([0, 8, 16])
        ids = ids[:kept] + tokens(24 - kept, seed=100 * seed + edit)
        shown = Chat(ids, cuts=[8, 16, 24])
        if draw.random() < 0.3:
            shown.restore(store)
        shown.save(store)
        assert store.usage().bytes <= (limits.budget_bytes or 0)
    store.close()
    store = KVStore.open(root, limits=limits)
    assert shown.restore(store).n_tokens == 24
    store.close()
    assert not told


def test_the_user_is_told_once_that_the_memory_of_a_chat_no_longer_fits(root: Path) -> None:
    told: list[Problem] = []
    limits = Limits(budget_bytes=1000)
    store = KVStore.open(root, limits=limits, on_problem=told.append)
    for seed in range(3):
        Chat(tokens(24, seed=seed), cuts=[8, 16, 24]).save(store)
    store.close()
    (problem,) = told
    assert "no longer fits" in str(problem.what)


def test_an_active_chain_gives_way_to_a_later_one(root: Path) -> None:
    old, new = Chat(IDS, cuts=[8, 16]), Chat(tokens(16, seed=1), cuts=[8, 16], owner=BOB)
    store = KVStore.open(root)
    old.save(store)
    n_bytes = store.usage().bytes
    store.close()
    store = KVStore.open(root, budget_bytes=n_bytes)
    store.owners.claim(NAMESPACE, ALICE, old.names)
    store.owners.claim(NAMESPACE, BOB, [])
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
            "app.core.kvstore.reading.prefix_reader.read_header",
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


def test_what_was_read_may_be_evicted_as_soon_as_the_restore_is_there(
    store: KVStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store)
    go_on, was_there = threading.Event(), []
    unpin = Pool.unpin

    def note_and_unpin(pool: Pool, keys: list[SegmentKey]) -> None:
        was_there.append(future.done())
        unpin(pool, keys)

    monkeypatch.setattr(
        "app.core.kvstore.reading.prefix_reader.read_header",
        lambda file: go_on.wait(FLUSH_S) and read_header(file),
    )
    monkeypatch.setattr(Pool, "unpin", note_and_unpin)
    future = store.load(NAMESPACE, layout_of(), store.longest_prefix(NAMESPACE, IDS))
    go_on.set()
    assert future.result(FLUSH_S).n_tokens == 24
    assert was_there == [False]


def test_what_is_not_read_any_more_because_the_store_closes_may_be_evicted(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = KVStore.open(root)
    chat = Chat(IDS, cuts=[8, 24])
    chat.save(store)
    is_reading, go_on, pools = threading.Event(), threading.Event(), []
    pin = Pool.pin

    def note_and_pin(pool: Pool, keys: list[SegmentKey]) -> None:
        pools.append(pool)
        pin(pool, keys)

    def read_slowly(file: Any) -> object:
        is_reading.set()
        return go_on.wait(FLUSH_S) and read_header(file)

    monkeypatch.setattr("app.core.kvstore.reading.prefix_reader.read_header", read_slowly)
    monkeypatch.setattr(Pool, "pin", note_and_pin)
    prefix = store.longest_prefix(NAMESPACE, IDS)
    first, second = (store.load(NAMESPACE, layout_of(), prefix) for _ in range(2))
    assert is_reading.wait(FLUSH_S)
    store.close()
    assert second.cancelled()
    go_on.set()
    assert first.result(FLUSH_S).n_tokens == 24
    assert pools[0].pinned() == set()


def test_a_day_has_its_limit(root: Path) -> None:
    day = [0.0]
    store = KVStore.open(root, limits=Limits(daily_bytes=1), now=lambda: day[0])
    assert Chat(IDS, cuts=[8]).save(store) == [SaveOutcome.QUEUED]
    assert Chat(IDS, cuts=[8, 24]).save(store) == [SaveOutcome.ALREADY_STORED, SaveOutcome.OFF]
    assert store.state is StoreState.ON
    day[0] = 86_400.0
    assert Chat(IDS, cuts=[8, 24]).save(store)[-1] is SaveOutcome.QUEUED
    store.close()
