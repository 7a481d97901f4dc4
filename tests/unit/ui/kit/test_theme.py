"""What the style sheet makes of widgets can be seen in every theme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLineEdit, QListWidget, QProgressBar, QPushButton, QWidget

from app.ui.kit.theme import (
    CONTRAST,
    CONTRAST_DARK_COLOURS,
    CONTRAST_LIGHT_COLOURS,
    DARK,
    DARK_COLOURS,
    LIGHT,
    LIGHT_COLOURS,
    Colours,
    Theme,
)
from tests.unit.ui.transcript.blocks.test_markdown import contrast

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

WORDS, SHAPES = 4.5, 3.0  # contrast that WCAG AA wants


@dataclass
class Page:
    """A shown page in the colours of a theme."""

    widget: QWidget
    theme: Theme

    def picture(self, widget: QWidget) -> QImage:
        widget.setParent(self.widget)
        widget.resize(200, 60)
        widget.show()
        return widget.grab().toImage()


@pytest.fixture(
    params=[
        (LIGHT, LIGHT_COLOURS),
        (DARK, DARK_COLOURS),
        (CONTRAST, CONTRAST_LIGHT_COLOURS),
        (CONTRAST, CONTRAST_DARK_COLOURS),
    ],
    ids=["light", "dark", "high contrast", "dark high contrast"],
)
def page(qtbot: QtBot, request: pytest.FixtureRequest) -> Page:
    scheme, colours = request.param
    assert isinstance(colours, Colours)
    theme = Theme(scheme)
    theme.colours = colours
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setStyleSheet(theme.style_sheet())
    widget.resize(400, 300)
    widget.show()
    qtbot.waitExposed(widget)
    return Page(widget, theme)


def colour(image: QImage, x: float, y: float = 0.5) -> str:
    at = image.pixelColor(round(x * image.width()), round(y * image.height()))
    return QColor(at).name()


def test_the_words_of_a_main_button_that_cannot_be_pressed_can_be_read(page: Page) -> None:
    button = QPushButton()
    button.setProperty("kind", "primary")
    button.setEnabled(False)
    ground = colour(page.picture(button), 0.5)
    assert contrast(page.theme.colours.muted, ground) >= WORDS


@pytest.mark.parametrize("name", ["findEdit", "searchField", "quickField", "presetName"])
def test_what_a_field_says_while_it_is_empty_can_be_read(page: Page, name: str) -> None:
    field = QLineEdit()
    field.setObjectName(name)
    field.setPlaceholderText("Search")
    page.picture(field)
    words = field.palette().placeholderText().color()
    assert words.alpha() == 255
    assert contrast(words.name(), page.theme.colours.raised) >= WORDS


def test_words_and_edges_stand_out_from_every_ground_they_are_used_on(page: Page) -> None:
    colours = page.theme.colours
    grounds = (colours.window, colours.sidebar, colours.raised)
    for ground in grounds:
        assert contrast(colours.edge, ground) >= SHAPES, ground
    for ground in (*grounds, colours.bubble, colours.hover, colours.accent_soft):
        for words in (colours.text, colours.muted):
            assert contrast(words, ground) >= WORDS, (words, ground)
    for ground in (*grounds, colours.accent_soft):
        assert contrast(colours.link, ground) >= WORDS, ground
    assert contrast(colours.on_accent, colours.accent) >= WORDS
    assert contrast(colours.danger, colours.danger_soft) >= WORDS
    assert contrast(colours.text, colours.selected) >= WORDS


def test_a_button_can_be_told_from_words(page: Page) -> None:
    for name in ("", "modelButton"):
        button = QPushButton()
        button.setObjectName(name)
        image = page.picture(button)
        middle = image.height() // 2
        edge = QColor(image.pixelColor(0, middle)).name()
        assert contrast(edge, page.theme.colours.raised) >= SHAPES, name


def test_how_far_a_bar_is_can_be_seen(page: Page) -> None:
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setValue(50)
    image = page.picture(bar)
    assert contrast(colour(image, 0.25), colour(image, 0.75)) >= SHAPES


def test_no_group_of_settings_seems_chosen_while_all_are_searched(page: Page) -> None:
    groups = QListWidget()
    groups.setObjectName("settingsGroups")
    groups.addItems(["", ""])
    groups.setCurrentRow(0)
    groups.setEnabled(False)
    image = page.picture(groups)
    chosen, other = (groups.visualItemRect(groups.item(row)).center() for row in range(2))
    assert image.pixelColor(chosen) == image.pixelColor(other)
