"""The form that answers of a chat are bound to: chosen, written, and told where it is wrong."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData

from app.core.chats.records import ChatId, ChatSetup
from app.core.conversations.events import ChatChanged
from app.core.plain_value import replace
from app.core.prompts.grammars.gbnf import parse_grammar
from app.ui.chat.chat_setup import form_field
from app.ui.chat.chat_setup.chat_setup_dialog import ChatSetupDialog
from tests.unit.ui.conftest import answer, make_chat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from app.core.prompts.grammars.matching import Form
    from app.ui.chat.chat_setup.form_field import FormField
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
def test_an_example_is_inserted_checked_and_saved(
    desk: Desk, qtbot: QtBot, index: int, kind: str
) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.form.choice.setCurrentIndex(index)
    assert shown.form.source.isVisibleTo(shown)
    assert "Empty: answers can have any form" in shown.form.note.text()
    shown.form.example_button.click()
    qtbot.waitUntil(lambda: "has this form" in shown.form.note.text())
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
    assert shown.form.note.text() == "Line 3, column 14: Unexpected “)”."
    assert shown.form.note.property("wrong") is True
    assert marked(shown.form) == [(3, ""), (3, ")")]
    shown.form.source.setPlainText('root ::= "a"')
    qtbot.waitUntil(shown.save_button.isEnabled)
    assert marked(shown.form) == []


def asked_of_chats(desk: Desk) -> list[str]:
    """Return what was asked of the chats, but for counts, which are asked for now and then."""
    return [name for name, *_ in desk.calls if name != "measure"]


def test_what_was_typed_just_now_is_checked_before_it_is_saved(desk: Desk, qtbot: QtBot) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    before = asked_of_chats(desk)
    shown.form.choice.setCurrentIndex(SCHEMA)
    shown.form.source.setPlainText('{"type": "object",\n"required": 1}')
    shown.save_button.click()
    qtbot.waitUntil(lambda: "Expected array for 'required'" in shown.form.note.text())
    assert asked_of_chats(desk) == before
    assert not shown.save_button.isEnabled()
    assert marked(shown.form)[1] == (2, "1")


def test_what_cannot_be_kept_to_is_told_and_saved(desk: Desk, qtbot: QtBot) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.form.choice.setCurrentIndex(SCHEMA)
    shown.form.source.setPlainText('{"type": "array",\n"contains": {}}')
    qtbot.waitUntil(lambda: "does not enforce “contains”" in shown.form.note.text())
    assert shown.form.note.property("wrong") is False
    assert marked(shown.form) == []
    shown.save_button.click()
    assert desk.calls[-1][0] == "set_up"


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


def saved(desk: Desk) -> list[ChatSetup]:
    return [call[2] for call in desk.calls if call[0] == "set_up"]


class Gate:
    """Lets each check wait until it is opened, and notes the thread and the text of each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.checked: list[tuple[str, bool]] = []
        self._is_open = threading.Event()
        self._really = parse_grammar
        monkeypatch.setattr(form_field, "parse_grammar", self._check)

    def _check(self, text: str) -> Form:
        is_aside = threading.current_thread() is not threading.main_thread()
        self.checked.append((text, is_aside))
        assert self._is_open.wait(30) or not is_aside
        return self._really(text)

    def open(self) -> None:
        self._is_open.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate(monkeypatch)
    yield gate
    gate.open()


def writing(desk: Desk, text: str) -> ChatSetupDialog:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.form.choice.setCurrentIndex(GRAMMAR)
    shown.form.source.setPlainText(text)
    return shown


def test_a_long_check_keeps_nothing_waiting_but_the_saving(
    desk: Desk, qtbot: QtBot, gate: Gate
) -> None:
    shown = writing(desk, 'root ::= "a"')
    shown.save_button.click()
    qtbot.waitUntil(lambda: gate.checked == [('root ::= "a"', True)])
    assert shown.form.note.text() == "Checking the text…"
    assert not saved(desk)
    assert shown.isVisible()
    gate.open()
    qtbot.waitUntil(lambda: bool(saved(desk)))
    assert dict(saved(desk)[0].sampling)["grammar"] == 'root ::= "a"'


def test_of_several_texts_the_newest_counts(desk: Desk, qtbot: QtBot, gate: Gate) -> None:
    shown = writing(desk, "root ::= a")
    shown.form.judge()
    qtbot.waitUntil(lambda: len(gate.checked) == 1)
    for text in ("root ::= b", "root ::= c", 'root ::= "d"'):
        shown.form.source.setPlainText(text)
        shown.form.judge()
    gate.open()
    qtbot.waitUntil(lambda: "has this form" in shown.form.note.text())
    assert [text for text, _ in gate.checked] == ["root ::= a", 'root ::= "d"']
    assert shown.save_button.isEnabled()


def test_what_is_changed_while_it_is_checked_is_not_saved(
    desk: Desk, qtbot: QtBot, gate: Gate
) -> None:
    shown = writing(desk, 'root ::= "a"')
    shown.save_button.click()
    qtbot.waitUntil(lambda: len(gate.checked) == 1)
    shown.form.source.setPlainText('root ::= "b"')
    gate.open()
    qtbot.waitUntil(lambda: "has this form" in shown.form.note.text())
    assert not saved(desk)
    assert shown.isVisible()


def test_a_dialog_that_is_closed_while_it_checks_saves_nothing(
    desk: Desk, qtbot: QtBot, gate: Gate
) -> None:
    shown = writing(desk, 'root ::= "a"')
    work = shown.form._check._work
    shown.save_button.click()
    qtbot.waitUntil(lambda: len(gate.checked) == 1)
    shown.reject()
    gate.open()
    assert work.wait(30)
    qtbot.waitUntil(lambda: not desk.window.findChildren(ChatSetupDialog))
    assert not saved(desk)


def test_a_text_is_kept_as_it_was_written(desk: Desk) -> None:
    text = 'root ::= "\u00a0\u2028"\n# ' + "x" * 70_000
    shown = writing(desk, text)
    assert shown.form.values()["grammar"] == text
    shown.form.source.setPlainText('root ::= "\u2028" )')
    shown.form.judge()
    desk.until(lambda: not shown.save_button.isEnabled())
    assert marked(shown.form)[1] == (1, ")")


def test_what_was_wrong_before_is_not_marked_in_another_text(desk: Desk) -> None:
    shown = writing(desk, 'root ::= item\n\nitem ::= "a" )')
    shown.form.judge()
    desk.until(lambda: not shown.save_button.isEnabled())
    shown.form.source.setPlainText("root")
    shown.form._theme.changed.emit()
    assert marked(shown.form) == []


def test_what_is_pasted_again_and_again_does_not_become_too_long(desk: Desk) -> None:
    shown = writing(desk, "")
    pasted = QMimeData()
    pasted.setText("a" * 40_000)
    for _ in range(3):
        shown.form.source.insertFromMimeData(pasted)
    assert len(shown.form.source.words()) == 40_000
    assert "too long" in shown.form.note.text()
