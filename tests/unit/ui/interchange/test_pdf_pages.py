"""The pages of a PDF: filled one after another, with nothing cut off and bars beside quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QTextTable

from app.core.content.tool_steps import ToolStep
from app.core.messages import Role, ToolCall
from app.core.plain_value import replace
from app.ui.interchange import pdf_writer
from app.ui.interchange.pdf_writer import pdf_chunks
from app.ui.words.plain_text import isolated
from tests.unit.core.interchange.test_export import chat_of
from tests.unit.core.interchange.test_passages_on_pages import chat_with, passage

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QTextDocument

    Drawn = list[tuple[QTextDocument, float, QRectF, list[QRectF]]]

pytestmark = pytest.mark.usefixtures("qapp")

WIDE = "| City |{}\n|---|{}\n| Donaudampfschifffahrtsgesellschaft |{}"


def wide_table(n_columns: int, cell: str) -> str:
    heads = "".join(f" Month {n} |" for n in range(n_columns))
    return WIDE.format(heads, "---:|" * n_columns, f" {cell} |" * n_columns)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Return the pieces as they are drawn: document, scale, ground and bars."""
    found: Drawn = []
    draw = pdf_writer._Pages._draw

    def note(
        pages: pdf_writer._Pages,
        document: QTextDocument,
        scale: float,
        decoration: pdf_writer._Decoration,
    ) -> None:
        found.append((document, scale, decoration.ground, list(decoration.bars)))
        draw(pages, document, scale, decoration)

    monkeypatch.setattr(pdf_writer._Pages, "_draw", note)
    return found


def n_pages(text: str) -> int:
    data = b"".join(pdf_chunks(chat_of("q", text)))
    return len(re.findall(rb"/Type /Page\n", data))


@pytest.mark.parametrize(
    "piece",
    ["- an item\n" * 20, "```\nx\n" + "y\n" * 18 + "```\n\n", "| a |\n|-|\n" + "| b |\n" * 10],
)
def test_what_goes_on_on_the_next_page_begins_at_its_top(piece: str) -> None:
    few, many = n_pages(f"{piece}\nwords\n\n" * 6), n_pages(f"{piece}\nwords\n\n" * 12)
    assert many <= 2 * few + 1
    assert many <= 8


@pytest.mark.parametrize("n_columns", [2, 10, 15])
@pytest.mark.parametrize("cell", ["1,000,000.00", "unbroken" * 20, "some words of a sentence " * 4])
def test_no_column_of_a_table_is_cut_off(
    n_columns: int,
    cell: str,
    drawn: Drawn,
) -> None:
    b"".join(pdf_chunks(chat_of("q", wide_table(n_columns, cell))))
    (table,) = (
        (document, scale)
        for document, scale, _ground, _bars in drawn
        if any(isinstance(one, QTextTable) for one in document.rootFrame().childFrames())
    )
    document, scale = table
    frames = document.rootFrame().childFrames()
    widths = [document.documentLayout().frameBoundingRect(one).width() for one in frames]
    assert max(widths) <= document.pageSize().width()
    assert 0.58 <= scale <= 1.0
    line = document.begin()
    while line.isValid():  # and no word reaches over the edge of its cell
        for number in range(line.layout().lineCount()):
            one = line.layout().lineAt(number)
            assert one.naturalTextWidth() <= one.width() + 1
        line = line.next()


def test_a_table_that_fits_keeps_the_size_of_its_letters(
    drawn: Drawn,
) -> None:
    b"".join(pdf_chunks(chat_of("q", "| a | b |\n|---|---|\n| c | d |")))
    assert all(scale == 1.0 for _document, scale, _ground, _bars in drawn)


def test_the_bar_of_a_quote_stands_beside_its_code_too(
    drawn: Drawn,
) -> None:
    b"".join(pdf_chunks(chat_of("q", "> Take care:\n> ```sh\n> rm\n> ```\n> All is gone.")))
    before, code, after = drawn[-3:]
    assert before[2].isEmpty()
    assert not code[2].isEmpty()
    (bar,), (first,), (last,) = code[3], before[3], after[3]
    assert bar.left() == first.left() == last.left() < code[2].left()
    assert first.bottom() <= code[2].top() <= code[2].bottom() <= last.bottom()
    assert bar.top() <= first.bottom() + 1  # no gap between them
    assert last.top() <= bar.bottom() + 1


def test_passages_stand_behind_the_question_and_whole_documents_before_it(drawn: Drawn) -> None:
    passages = (passage(1, "Three months."), passage(2, "By post."))

    b"".join(pdf_chunks(chat_with(passages, "Three [1].")))

    words = [document.toPlainText().strip() for document, _scale, _ground, _bars in drawn]
    assert words[2:] == [
        *("You", "all.txt", "whole", "How long?", "Passages:"),
        *("[1] lease.pdf, page 4, Lease › Notice", "Three months."),
        *("[2] lease.pdf, page 4, Lease › Notice", "By post."),
        *("Model", "Three [1]."),
    ]


def test_an_answer_that_cites_nothing_says_which_passage_has_its_words(drawn: Drawn) -> None:
    words = "The notice period is three months."

    b"".join(pdf_chunks(chat_with((passage(1, "By post."), passage(2, words)), words)))

    shown = [document.toPlainText().strip() for document, _scale, _ground, _bars in drawn]
    assert shown[-2:] == [words, "Same words in: [2] lease.pdf, page 4"]


def test_the_result_of_a_call_says_which_tool_it_is_of(drawn: Drawn) -> None:
    stats = tuple(ToolStep(ToolCall("calculate", '{"a": "6*7"}', "a")).as_stats().items())
    chat = chat_of("42")
    (message,) = chat.messages
    chat = replace(chat, messages=(replace(message, role=Role.TOOL, stats=stats),))

    b"".join(pdf_chunks(chat))

    shown = [document.toPlainText().strip() for document, _scale, _ground, _bars in drawn]
    assert shown[2:] == [f"Calculator: {isolated('6*7')}", "42"]
