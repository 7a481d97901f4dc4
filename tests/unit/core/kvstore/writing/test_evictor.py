from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from app.core.kvstore.chain import SegmentHash, SegmentKey
from app.core.kvstore.records import StoredSegment
from app.core.kvstore.writing.quota import (
    Programs,
    choose_short_ends,
    choose_spare_snapshots,
    choose_unneeded,
    choose_victims,
)
from tests.unit.core.kvstore.states import NAMESPACE

if TYPE_CHECKING:
    from collections.abc import Collection


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


def held_by(**programs: list[int]) -> Programs:
    """Programs that hold segments of 10 bytes; together they may hold 40."""
    of = {key(n): program for program, numbers in programs.items() for n in numbers}
    return Programs(of, 40)


def test_what_a_program_holds_beyond_its_part_goes_before_older_chats() -> None:
    rows = [row(0, used=0), *(row(n, used=100 + n) for n in range(1, 8))]
    programs = held_by(one=[1, 2, 3, 4, 5, 6, 7])
    assert numbers(choose_victims(rows, set(), 30, programs=programs)) == [1, 2, 3]
    assert numbers(choose_victims(rows, set(), 50, programs=programs)) == [1, 2, 3, 0, 4]


def test_programs_have_equal_parts_and_one_takes_nothing_from_another() -> None:
    rows = [row(n, used=n) for n in range(8)]
    programs = held_by(quiet=[0, 1], loud=[2, 3, 4, 5, 6, 7])
    assert numbers(choose_victims(rows, set(), 40, programs=programs)) == [2, 3, 4, 5]


def test_of_a_program_too_the_ends_of_chains_go_first_and_what_is_pinned_stays() -> None:
    rows = [row(0), *(row(n, n - 1, used=9) for n in range(1, 6)), row(6, used=5)]
    programs = held_by(one=[0, 1, 2, 3, 4, 5])
    assert numbers(choose_victims(rows, {key(4)}, 20, programs=programs)) == [5, 6]
    assert numbers(choose_victims(rows, set(), 20, programs=programs)) == [5, 4]


@given(TREES, st.dictionaries(st.integers(0, 19), st.sampled_from("ab")), st.integers(0, 200))
def test_a_chat_loses_nothing_while_a_program_has_too_much_that_could_go(
    rows: list[StoredSegment], of: dict[int, str], n_bytes: int
) -> None:
    alone = [r._replace(parent=None) for r in rows]
    known = {r.key: of[r.begin] for r in alone if r.begin in of}
    programs = Programs(known, 30)
    gone = {r.key for r in choose_victims(alone, set(), n_bytes, programs=programs)}
    if gone - known.keys():
        left: Counter[str] = Counter()
        for r in alone:
            if r.key in known and r.key not in gone:
                left[known[r.key]] += r.n_bytes
        assert all(n <= 30 // len(set(known.values())) for n in left.values())


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


def with_snapshot(n: int, parent: int | None = None, *, used: float = 0.0) -> StoredSegment:
    return row(n, parent, used=used)._replace(snapshot_bytes=100)


def test_a_full_store_gives_up_the_earlier_snapshots_of_the_chats_used_longest_ago() -> None:
    old = [with_snapshot(0), with_snapshot(1, 0), row(2, 1), with_snapshot(3, 2)]
    new = [with_snapshot(10, used=5.0), with_snapshot(11, 10, used=5.0)]
    assert numbers(choose_spare_snapshots([*old, *new], set(), 150)) == [0, 1]
    assert numbers(choose_spare_snapshots([*old, *new], set(), 1000)) == [0, 1, 10]
    assert numbers(choose_spare_snapshots([*old, *new], {key(0), key(10)}, 1000)) == [1]
    assert choose_spare_snapshots([*old, *new], set(), 0) == []


def test_a_snapshot_with_which_several_chats_begin_is_not_spare() -> None:
    rows = [with_snapshot(0), with_snapshot(1, 0), with_snapshot(2, 0)]
    assert choose_spare_snapshots(rows, set(), 1000) == []


def _about(n: int, parent: int | None, begin: int, n_tokens: int, state: int) -> StoredSegment:
    return row(n, parent)._replace(begin=begin, n_tokens=n_tokens, snapshot_bytes=state)


def _short_ends(rows: list[StoredSegment], newest: int, pinned: Collection[int] = ()) -> list[int]:
    kept = [key(n) for n in pinned]
    gone = choose_short_ends(rows, key(newest), [key(0)], kept, seconds_per_token=0.1)
    return sorted(int.from_bytes(one.key.name, "big") for one in gone)


def test_short_chats_about_a_document_give_up_their_large_states_for_the_newest() -> None:
    large, small = 150_000_000, 1_000_000
    rows = [
        _about(0, None, 0, 16_000, large),  # the document
        _about(1, 0, 16_000, 50, large),
        _about(2, 0, 16_000, 50, small),  # costs little
        _about(3, 0, 16_000, 200, large),  # takes 20 s to read again
        _about(4, 0, 16_000, 30, 0),  # of two segments
        _about(5, 4, 16_030, 40, large),
        _about(6, 0, 16_000, 60, large),  # the newest
        _about(7, None, 0, 50, large),  # about nothing of that
        _about(8, 0, 16_000, 50, large),  # pinned by the user
    ]
    assert _short_ends(rows, newest=6, pinned=[8]) == [1, 4, 5]
    assert _short_ends(rows, newest=7) == []


def test_chats_that_share_little_keep_their_states() -> None:
    rows = [_about(0, None, 0, 900, 1), *(_about(n, 0, 900, 50, 150_000_000) for n in (1, 2))]
    assert _short_ends(rows, newest=2) == []
