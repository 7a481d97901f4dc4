from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from app.core.engine.protocol import ChatKey
from app.core.engine.sequence import Sequence, common_prefix, segment_cuts
from app.core.kvstore import SegmentHash

ids = st.lists(st.integers(0, 3), max_size=30)


@given(ids, ids)
def test_the_common_prefix_is_the_longest_one(left: list[int], right: list[int]) -> None:
    n = common_prefix(left, right)
    assert left[:n] == right[:n]
    assert n == min(len(left), len(right)) or left[n] != right[n]


@given(st.integers(0, 500), st.sets(st.integers(1, 5000)), st.integers(0, 5000))
def test_segments_are_never_longer_than_allowed_and_never_end_outside(
    begin: int, boundaries: set[int], end: int
) -> None:
    cuts = segment_cuts(begin, sorted(boundaries), end, 1024)
    assert cuts == sorted(set(cuts))
    assert all(begin < cut <= end for cut in cuts)
    edges = [begin, *cuts, max(begin, end)]
    assert all(b - a <= 1024 for a, b in itertools.pairwise(edges))


def test_a_message_end_is_a_cut_unless_the_piece_would_be_tiny() -> None:
    assert segment_cuts(0, [3, 40, 42, 90], 100, 1024) == [40, 90]


def test_cutting_a_sequence_forgets_the_segments_behind_the_cut() -> None:
    names = [SegmentHash(bytes([n]) * 16) for n in range(3)]
    sequence = Sequence(
        0,
        ChatKey("1"),
        tokens=list(range(30)),
        chain=[(10, names[0]), (20, names[1]), (30, names[2])],
        n_from_disk=30,
    )
    sequence.truncate(25)
    assert sequence.n_cached == 25
    assert sequence.stored_end == 20
    assert sequence.n_from_disk == 25
