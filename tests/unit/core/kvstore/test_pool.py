from __future__ import annotations

import numpy as np
import pytest

from app.core.kvstore.chain import SegmentHash, SegmentKey, segment_hash, token_array
from app.core.kvstore.format.layout import PackedState
from app.core.kvstore.pool import PendingSegment, Pool
from app.core.kvstore.records import Segment
from tests.unit.core.kvstore.states import ALICE, NAMESPACE, OTHER_NAMESPACE, layout_of


@pytest.fixture
def pool() -> Pool:
    return Pool(100)


def pending(ids: list[int], parent: SegmentHash | None = None) -> PendingSegment:
    key = SegmentKey(NAMESPACE, segment_hash(NAMESPACE, parent, ids))
    segment = Segment(key, parent, 0 if parent is None else 1, token_array(ids), ALICE)
    return PendingSegment(segment, layout_of(), PackedState(np.zeros(20, np.uint8)), None, 0.0)


def test_no_more_than_the_limit_is_reserved(pool: Pool) -> None:
    assert pool.reserve(60)
    assert not pool.reserve(41)
    assert pool.reserve(40)
    pool.release(60)
    assert pool.reserve(60)


def test_what_waits_is_found_by_its_parent(pool: Pool) -> None:
    first = pending([1])
    second = pending([2], first.segment.key.name)
    pool.add(first)
    pool.add(second)
    assert [child.name for child in pool.children(NAMESPACE, None)] == [first.segment.key.name]
    (child,) = pool.children(NAMESPACE, first.segment.key.name)
    assert (child.name, child.token_ids.tolist()) == (second.segment.key.name, [2])
    assert pool.children(OTHER_NAMESPACE, None) == []


def test_a_segment_replaced_meanwhile_is_not_removed_with_the_old_one(pool: Pool) -> None:
    old, new = pending([1]), pending([1])
    pool.add(old)
    pool.withdraw([old.segment.key])
    pool.add(new)
    assert not pool.holds(old)
    pool.remove(old)
    assert pool.get(new.segment.key) is new


def test_what_is_withdrawn_may_be_stored_again_once_its_file_is_gone(pool: Pool) -> None:
    key = pending([1]).segment.key
    pool.withdraw([key])
    assert pool.is_withdrawn(key)
    pool.reinstate([key])
    assert not pool.is_withdrawn(key)


def test_restores_in_flight_and_parents_of_what_waits_are_pinned(pool: Pool) -> None:
    stored = pending([1]).segment.key
    waiting = pending([2], stored.name)
    pool.add(waiting)
    assert pool.pinned() == {stored}
    pool.remove(waiting)
    pool.pin([stored])
    pool.pin([stored])
    pool.unpin([stored])
    assert pool.pinned() == {stored}
    pool.unpin([stored])
    assert pool.pinned() == set()
