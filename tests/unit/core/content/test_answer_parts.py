"""What an answer is taken apart into, whatever was kept of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.answer_parts import AnswerParts, parts_of_stats, split_answer

TEXT = "<|a|>Hm.\n<|b|>\n\nYes <think>"
PARTS = AnswerParts(5, 9, 14)


def test_parts_come_back_from_what_is_kept_with_an_answer() -> None:
    kept = json.loads(json.dumps({"n_prompt": 3, **PARTS.as_stats()}))
    assert parts_of_stats(kept) == PARTS


@pytest.mark.parametrize(
    "stats",
    [{}, {"thinking_begin": 1, "thinking_end": 2}, PARTS.as_stats() | {"answer_begin": "many"}],
)
def test_what_was_not_kept_whole_was_not_kept(stats: dict[str, float | str]) -> None:
    assert parts_of_stats(stats) is None


def test_an_answer_is_taken_apart_where_it_was_said_to_be() -> None:
    assert split_answer(TEXT, PARTS) == ("Hm.", "Yes <think>", False)
    assert split_answer(TEXT[:9], AnswerParts(5, 9, 9)) == ("Hm.\n", "", True)
    assert split_answer("<|a|>", AnswerParts(0, 0, 5)) == (None, "", False)
    assert split_answer("<think>x</think>", AnswerParts()) == (None, "<think>x</think>", False)


@pytest.mark.parametrize(
    "parts",
    [AnswerParts(3, 2, 4), AnswerParts(-1, 2, 4), AnswerParts(1, 5, 4), AnswerParts(1, 2, 10**9)],
)
def test_offsets_that_cannot_be_are_not_believed(parts: AnswerParts) -> None:
    assert split_answer("<think>Hm.</think>Yes", parts) == ("Hm.", "Yes", False)


@given(st.text(max_size=30), st.integers(-3, 40), st.integers(-3, 40), st.integers(-3, 40))
def test_nothing_is_shown_that_was_not_said(text: str, begin: int, end: int, answer: int) -> None:
    split = split_answer(text, AnswerParts(begin, end, answer))
    assert (split.thinking or "") in text
    assert split.answer in text


@pytest.mark.parametrize(
    ("parts", "text", "has_begun"),
    [
        (AnswerParts(7, 9, 17), "<think>hm</think>", False),
        (AnswerParts(7, 9, 17), "<think>hm</think>uno", True),
        (AnswerParts(), "uno", False),
    ],
)
def test_it_is_known_when_thinking_has_led_to_an_answer(
    parts: AnswerParts, text: str, has_begun: bool
) -> None:
    assert parts.has_answer_after_thinking(len(text)) is has_begun
