"""Where characters of a document stand among the lines above its pages, and back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.documents.text import DocumentText
from app.ui.documents.shown_text import PIECE, passage_text, shown_text

PAGES = st.lists(st.text("ab\n", max_size=6), min_size=1, max_size=5)


def document_of(pages: list[str], **more: object) -> DocumentText:
    starts, at = [], 0
    for page in pages:
        starts.append(at)
        at += len(page)
    return DocumentText("", "".join(pages), tuple(starts), **more)  # type: ignore[arg-type]


@given(pages=PAGES, data=st.data())
def test_every_part_of_a_document_is_found_again(pages: list[str], data: st.DataObject) -> None:
    document = document_of(pages)
    shown = shown_text(document)
    begin = data.draw(st.integers(0, len(document.text)))
    end = data.draw(st.integers(begin, len(document.text)))
    part = shown.original(shown.place_of(begin), shown.place_of(end))
    assert "".join(part.split("\n")) == "".join(document.text[begin:end].split("\n"))
    for at in range(begin, end):
        assert shown.text[shown.place_of(at)] == document.text[at]


LONG = ["The walrus needs three grams. " * 1_000, "ab" * 9_000, "盐放在最后。" * 4_000, "one\ntwo"]


@pytest.mark.parametrize("pages", [LONG, LONG[1:2], LONG[:1]])
def test_long_lines_are_shown_in_pieces_and_every_part_is_found_again(pages: list[str]) -> None:
    document = document_of(pages)
    shown = shown_text(document)
    assert max(map(len, shown.text.split("\n"))) <= PIECE
    assert shown.original(0, len(shown.text)).replace("\n", "") == document.text.replace("\n", "")
    ends = range(0, len(document.text), 997)
    for begin, end in pairwise(ends):
        part = shown.original(shown.place_of(begin), shown.place_of(end))
        assert part.replace("\n", "") == document.text[begin:end].replace("\n", "")
    for at in (*ends, len(document.text) - 1):
        assert shown.text[shown.place_of(at)] == document.text[at]


def test_lines_are_broken_behind_sentences_or_blanks_and_only_where_they_are_too_long() -> None:
    shown = passage_text("The walrus needs three grams. " * 1_000)
    assert all(line.endswith("grams. ") for line in shown.text.split("\n"))
    words = passage_text("walrus " * 3_000)
    assert all(line.endswith("walrus ") for line in words.text.split("\n"))
    chinese = passage_text("盐放在最后。" * 4_000)
    assert all(line.endswith("。") for line in chinese.text.split("\n"))
    as_it_is = "The walrus needs three grams. " * 300 + "\n" + "ab" * 2_000
    assert passage_text(as_it_is).text == as_it_is


def test_pages_are_called_as_readers_call_them() -> None:
    pages = document_of(["a", "b"], page_names=("iv", "v"), pages_without_text=(2,))
    assert shown_text(pages, "pdf").text.split("\n\n")[0] == "Page iv"
    assert "Page v: no text" in shown_text(pages, "pdf").text
    assert shown_text(document_of(["a", "b"]), "pptx").text.startswith("Slide 1")
    sheets = document_of(["a", "b"], page_names=("Budget", "Plan"))
    assert shown_text(sheets, "xlsx").text.startswith("Sheet Budget")


def test_one_page_needs_no_line_above_it() -> None:
    assert shown_text(document_of(["words"])).text == "words"
    assert shown_text(DocumentText("", "words")).text == "words"


def test_what_qt_would_count_otherwise_keeps_its_place() -> None:
    assert passage_text("a\rb\0c\ud800d").text == "a b c\ufffdd"
