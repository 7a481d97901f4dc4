"""The little language of the questions, and how people type."""

from __future__ import annotations

from random import Random

import pytest
from guide.phrasing import NAME_MARK, as_typed, expand, with_typo


def readings(line: str, **fields: list[str]) -> set[str]:
    return {expand(line, fields, Random(seed)) for seed in range(200)}


def test_a_choice_takes_each_of_its_parts_and_an_empty_one_leaves_a_single_space() -> None:
    assert readings("open [a|the] chat") == {"open a chat", "open the chat"}
    assert readings("open [my|] chat") == {"open my chat", "open chat"}


def test_choices_nest_and_fields_are_read_before_them() -> None:
    assert readings("[a [b|c]|d]") == {"a b", "a c", "d"}
    assert readings("{how} it", how=["do [x|y]"]) == {"do x it", "do y it"}


def test_an_unknown_field_and_an_open_bracket_are_told() -> None:
    with pytest.raises(KeyError):
        expand("{nobody}", {}, Random(1))
    with pytest.raises(ValueError, match="unbalanced"):
        expand("[a|b", {}, Random(1))


def test_a_typo_changes_one_word_by_at_most_two_letters_and_keeps_its_first() -> None:
    for seed in range(300):
        typed = with_typo("rename this conversation", Random(seed))
        changed = [
            (was, now)
            for was, now in zip(["rename", "this", "conversation"], typed.split(), strict=True)
            if was != now
        ]
        assert len(changed) <= 1
        for was, now in changed:
            assert was[0] == now[0]
            assert abs(len(was) - len(now)) <= 1


def test_a_name_survives_every_way_of_typing() -> None:
    for seed in range(500):
        assert NAME_MARK in as_typed(f"my name is {NAME_MARK}", Random(seed)).lower()
