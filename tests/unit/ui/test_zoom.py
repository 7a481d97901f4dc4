"""Larger and smaller text, by keys and by the wheel, kept until the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent

from app.ui.theme import MAX_ZOOM, MIN_ZOOM, TEXT_BODY
from app.ui.transcript.message_stack import MessageStack
from app.ui.window_state import open_state, save_zoom, saved_zoom
from tests.unit.ui.conftest import answer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.ui.conftest import Desk


def height(desk: Desk) -> float:
    layout = desk.window.transcript.stack.last()
    assert layout is not None
    return layout.height()


def test_text_becomes_larger_smaller_and_usual_again(desk: Desk) -> None:
    desk.open(answer("Some words.\n\n```\ncode\n```\n\n# Heading"))
    usual = height(desk)
    actions = desk.window.actions_by_key
    for _ in range(3):
        actions["zoom_in"].trigger()
    desk.until(lambda: height(desk) > usual)
    assert desk.window.composer.edit.font().pixelSize() == round(TEXT_BODY * 1.3)
    for _ in range(5):
        actions["zoom_out"].trigger()
    desk.until(lambda: height(desk) < usual)
    actions["zoom_reset"].trigger()
    desk.until(lambda: height(desk) == usual)


def test_the_wheel_zooms_with_ctrl_and_scrolls_without(desk: Desk) -> None:
    desk.open(*(answer("words\n\n" * 9) for _ in range(9)))
    view = desk.window.transcript

    def turn(modifiers: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(
            QPointF(50, 50),
            QPointF(50, 50),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        view.wheelEvent(event)

    before = view.verticalScrollBar().value()
    turn(Qt.KeyboardModifier.ControlModifier)
    assert desk.window.theme.zoom == pytest.approx(1.1)
    turn(Qt.KeyboardModifier.NoModifier)
    assert desk.window.theme.zoom == pytest.approx(1.1)
    assert view.verticalScrollBar().value() < before or not view.is_at_end()


def test_there_are_limits(desk: Desk) -> None:
    for key, limit in (("zoom_in", MAX_ZOOM), ("zoom_out", MIN_ZOOM)):
        for _ in range(30):
            desk.window.actions_by_key[key].trigger()
        assert desk.window.theme.zoom == limit


@pytest.mark.parametrize(
    ("kept", "zoom"), [("1.3", 1.3), ("", 1.0), ("large", 1.0), ("nan", 1.0), ("inf", 1.0)]
)
def test_the_size_is_kept_and_nonsense_is_the_usual_one(
    tmp_path: Path, kept: str, zoom: float
) -> None:
    state = open_state(tmp_path / "window.ini")
    state.setValue("window/zoom", kept)
    assert saved_zoom(state) == zoom
    save_zoom(state, 0.8)
    assert saved_zoom(state) == 0.8


def test_larger_text_is_expected_to_take_more_room_before_it_is_looked_at() -> None:
    stack = MessageStack()
    stack.reset([answer("some words " * 200) for _ in range(50)])
    usual = stack.total_height()
    stack.forget_sizes(2.0)
    assert 2.5 * usual < stack.total_height() < 4 * usual
