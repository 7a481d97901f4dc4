from __future__ import annotations

import pytest

from app.core.conversations.texts.chat_text import title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("  \n First \nSecond", "First"),
        ("x" * 100, "x" * 59 + "…"),
    ],
)
def test_a_title_is_the_first_line(text: str, title: str) -> None:
    assert title_of(text) == title
