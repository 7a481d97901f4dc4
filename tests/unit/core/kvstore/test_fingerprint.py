from __future__ import annotations

import itertools

import pytest

from app.core.errors import BugError
from app.core.kvstore.chain import check_fingerprint, fingerprint


def test_order_of_the_parts_does_not_matter() -> None:
    assert fingerprint({"a": 1, "b": "x"}) == fingerprint({"b": "x", "a": 1})


def test_a_fingerprint_is_32_hex_characters_and_the_same_for_ever() -> None:
    parts: dict[str, str | int | float | bool | bytes] = {
        "model": "abc", "n": 3, "freq": 0.5, "flag": True, "layout": b"\x00\xff"
    }  # fmt: skip
    assert fingerprint(parts) == "83c73304f28caec386a0af980ede4b20"


def test_values_of_different_types_differ() -> None:
    values: list[str | int | float | bool | bytes] = [1, 1.0, True, "1", b"1"]
    hashes = [fingerprint({"x": value}) for value in values]
    assert len(set(hashes)) == len(values)


def test_moving_a_character_between_name_and_value_differs() -> None:
    cases = [{"ab": "c"}, {"a": "bc"}, {"a": "b", "c": ""}, {"a": "", "bc": ""}, {}]
    for first, second in itertools.combinations(cases, 2):
        assert fingerprint(first) != fingerprint(second)


@pytest.mark.parametrize("text", ["", "../../etc", "A" * 32, "0" * 31, "0" * 33, "0" * 32 + "\n"])
def test_what_is_no_fingerprint_never_becomes_a_folder(text: str) -> None:
    with pytest.raises(BugError):
        check_fingerprint(text)
