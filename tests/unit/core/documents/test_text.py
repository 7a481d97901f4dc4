"""The text of a document knows its pages."""

from __future__ import annotations

import pytest

from app.core.documents.text import DocumentText

THREE_PAGES = DocumentText("", "one\ntwo\nthree\n", page_starts=(0, 4, 8))


@pytest.mark.parametrize(
    ("offset", "page"), [(0, 1), (3, 1), (4, 2), (7, 2), (8, 3), (13, 3), (99, 3)]
)
def test_a_character_lies_on_a_page(offset: int, page: int) -> None:
    assert THREE_PAGES.page_at(offset) == page


def test_a_text_without_pages_has_none() -> None:
    assert DocumentText("", "one").page_at(1) is None


def test_only_a_document_whose_pages_are_all_pictures_is_a_scan() -> None:
    assert DocumentText("", "\n\n", (0, 1), pages_without_text=(1, 2)).is_scan
    assert not DocumentText("", "a\n", (0, 2), pages_without_text=(2,)).is_scan
    assert not DocumentText("", "").is_scan
