"""Icons grow with the words beside them, and stay sharp."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QLabel

from app.core.settings import ZOOM
from app.ui.icons import icon
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
