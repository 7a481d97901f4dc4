"""SVG in an answer is shown as the picture that it is, and code can be opened in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu

from app.core.chats.records import MessageStatus
from app.ui.transcript.blocks.figure import SvgKey, draw_svg
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.transcript.render.buttons import PlacedTarget
    from app.ui.transcript.transcript_view import TranscriptView

RED = '<svg viewBox="0 0 200 100">\n<rect width="200" height="100" fill="#ff0000"/>\n</svg>'
DOTS = "\n".join(f'<circle cx="{n}" cy="50" r="3"/>' for n in range(130))
LONG = f'<svg viewBox="0 0 200 100">\n{DOTS}\n</svg>'


def fenced(code: str, language: str = "svg") -> str:
    return f"Look:\n\n```{language}\n{code}\n```\n\nDone.\n"


def target(view: TranscriptView, kind: TargetKind) -> PlacedTarget | None:
    return next((one for one in view.canvas.targets if one.click_target.kind is kind), None)


def press(qtbot: QtBot, view: TranscriptView, kind: TargetKind) -> None:
    qtbot.waitUntil(lambda: target(view, kind) is not None)
    found = target(view, kind)
    assert found is not None
    place = found.rect.center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def n_red(view: TranscriptView) -> int:
    """Return how many of the pixels are of the colour of the drawing, every fourth each way."""
    image = view.viewport().grab().toImage()
    red = QColor(255, 0, 0)
    places = ((x, y) for x in range(0, image.width(), 4) for y in range(0, image.height(), 4))
    return sum(image.pixelColor(x, y) == red for x, y in places)


def body_height(view: TranscriptView) -> float:
    return sum(slot.height for slot in view.stack[1].slots())


def test_a_streamed_drawing_is_shown_once_its_fence_is_closed(
    qtbot: QtBot, view: TranscriptView
) -> None:
    begun = answer("", MessageStatus.STREAMING, number=7)
    view.messages.reset([question("Draw."), begun])
    view.messages.append_text(begun.id, f"Look:\n\n```svg\n{RED}\n")
    qtbot.waitUntil(lambda: target(view, TargetKind.COPY_BLOCK) is not None)
    assert target(view, TargetKind.OPEN_PAGE) is None
    assert n_red(view) == 0
    view.messages.append_text(begun.id, "```\n\nMore words")
    qtbot.waitUntil(lambda: target(view, TargetKind.SHOW_CODE) is not None)
    assert target(view, TargetKind.OPEN_PAGE) is not None
    assert n_red(view) > 100


def test_the_code_takes_the_place_of_the_picture_and_back(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.messages.reset([question("Draw."), answer(fenced(RED))])
    press(qtbot, view, TargetKind.SHOW_CODE)
    qtbot.waitUntil(lambda: target(view, TargetKind.SHOW_PICTURE) is not None)
    assert n_red(view) == 0
    press(qtbot, view, TargetKind.SHOW_PICTURE)
    qtbot.waitUntil(lambda: target(view, TargetKind.SHOW_CODE) is not None)
    assert n_red(view) > 100


def test_a_drawing_of_several_sections_is_one_picture(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("Draw."), answer(fenced(LONG, "xml"))])
    qtbot.waitUntil(lambda: target(view, TargetKind.SHOW_CODE) is not None)
    assert len(view.stack[1].slots()) > 3
    qtbot.waitUntil(lambda: body_height(view) < 700)
    press(qtbot, view, TargetKind.SHOW_CODE)
    qtbot.waitUntil(lambda: body_height(view) > 1_500)


def test_words_that_are_looked_for_bring_the_code_back(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("Draw."), answer(fenced(LONG, "xml"))])
    qtbot.waitUntil(lambda: target(view, TargetKind.SHOW_CODE) is not None)
    view.finder.search('cx="119"')
    qtbot.waitUntil(lambda: 'cx="119"' in view.visible_text() and body_height(view) > 1_500)


@pytest.mark.parametrize("code", ["<svg>", "<svg><image/></svg>", "no tags"])
def test_what_cannot_be_drawn_stays_code(qtbot: QtBot, view: TranscriptView, code: str) -> None:
    view.messages.reset([question("Draw."), answer(fenced(code))])
    block = view.canvas.block_of(view.stack[1], 1)
    qtbot.waitUntil(lambda: not block.document.is_waiting() or block.document.is_stale())
    qtbot.waitUntil(lambda: target(view, TargetKind.OPEN_PAGE) is not None)
    assert target(view, TargetKind.SHOW_CODE) is None
    assert code in view.visible_text()


def test_what_a_user_wrote_stays_as_it_was_written(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question(fenced(RED)), answer("Nice.")])
    qtbot.waitUntil(lambda: target(view, TargetKind.OPEN_PAGE) is not None)
    assert target(view, TargetKind.SHOW_CODE) is None
    assert "<rect" in view.visible_text()


@pytest.mark.parametrize("language", ["html", "svg", "mermaid"])
def test_the_button_asks_for_the_whole_code(
    qtbot: QtBot, view: TranscriptView, language: str
) -> None:
    code = "\n".join(f"<p>{number}</p>" for number in range(100))
    view.messages.reset([question("Draw."), answer(fenced(code, language))])
    view.verticalScrollBar().setValue(0)
    with qtbot.waitSignal(view.requests.open_page) as asked:
        press(qtbot, view, TargetKind.OPEN_PAGE)
    assert asked.args == [language, code]


def test_other_code_has_no_such_button(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("Draw."), answer(fenced("print()", "python"))])
    qtbot.waitUntil(lambda: target(view, TargetKind.COPY_BLOCK) is not None)
    assert target(view, TargetKind.OPEN_PAGE) is None


def test_the_menu_has_what_the_buttons_do(qtbot: QtBot, view: TranscriptView) -> None:
    view.messages.reset([question("Draw."), answer(fenced(RED) + fenced("<p>", "html"))])
    qtbot.waitUntil(lambda: target(view, TargetKind.SHOW_CODE) is not None)
    menu = message_menu(view.surface, view.stack[1])
    words = [action.text() for action in menu.actions()]
    assert "Show code" in words
    inside = next(one for one in menu.actions() if one.text() == "Open in browser").menu()
    assert isinstance(inside, QMenu)
    assert [one.text().split(":")[0] for one in inside.actions()] == ["svg", "html"]
    with qtbot.waitSignal(view.requests.open_page) as asked:
        inside.actions()[1].trigger()
    assert asked.args == ["html", "<p>"]


@pytest.mark.parametrize(
    ("size", "width", "height"),
    [
        ('width="100" height="50"', 100, 50),
        ('viewBox="0 0 4000 1000"', 700, 175),
        ('viewBox="0 0 1000 4000"', 120, 480),
        ('viewBox="0 0 10 5"', 320, 160),
    ],
)
def test_a_drawing_is_as_large_as_it_says_and_there_is_room(
    size: str, width: int, height: int
) -> None:
    drawn = draw_svg(SvgKey(f'<svg {size}><rect width="9" height="9"/></svg>', 700, 2.0))
    assert drawn is not None
    assert (drawn.width, drawn.height) == (width, height)
    assert drawn.image.width() == 2 * width


@pytest.mark.parametrize(
    "text",
    [
        '<svg viewBox="0 0 0 0"><rect/></svg>',
        '<svg viewBox="0 0 1e9 1e9"><rect/></svg>',
        '<svg viewBox="0 0 10000 1"><rect/></svg>',
    ],
    ids=["no size", "huge", "a line"],
)
def test_what_has_no_sensible_size_is_not_drawn(text: str) -> None:
    assert draw_svg(SvgKey(text, 700, 2.0)) is None


def test_what_takes_too_long_when_it_is_tried_small_is_not_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert draw_svg(SvgKey(RED, 700, 2.0)) is not None
    monkeypatch.setattr("app.ui.transcript.blocks.figure._MOST_S", 0.0)
    assert draw_svg(SvgKey(RED, 700, 2.0)) is None
