"""The index finds what a search through the whole text finds."""

from __future__ import annotations

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from app.core.engine.drafting.drafter import MAX_MATCHED, MIN_MATCHED, NgramIndex, NgramMatch

FEW_TOKENS = st.lists(st.integers(0, 3), max_size=200)


def longest_by_search(text: list[int]) -> int:
    """Return how many of the last tokens of a text stand in it before, 0 for too few."""
    for n_tokens in range(min(MAX_MATCHED, len(text) - 1), MIN_MATCHED - 1, -1):
        tail = text[-n_tokens:]
        places = range(n_tokens, len(text))
        if any(text[end - n_tokens : end] == tail for end in places):
            return n_tokens
    return 0


@given(
    text=st.lists(st.integers(0, 250_000), max_size=60).flatmap(
        lambda words: st.lists(st.sampled_from(words or [7]), max_size=300)
    ),
    cuts=st.lists(st.integers(0, 300), max_size=6),
)
def test_however_the_text_comes_the_index_is_the_same(text: list[int], cuts: list[int]) -> None:
    at_once, one_by_one, in_pieces = NgramIndex(), NgramIndex(), NgramIndex()
    at_once.extend(text)
    for token in text:
        one_by_one.extend([token])
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    for begin, end in itertools.pairwise(edges):
        in_pieces.extend(text[begin:end])

    assert at_once.longest_match() == one_by_one.longest_match() == in_pieces.longest_match()
    for index in (one_by_one, in_pieces):
        assert index._previous == at_once._previous
        assert index._latest == at_once._latest


@given(text=FEW_TOKENS)
def test_what_is_found_stands_there_and_nothing_is_found_where_nothing_is(text: list[int]) -> None:
    index = NgramIndex()
    index.extend(text)
    match = index.longest_match()
    longest = longest_by_search(text)

    assert (match is None) == (longest == 0)
    if match is not None:
        assert MIN_MATCHED <= match.n_tokens <= longest
        end, n_tokens = match.next_at, match.n_tokens
        assert text[end - n_tokens : end] == text[len(text) - n_tokens :]


@given(text=st.lists(st.integers(0, 3), max_size=20))
def test_the_longest_of_few_places_is_found(text: list[int]) -> None:
    """Of no three tokens are there more places in so short a text than are looked at."""
    index = NgramIndex()
    index.extend(text)
    match = index.longest_match()
    assert (match.n_tokens if match else 0) == longest_by_search(text)


def test_of_places_that_are_alike_the_latest_counts() -> None:
    index = NgramIndex()
    index.extend([1, 2, 3, 4, 1, 2, 3, 5, 1, 2, 3])
    assert index.longest_match() == NgramMatch(3, 7)
    assert index.continuation(NgramMatch(3, 7), 3) == (5, 1, 2)


@given(
    period=st.lists(st.integers(0, 9), min_size=1, max_size=9, unique=True),
    n_times=st.integers(4, 30),
    n_tokens=st.integers(1, 40),
)
def test_what_repeats_itself_is_drafted_beyond_its_end(
    period: list[int], n_times: int, n_tokens: int
) -> None:
    text = period * n_times
    index = NgramIndex()
    index.extend(text)
    match = index.longest_match()
    assert match is not None
    expected = (period * (n_tokens + 1))[:n_tokens]
    assert index.continuation(match, n_tokens) == tuple(expected)


def test_a_long_text_of_the_same_token_costs_no_more_than_others() -> None:
    index = NgramIndex()
    index.extend([5] * 20_000)
    match = index.longest_match()
    assert match == NgramMatch(MAX_MATCHED, 19_999)


def test_a_prompt_of_very_many_tokens_is_taken_whole() -> None:
    chance = random.Random(1)
    text = [chance.randrange(200_000) for _ in range(100_000)]
    text += text[40_000:40_010]
    index = NgramIndex()
    index.extend(text)
    match = index.longest_match()
    assert match == NgramMatch(10, 40_010)
    assert index.continuation(match, 5) == tuple(text[40_010:40_015])
