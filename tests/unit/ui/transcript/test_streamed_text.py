"""A text that streams ends as it is at once, in the window and in exports, wherever it is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.interchange.rich_text import rich_html
from app.ui.interchange.pdf_writer import pieces_of
from app.ui.kit.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.registry import make_block
from app.ui.transcript.model.message_text import MessageText
from app.ui.transcript.model.sections import split_sections
from tests.helpers.markdown_page import MARKDOWN_PAGE
from tests.unit.core.interchange.test_export import _require_harmless, chat_of
from tests.unit.ui.transcript.test_text_of_answers import CASES, Case, shown

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.interchange.pdf_writer import Piece
    from app.ui.transcript.model.sections import Section

pytestmark = pytest.mark.usefixtures("qapp")


def streamed(text: str) -> list[Section]:
    """Return the sections of a text that comes in single characters, each of them laid out."""
    message = MessageText()
    for char in text:
        message.add(char)
        sections, n_closed = message.sections()
        for section in sections[n_closed:]:
            make_block(section, LIGHT_COLOURS, is_open=True).set_width(700)
    message.finish()
    return message.sections()[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.written)
def test_a_text_that_streams_ends_as_it_is_at_once(case: Case) -> None:
    whole = split_sections(case.written)
    assert streamed(case.written) == whole


def cut_at(text: str, cut: int) -> list[Section]:
    """Return the sections of a text that comes in two pieces, and was shown between them."""
    message = MessageText()
    message.add(text[:cut])
    message.sections()
    message.add(text[cut:])
    message.finish()
    return message.sections()[0]


def models(text: str) -> tuple[list[str], str, list[Piece]]:
    """Return what the window, a page and a PDF make of an answer."""
    documents = [document.toHtml() for document in shown(split_sections(text))]
    return documents, rich_html(text), list(pieces_of(chat_of("q", text).messages[1]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.written)
def test_wherever_a_stream_is_cut_window_and_exports_end_as_at_once(
    case: Case, qtbot: QtBot
) -> None:
    text = case.written
    sections = split_sections(text)
    # Formulas and colours come from another thread, and stay then.
    qtbot.waitUntil(lambda: not any(document.is_waiting() for document in shown(sections)))
    whole = models(text)
    for cut in range(len(text)):
        _documents, written, _pieces = models(text[:cut])  # and it may stop there
        _require_harmless(written)
        assert cut_at(text, cut) == sections
    assert models(text) == whole  # what came before has left no trace in the parsers


def test_a_page_of_everything_streams_without_harm() -> None:
    assert streamed(MARKDOWN_PAGE) == split_sections(MARKDOWN_PAGE)


def test_wherever_a_page_of_everything_is_cut_it_ends_as_at_once() -> None:
    whole = split_sections(MARKDOWN_PAGE)
    assert all(cut_at(MARKDOWN_PAGE, cut) == whole for cut in range(len(MARKDOWN_PAGE)))
