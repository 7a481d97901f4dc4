"""Larger and smaller text, by keys and by the wheel, kept until the next start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QPushButton

from app.core.settings.settings import Settings
from app.core.settings.table import ZOOM
from app.core.system.paths import Paths
from app.ui.kit.labels import ElidedLabel
from app.ui.kit.theme import MAX_ZOOM, MIN_ZOOM, TEXT_BODY
from tests.unit.ui.conftest import answer, stack_of

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
        view.viewportEvent(event)

    before = view.verticalScrollBar().value()
    turn(Qt.KeyboardModifier.ControlModifier)
    assert desk.window.theme.zoom == pytest.approx(1.1)
    turn(Qt.KeyboardModifier.NoModifier)
    assert desk.window.theme.zoom == pytest.approx(1.1)
    assert view.verticalScrollBar().value() < before or not view.scroller.is_at_end()


def test_there_are_limits(desk: Desk) -> None:
    for key, limit in (("zoom_in", MAX_ZOOM), ("zoom_out", MIN_ZOOM)):
        for _ in range(30):
            desk.window.actions_by_key[key].trigger()
        assert desk.window.theme.zoom == limit


def test_the_size_is_kept(desk: Desk, tmp_path: Path) -> None:
    desk.window.actions_by_key["zoom_in"].trigger()
    desk.window.actions_by_key["zoom_in"].trigger()

    assert desk.window.theme.zoom == 1.2
    assert Settings.load(Paths.locate(tmp_path).settings_file).get(ZOOM) == 1.2

    desk.window.actions_by_key["zoom_reset"].trigger()
    assert Settings.load(Paths.locate(tmp_path).settings_file).chosen(ZOOM) is None


def test_larger_text_is_expected_to_take_more_room_before_it_is_looked_at() -> None:
    stack = stack_of([answer("some words " * 200) for _ in range(50)])
    usual = stack.total_height()
    stack.forget_sizes(2.0)
    assert 2.5 * usual < stack.total_height() < 4 * usual


def test_larger_text_enlarges_the_words_around_the_chat_too(desk: Desk) -> None:
    desk.open(answer("words"))
    window = desk.window
    shown = [
        window.header.title,
        window.model_bar.button,
        *window.sidebar.findChildren(QPushButton),
    ]
    row = window.sidebar.chats.index(1)
    window.status.show_text("Copied")
    shown += window.status.findChildren(ElidedLabel)

    def sizes() -> list[int]:
        letters = [widget.fontMetrics().height() for widget in shown]
        return [*letters, window.status.meter.fontMetrics().height(), row_height()]

    def row_height() -> int:
        return window.sidebar.view.sizeHintForIndex(row).height()

    usual = sizes()
    for _ in range(4):
        window.actions_by_key["zoom_in"].trigger()
    desk.until(lambda: window.sidebar.view.visualRect(row).height() == row_height())
    assert all(large > small for large, small in zip(sizes(), usual, strict=True))
    assert window.header.height() >= window.model_bar.button.sizeHint().height()

    for _ in range(6):
        window.actions_by_key["zoom_out"].trigger()
    assert sizes() == usual  # only what is read becomes smaller


@pytest.mark.parametrize("zoom", [1.0, MAX_ZOOM])
def test_no_row_of_the_window_is_lower_than_its_words(desk: Desk, zoom: float) -> None:
    desk.open(answer("words"))
    desk.window.theme.set_zoom(zoom)
    row = desk.window.sidebar.chats.index(1)
    words = desk.window.sidebar.findChildren(QPushButton)[0].fontMetrics().height()
    assert desk.window.sidebar.view.sizeHintForIndex(row).height() > words
