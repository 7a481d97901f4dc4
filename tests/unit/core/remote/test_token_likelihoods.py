"""How likely tokens were, in the forms in which servers say it, and in none."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.remote.reply import read_likelihoods

FIELDS = st.sampled_from(
    ["content", "token", "logprob", "top_logprobs", "tokens", "token_logprobs", "x"]
)
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=4),
    max_leaves=12,
)


def told(said: Any) -> list[tuple[str, float, list[str]]]:
    return [
        (one.said.text, one.said.log_probability, [other.text for other in one.likeliest])
        for one in read_likelihoods(said)
        if one.said is not None
    ]


def test_the_form_of_chats_is_read() -> None:
    top = [{"token": "a", "logprob": -0.1}, {"token": "b", "logprob": -2}]
    said = {"content": [{"token": "a", "logprob": -0.1, "top_logprobs": top}]}
    assert told(said) == [("a", -0.1, ["a", "b"])]


def test_the_form_of_completions_is_read_the_likeliest_first() -> None:
    said = {
        "tokens": ["a", "b"],
        "token_logprobs": [-0.1, -3],
        "top_logprobs": [{"c": -4, "a": -0.1}, None],
    }
    assert told(said) == [("a", -0.1, ["a", "c"]), ("b", -3.0, [])]


@pytest.mark.parametrize("number", [None, "1", True, math.nan, -math.inf, -(10**400)])
def test_a_token_without_a_number_is_left_out(number: Any) -> None:
    content = [{"token": "a", "logprob": number}, {"token": "b", "logprob": -1}]
    assert told({"content": content}) == [("b", -1.0, [])]


@given(NONSENSE)
def test_what_makes_no_sense_is_left_out(said: Any) -> None:
    for text, number, _others in told(said):
        assert isinstance(text, str)
        assert not math.isnan(number)
