"""Names of files as they are shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.media.formats import LONGEST, shown_name


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("cat.png", "cat.png"),
        ("/home/me/my cat.png", "my cat.png"),
        ("C:\\Users\\me\\cat.png", "cat.png"),
        ("../../etc/passwd", "passwd"),
        ("a\nb\tc\x00d\x1b[31m.png", "a b c d [31m.png"),
        ("invoice\u202egpj.exe", "invoicegpj.exe"),
        ("na\udcefve.png", "na\ufffdve.png"),
        ("NUL.png", "_NUL.png"),
        ("com1", "_com1"),
        ("console.png", "console.png"),
        ("name. . ", "name"),
        ("  spaced   out .png", "spaced out .png"),
        (".hidden", ".hidden"),
        ("", "file"),
        ("...", "file"),
        ("folder/", "file"),
        ("👩\u200d🚀.png", "👩\u200d🚀.png"),
        ("猫.png", "猫.png"),
    ],
)
def test_a_name_is_one_plain_line_without_a_path(given_name: str, shown: str) -> None:
    assert shown_name(given_name) == shown


def test_a_long_name_keeps_its_ending() -> None:
    shown = shown_name("x" * 300 + ".png")

    assert len(shown) == LONGEST
    assert shown.endswith("x….png")
    assert len(shown_name("y" * 300)) == len(shown_name("z." + "y" * 300)) == LONGEST


@given(st.text(st.characters(), max_size=400))
def test_whatever_a_name_is_it_can_be_shown_and_stays_as_it_is(name: str) -> None:
    shown = shown_name(name)

    assert 0 < len(shown) <= LONGEST + 1
    assert not {unicodedata.category(each) for each in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not set("/\\\n\r\t\0") & set(shown)
    shown.encode("utf-8")
    assert shown_name(shown) == shown
