"""The form that answers of a chat are bound to: chosen, written, and told where it is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData

from app.core.chats.records import ChatId, ChatSetup
from app.core.conversations.events import ChatChanged
from app.ui.chat_setup.chat_setup_dialog import ChatSetupDialog
from tests.unit.ui.conftest import answer, make_chat

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.ui.chat_setup.form_field import FormField
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT = ChatId(1)
ANYTHING, SCHEMA, GRAMMAR = range(3)


def dialog(desk: Desk) -> ChatSetupDialog:
    desk.window.actions_by_key["chat_setup"].trigger()
    return desk.window.findChildren(ChatSetupDialog)[-1]


def marked(form: FormField) -> list[tuple[int, str]]:
    """Return the lines that are marked, and what is marked in them."""
    found = []
    for selection in form.source.extraSelections():
        cursor = selection.cursor
        found.append((cursor.blockNumber() + 1, cursor.selectedText()))
    return found


def test_an_answer_may_have_any_form_until_one_is_chosen(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    assert shown.form.choice.currentText() == "Anything"
    assert not shown.form.source.isVisibleTo(shown)
    assert shown.setup() == ChatSetup()


@pytest.mark.parametrize(("index", "kind"), [(SCHEMA, "json_schema"), (GRAMMAR, "grammar")])
def test_an_example_is_inserted_checked_and_saved(desk: Desk, index: int, kind: str) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.form.choice.setCurrentIndex(index)
    assert shown.form.source.isVisibleTo(shown)
    assert "Nothing is written yet" in shown.form.note.text()
    shown.form.example_button.click()
    assert "has this form" in shown.form.note.text()
    shown.save_button.click()
    name, chat, setup = desk.calls[-1]
    assert (name, chat) == ("set_up", CHAT)
    sampling = dict(setup.sampling)
    assert sampling["form"] == kind
    assert sampling[kind] == shown.form.source.toPlainText()


def test_what_is_wrong_is_marked_and_told_after_a_pause_and_not_saved(
    desk: Desk, qtbot: QtBot
) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.form.choice.setCurrentIndex(GRAMMAR)
    shown.form.source.setPlainText('root ::= item\n# 😀\nitem ::= "a" )')
    assert marked(shown.form) == []
    qtbot.waitUntil(lambda: not shown.save_button.isEnabled())
    assert shown.form.note.text() == "Line 3, column 14: “)” cannot stand here."
    assert shown.form.note.property("wrong") is True
    assert marked(shown.form) == [(3, ""), (3, ")")]
    shown.form.source.setPlainText('root ::= "a"')
    qtbot.waitUntil(shown.save_button.isEnabled)
    assert marked(shown.form) == []


def test_what_was_typed_just_now_is_checked_before_it_is_saved(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    n_calls = len(desk.calls)
    shown.form.choice.setCurrentIndex(SCHEMA)
    shown.form.source.setPlainText('{"type": "object",\n"minProperties": 1}')
    shown.save_button.click()
    assert len(desk.calls) == n_calls
    assert "“minProperties”" in shown.form.note.text()
    assert marked(shown.form)[1] == (2, '"')


def test_another_form_keeps_the_text_of_the_first(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.form.choice.setCurrentIndex(GRAMMAR)
    shown.form.source.setPlainText('root ::= "a"')
    shown.form.choice.setCurrentIndex(SCHEMA)
    assert shown.form.source.toPlainText() == ""
    shown.form.choice.setCurrentIndex(ANYTHING)
    assert dict(shown.setup().sampling) == {"grammar": 'root ::= "a"'}
    shown.form.choice.setCurrentIndex(GRAMMAR)
    assert shown.form.source.toPlainText() == 'root ::= "a"'


def test_what_was_chosen_is_shown_and_can_be_reset(desk: Desk) -> None:
    desk.open(answer("hello"))
    chosen = (("form", "grammar"), ("grammar", 'root ::= "a"'))
    desk.post(ChatChanged(replace(make_chat(1), sampling=chosen)))
    shown = dialog(desk)
    assert shown.form.choice.currentText() == "Grammar"
    assert shown.form.source.accessibleName() == "Grammar"
    assert dict(shown.setup().sampling) == dict(chosen)
    shown.reset_button.click()
    assert shown.setup() == ChatSetup()


def test_an_endless_text_is_not_inserted(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.form.choice.setCurrentIndex(GRAMMAR)
    pasted = QMimeData()
    pasted.setText("a" * 100_000)
    shown.form.source.insertFromMimeData(pasted)
    assert shown.form.source.toPlainText() == ""
    assert "too long" in shown.form.note.text()
