"""What the user decides: budget, pinned chats, chats that are not stored, and the figures of it."""

from __future__ import annotations

import json
import queue
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.kvstore.records import ModelFacts, Owner, SaveOutcome, SharedUse, StoreState
from app.core.kvstore.store import KVStore
from app.core.kvstore.writing.quota import RetentionValue, choose_victims
from app.core.protocol import Limits
from tests.unit.core.kvstore.states import (
    ALICE,
    BOB,
    FLUSH_S,
    NAMESPACE,
    OTHER_NAMESPACE,
    Chat,
    layout_of,
    state,
    tokens,
)
from tests.unit.core.kvstore.writing.test_evictor import numbers, row

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.errors import Problem
    from app.core.kvstore.records import ChatUse

IDS = tokens(24)
OTHER_IDS = [*IDS[:8], *tokens(16, seed=9)]
CUTS = (8, 16, 24)
GIB = 1 << 30
DAY_S = 86_400.0


def use_of(store: KVStore, owner: str) -> ChatUse:
    assert store.flush(FLUSH_S)
    return next(chat for chat in store.overview().chats if chat.owner == owner)


# -- how much --


@pytest.mark.parametrize(
    ("free_gib", "chosen_gib", "budget_gib"),
    [(200, None, 20), (80, None, 20), (40, None, 10), (12, None, 3), (40, 300, 300)],
)
def test_the_budget_is_a_quarter_of_what_is_free_and_at_most_twenty_unless_one_is_chosen(
    root: Path, free_gib: int, chosen_gib: int | None, budget_gib: int
) -> None:
    limits = Limits(budget_bytes=chosen_gib and chosen_gib * GIB)
    store = KVStore.open(root, limits=limits, free_bytes=lambda _: free_gib * GIB)
    assert store.overview().budget_bytes == budget_gib * GIB
    store.close()


def test_the_budget_does_not_shrink_because_it_is_used(root: Path) -> None:
    store = KVStore.open(root)
    Chat(IDS, CUTS).save(store)
    stored = store.usage().bytes
    store.close()
    store = KVStore.open(root, free_bytes=lambda _: 40 * GIB - stored)
    assert store.overview().budget_bytes == 10 * GIB
    store.close()


@pytest.mark.parametrize("budget", [None, 2 * GIB])
def test_below_ten_gib_free_nothing_is_stored_whatever_the_budget(
    root: Path, budget: int | None
) -> None:
    assert Limits().reserve_bytes >= 10 * GIB
    free = [Limits().reserve_bytes - 1]
    limits = Limits(budget_bytes=budget)
    store = KVStore.open(root, limits=limits, free_bytes=lambda _: free[0])
    assert Chat(IDS, CUTS).save(store) == [SaveOutcome.OFF] * 3
    free[0] += 1 << 20
    assert Chat(IDS, CUTS).save(store) == [SaveOutcome.QUEUED] * 3
    store.close()


