"""Tab follows the layout, and nothing of the page is lost by asking for its place."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.ui.kit.accessibility import follow_layout
from app.ui.kit.dialog_page import scrolled

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


class Page(QDialog):
    """A page that scrolls, with an area whose fields come late."""

    def __init__(self, *, is_split: bool) -> None:
        super().__init__()
        self.first = QLineEdit()
        self.area = QWidget()
        self.last = QPushButton()
        QVBoxLayout(self.area)
        self._arrange(is_split=is_split)

    def _arrange(self, *, is_split: bool) -> None:
        page = QWidget()
        inside = QVBoxLayout(page)
        inside.addWidget(QLabel("Words"))
        inside.addWidget(self.first)
        if is_split:
            halves = QSplitter()
            halves.addWidget(QLabel("Left"))
            halves.addWidget(self.area)
            inside.addWidget(halves)
        else:
            inside.addWidget(self.area)
        inside.addWidget(self.last)
        QVBoxLayout(self).addWidget(scrolled(page, "scroll"))

    def add_fields(self) -> list[QLineEdit]:
        layout = self.area.layout()
        assert layout is not None
        fields = [QLineEdit(), QLineEdit()]
        for field in fields:
            layout.addWidget(field)
        follow_layout(self.area)
        return fields


@pytest.mark.parametrize("is_split", [False, True], ids=["column", "split"])
def test_fields_that_come_late_have_their_turn_where_they_stand(
    qtbot: QtBot, is_split: bool
) -> None:
    page = Page(is_split=is_split)
    qtbot.addWidget(page)
    fields = page.add_fields()
    page.show()
    page.first.setFocus()
    for expected in (*fields, page.last):
        QTest.keyClick(page, Qt.Key.Key_Tab)
        assert page.focusWidget() is expected


def test_what_a_page_holds_outlasts_the_next_garbage_collection(qtbot: QtBot) -> None:
    dialog, area = QDialog(), QWidget()  # before which there is nothing that takes the keyboard
    qtbot.addWidget(dialog)
    page = QWidget()
    fields = QVBoxLayout(area)
    QVBoxLayout(page).addWidget(area)
    QVBoxLayout(dialog).addWidget(scrolled(page, "scroll"))
    fields.addWidget(QLineEdit())
    follow_layout(area)
    del page
    gc.collect()
    assert shiboken6.isValid(area)
    assert len(dialog.findChildren(QLineEdit)) == 1


def _kept_items() -> list[QLayoutItem]:
    kept = shiboken6.getAllValidWrappers()
    return [one for one in kept if isinstance(one, QLayoutItem) and not isinstance(one, QLayout)]


def test_tab_follows_nested_layouts_and_keeps_no_item_of_them(qtbot: QtBot) -> None:
    before = _kept_items()  # a layout of our own keeps its items
    dialog = QDialog()
    qtbot.addWidget(dialog)
    column, line = QVBoxLayout(dialog), QHBoxLayout()
    fields = [QLineEdit() for _ in "dacb"]
    for field, name in zip(fields, "dacb", strict=True):
        field.setObjectName(name)
    column.addWidget(fields[1])
    column.addLayout(line)
    column.addWidget(fields[0])
    line.addStretch(1)
    line.addWidget(fields[3])
    line.addWidget(fields[2])
    follow_layout(dialog)
    dialog.show()
    fields[1].setFocus()
    order = []
    for _ in fields:
        focused = dialog.focusWidget()
        assert focused is not None
        order.append(focused.objectName())
        QTest.keyClick(dialog, Qt.Key.Key_Tab)
    assert order == ["a", "b", "c", "d"]
    # Those would outlast what Qt deletes, and whatever is made at the same address.
    assert [one for one in _kept_items() if all(one is not other for other in before)] == []
