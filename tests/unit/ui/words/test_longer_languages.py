"""Every page holds words that are longer than the English, from left to right and back.

A stand-in for a language says everything in words that are 40 % longer, once in the letters of
English and once in Hebrew ones, for which Qt turns the window around. What would be cut off, lie
over its neighbour or reach out of its window is named; and so is what went through no translation,
and, from left to right, what `test_reachable.py` asks of each place.
"""

from __future__ import annotations

import re
from itertools import combinations, cycle, islice
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, QRect, QSize, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDialog,
    QLabel,
    QMenu,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.ui.hardware.hardware_presenter import HardwarePresenter
from app.ui.upkeep.memory_dialog import MemoryDialog
from app.ui.upkeep.memory_table_model import Column
from app.ui.words.translation import CONTEXT, tr
from tests.unit.ui.test_reachable import hard_to_reach, show_place
from tests.unit.ui.words.test_everything_is_translated import PLACES, untranslated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

LONGER = 1.4
# What no translation may change: values, counts, keys, code, marks and addresses.
KEPT = re.compile(r"(\{\w*\}|%n|&\w|`[^`]*`|</?\w[^>]*>|https?://\S+|\n)")
HEBREW = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתאבגד")
PAGE = QSize(760, 600)
FILLER = "ergänzende Wörter lang "


class Longer(QTranslator):
    """Says every text of Hearth in longer words."""

    def __init__(self, *, is_turned: bool) -> None:
        super().__init__()
        self.is_turned = is_turned

    def isEmpty(self) -> bool:
        return False

    def translate(  # None is how it says that it knows nothing
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        if context != CONTEXT:
            return None
        # What is told apart is a pattern, or a sign between words.
        return f"⟦{text if disambiguation else self.said(text)}⟧"

    def said(self, text: str) -> str:
        n_more = round(len(KEPT.sub("", text)) * (LONGER - 1))
        end = len(text.rstrip("…:. "))
        longer = text[:end] + "".join(islice(cycle(FILLER), n_more)).rstrip() + text[end:]
        if not self.is_turned:
            return longer
        parts = KEPT.split(longer)
        parts[::2] = [part.casefold().translate(HEBREW) for part in parts[::2]]
        return "".join(parts)


@pytest.fixture(params=["left to right", "right to left"], autouse=True)
def language(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Longer]:
    """Comes before every window."""
    translator = Longer(is_turned=request.param == "right to left")
    qapp.installTranslator(translator)
    if translator.is_turned:
        qapp.setLayoutDirection(QLocale("he").textDirection())
    yield translator
    qapp.removeTranslator(translator)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def seen(root: QWidget) -> Iterator[QWidget]:
    for widget in root.findChildren(QWidget):
        if widget.isVisible() and not widget.visibleRegion().isEmpty():
            yield widget


def named(widget: QWidget) -> str:
    words = widget.text() if isinstance(widget, QLabel | QPushButton | QRadioButton) else ""
    return f"{type(widget).__name__} {widget.objectName()} “{words}” {widget.geometry()}"


def cut_off(root: QWidget) -> Iterator[str]:
    """Yield which words have less room than they take."""
    for widget in seen(root):
        if isinstance(widget, QLabel) and widget.text() and not widget.pixmap():
            if widget.wordWrap():
                lacks = widget.height() + 1 < widget.heightForWidth(widget.width())
            else:
                lacks = widget.width() + 1 < widget.sizeHint().width()
        elif isinstance(widget, QPushButton | QRadioButton) and widget.text():
            lacks = widget.width() + 1 < widget.sizeHint().width()
        else:
            continue
        if lacks:
            yield f"cut off: {named(widget)}, wants {widget.sizeHint()}"


def overlapping(root: QWidget) -> Iterator[str]:
    """Yield which widgets of one layout lie over each other."""
    for parent in (root, *seen(root)):
        layout = parent.layout()
        if layout is None or isinstance(parent, QAbstractScrollArea):
            continue
        widgets = [
            child
            for child in parent.children()
            if isinstance(child, QWidget) and layout.indexOf(child) >= 0 and child.isVisible()
        ]
        for one, other in combinations(widgets, 2):
            common = one.geometry() & other.geometry()
            if common.width() > 1 and common.height() > 1:
                yield f"over each other: {named(one)}, {named(other)}"


def outside(root: QWidget) -> Iterator[str]:
    """Yield what reaches out of what it lies in, where nothing scrolls."""
    for widget in seen(root):
        parent = widget.parentWidget()
        if parent is None or widget.isWindow() or parent.layout() is None:
            continue
        room = QRect(0, 0, parent.width(), parent.height())
        if not room.adjusted(-1, -1, 1, 1).contains(widget.geometry()):
            yield f"reaches out: {named(widget)} of {named(parent)}"


@pytest.mark.parametrize("place", PLACES)
def test_a_place_is_translated_has_room_for_longer_words_and_is_reached(
    desk: Desk, qtbot: QtBot, place: str, language: Longer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One visit for all three: to open a place takes longer than to look at it."""
    # This machine's report would come in the middle of the walk through a page that has one.
    monkeypatch.setattr(HardwarePresenter, "_look", lambda _presenter: None)
    root = PLACES[place](desk)
    found = untranslated(root)
    window = root.window()
    if root is window and not isinstance(root, QDialog | QMenu):  # a part of a page, on its own
        window.resize(PAGE)
    show_place(desk, qtbot, root)

    def everything_has_room() -> None:
        assert window.isVisible()
        assert [*cut_off(root), *overlapping(root), *outside(root)] == []

    if not isinstance(root, QMenu):  # as wide as its words
        qtbot.waitUntil(everything_has_room)  # layouts within layouts take a few events
    if not language.is_turned:
        found += hard_to_reach(root, qtbot)
    assert not found, "\n".join(found)


def test_the_window_is_turned_for_who_reads_from_the_right(desk: Desk, language: Longer) -> None:
    window = desk.window
    window.show()
    middle = window.width() // 2
    sidebar = window.sidebar.mapTo(window, window.sidebar.rect().center()).x()
    assert (sidebar > middle) is language.is_turned


def test_what_a_text_is_filled_with_stays_as_it_is(language: Longer) -> None:
    said = tr("Context of {tokens}", tokens="4 tokens")
    assert "4 tokens" in said
    assert len(said) > len("Context of 4 tokens") + 3


def test_where_memory_is_has_room_in_its_column(desk: Desk) -> None:
    page = PLACES["memory"](desk)
    assert isinstance(page, MemoryDialog)
    assert page.table.columnWidth(Column.PLACE) >= page.table.sizeHintForColumn(Column.PLACE)
