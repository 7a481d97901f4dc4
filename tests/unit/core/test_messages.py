"""Where a text comes from, as it is stored and as a file from elsewhere may say it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.messages import TextSource, message_of, source_as_text, source_of_text

STORED = {"path": "/a.md", "digest": "d", "changed_at": 5.5, "number": 3, "begin": 7}


def read(**facts: Any) -> TextSource | None:
    return source_of_text(json.dumps(STORED | facts))


def test_a_stored_source_comes_back() -> None:
    source = TextSource(
        "/a.md", "message:12", 5.5, 900, 99_999, 2**40, "iv", ("A", "B"), tuple(range(1, 901))
    )

    assert source_of_text(source_as_text(source)) == source
    assert message_of(source) == 12


@pytest.mark.parametrize(
    "facts",
    [
        {"number": -1},
        {"number": 100_000},
        {"begin": -1},
        {"begin": 2**40 + 1},
        {"n_pages": 10**30},
        {"pages_without_text": [0]},
        {"pages_without_text": [2**70]},
        {"path": "a" * 40_000},
        {"digest": "message:" + "1" * 20_000},
        {"page_name": "i" * 20_000},
        {"headings": ["a" * 20_000]},
        {"headings": ["a"] * 101},
    ],
)
def test_a_source_that_cannot_be_true_is_none(facts: dict[str, Any]) -> None:
    assert read() is not None
    assert read(**facts) is None


def test_a_date_that_no_calendar_has_is_not_known() -> None:
    for date in (1e300, -1e300):
        source = read(changed_at=date)
        assert source is not None
        assert source.changed_at == 0.0


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 19, "٣", "²", "", "-1", " 1", "1\n"])
def test_a_digest_that_names_no_message_is_one_of_a_document(number: str) -> None:
    assert message_of(TextSource("", f"message:{number}")) is None
