from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit
from shiboken6 import isValid

from app.ui.kit.dialog_page import MessageDialog
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

SOURCE = "<think>hm</think>Some **bold** words.\n\n- one\n- two"


def open_dialog(desk: Desk, row: int = 1) -> MessageDialog:
    view = desk.window.transcript
    menu = message_menu(view.surface, view.stack[row])
    next(one for one in menu.actions() if one.text() == "Open message as text…").trigger()
    menu.close()
    return desk.window.findChildren(MessageDialog)[-1]


def test_a_message_opens_as_the_text_that_was_written(desk: Desk) -> None:
    desk.open(question("Really?"), answer(SOURCE, model="Tiny 1B"))
    dialog = open_dialog(desk)
    assert dialog.edit.toPlainText() == SOURCE
    assert dialog.windowTitle() == "Answer of Tiny 1B – as text"
    assert dialog.edit.isReadOnly()
    assert not dialog.isModal()
    assert open_dialog(desk, row=0).windowTitle() == "You – as text"


def test_its_text_is_chosen_with_the_keyboard_alone(desk: Desk) -> None:
    desk.open(question("Really?"), answer("Some words."))
    dialog = open_dialog(desk)
    shift = Qt.KeyboardModifier.ShiftModifier
    for _ in "Some":
        desk.qtbot.keyClick(dialog.edit, Qt.Key.Key_Right, shift)
    assert dialog.edit.textCursor().selectedText() == "Some"


def test_copy_takes_all_of_it(desk: Desk) -> None:
    desk.open(question("Really?"), answer(SOURCE))
    dialog = open_dialog(desk)
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == SOURCE


@pytest.mark.parametrize("how", ["escape", "button"])
def test_it_is_gone_when_it_was_closed(desk: Desk, how: str) -> None:
    desk.open(question("Really?"), answer(SOURCE))
    dialog = open_dialog(desk)
    if how == "escape":
        desk.qtbot.keyClick(dialog.edit, Qt.Key.Key_Escape)
    else:
        dialog.close_button.click()
    desk.until(lambda: not isValid(dialog))


def test_it_follows_the_size_of_the_words_in_the_transcript(desk: Desk) -> None:
    desk.open(question("Really?"), answer(SOURCE))
    dialog = open_dialog(desk)
    before = dialog.edit.fontMetrics().height()
    desk.window.actions_by_key["zoom_in"].trigger()
    desk.until(lambda: dialog.edit.fontMetrics().height() > before)


def test_one_word_of_a_megabyte_is_not_broken_into_lines(desk: Desk) -> None:
    # Breaking it would take Qt a quarter of a minute, and again for every other width.
    words = MessageDialog("You", "word " * 200_000, desk.window)
    assert words.edit.lineWrapMode() is QPlainTextEdit.LineWrapMode.WidgetWidth
    word = MessageDialog("You", "x" * 1_000_000, desk.window)
    assert word.edit.lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap
    assert word.edit.toPlainText() == "x" * 1_000_000
