"""What else the model could have said: shown word by word, compared, and taken."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.errors import ENGINE_GONE
from app.core.conversations.events import (
    AnswerInspected,
    ContinuationFound,
    InspectionDone,
    InspectionRead,
)
from app.core.conversations.texts.chat_text import PlaceInAnswer
from app.core.protocol import InspectedToken, TokenChoice, TokenKind
from app.ui.chat.alternatives_dialog import AlternativesDialog, ChoiceColumn
from app.ui.chat.token_text import share_words, token_words, visible
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, question

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CHAT, ANSWER = ChatId(1), MessageId(12)
TITLE = "Show likely alternatives"


def choice(token: int, text: str, part: float, kind: TokenKind = TokenKind.TEXT) -> TokenChoice:
    return TokenChoice(token, text, math.log(part), kind)


SEA, SKY, END = choice(1, "The 🌊", 0.9), choice(2, "A", 0.05), choice(9, "", 0.01, TokenKind.END)
IS, WAS, RISES = choice(3, " is", 0.02), choice(4, " was", 0.9), choice(5, "\nrises", 0.05)
HALF = choice(6, "\ufffd", 0.02, TokenKind.PART)
PLACES = (
    InspectedToken(SEA, (SEA, SKY, END)),
    InspectedToken(IS, (WAS, RISES, HALF)),
    InspectedToken(None, (END, SKY)),
)


@pytest.fixture
def opened(desk: Desk) -> Desk:
    desk.open(question("What?", number=11), answer("The 🌊 is", number=12, model="Tiny 1B"))
    return desk


def dialog_of(desk: Desk) -> AlternativesDialog:
    """Open the page by the menu of the answer."""
    view = desk.window.transcript
    actions = {one.text(): one for one in message_menu(view.surface, view.stack[1]).actions()}
    actions[TITLE].trigger()
    return desk.window.findChildren(AlternativesDialog)[-1]


def told(desk: Desk, *, model: str = "Tiny 1B") -> None:
    desk.post(
        InspectionRead(CHAT, ANSWER, 5, 10),
        AnswerInspected(CHAT, ANSWER, PLACES[:2], 3, model, "its own"),
        AnswerInspected(CHAT, ANSWER, PLACES[2:], 3, model, "its own"),
        InspectionDone(CHAT, ANSWER),
    )


def cells(dialog: AlternativesDialog, column: ChoiceColumn) -> list[str]:
    rows = range(dialog.choices.rowCount())
    return [dialog.choices.index(row, column).data() for row in rows]


def test_the_words_of_the_answer_lead_to_what_could_have_stood_there(opened: Desk) -> None:
    dialog = dialog_of(opened)
    assert ("inspect", CHAT, ANSWER) in opened.calls
    assert not dialog.choose_button.isEnabled()
    told(opened)
    assert dialog.text.toPlainText() == "The 🌊 is"
    assert cells(dialog, ChoiceColumn.WORDS) == ["The 🌊 (chosen)", "A", "(end of the answer)"]
    assert cells(dialog, ChoiceColumn.SHARE) == ["90%", "5.0%", "1.0%"]
    dialog.text.choose(1)
    assert cells(dialog, ChoiceColumn.WORDS) == [
        "␣was",
        "↵rises",
        "(part of a character)",
        "␣is (chosen)",
    ]
    assert dialog.table.currentIndex().row() == 3
    dialog.text.choose(2)
    assert cells(dialog, ChoiceColumn.WORDS) == ["(end of the answer)", "A"]
    assert dialog.state.text() == ""


def test_the_chosen_word_alone_is_marked_while_more_comes(opened: Desk) -> None:
    dialog = dialog_of(opened)
    for place in PLACES:
        opened.post(AnswerInspected(CHAT, ANSWER, (place,), 3))
        (marked,) = dialog.text.extraSelections()
        assert marked.cursor.selectedText() == "The 🌊"
        assert not dialog.text.textCursor().hasSelection()
    assert dialog.place == 0
    opened.post(AnswerInspected(CHAT, ANSWER, PLACES[1:2], 4))
    (marked,) = dialog.text.extraSelections()
    assert marked.cursor.selectedText() == "The 🌊"


def test_who_reads_on_stays_there_while_more_comes(opened: Desk) -> None:
    dialog = dialog_of(opened)
    many = (InspectedToken(RISES, (RISES,)),) * 200
    opened.post(AnswerInspected(CHAT, ANSWER, many, 500))
    bar = dialog.text.verticalScrollBar()
    bar.setValue(bar.maximum())
    read = bar.value()
    assert read > 0
    opened.post(AnswerInspected(CHAT, ANSWER, many, 500))
    assert bar.value() == read


def test_with_the_keyboard_each_word_can_be_reached(opened: Desk) -> None:
    dialog = dialog_of(opened)
    told(opened)
    dialog.text.setFocus()
    dialog.text.choose(0)
    opened.qtbot.keyClick(dialog.text, Qt.Key.Key_End)
    assert dialog.place == 2
    opened.qtbot.keyClick(dialog.text, Qt.Key.Key_Left)
    assert dialog.place == 1
    assert cells(dialog, ChoiceColumn.WORDS)[0] == "␣was"


def test_another_version_goes_on_from_what_is_taken(opened: Desk) -> None:
    dialog = dialog_of(opened)
    told(opened)
    dialog.text.choose(1)
    dialog.table.selectRow(1)
    dialog.choose_button.click()
    place = PlaceInAnswer("The 🌊\nrises", (1, 5), "its own")
    assert ("go_on_from", CHAT, ANSWER, place) in opened.calls
    assert not dialog.isVisible()
    assert opened.calls[-1] == ("stop_inspecting",) or ("stop_inspecting",) in opened.calls


@pytest.mark.parametrize("row", [2])
def test_what_is_no_text_cannot_be_taken(opened: Desk, row: int) -> None:
    dialog = dialog_of(opened)
    told(opened)
    for place in (0, 1):
        dialog.text.choose(place)
        dialog.table.selectRow(row)
        assert not dialog.choose_button.isEnabled()
        dialog.table.doubleClicked.emit(dialog.choices.index(row, 0))
    assert not any(call[0] == "go_on_from" for call in opened.calls)
    assert dialog.isVisible()


def test_how_each_goes_on_stands_beside_it(opened: Desk) -> None:
    dialog = dialog_of(opened)
    opened.post(AnswerInspected(CHAT, ANSWER, PLACES[:2], 3))
    assert not dialog.compare_button.isEnabled()  # one thing at a time
    opened.post(AnswerInspected(CHAT, ANSWER, PLACES[2:], 3), InspectionDone(CHAT, ANSWER))
    dialog.text.choose(1)
    dialog.compare_button.click()
    place = PlaceInAnswer("The 🌊", (1,))
    assert ("compare", CHAT, ANSWER, place, (4, 5)) in opened.calls
    assert not dialog.compare_button.isEnabled()
    opened.post(ContinuationFound(CHAT, ANSWER, (4, 8), " was\nwide", is_end=True))
    opened.post(ContinuationFound(CHAT, ANSWER, (5, 8), "\nrises", is_end=False))
    opened.post(InspectionDone(CHAT, ANSWER))
    assert cells(dialog, ChoiceColumn.GOES_ON)[:2] == ["was↵wide", "↵rises…"]
    assert dialog.compare_button.isEnabled()
    dialog.text.choose(0)
    assert cells(dialog, ChoiceColumn.GOES_ON) == ["", "", ""]
    dialog.text.choose(1)
    assert cells(dialog, ChoiceColumn.GOES_ON)[0] == "was↵wide"


def test_a_word_that_is_pointed_at_tells_its_share(opened: Desk) -> None:
    dialog = dialog_of(opened)
    told(opened)
    dialog.text.choose(1)
    at = dialog.text.cursorRect().center() + QPoint(6, 0)
    viewport = dialog.text.viewport()
    help_event = QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at))
    QApplication.sendEvent(viewport, help_event)
    assert QToolTip.text().split("\n")[0].replace("\u2060", "").split() == ["90%", "␣was"]
    assert "␣is" in QToolTip.text()
    far = QPoint(viewport.width() - 2, viewport.height() - 2)
    QApplication.sendEvent(
        viewport, QHelpEvent(QEvent.Type.ToolTip, far, viewport.mapToGlobal(far))
    )
    opened.until(lambda: not QToolTip.isVisible())


def test_what_went_wrong_is_told_and_can_be_tried_again(opened: Desk) -> None:
    dialog = dialog_of(opened)
    opened.post(AnswerInspected(CHAT, ANSWER, PLACES[:1], 3))
    opened.post(InspectionDone(CHAT, ANSWER, was_interrupted=True))
    assert "Interrupted" in dialog.state.text()
    assert dialog.again_button.isVisible()
    dialog.again_button.click()
    assert [call for call in opened.calls if call[0] == "inspect"] == [
        ("inspect", CHAT, ANSWER)
    ] * 2
    assert dialog.text.toPlainText() == ""
    assert not dialog.again_button.isVisible()
    opened.post(InspectionDone(CHAT, ANSWER, problem=ENGINE_GONE().problem()))
    assert dialog.state.text() == ENGINE_GONE().problem().text()
    told(opened)
    assert dialog.text.toPlainText() == "The 🌊 is"


def test_another_model_is_named(opened: Desk) -> None:
    dialog = dialog_of(opened)
    told(opened, model="Other")
    assert dialog.note.text() == "Tiny 1B wrote this answer; the alternatives come from Other."
    dialog.close()
    again = dialog_of(opened)
    told(opened)
    assert again.note.isHidden()


def test_events_of_other_answers_are_not_shown(opened: Desk) -> None:
    dialog = dialog_of(opened)
    opened.post(AnswerInspected(CHAT, MessageId(99), PLACES, 3), InspectionDone(CHAT, ANSWER))
    assert dialog.text.toPlainText() == ""
    assert not dialog.compare_button.isEnabled()


def test_the_page_goes_with_its_chat(opened: Desk) -> None:
    dialog = dialog_of(opened)
    told(opened)
    opened.window.open_chat.show(ChatId(2))
    assert not dialog.isVisible()
    assert ("stop_inspecting",) in opened.calls


def test_questions_have_no_alternatives(opened: Desk) -> None:
    view = opened.window.transcript
    words = [one.text() for one in message_menu(view.surface, view.stack[0]).actions()]
    assert TITLE not in words


def test_tokens_are_shown_with_their_blanks() -> None:
    assert visible("  a b\n\t\x07 ") == "␣␣a b↵⇥·␣"
    assert token_words(choice(1, "<think>", 0.5, TokenKind.PART)) == "<think>"
    assert share_words(choice(1, "a", 0.0001)) == "under 0.1%"
    assert share_words(TokenChoice(1, "a", -math.inf)) == "under 0.1%"
    assert share_words(TokenChoice(1, "a", 1e-9)) == "100%"
