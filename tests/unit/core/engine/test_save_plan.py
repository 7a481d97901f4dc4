from __future__ import annotations

import itertools
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.core.content.media import MediaDigest, MediaKind
from app.core.content.media_table import MediaChunk, MediaTable
from app.core.engine.memory.save_plan import (
    MIN_SEGMENT_TOKENS,
    UNKNOWN_WORTH,
    SnapshotWorth,
    save_plan,
    segment_ends,
    snapshot_ends,
)
from app.core.kvstore.chain import SNAPSHOT_DISTANCE, common_prefix
from app.core.kvstore.format.kv_section import KVSection, Plane
from app.core.kvstore.format.layout import KVLayout

CAN_BE_CUT = KVLayout((KVSection((Plane(1, 6),), (), v_trans=False),))
NEEDS_SNAPSHOTS = KVLayout(CAN_BE_CUT.sections, needs_snapshot=True)
SLOW = SnapshotWorth(1 / 30)

ids = st.lists(st.integers(0, 3), max_size=30)


@given(ids, ids)
def test_the_common_prefix_is_the_longest_one(left: list[int], right: list[int]) -> None:
    n = common_prefix(left, right)
    assert left[:n] == right[:n]
    assert n == min(len(left), len(right)) or left[n] != right[n]


@given(st.integers(0, 5000), st.integers(0, 5000))
def test_the_common_prefix_of_long_series_is_found_at_any_place(n_tokens: int, at: int) -> None:
    left = list(range(n_tokens))
    right = tuple(token if token != at else -1 for token in left)
    assert common_prefix(left, right) == min(at, n_tokens)


@given(st.integers(0, 500), st.sets(st.integers(1, 5000)), st.integers(0, 5000))
def test_segments_are_never_longer_than_allowed_and_never_end_outside(
    begin: int, message_ends: set[int], end: int
) -> None:
    ends = segment_ends(begin, sorted(message_ends), end, 1024)
    assert ends == sorted(set(ends))
    assert all(begin < one <= end for one in ends)
    edges = [begin, *ends, max(begin, end)]
    assert all(b - a <= 1024 for a, b in itertools.pairwise(edges))


def test_a_message_end_is_a_segment_end_unless_the_piece_would_be_tiny() -> None:
    assert segment_ends(0, [3, 40, 42, 90], 100, 1024) == [40, 90]


@given(st.integers(0, 5000), st.sets(st.integers(1, 60_000), max_size=12), st.integers(1, 60_000))
def test_snapshots_are_few_rising_and_end_before_the_last_token(
    begin: int, message_ends: set[int], n_prompt: int
) -> None:
    ends = snapshot_ends(begin, sorted(message_ends), n_prompt)
    assert ends == sorted(set(ends))
    assert all(begin < end < n_prompt for end in ends)
    if n_prompt - 1 - begin >= MIN_SEGMENT_TOKENS:
        gaps = [right - left for left, right in pairwise([begin, *ends, n_prompt])]
        assert max(gaps) <= SNAPSHOT_DISTANCE + MIN_SEGMENT_TOKENS
    # The first message, every so many tokens at the least, and before the last token.
    assert len(ends) <= 3 + 2 * (n_prompt // SNAPSHOT_DISTANCE)


def test_a_short_chat_has_a_snapshot_after_its_first_message_and_after_its_last() -> None:
    assert snapshot_ends(0, [100, 180, 300], 310) == [100, 300]
    assert snapshot_ends(300, [100, 180, 300, 420], 430) == [420]
    assert snapshot_ends(0, [100, 180], 310) == [100, 309]  # an answer was begun
    assert snapshot_ends(0, [8, 12], 14) == []


def test_a_state_that_saves_less_than_two_seconds_of_reading_is_not_taken() -> None:
    worth = SnapshotWorth(1 / 100)
    assert snapshot_ends(1000, [1050, 1190], 1195, worth) == []
    assert snapshot_ends(1000, [1050, 1210], 1215, worth) == [1210]
    assert snapshot_ends(0, [250, 400], 410, worth) == [250]  # other chats may begin with it


def test_a_crash_costs_at_most_five_seconds_of_a_prompt_or_a_quarter_of_what_was_read() -> None:
    worth = SnapshotWorth(1 / 100)
    ends = snapshot_ends(0, [10_000], 10_003, worth)
    gaps = [end - begin for begin, end in pairwise([0, *ends])]
    assert gaps[:3] == [500, 500, 500]
    assert all(gap <= max(500, begin / 4) for begin, gap in zip([0, *ends], gaps, strict=False))
    assert len(ends) < 20
    assert (worth.is_due(499), worth.is_due(500)) == (False, True)


def test_while_the_speed_is_unknown_every_state_is_worth_its_bytes() -> None:
    assert UNKNOWN_WORTH.least == MIN_SEGMENT_TOKENS
    assert UNKNOWN_WORTH.is_due(1)
    assert UNKNOWN_WORTH.distance(100_000) == SNAPSHOT_DISTANCE


@given(st.integers(0, 400), st.sets(st.integers(1, 3000), max_size=4), st.integers(1, 3000))
def test_snapshots_stand_where_attached_texts_end_and_are_stored_at_once(
    begin: int, attached: set[int], n_prompt: int
) -> None:
    shared = sorted(end for end in attached if end < n_prompt)
    plan = save_plan(NEEDS_SNAPSHOTS, begin, [], n_prompt, 1024, worth=SLOW, attached_ends=shared)

    previous = begin
    for end in shared:
        if end > begin and end - previous >= SLOW.least:
            assert {end} <= plan.snapshot_ends & plan.due_ends & set(plan.segment_ends)
            previous = end
    assert plan.due_ends <= plan.snapshot_ends


def test_what_ends_close_before_an_attached_text_is_no_snapshot() -> None:
    plan = save_plan(NEEDS_SNAPSHOTS, 0, [100, 390], 900, 1024, worth=SLOW, attached_ends=[400])

    assert 400 in plan.due_ends
    assert 390 not in plan.snapshot_ends


def test_a_segment_ends_where_an_attached_text_does() -> None:
    plan = save_plan(CAN_BE_CUT, 0, [600], 900, 1024, attached_ends=[400])

    assert plan.segment_ends == (400, 600)
    assert not plan.snapshot_ends


def test_a_state_right_behind_a_medium_stays_before_an_attached_text() -> None:
    picture = MediaChunk(20, 100, 100, MediaKind.IMAGE, 0, MediaDigest(bytes(16)))
    plan = save_plan(
        *(NEEDS_SNAPSHOTS, 0, [], 900, 1024, MediaTable((picture,)), SLOW), attached_ends=[160]
    )

    assert {121, 160} <= plan.due_ends & plan.snapshot_ends & set(plan.segment_ends)
