"""Markdown that would hold the window: what is laid out at once is bounded, and no word is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.ui.kit.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.markdown import plain_html, prose
from app.ui.transcript.blocks.registry import make_block
from app.ui.transcript.model.message_text import MessageText
from app.ui.transcript.model.sections import (
    HARD_CHARS,
    PROSE_LINES,
    TABLE_CELLS,
    TABLE_COLUMNS,
    Section,
    SectionKind,
    cost,
    split_sections,
)
from app.ui.transcript.render.block_cache import FrameBudget
from tests.unit.ui.conftest import STREAMING, answer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.transcript_view import TranscriptView

LINE = HARD_CHARS - 10
TABLES = ((30, 1_000), (100, 600), (300, 1_500), (900, 2_000), (10, 450), (16, 300), (2, 2_000))


def table(n_columns: int, n_rows: int, row: str = "a") -> str:
    head = "|a" * n_columns + "|\n" + "|-" * n_columns + "|\n"
    return head + "".join(f"{row}{number}\n" for number in range(n_rows))


def cells_of(section: Section) -> int:
    return len(re.findall("<t[dh][ >]", prose(section.text).html()))


def lines_of(unit: str, n_lines: int = 3) -> str:
    return "\n".join((unit * LINE)[:LINE] for _ in range(n_lines))


@pytest.mark.parametrize(("n_columns", "n_rows"), TABLES)
def test_no_section_of_a_table_has_more_cells_than_are_laid_out_at_once(
    n_columns: int, n_rows: int
) -> None:
    sections = split_sections(table(n_columns, n_rows))
    drawn = [section for section in sections if section.kind is SectionKind.TABLE]

    assert all(cells_of(section) <= TABLE_CELLS + TABLE_COLUMNS for section in drawn)
    assert bool(drawn) is (n_columns <= TABLE_COLUMNS)


@pytest.mark.parametrize(("n_columns", "n_rows"), TABLES)
@pytest.mark.parametrize("before", ["> ", "  "])
def test_a_table_in_a_quote_or_a_list_is_bounded_too_and_its_rest_is_text(
    n_columns: int, n_rows: int, before: str
) -> None:
    lines = table(n_columns, min(n_rows, 100)).split("\n")
    text = ("" if before == "> " else "- x\n\n") + "\n".join(before + line for line in lines)
    shown = "".join(prose(section.text).html() for section in split_sections(text))

    assert all(cells_of(section) <= TABLE_CELLS for section in split_sections(text))
    for number in range(min(n_rows, 100)):
        assert f"a{number}" in shown


@pytest.mark.parametrize(("n_columns", "n_rows"), TABLES)
def test_every_row_of_a_large_table_is_shown_once(n_columns: int, n_rows: int) -> None:
    shown = "\n".join(section.text for section in split_sections(table(n_columns, n_rows)))

    assert [line for line in shown.split("\n") if re.fullmatch(r"a\d+", line)] == [
        f"a{number}" for number in range(n_rows)
    ]


def test_a_table_of_usual_size_is_one_section_and_one_table() -> None:
    text = "| Name | Size | Why |\n|---|---|---|\n" + "| one | two | three |\n" * 40
    (section,) = split_sections(text)

    assert prose(section.text).html().count("<table") == 1
    assert cells_of(section) == 3 * 41


def test_what_follows_a_wide_table_is_rendered_again() -> None:
    sections = split_sections(f"before\n{table(40, 3)}\n**after**\n")

    assert [section.kind for section in sections] == [
        SectionKind.PROSE,
        SectionKind.PLAIN,
        SectionKind.PROSE,
    ]
    assert "<strong>after</strong>" in prose(sections[-1].text).html()


@pytest.mark.parametrize("line", ["# Title", "> quote", "- item", "1. item", "---"])
def test_what_ends_a_table_is_not_taken_for_its_row(line: str) -> None:
    text = f"{table(16, 14, '|b')}{line}\n"
    last = split_sections(text)[-1]

    assert line in last.text
    assert not last.continued or "<td>" in prose(last.text).html()


def test_a_message_of_almost_fences_is_cut_into_sections() -> None:
    """With a pattern that tries again at each space, this would take two minutes."""
    line = "```" + " " * LINE + "`"
    message = MessageText()
    message.add("\n".join([line] * 600))
    message.finish()

    sections, n_closed = message.sections()

    assert n_closed == len(sections)
    assert not any(section.kind is SectionKind.CODE for section in sections)


@pytest.mark.parametrize("line", ["~" * LINE + "`", "|-" + " " * LINE + "x", "`" * LINE + " `"])
def test_lines_that_are_nearly_something_stay_prose(line: str) -> None:
    sections = split_sections("\n".join([line] * 40))

    assert {section.kind for section in sections} == {SectionKind.PROSE}


@pytest.mark.parametrize(
    "unit", ["[", "[a](", "![", "**a *", "$$a", r"\(", r"\[a", "https://a.b(", "<", "&#x", "@", "!"]
)
def test_more_marks_than_anybody_means_are_shown_as_they_are(unit: str) -> None:
    text = lines_of(unit)

    assert "white-space: pre-wrap" in prose(text).html()
    assert "white-space: pre-wrap" in prose(text, is_open=True).html()


def test_a_long_paragraph_with_marks_is_still_rendered() -> None:
    text = "Some **bold** words, `code`, a [link](https://a.example/b) and *more* of them. " * 12

    assert prose(text).html().count("<strong>") == 12


@pytest.mark.parametrize("line", ["- a", "# a", "> a", "a  ", "1. a"])
def test_many_short_lines_are_cut_into_sections_as_long_ones_are(line: str) -> None:
    sections = split_sections(f"{line}\n" * 2_000)

    assert max(section.text.count("\n") for section in sections) <= 2 * PROSE_LINES
    assert sum(section.text.count("a") for section in sections) == 2_000


def test_one_frame_lays_out_only_so_much_and_always_something() -> None:
    (large,) = split_sections("|a|b|\n|-|-|\n" + "|c|d|\n" * 110)
    frame = FrameBudget()

    taken = [frame.has_time_for(large) for _ in range(3)]

    assert taken == [True, False, False]
    assert frame.is_over
    assert FrameBudget().has_time_for(Section(SectionKind.PROSE, "|" * 100_000))
    assert cost(large) > cost(Section(SectionKind.PROSE, "word"))


@pytest.mark.parametrize("link", ["mailto:a@b ", "//a.b ", "https://a.b ", "MailTo:a@b "])
def test_many_links_in_one_section_are_shown_as_they_were_written(link: str) -> None:
    assert "<a " in prose(link * 20).html()
    assert "<a " not in prose(link * 300).html()


@pytest.mark.parametrize("mark", ["http:", "https:", "ftp:", "HTTP:"])
def test_many_beginnings_of_links_are_not_looked_at(mark: str) -> None:
    assert prose(mark * 1_200).html() == plain_html(mark * 1_200)


@pytest.mark.parametrize("link", ["mailto:a@b ", "//a.b ", "https://a.b "])
def test_a_section_of_links_costs_more_than_one_of_words(link: str) -> None:
    words = Section(SectionKind.PROSE, "word " * 140)
    links = Section(SectionKind.PROSE, link * (700 // len(link)))
    frame = FrameBudget()
    assert cost(links) > 10 * cost(words)
    assert sum(frame.has_time_for(links) for _ in range(120)) < 10


def test_what_one_frame_had_no_time_for_comes_with_the_next_ones(
    view: TranscriptView, qtbot: QtBot
) -> None:
    text = "\n\n".join(f"# T{number}\n\n{table(16, 14, '|b|c')}" for number in range(4))
    view.messages.reset((answer(text),))
    layout = view.stack[0]

    def visible() -> list[bool]:
        inside = view.viewport().height()
        top = view.canvas.origin_of(layout.message.id).y()
        return [
            slot.exact and not slot.is_late
            for _number, slot, rect in layout.slot_rects()
            if rect.bottom() + top > 0 and rect.top() + top < inside
        ]

    qtbot.waitUntil(lambda: all(visible()))
    assert view.scroller.is_at_end()


def test_a_wide_table_that_streams_never_has_more_cells_than_one_section_may(
    view: TranscriptView,
) -> None:
    message = answer("", STREAMING)
    view.messages.reset((message,))
    for piece in ("|a" * 100 + "|\n", "|-" * 100 + "|\n", "a\n" * 300, "b\n"):
        view.messages.append_text(message.id, piece)
        for number, slot in enumerate(view.stack[0].slots()):
            block = make_block(slot.section, LIGHT_COLOURS, is_open=slot.is_open)
            assert cells_of(slot.section) <= TABLE_CELLS or slot.section.kind is SectionKind.PLAIN
            assert block.end_position() >= 0, number
