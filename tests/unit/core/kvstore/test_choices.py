"""What the user decides: budget, pinned chats, chats that are not stored, and the figures of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.kvstore import KVStore, Limits, ModelFacts, SaveOutcome, StoreState
from app.core.kvstore.evictor import Worth, choose_victims
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
from tests.unit.core.kvstore.test_evictor import numbers, row

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.kvstore import ChatUse
    from tests.conftest import ExpectLog

IDS = tokens(24)
OTHER_IDS = [*IDS[:8], *tokens(16, seed=9)]
CUTS = (8, 16, 24)
GIB = 1 << 30
DAY_S = 86_400.0


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Say how much of the disk is free."""

    def set_free(n_bytes: int) -> None:
        monkeypatch.setattr("app.core.files.free_bytes", lambda _path: n_bytes)

    return set_free


def use_of(store: KVStore, owner: str) -> ChatUse:
    assert store.flush(FLUSH_S)
    return next(chat for chat in store.overview().chats if chat.owner == owner)


# -- how much --


@pytest.mark.parametrize(("free_gib", "budget_gib"), [(200, 20), (80, 20), (40, 10), (12, 3)])
def test_the_budget_is_a_quarter_of_what_is_free_and_at_most_twenty(
    root: Path, free: Callable[[int], None], free_gib: int, budget_gib: int
) -> None:
    free(free_gib * GIB)
    store = KVStore.open(root)
    assert store.state is StoreState.ON
    assert store.overview().budget_bytes == budget_gib * GIB
    store.close()


@pytest.mark.parametrize("budget", [None, 2 * GIB])
def test_below_ten_gib_free_nothing_is_stored_whatever_the_budget(
    root: Path, free: Callable[[int], None], expect_log: ExpectLog, budget: int | None
) -> None:
    expect_log("the store is off")
    free(9 * GIB)
    store = KVStore.open(root, limits=Limits(budget_bytes=budget))
    assert store.state is StoreState.OFF
    assert "almost full" in store.overview().problem
    store.close()
    free(11 * GIB)
    roomy = KVStore.open(root, limits=Limits(budget_bytes=budget))
    assert roomy.state is StoreState.ON
    assert roomy.overview().budget_bytes == (budget or 11 * GIB // 4)
    roomy.close()


def test_a_day_that_has_had_enough_is_over_tomorrow_and_a_clock_set_back_does_not_matter(
    root: Path,
) -> None:
    now = [100 * DAY_S]
    store = KVStore.open(root, limits=Limits(daily_bytes=1), now=lambda: now[0])
    assert Chat(IDS, (8,)).save(store) == [SaveOutcome.QUEUED]
    assert Chat(IDS, CUTS).save(store)[1:] == [SaveOutcome.OFF] * 2
    store.close()
    again = KVStore.open(root, limits=Limits(daily_bytes=1), now=lambda: now[0])
    assert Chat(IDS, CUTS).save(again)[1] is SaveOutcome.OFF
    now[0] -= 30 * DAY_S
    assert Chat(IDS, (8, 16)).save(again)[1] is SaveOutcome.QUEUED
    now[0] += 31 * DAY_S
    assert Chat(IDS, CUTS).save(again)[2] is SaveOutcome.QUEUED
    again.close()


# -- what goes first --


def test_what_takes_longer_to_compute_for_its_bytes_stays_longer() -> None:
    slow, fast = row(1, size=100), row(2, size=100)
    slow = slow._replace(key=slow.key._replace(namespace=OTHER_NAMESPACE), n_tokens=10)
    fast = fast._replace(n_tokens=10)
    worth = Worth(0.0, {NAMESPACE: 0.001, OTHER_NAMESPACE: 0.1})
    assert numbers(choose_victims([slow, fast], set(), 100, worth)) == [2]
    month_later = Worth(70 * DAY_S, worth.seconds_per_token)
    used_now = fast._replace(last_used=70 * DAY_S)
    assert numbers(choose_victims([slow, used_now], set(), 100, month_later)) == [1]


def test_a_pinned_chat_is_never_evicted(root: Path) -> None:
    limits = Limits(budget_bytes=3000)
    store = KVStore.open(root, limits=limits)
    pinned, other = Chat(IDS, CUTS, ALICE), Chat(tokens(24, seed=3), CUTS, BOB)
    store.choose(ALICE, is_pinned=True)
    pinned.save(store)
    for seed in range(4, 12):
        Chat(tokens(24, seed=seed), CUTS, BOB).save(store)
    other.save(store)
    assert pinned.restore(store).n_tokens == 24
    assert use_of(store, ALICE).is_pinned
    store.close()
    again = KVStore.open(root, limits=limits)
    assert use_of(again, ALICE).is_pinned
    again.choose(ALICE, is_pinned=False)
    for seed in range(12, 20):
        Chat(tokens(24, seed=seed), CUTS, BOB).save(again)
    assert pinned.restore(again).n_tokens < 24
    again.close()


# -- chat by chat --


def test_what_two_chats_share_is_neither_ones_own(store: KVStore) -> None:
    Chat(IDS, CUTS, ALICE).save(store)
    Chat(OTHER_IDS, CUTS, BOB).save(store)
    alice, bob = use_of(store, ALICE), use_of(store, BOB)
    assert alice.n_tokens == bob.n_tokens == 24
    assert alice.n_bytes == alice.own_bytes + (bob.n_bytes - bob.own_bytes)
    assert 0 < alice.own_bytes < alice.n_bytes
    total = store.overview().usage.bytes
    store.drop(ALICE)
    assert store.flush(FLUSH_S)
    assert store.overview().usage.bytes == total - alice.own_bytes
    assert Chat(OTHER_IDS, CUTS, BOB).restore(store).n_tokens == 24
    assert Chat(IDS, CUTS, ALICE).restore(store).n_tokens == 8


def test_a_dropped_chat_may_be_stored_again_and_one_that_is_off_may_not(
    store: KVStore, root: Path
) -> None:
    chat = Chat(IDS, CUTS, ALICE)
    chat.save(store)
    store.drop(ALICE)
    assert store.flush(FLUSH_S)
    assert list(root.rglob("*.kvs")) == []
    assert chat.save(store) == [SaveOutcome.QUEUED] * 3
    store.choose(ALICE, is_off=True)
    assert store.flush(FLUSH_S)
    assert list(root.rglob("*.kvs")) == []
    assert chat.save(store) == [SaveOutcome.OFF] * 3
    assert not store.is_saving(ALICE)
    store.close()
    again = KVStore.open(root)
    assert use_of(again, ALICE).is_off
    assert chat.save(again) == [SaveOutcome.OFF] * 3
    again.choose(ALICE, is_off=False)
    assert chat.save(again) == [SaveOutcome.QUEUED] * 3
    again.close()


def test_a_forgotten_chat_leaves_no_choice_behind(store: KVStore) -> None:
    Chat(IDS, CUTS, ALICE).save(store)
    store.choose(ALICE, is_pinned=True, is_off=True)
    store.forget(ALICE)
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
    second.choose(ALICE, is_pinned=True)  # ignored: it must not write
    second.close()
    assert not use_of(first, ALICE).is_pinned
    first.close()
    assert first.overview().chats == ()
