"""Icons grow with the words beside them, and stay sharp."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPushButton, QToolButton

from app.core.settings.table import ZOOM
from app.ui.kit.labels import icon
from app.ui.models.get_model.get_model_dialog import GetModelDialog
from tests.unit.ui.conftest import question

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk


def sizes(desk: Desk) -> dict[str, int]:
    """Return how large the icons are of all buttons and labels that are seen, by what they say."""
    window = desk.window
    buttons = {
        button.objectName() + button.accessibleName() + button.text(): button.iconSize().width()
        for button in window.findChildren(QAbstractButton)
        if button.isVisible() and not button.icon().isNull()
    }
    symbols = {
        f"{label.parent()}{number}": round(label.pixmap().deviceIndependentSize().width())
        for number, label in enumerate(window.findChildren(QLabel))
        if label.isVisible() and not label.pixmap().isNull()
    }
    return buttons | symbols


@pytest.mark.usefixtures("qapp")
def test_every_icon_of_the_window_is_twice_as_large_with_words_of_twice_the_size(
    desk: Desk,
) -> None:
    desk.open(question("here"))
    before = sizes(desk)
    assert {"attachButtonAttach files", "sendButtonSend", "newChatNew chat"} <= before.keys()

    desk.window.settings.change(ZOOM, 2.0)

    desk.until(lambda: sizes(desk) == {name: 2 * size for name, size in before.items()})


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("side", "ratio"), [(16, 1.0), (18, 2.0), (36, 1.0), (36, 2.0)])
def test_an_icon_fills_the_place_it_is_given(side: int, ratio: float) -> None:
    drawn = icon("attach", "#123456").pixmap(QSize(side, side), ratio)
    assert drawn.deviceIndependentSize().toSize() == QSize(side, side)
    assert drawn.width() == side * ratio


def arrow_width(button: QToolButton) -> int:
    """Return how many columns have ink at the end of a button, within its edge."""
    image = button.grab().toImage()
    middle = range(image.height() // 2 - 4, image.height() // 2 + 5)
    ground = image.pixelColor(image.width() - 4, 4)
    end = range(image.width() - 44, image.width() - 3)
    return sum(any(image.pixelColor(x, y) != ground for y in middle) for x in end)


@pytest.mark.usefixtures("qapp")
def test_arrows_grow_with_the_words_before_them(desk: Desk) -> None:
    desk.open(question("here"))
    title, button = desk.window.header.title, desk.window.model_bar.button
    button.setText("")
    room, width = title.width() - title.text_width(), arrow_width(button)

    desk.window.settings.change(ZOOM, 2.0)

    desk.until(lambda: title.width() - title.text_width() > 1.5 * room)
    assert arrow_width(button) > 1.5 * width


@pytest.mark.usefixtures("qapp")
def test_the_button_that_leads_to_the_end_has_round_corners_like_all_others(desk: Desk) -> None:
    button = desk.window.findChild(QPushButton, "jumpButton")
    assert button is not None
    button.ensurePolished()
    button.resize(button.sizeHint())
    drawn = button.grab().toImage()
    assert drawn.pixelColor(0, 0) != drawn.pixelColor(drawn.width() // 2, 0)


def ink(field: QLineEdit) -> int:
    """Return how many pixels of a field have the colour of its words, or nearly so."""
    image = field.grab(field.rect().adjusted(12, 3, -40, -3)).toImage()
    places = product(range(image.width()), range(image.height()))
    return sum(image.pixelColor(x, y).lightness() < 200 for x, y in places)


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_a_field_cuts_off_no_letter_of_a_taller_font(desk: Desk, zoom: float) -> None:
    desk.window.settings.change(ZOOM, zoom)
    desk.window.actions_by_key["get_model"].trigger()
    dialog = desk.window.findChild(GetModelDialog)
    assert dialog is not None
    for field in (desk.window.sidebar.search.field, dialog.search):
        field.setPlaceholderText("聊天 gpjqy")
        shown = ink(field)
        field.resize(field.width(), 2 * field.height())
        assert shown == ink(field)
    dialog.close()
