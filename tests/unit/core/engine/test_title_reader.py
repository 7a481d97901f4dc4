"""Where the title is in what a model says, in whatever pieces it comes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.content.answer_parts import MarksReader
from app.core.engine.answers.title_writer import TitleReader

SAID = [
    ("", "Bread at home", "Bread at home", False),
    ("", "\n \n Bread at home \nand more", "Bread at home", True),
    ("", "<think>\nThe user wants bread.\n</think>\n\nBread at home\n", "Bread at home", True),
    ("", "<think>\nThe user wants bread.\nHm.", "", False),
    ("<|im_start|>assistant\n<think>\n", "Bread?\nYes.</think>\nBread", "Bread", False),
    ("<|im_start|>assistant\n<think>\n", "Bread?\nYes.\n", "", False),
    ("<|im_start|>assistant\n<think>\n\n</think>\n\n", "Bread\n", "Bread", True),
    ("", "[THINK]a\nb[/THINK]Bread", "Bread", False),
    ("", "<|channel|>analysis<|message|>a\nb<|end|>", "", False),
    (
        "<|start|>assistant",
        "<|channel|>analysis<|message|>a\nb<|end|><|channel|>final<|message|>Bread",
        "Bread",
        False,
    ),
    ("", "<b>Bread</b>", "<b>Bread</b>", False),
    ("", "<", "", False),
    ("", "", "", False),
]


@pytest.mark.parametrize(("prompt", "said", "text", "is_complete"), SAID)
@given(data=st.data())
def test_the_title_is_the_first_line_that_is_no_thinking(
    prompt: str, said: str, text: str, is_complete: bool, data: st.DataObject
) -> None:
    reader = TitleReader(MarksReader(prompt))
    left = said
    while left:
        n_chars = data.draw(st.integers(1, len(left)))
        reader.feed(left[:n_chars])
        left = left[n_chars:]
    assert (reader.text, reader.is_complete) == (text, is_complete)


@given(st.lists(st.text(max_size=5)))
def test_whatever_is_said_a_title_is_one_line(pieces: list[str]) -> None:
    reader = TitleReader(MarksReader(""))
    for piece in pieces:
        reader.feed(piece)
    assert "\n" not in reader.text
    assert reader.text == reader.text.strip()
    if reader.is_complete:
        assert reader.text
