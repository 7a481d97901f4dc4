from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.core.kvstore import SegmentHash
from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.records import StoredSegment
from app.core.kvstore.writing.evictor import choose_unneeded, choose_victims
from tests.unit.core.kvstore.states import NAMESPACE


def key(n: int) -> SegmentKey:
    return SegmentKey(NAMESPACE, SegmentHash(n.to_bytes(16, "big")))


def row(
    n: int, parent: int | None = None, *, used: float = 0.0, size: int = 10, owned: bool = True
) -> StoredSegment:
    return StoredSegment(key(n), None if parent is None else key(parent), n, size, used, owned)


def numbers(rows: list[StoredSegment]) -> list[int]:
    return [row.begin for row in rows]


TREES = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 5), st.booleans()), min_size=1, max_size=20
).map(
    lambda items: [
        row(i, None if p >= i else p, used=u, owned=owned) for i, (p, u, owned) in enumerate(items)
    ]
)


def test_a_chain_is_eaten_from_its_end() -> None:
    rows = [row(0), row(1, 0), row(2, 1)]
    assert numbers(choose_victims(rows, set(), 20)) == [2, 1]


def test_the_least_recently_used_leaf_goes_first_and_its_parent_may_be_next() -> None:
    rows = [row(0, used=1), row(1, 0, used=1), row(2, used=5), row(3, used=0.5)]
    assert numbers(choose_victims(rows, set(), 30)) == [3, 1, 0]


def test_at_equal_times_the_later_position_goes_first() -> None:
    assert numbers(choose_victims([row(0), row(7), row(3)], set(), 10)) == [7]


def test_what_is_pinned_stays_and_so_does_all_before_it() -> None:
    rows = [row(0), row(1, 0), row(2, 1), row(3)]
    assert numbers(choose_victims(rows, {key(1)}, 100)) == [3, 2]


def test_nothing_goes_when_nothing_is_needed() -> None:
    assert choose_victims([row(0)], set(), 0) == []


def test_a_segment_whose_parent_is_gone_can_be_evicted() -> None:
    assert numbers(choose_victims([row(1, 0)], set(), 1)) == [1]


@given(TREES, st.sets(st.integers(0, 20)), st.integers(0, 200))
def test_no_segment_ever_loses_the_one_before_it(
    rows: list[StoredSegment], pinned: set[int], n_bytes: int
) -> None:
    victims = choose_victims(rows, {key(n) for n in pinned}, n_bytes)
    left = {r.key for r in rows} - {r.key for r in victims}
    assert all(r.parent is None or r.parent in left for r in rows if r.key in left)
    assert {key(n) for n in pinned} & {r.key for r in victims} == set()
    assert sum(r.file_bytes for r in victims[:-1]) < max(n_bytes, 1)


@given(TREES)
def test_what_an_owner_needs_is_kept_and_all_else_is_named_last_first(
    rows: list[StoredSegment],
) -> None:
    unneeded = choose_unneeded(rows)
    left = {r.key for r in rows} - {r.key for r in unneeded}
    parents = {r.key: r.parent for r in rows}
    needed = set()
    for r in rows:
        at = r.key if r.is_owned else None
        while at is not None:
            needed.add(at)
            at = parents[at]
    assert left == needed
    assert numbers(unneeded) == sorted(numbers(unneeded), reverse=True)