def test_another_budget_holds_at_once_and_a_smaller_one_evicts(store: KVStore) -> None:
    Chat(IDS, CUTS).save(store)
    used = store.usage().bytes
    store.limit(Limits(budget_bytes=used // 2))
    assert store.flush(FLUSH_S)
    assert 0 < store.usage().bytes <= used // 2
    assert store.overview().budget_bytes == used // 2
    store.limit(Limits())
    assert Chat(IDS, CUTS).save(store)[-1] is SaveOutcome.QUEUED
    assert store.usage().bytes == used
    store.limit(Limits(daily_bytes=1))
    assert "today" in str(store.overview().problem)
    assert Chat(OTHER_IDS, CUTS).save(store)[-1] is SaveOutcome.OFF


def test_a_reached_limit_is_told_once_a_day_and_outlives_a_restart(root: Path) -> None:
    day = [0.0]
    told: list[Problem] = []
    limits = Limits(daily_bytes=1)
    for n in range(2):
        store = KVStore.open(root, limits=limits, now=lambda: day[0], on_problem=told.append)
        Chat(tokens(24, seed=n), CUTS).save(store)
        assert store.state is StoreState.ON
        assert store.usage().n_segments == 1  # what waited when it was reached is not written
        assert len(told) == n + 1
        store.close()
    day[0] = DAY_S
    store = KVStore.open(root, limits=limits, now=lambda: day[0], on_problem=told.append)
    for _ in range(2):
        Chat(tokens(24, seed=2), CUTS).save(store)
    assert len(told) == 3
    assert "today" in str(told[-1].what)
    store.close()


def test_a_clock_that_ran_ahead_blocks_nothing_and_loses_no_count(root: Path) -> None:
    day = [10 * DAY_S]
    limits = Limits(daily_bytes=1)
    store = KVStore.open(root, limits=limits, now=lambda: day[0])
    assert Chat(IDS, (8,)).save(store) == [SaveOutcome.QUEUED]
    day[0] = 4000 * DAY_S  # wrong by years
    assert Chat(IDS, (8, 16)).save(store)[-1] is SaveOutcome.QUEUED
    assert Chat(IDS, CUTS).save(store)[-1] is SaveOutcome.OFF
    day[0] = 10 * DAY_S  # set right: today's limit was reached before
    assert Chat(IDS, CUTS).save(store)[-1] is SaveOutcome.OFF
    store.close()
    day[0] = 11 * DAY_S
    store = KVStore.open(root, limits=limits, now=lambda: day[0])
    assert Chat(IDS, CUTS).save(store)[-1] is SaveOutcome.QUEUED
    store.close()


# -- what goes first --


def test_what_takes_longer_to_compute_for_its_bytes_stays_longer() -> None:
    slow, fast = row(1, size=100), row(2, size=100)
    slow = slow._replace(key=slow.key._replace(namespace=OTHER_NAMESPACE), n_tokens=10)
    fast = fast._replace(n_tokens=10)
    worth = RetentionValue(0.0, {NAMESPACE: 0.001, OTHER_NAMESPACE: 0.1})
    assert numbers(choose_victims([slow, fast], set(), 100, worth)) == [2]
    month_later = RetentionValue(70 * DAY_S, worth.seconds_per_token)
    used_now = fast._replace(last_used=70 * DAY_S)
    assert numbers(choose_victims([slow, used_now], set(), 100, month_later)) == [1]


def test_a_pinned_chat_is_never_evicted(root: Path) -> None:
    limits = Limits(budget_bytes=3000)
    store = KVStore.open(root, limits=limits)
    pinned, other = Chat(IDS, CUTS, ALICE), Chat(tokens(24, seed=3), CUTS, BOB)
    store.owners.choose(ALICE, is_pinned=True)
    pinned.save(store)
    for seed in range(4, 12):
        Chat(tokens(24, seed=seed), CUTS, BOB).save(store)
    other.save(store)
    assert pinned.restore(store).n_tokens == 24
    assert use_of(store, ALICE).is_pinned
    store.close()
    again = KVStore.open(root, limits=limits)
    assert use_of(again, ALICE).is_pinned
    again.owners.choose(ALICE, is_pinned=False)
    for seed in range(12, 20):
        Chat(tokens(24, seed=seed), CUTS, BOB).save(again)
    assert pinned.restore(again).n_tokens < 24
    again.close()


# -- chat by chat --


def test_what_some_chats_share_was_computed_once(store: KVStore) -> None:
    Chat(IDS, CUTS, ALICE).save(store)
    Chat(OTHER_IDS, CUTS, BOB).save(store)
    store.describe_model(ModelFacts(NAMESPACE, "Tiny", seconds_per_token=0.5))
    assert store.flush(FLUSH_S)
    alice, both = use_of(store, ALICE), shared(store, ALICE, BOB)
    assert (both.n_owners, both.n_tokens) == (2, 8)
    assert both.n_bytes == alice.n_bytes - alice.own_bytes
    assert both.saved_s == 4.0
    assert shared(store, ALICE) == SharedUse()
    assert shared(store, ALICE, Owner("nobody")) == SharedUse()


def shared(store: KVStore, *owners: Owner) -> SharedUse:
    told: queue.Queue[SharedUse] = queue.Queue()
    store.owners.share(owners, told.put)
    return told.get(timeout=FLUSH_S)


def test_what_two_chats_share_is_neither_ones_own(store: KVStore) -> None:
    Chat(IDS, CUTS, ALICE).save(store)
    Chat(OTHER_IDS, CUTS, BOB).save(store)
    alice, bob = use_of(store, ALICE), use_of(store, BOB)
    assert alice.n_tokens == bob.n_tokens == 24
    assert alice.n_bytes == alice.own_bytes + (bob.n_bytes - bob.own_bytes)
    assert 0 < alice.own_bytes < alice.n_bytes
    total = store.overview().usage.bytes
    store.owners.drop(ALICE)
    assert store.flush(FLUSH_S)
    assert store.overview().usage.bytes == total - alice.own_bytes
    assert Chat(OTHER_IDS, CUTS, BOB).restore(store).n_tokens == 24
    assert Chat(IDS, CUTS, ALICE).restore(store).n_tokens == 8


def test_a_dropped_chat_may_be_stored_again_and_one_that_is_off_may_not(
    store: KVStore, root: Path
) -> None:
    chat = Chat(IDS, CUTS, ALICE)
    chat.save(store)
    store.owners.drop(ALICE)
    assert store.flush(FLUSH_S)
    assert list(root.rglob("*.kvs")) == []
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    store.owners.choose(ALICE, is_off=True)
    assert store.flush(FLUSH_S)
    assert list(root.rglob("*.kvs")) == []
    assert chat.save(store) == [SaveOutcome.OFF] * 3
    assert not store.accepts(ALICE)
    assert store.accepts(BOB)
    store.close()
    again = KVStore.open(root)
    assert use_of(again, ALICE).is_off
    assert chat.save(again) == [SaveOutcome.OFF] * 3
    again.owners.choose(ALICE, is_off=False)
    assert chat.save(again) == [SaveOutcome.QUEUED] * 3
    again.close()


def test_a_forgotten_chat_leaves_no_choice_behind(store: KVStore) -> None:
    Chat(IDS, CUTS, ALICE).save(store)
    store.owners.choose(ALICE, is_pinned=True, is_off=True)
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert store.overview().chats == ()


def test_models_are_told_by_name_and_size(store: KVStore) -> None:
    Chat(IDS, CUTS, ALICE).save(store)
    store.save(
        OTHER_NAMESPACE,
        layout_of(),
        owner=ALICE,
        parent=None,
        begin=0,
        token_ids=IDS[:8],
        blob=state(Chat(IDS, CUTS).shape, range(8), ids=IDS),
        witness=None,
    )
    store.describe_model(ModelFacts(NAMESPACE, "Large"))
    store.describe_model(ModelFacts(OTHER_NAMESPACE, "Small", 0.01))
    store.describe_model(ModelFacts(OTHER_NAMESPACE, "Small", restore_bytes_per_s=5.0))
    assert store.flush(FLUSH_S)
    overview = store.overview()
    assert [(model.name, model.n_segments) for model in overview.models] == [
        ("Large", 3),
        ("Small", 1),
    ]
    assert sum(model.n_bytes for model in overview.models) == overview.usage.bytes
    assert use_of(store, ALICE).models == ("Large", "Small")
    assert store.model(OTHER_NAMESPACE) == ModelFacts(OTHER_NAMESPACE, "Small", 0.01, 5.0)
    here = next(chat for chat in store.overview(OTHER_NAMESPACE).chats if chat.owner == ALICE)
    assert (here.here_tokens, here.n_tokens) == (8, 24)
    assert 0 < here.here_bytes < here.n_bytes


def test_a_store_that_is_closed_or_elsewhere_still_answers(root: Path) -> None:
    first = KVStore.open(root)
    Chat(IDS, CUTS, ALICE).save(first)
    second = KVStore.open(root)
    assert second.overview().state is StoreState.READ_ONLY
    assert len(second.overview().chats) == 1
    second.owners.choose(ALICE, is_pinned=True)  # ignored: it must not write
    second.close()
    assert not use_of(first, ALICE).is_pinned
    first.close()
    assert first.overview().chats == ()


# -- what lasts --


def test_choices_outlive_the_whole_cache_and_go_with_the_chat(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "data" / "choices.json"
    file.parent.mkdir()
    store = KVStore.open(root, choices_file=file)
    store.owners.choose(ALICE, is_off=True)
    store.owners.choose(BOB, is_pinned=True)
    store.close(FLUSH_S)
    shutil.rmtree(root)
    store = KVStore.open(root, choices_file=file)
    assert Chat(IDS, (8,), ALICE).save(store) == [SaveOutcome.OFF]
    assert Chat(IDS, (8,), BOB).save(store) == [SaveOutcome.QUEUED]
    assert use_of(store, BOB).is_pinned
    store.owners.forget(ALICE)
    store.owners.forget(BOB)
    store.close(FLUSH_S)
    assert json.loads(file.read_text()) == {"pinned": [], "not_saved": []}


def test_what_a_chat_takes_is_known_also_after_the_index_was_built_again(root: Path) -> None:
    store = KVStore.open(root)
    Chat(IDS, CUTS, ALICE).save(store)
    Chat(OTHER_IDS, CUTS, BOB).save(store)
    before = use_of(store, BOB)
    store.close()
    (root / "index.db").unlink()
    store = KVStore.open(root)
    after = use_of(store, BOB)
    assert (after.n_tokens, after.n_bytes, after.own_bytes) == (
        before.n_tokens,
        before.n_bytes,
        before.own_bytes,
    )
    store.close()


def test_forgetting_a_chat_leaves_nothing_of_its_words_on_the_disk(
    store: KVStore, root: Path
) -> None:
    alice = Chat([1_000_000 + n for n in range(24)], (8, 24))
    bob = Chat([*alice.ids[:8], *tokens(8, seed=5)], (8, 16), owner=BOB)
    alice.save(store)
    bob.save(store)
    said = np.array(alice.ids[8:], "<i4").tobytes()

    def holders() -> list[str]:
        files = [path for path in root.rglob("*") if path.is_file() and path.name != "lock"]
        return [path.name for path in files if said in path.read_bytes()]

    assert holders()
    store.owners.forget(ALICE)
    assert store.flush(FLUSH_S)
    assert holders() == []
    assert bob.restore(store).n_tokens == 16


def test_collecting_takes_what_cannot_be_found_any_more(store: KVStore, root: Path) -> None:
    Chat(IDS, CUTS).save(store)
    store.distrust(NAMESPACE, store.longest_prefix(NAMESPACE, IDS[:8]))
    assert store.flush(FLUSH_S)
    Chat(tokens(24, seed=2), (8,), owner=BOB).save(store)
    store.collect()
    assert store.flush(FLUSH_S)
    assert len(list(root.rglob("*.kvs"))) == 1
    assert list((root / "quarantine").iterdir()) == []


# -- looking on --


def test_an_onlooker_changes_nothing_and_keeps_nobody_from_writing(
    root: Path, tmp_path: Path
) -> None:
    onlooker = KVStore.open(root, is_onlooker=True)
    assert onlooker.overview().usage.bytes == 0
    onlooker.close()
    assert list(tmp_path.iterdir()) == []
    store = KVStore.open(root)
    Chat(IDS, (8,)).save(store)
    onlooker = KVStore.open(root, is_onlooker=True)
    assert onlooker.overview().usage.bytes == store.usage().bytes > 0
    onlooker.owners.forget(ALICE)
    onlooker.collect()
    Chat(IDS, CUTS).save(store)
    assert onlooker.overview().usage.n_segments == 3
    store.close()
    onlooker.close()


def test_a_file_cut_off_before_the_start_counts_as_damaged(root: Path) -> None:
    store = KVStore.open(root)
    Chat(IDS, (8, 24)).save(store)
    store.close()
    path = max(root.rglob("*.kvs"), key=lambda file: file.stat().st_size)
    path.write_bytes(path.read_bytes()[:-1])
    store = KVStore.open(root)
    assert (store.verify().n_files, store.verify().n_damaged) == (1, 1)
    store.close()
