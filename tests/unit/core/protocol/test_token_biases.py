"""What the lines of a text say of words that are made likelier."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.protocol import TokenBias, UnreadableBias, token_biases


def test_each_line_names_words_and_a_number() -> None:
    text = "however = -5\n\n a sea=2.5 \n==1"
    assert token_biases(text) == (
        TokenBias("however", -5.0),
        TokenBias("a sea", 2.5),
        TokenBias("=", 1.0),
    )


@pytest.mark.parametrize(
    "line",
    ["sea", "= 5", "sea =", "sea = x", "sea = nan", "sea = 101", "sea = -inf", "s" * 101 + "=1"],
)
def test_what_says_nothing_is_named_by_its_line(line: str) -> None:
    assert token_biases(f"a = 1\n\n{line}") == (TokenBias("a", 1.0), UnreadableBias(3))


def test_there_is_an_end_to_it() -> None:
    *read, left = token_biases("\n" + "a = 1\n" * 1000)
    assert read == [TokenBias("a", 1.0)] * 64
    assert left == UnreadableBias(66, is_too_many=True)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    for one in token_biases(text):
        if isinstance(one, TokenBias):
            assert one.words
            assert abs(one.strength) <= 100
