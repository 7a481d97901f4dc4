"""What is text, whatever its encoding, and how much of a file is looked at to know it."""

from __future__ import annotations

import re

import pytest
from charset_normalizer import from_bytes
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.text_files import decoded, one_line_end


def test_a_text_with_one_nul_is_text_and_shows_it() -> None:
    assert decoded(b"name\0value\n") == "name␀value\n"
    assert decoded(b"A line.\n" * 9 + b"\0") == "A line.\n" * 9 + "␀"


@given(st.text(alphabet="ab\r\n", max_size=30))
def test_lines_end_in_one_way_and_none_is_lost(text: str) -> None:
    found = one_line_end(text)

    assert "\r" not in found
    assert found.split("\n") == re.split("\r\n|\r|\n", text)


@pytest.mark.parametrize(
    "data", [b"\1\2\3", b"\0" * 40, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(30)]
)
def test_a_few_bytes_that_are_mostly_control_codes_are_no_text(data: bytes) -> None:
    assert decoded(data) is None


@pytest.mark.parametrize(
    ("encoding", "line"),
    [("cp1251", "Привет мир ёж\n"), ("shift_jis", "これは日本語の文章です。\n")],
)
def test_a_large_file_in_an_old_encoding_is_guessed_from_its_ends(
    monkeypatch: pytest.MonkeyPatch, encoding: str, line: str
) -> None:
    guessed: list[int] = []
    real = from_bytes

    def counted(data: bytes) -> object:
        guessed.append(len(data))
        return real(data)

    monkeypatch.setattr("charset_normalizer.from_bytes", counted)
    text = line * 60_000

    assert decoded(text.encode(encoding)) == text
    assert max(guessed) <= 400_000
