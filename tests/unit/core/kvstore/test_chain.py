from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import BugError
from app.core.kvstore.chain import (
    MAX_SEGMENT_TOKENS,
    SegmentHash,
    common_prefix,
    segment_hash,
    token_array,
)
from tests.unit.core.kvstore.states import NAMESPACE, OTHER_NAMESPACE

IDS = st.lists(st.integers(-1, 200_000), min_size=1, max_size=40)


def test_a_name_is_the_same_on_every_machine_for_ever() -> None:
    root = segment_hash(NAMESPACE, None, [1, 2, 3])
    assert root.hex() == "0eeff3cd544a7c7ce13ced2b95bde2da"
    assert segment_hash(NAMESPACE, root, [1, 2, 3]).hex() == "31eedb89f835f57774f839e9d3aed691"


@given(IDS)
def test_lists_and_arrays_name_the_same_segment(ids: list[int]) -> None:
    assert segment_hash(NAMESPACE, None, ids) == segment_hash(
        NAMESPACE, None, np.array(ids, np.int64)
    )


@given(IDS, IDS)
def test_different_tokens_have_different_names(first: list[int], second: list[int]) -> None:
    same = segment_hash(NAMESPACE, None, first) == segment_hash(NAMESPACE, None, second)
    assert same == (first == second)


@given(IDS)
def test_parent_and_namespace_change_the_name(ids: list[int]) -> None:
    parents = [None, SegmentHash(bytes(16)), segment_hash(NAMESPACE, None, ids)]
    names = {segment_hash(NAMESPACE, parent, ids) for parent in parents}
    names.add(segment_hash(OTHER_NAMESPACE, None, ids))
    assert len(names) == 4


@pytest.mark.parametrize("ids", [[], [0] * (MAX_SEGMENT_TOKENS + 1), [2**31], [1.5], ["a"]])
def test_what_is_no_segment_is_refused(ids: list[int]) -> None:
    with pytest.raises(BugError):
        segment_hash(NAMESPACE, None, ids)


@given(IDS, IDS)
def test_the_common_prefix_is_as_long_as_the_ids_agree(first: list[int], second: list[int]) -> None:
    n = common_prefix(token_array(first), token_array(second))
    assert first[:n] == second[:n]
    assert n == min(len(first), len(second)) or first[n] != second[n]


def test_nothing_shares_nothing() -> None:
    assert common_prefix(token_array([]), token_array([1])) == 0
