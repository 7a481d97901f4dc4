"""Numbers of passages in answers: links to what they mean; and quotations that no passage has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextCharFormat

from app.core.chats.records import MessageStatus
from app.core.content.tool_steps import ToolStep
from app.core.messages import Attachment, Role, TextKind, TextSource, ToolCall
from app.core.plain_value import replace
from app.ui.kit.theme import LIGHT_COLOURS
from app.ui.transcript.blocks.markdown import prose
from app.ui.transcript.model.citations import (
    citations_of,
    doubtful_words,
    passage_of,
    passage_words,
    source_entries,
    source_lines,
    version_words,
)
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.model.sections import SectionKind
from app.ui.transcript.render.canvas import displayed_text, links
from tests.unit.ui.conftest import answer, question
from tests.unit.ui.transcript.test_transcript_view import press

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytestqt.qtbot import QtBot

    from app.ui.transcript.transcript_view import TranscriptView


def passage(number: int, text: str, name: str = "bread.pdf", page: str = "") -> Attachment:
    source = TextSource(f"/p/{name}", name, number=number, page_name=page, headings=("Rye",))
    return Attachment(name, text, source)


OVEN = passage(1, "The oven takes half an hour.", page="iv")
SALT = passage(2, "Three grams of salt.", "salt.md")
WATER = passage(12, "Water as warm as a hand.")
PASSAGES = (OVEN, SALT, WATER)
ASKED = question("How?", attachments=(Attachment("all.txt", "whole"), *PASSAGES))


def linked(text: str, cites: Sequence[int] = (1, 2, 12)) -> list[tuple[str, str]]:
    """Return the words of each link in a piece of Markdown, and where it leads."""
    found = re.findall(r'<a href="([^"]*)">(.*?)</a>', prose(text, cites=cites).html())
    return [(words, address) for address, words in found]


def test_what_a_tool_has_found_is_cited_and_opened_as_any_passage(
    qtbot: QtBot, view: TranscriptView
) -> None:
    step = ToolStep(ToolCall("search_documents", '{"question": "oven"}', "id0"), 0.01)
    result = answer("bread.pdf has the id 12ab.", attachments=(OVEN,))
    result = replace(result, role=Role.TOOL, stats=tuple(step.as_stats().items()))
    view.messages.reset([question("How long?"), result, answer("Half an hour [1].")])
    (line,) = view.stack[1].sources
    assert view.stack[1].outline().bubble.isEmpty()
    assert (line.name, line.details, line.is_saved) == ("bread.pdf", "Passages [1]", False)
    qtbot.waitUntil(lambda: bool(view.stack[2].slots()))
    assert view.stack[2].slots()[0].section.cites == (1,)
    with qtbot.waitSignal(view.requests.show_source) as shown:
        press(qtbot, view, TargetKind.ATTACHMENT)
    assert shown.args == [OVEN]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Hot [1].", [("[1]", "passage:1")]),
        ("Hot [1][2].", [("[1]", "passage:1"), ("[2]", "passage:2")]),
        ("- **Hot** [12]\n", [("[12]", "passage:12")]),
        ("| a |\n|---|\n| b [2] |\n", [("[2]", "passage:2")]),
        ("Both [1, 12].", [("1", "passage:1"), ("12", "passage:12")]),
        ("Known and not [2, 9].", [("2", "passage:2")]),
        ("None [9], [0], [1234], [a], [].", []),
        ("`x[1]` and \\[1\\] and\n\n```\n[1]\n```", []),
        ("[1](https://example.org)", [("1", "https://example.org")]),
        ("As [1]: and [2]", [("[1]", "passage:1"), ("[2]", "passage:2")]),
    ],
)
def test_a_known_number_in_brackets_is_a_link(text: str, links: list[tuple[str, str]]) -> None:
    assert linked(text) == links


def test_a_chat_without_passages_has_no_links() -> None:
    assert linked("See [1] and [2, 12].", ()) == []


def test_a_link_leads_to_a_passage_of_the_chat_or_nowhere() -> None:
    assert passage_of("passage:1", PASSAGES) is OVEN
    assert passage_of("passage:7", PASSAGES) is None
    assert passage_of("https://example.org/passage:1", PASSAGES) is None


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("It says “the oven takes half an hour” [1].", ()),
        ("It says “the oven takes a whole day” [1].", ("the oven takes a whole day",)),
        ("It says [1] “the oven takes a whole day”.", ()),  # nothing is cited behind it
        ("A “hot stone” [1] is what they call it.", ()),
        ("“the oven takes a whole day”\n\nElsewhere [1].", ()),
        ("「烤箱需要一整天的时间」[1]", ("烤箱需要一整天的时间",)),
        ("“three **grams** of salt” [9]", ()),
    ],
)
def test_cited_words_that_no_passage_has_are_doubtful(text: str, doubtful: tuple[str, ...]) -> None:
    assert citations_of(text, PASSAGES, is_whole=True).doubtful == doubtful
    assert citations_of(text, PASSAGES, is_whole=False).doubtful == ()
    assert citations_of(text, (), is_whole=True).doubtful == ()


def test_what_is_doubtful_is_said() -> None:
    assert doubtful_words(()) == ""
    assert doubtful_words(["a  day\nlong"]) == "A quotation is not in the passages: “a day long”"
    assert doubtful_words(["a", "b"]) == "2 quotations are not in the passages"


def test_passages_of_a_document_are_one_line() -> None:
    lines = source_lines((Attachment("all.txt", "whole"), *PASSAGES))

    assert [(one.name, one.details, one.number) for one in lines] == [
        ("all.txt", "5 B", 0),
        ("bread.pdf", "Passages [1], [12]", 1),
        ("salt.md", "Passages [2]", 2),
    ]


def test_passages_of_the_chat_itself_are_one_line() -> None:
    turns = [
        Attachment("Earlier in this chat", text, TextSource("", f"message:{number}", number=number))
        for number, text in ((1, "My parrot"), (2, "Its name"))
    ]

    assert [(one.name, one.details, one.number) for one in source_lines(turns)] == [
        ("Earlier in this chat", "Passages [1], [2]", 0)
    ]
    assert passage_words(turns[1]) == "Earlier in this chat\nIts name"


def test_a_passage_says_where_it_is_and_how_it_begins() -> None:
    assert passage_words(OVEN) == "bread.pdf, page iv, Rye\nThe oven takes half an hour."
    assert passage_words(passage(1, "long " * 100)).endswith("long …")


# -- in the view --


def test_a_click_on_a_number_asks_for_its_passage(qtbot: QtBot, view: TranscriptView) -> None:
    shown = answer("[1] is hot")
    view.messages.reset([ASKED, shown])
    view.viewport().repaint()
    layout = view.stack.find(shown.id)
    assert layout is not None
    (_number, _slot, rect), *_ = layout.slot_rects()
    place = view.canvas.origin_of(shown.id) + rect.topLeft() + QPointF(6, 10)

    assert view.pointer.link_at(place) == "passage:1"
    assert view.pointer.tooltip_at(place) == passage_words(OVEN)
    with qtbot.waitSignal(view.requests.follow_link) as asked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert asked.args == ["passage:1"]


def test_a_streamed_number_is_a_link_as_soon_as_it_is_whole(view: TranscriptView) -> None:
    shown = answer("", MessageStatus.STREAMING)
    view.messages.reset([ASKED, shown])
    for piece in ("Hot [", "1", "]", " and salty [2]"):
        view.messages.append_text(shown.id, piece, TextKind.ANSWER)
    layout = view.stack.find(shown.id)
    assert layout is not None

    assert [slot.section.cites for slot in layout.slots()] == [(1, 2, 12)]
    assert layout.note == ""


def test_a_doubtful_quotation_is_underlined_and_said_below(view: TranscriptView) -> None:
    shown = answer("It says “the oven takes **a whole** day” [1].")
    view.messages.reset([ASKED, shown])
    view.viewport().repaint()
    layout = view.stack.find(shown.id)
    assert layout is not None
    (number, slot, _rect), *_ = layout.slot_rects()
    document = slot.kind.document(slot.section, LIGHT_COLOURS, is_open=False)

    assert layout.note.startswith("A quotation is not in the passages: “the oven")
    cursor = document.find("whole")
    wave = QTextCharFormat.UnderlineStyle.WaveUnderline
    assert (number, cursor.charFormat().underlineStyle()) == (0, wave)
    assert document.find("says").charFormat().underlineStyle() != wave


def test_a_chat_whose_passages_are_gone_has_no_links_any_more(view: TranscriptView) -> None:
    shown = answer("Hot [1]")
    view.messages.reset([ASKED, shown])
    assert view.messages.passages() == PASSAGES
    view.messages.show_branch([question("How?"), shown], None)
    layout = view.stack.find(shown.id)
    assert layout is not None

    assert view.messages.passages() == ()
    assert [slot.section.cites for slot in layout.slots()] == [()]


def test_a_line_of_passages_asks_for_the_first_of_them(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("How?", attachments=PASSAGES)])
    with qtbot.waitSignal(view.requests.show_source) as asked:
        press(qtbot, view, TargetKind.ATTACHMENT)

    assert asked.args == [OVEN]


@pytest.mark.parametrize("changed_at", [0.0, -1e12, 1e18])
def test_a_file_whose_date_no_calendar_has_is_named_without_it(changed_at: float) -> None:
    document = Attachment("all.txt", "whole", TextSource("/p/all.txt", "d", changed_at))

    assert version_words(document) == "all.txt"


def test_the_end_of_a_long_chat_is_checked_when_all_of_it_is_here(view: TranscriptView) -> None:
    sound = answer("It says “the oven takes half an hour” [1] and “three grams of salt” [2].")
    other = answer("Nothing is cited.")
    invented = answer("It says “the oven takes a whole day” [1].")
    end = [question("And?", attachments=(SALT,)), sound, other, invented]
    view.messages.reset(end, is_whole=False)
    view.viewport().repaint()
    layouts = [view.stack[row] for row in (1, 2, 3)]
    uncited = [slot.section for slot in layouts[1].slots()]
    assert [layout.note for layout in layouts] == ["", "", ""]

    view.messages.prepend([question("How?", attachments=(OVEN,)), answer("Half an hour [1].")])
    view.viewport().repaint()

    assert [view.stack[row] for row in (3, 4, 5)] == layouts
    assert [bool(layout.note) for layout in layouts] == [False, False, True]
    assert layouts[2].note.startswith("A quotation is not in the passages: “the oven takes a whole")
    assert [slot.section.cites for slot in layouts[0].slots()] == [(1, 2)]
    assert [slot.section for slot in layouts[1].slots()] == uncited  # nothing drawn anew
    heights = [view.stack.bottom(row) - view.stack.top(row) for row in (3, 4, 5)]
    assert heights == [layout.height() for layout in layouts]


# -- answers that cite nothing --

HOT = "Heat it well: the oven takes half an hour. <b>"
SAME = "Same words in:\n[1] bread.pdf, page iv"


def told(view: TranscriptView, row: int) -> list[str]:
    """Return the lines below an answer that say where its words are."""
    sections = [slot.section for slot in view.stack[row].slots()]
    return [one.text for one in sections if one.kind is SectionKind.SOURCES]


def test_passages_of_one_document_name_it_once() -> None:
    more = passage(4, "More.", page="v")
    rest = [passage(5, "A", "salt.md"), passage(6, "B", "[1]\n*a*.md", "7")]
    assert source_entries([OVEN, more, SALT, *rest]) == (
        *("[1] bread.pdf, page iv", "[4] page v", "[2] salt.md, Rye", "[5] Rye"),
        "[6] [1] *a*.md, page 7",
    )
    assert source_entries([]) == ()
    (turned,) = source_entries([passage(7, "C", "\u202eחוזה.pdf", "9")])
    assert turned == "[7] \u2068חוזה.pdf\u2069, page 9"


def test_an_answer_that_cites_nothing_says_which_passage_has_its_words(
    qtbot: QtBot, view: TranscriptView
) -> None:
    shown = answer(HOT)
    view.messages.reset([ASKED, shown, question("Sure?"), answer(f"{HOT} [1]"), answer("No.")])
    view.viewport().repaint()
    assert [told(view, row) for row in (1, 3, 4)] == [[SAME], [], []]
    layout = view.stack[1]
    *_, (number, _slot, rect) = layout.slot_rects()
    document = view.canvas.block_of(layout, number).document

    assert document.toPlainText() == "Same words in: [1] bread.pdf, page iv"
    assert links(layout, view.canvas) == ["passage:1"]
    across = document.find("bread").position()
    line = document.begin().layout().lineForTextPosition(across)
    x: float = line.cursorToX(across)[0]  # type: ignore[index]
    place = view.canvas.origin_of(shown.id) + rect.topLeft() + QPointF(x, 8)
    with qtbot.waitSignal(view.requests.follow_link) as asked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert asked.args == ["passage:1"]


def test_that_line_is_no_part_of_what_was_said(view: TranscriptView) -> None:
    view.messages.reset([ASKED, answer(HOT)])
    layout = view.stack[1]

    assert told(view, 1) == [SAME]
    assert layout.text == view.messages.text(1) == view.messages.last_answer() == HOT
    assert "Same words" not in displayed_text(layout, view.canvas)


def test_that_line_comes_when_the_answer_is_whole(view: TranscriptView) -> None:
    shown = answer("", MessageStatus.STREAMING)
    view.messages.reset([ASKED, shown])
    view.messages.append_text(shown.id, HOT, TextKind.ANSWER)
    view.viewport().repaint()
    assert told(view, 1) == []

    view.messages.change(replace(shown, text=HOT, status=MessageStatus.COMPLETE))
    view.viewport().repaint()
    assert told(view, 1) == [SAME]
    layout = view.stack[1]
    assert all(not slot.is_open for slot in layout.slots())
    assert view.stack.bottom(1) - view.stack.top(1) == layout.height()


def test_that_line_comes_with_the_beginning_of_a_long_chat(view: TranscriptView) -> None:
    view.messages.reset([question("And?", attachments=(SALT,)), answer(HOT)], is_whole=False)
    view.viewport().repaint()
    assert told(view, 1) == []

    view.messages.prepend([question("How?", attachments=(OVEN,)), answer("Hot.")])
    view.viewport().repaint()
    assert told(view, 3) == [SAME]
    assert told(view, 1) == []


def test_a_passage_that_came_later_is_no_source(view: TranscriptView) -> None:
    view.messages.reset([question("How?"), answer(HOT), ASKED, answer("Well.")])
    view.viewport().repaint()
    assert [told(view, row) for row in (1, 3)] == [[], []]


def test_that_line_begins_where_the_answer_does(view: TranscriptView) -> None:
    words = "מדת ההודעה היא שבעה שבועות עד סוף הרבעון"
    view.messages.reset([question("?", attachments=(passage(1, words),)), answer(words)])
    (line,) = told(view, 1)
    assert line == f"\u200f{SAME.replace(', page iv', ', Rye')}"
