"""The form above the message field: it asks for the blanks of a saved prompt, and puts it in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QWidget,
)

from app.core.prompts.blanks import KNOWN
from app.core.prompts.prompt_library import FILE_NAME, PromptLibrary, SavedPrompt
from app.core.system.paths import Paths

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.composer.blanks_form import BlanksForm
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def library(desk: Desk, tmp_path: Path) -> PromptLibrary:
    desk.window.composer.edit.setFocus()
    desk.until(desk.window.composer.edit.hasFocus)
    return PromptLibrary(Paths.locate(tmp_path).config / FILE_NAME)


def type_in(desk: Desk, words: str) -> None:
    desk.qtbot.keyClicks(desk.window.composer.edit, words)


def press(desk: Desk, key: Qt.Key) -> None:
    desk.qtbot.keyClick(desk.window.composer.edit, key)


EVERY = SavedPrompt(
    "Every kind",
    '{{topic | text:placeholder="What about":required}}|{{long_text | textarea}}|'
    '{{tone | select:options=["short","long"]:default="long"}}|'
    '{{to | select:options=["me","you"]}}|'
    "{{n | number:min=1:max=3}}|{{when | date:default=2026-02-28}}|{{x | checkbox}}|{{topic}}",
)


@pytest.fixture
def form(desk: Desk, library: PromptLibrary) -> BlanksForm:
    library.put(EVERY)
    type_in(desk, "/every")
    press(desk, Qt.Key.Key_Return)
    form = desk.window.prompts.form
    assert form is not None
    assert form.isVisible()
    return form


def field(form: BlanksForm, name: str) -> QWidget:
    return next(one.widget for one in form.fields if one.blank.name == name)


def keyboard(desk: Desk) -> QWidget:
    widget = desk.window.focusWidget()
    assert widget is not None
    return widget


def test_each_blank_has_a_field_of_its_kind_with_a_name(desk: Desk, form: BlanksForm) -> None:
    assert [(one.widget.accessibleName(), one.value()) for one in form.fields] == [
        ("Topic (required)", ""),
        ("Long text", ""),
        ("Tone", "long"),
        ("To", ""),
        ("N", ""),
        ("When", "2026-02-28"),
        ("X", "false"),
    ]
    kinds = (QLineEdit, QPlainTextEdit, QComboBox, QComboBox, QLineEdit, QLineEdit, QCheckBox)
    assert all(isinstance(one.widget, kind) for one, kind in zip(form.fields, kinds, strict=True))
    topic, n = field(form, "topic"), field(form, "n")
    assert isinstance(topic, QLineEdit)
    assert isinstance(n, QLineEdit)
    assert (topic.placeholderText(), n.placeholderText()) == ("What about", "1 to 3")
    assert form.fault() == ""


def test_tab_goes_through_the_fields_and_return_puts_the_prompt_in(
    desk: Desk, form: BlanksForm
) -> None:
    qtbot = desk.qtbot
    assert keyboard(desk) is field(form, "topic")
    for keys in ("Bees", "Hum", "s", "y", "2"):
        qtbot.keyClicks(keyboard(desk), keys)
        qtbot.keyClick(keyboard(desk), Qt.Key.Key_Tab)
    qtbot.keyClick(keyboard(desk), Qt.Key.Key_Up)  # of the date
    qtbot.keyClick(keyboard(desk), Qt.Key.Key_Tab)
    qtbot.keyClick(keyboard(desk), Qt.Key.Key_Space)
    qtbot.keyClick(keyboard(desk), Qt.Key.Key_Tab)
    assert keyboard(desk) is form.insert_button
    qtbot.keyClick(keyboard(desk), Qt.Key.Key_Backtab)
    qtbot.keyClick(keyboard(desk), Qt.Key.Key_Return)

    edit = desk.window.composer.edit
    assert desk.window.composer.text() == "Bees|Hum|short|you|2|2026-03-01|true|Bees"
    assert not form.isVisible()
    assert keyboard(desk) is edit
    assert edit.textCursor().atEnd()
    assert not desk.sent
    edit.undo()
    assert desk.window.composer.text() == "/every"


@pytest.mark.parametrize("name", ["topic", "long_text", "tone", "n", "when", "x"])
def test_return_puts_it_in_from_any_field(desk: Desk, form: BlanksForm, name: str) -> None:
    desk.qtbot.keyClicks(keyboard(desk), "Bees")
    field(form, name).setFocus()
    desk.qtbot.keyClick(field(form, name), Qt.Key.Key_Return)
    assert desk.window.composer.text().startswith("Bees|")


@pytest.mark.parametrize("name", ["topic", "long_text", "tone", "n", "when", "x"])
def test_escape_gives_up_in_any_field_and_leaves_what_was_written(
    desk: Desk, form: BlanksForm, name: str
) -> None:
    field(form, name).setFocus()
    desk.qtbot.keyClick(field(form, name), Qt.Key.Key_Escape)
    assert not form.isVisible()
    assert desk.window.composer.text() == "/every"
    assert keyboard(desk) is desk.window.composer.edit


def test_escape_in_the_message_field_and_the_button_give_up(desk: Desk, form: BlanksForm) -> None:
    desk.window.composer.edit.setFocus()
    press(desk, Qt.Key.Key_Escape)
    assert not form.isVisible()

    press(desk, Qt.Key.Key_Backspace)
    press(desk, Qt.Key.Key_Return)
    assert form.isVisible()
    form.cancel_button.setFocus()
    desk.qtbot.keyClick(form.cancel_button, Qt.Key.Key_Return)
    assert not form.isVisible()
    assert desk.window.composer.text() == "/ever"


@pytest.mark.parametrize("is_in_form", [True, False])
def test_escape_gives_up_the_form_and_stops_no_answer(
    desk: Desk, form: BlanksForm, is_in_form: bool
) -> None:
    stop = desk.window.actions_by_key["stop"]
    stops: list[object] = []
    stop.triggered.connect(lambda: stops.append(None))
    stop.setEnabled(True)
    place = keyboard(desk) if is_in_form else desk.window.composer.edit
    place.setFocus()
    desk.qtbot.keyClick(place, Qt.Key.Key_Escape)
    assert stops == []
    assert not form.isVisible()
    press(desk, Qt.Key.Key_Escape)
    assert stops == [None]


def test_what_is_missing_or_wrong_is_told_and_the_keyboard_goes_there(
    desk: Desk, form: BlanksForm
) -> None:
    field(form, "x").setFocus()
    desk.qtbot.mouseClick(form.insert_button, Qt.MouseButton.LeftButton)
    assert form.fault() == "Topic: Please fill this in."
    assert keyboard(desk) is field(form, "topic")

    desk.qtbot.keyClicks(keyboard(desk), "Bees")
    desk.qtbot.keyClicks(field(form, "n"), "7")
    desk.qtbot.keyClick(field(form, "n"), Qt.Key.Key_Return)
    assert form.fault() == "N: The largest number here is 3."
    assert keyboard(desk) is field(form, "n")
    assert desk.window.composer.text() == "/every"


def test_what_was_written_last_is_there_again(desk: Desk, form: BlanksForm) -> None:
    desk.qtbot.keyClicks(keyboard(desk), "Bees")
    desk.qtbot.keyClicks(field(form, "long_text"), "They hum.")
    desk.qtbot.keyClick(field(form, "long_text"), Qt.Key.Key_Return)
    desk.window.composer.edit.clear()
    type_in(desk, "/every")
    press(desk, Qt.Key.Key_Return)

    assert form.values()["topic"] == "Bees"
    for name in ("topic", "long_text"):
        desk.qtbot.keyClicks(keyboard(desk), "Wasps")  # takes its place
        assert form.values()[name] == "Wasps"
        desk.qtbot.keyClick(keyboard(desk), Qt.Key.Key_Tab)


def test_shift_return_breaks_a_line_and_what_looks_like_a_blank_stays(
    desk: Desk, form: BlanksForm
) -> None:
    desk.qtbot.keyClicks(field(form, "topic"), "{{n}}")
    desk.qtbot.keyClicks(field(form, "long_text"), "a")
    shift = Qt.KeyboardModifier.ShiftModifier
    desk.qtbot.keyClick(field(form, "long_text"), Qt.Key.Key_Return, shift)
    desk.qtbot.keyClicks(field(form, "long_text"), "b")
    desk.qtbot.keyClick(field(form, "long_text"), Qt.Key.Key_Return)
    assert desk.window.composer.text().startswith("{{n}}|a\nb|long|")


def test_arrows_go_through_numbers_and_dates(desk: Desk, form: BlanksForm) -> None:
    n, when = field(form, "n"), field(form, "when")
    for _ in range(4):
        desk.qtbot.keyClick(n, Qt.Key.Key_Up)
    desk.qtbot.keyClick(when, Qt.Key.Key_Down)
    assert (form.values()["n"], form.values()["when"]) == ("3", "2026-02-27")
    assert isinstance(when, QLineEdit)
    when.clear()
    desk.qtbot.keyClick(when, Qt.Key.Key_Up)
    assert form.values()["when"] == QDate.currentDate().toString(Qt.DateFormat.ISODate)
    when.setText("12/24/26")  # as it is written here
    assert form.values()["when"] == "2026-12-24"


def test_a_date_can_be_chosen_in_a_calendar(desk: Desk, form: BlanksForm) -> None:
    when = field(form, "when")
    desk.qtbot.keyClick(when, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    calendar = when.findChild(QCalendarWidget)
    assert calendar is not None
    assert calendar.isVisible()
    assert calendar.selectedDate() == QDate(2026, 2, 28)
    table = calendar.findChild(QTableView)
    assert table is not None
    desk.qtbot.keyClick(table, Qt.Key.Key_Up)
    desk.qtbot.keyClick(table, Qt.Key.Key_Return)
    assert not calendar.isVisible()
    assert form.values()["when"] == "2026-02-21"
    assert keyboard(desk) is when

    (button,) = when.actions()
    button.trigger()
    assert calendar.isVisible()
    desk.qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert not calendar.isVisible()
    assert form.isVisible()


def test_a_form_goes_when_its_chat_or_its_words_go(desk: Desk, form: BlanksForm) -> None:
    desk.window.composer.edit.setFocus()
    type_in(desk, "x")
    assert not form.isVisible()
    press(desk, Qt.Key.Key_Backspace)
    press(desk, Qt.Key.Key_Return)
    assert form.isVisible()
    desk.open()
    assert not form.isVisible()


def test_a_blank_with_broken_options_is_a_text_and_says_so(
    desk: Desk, library: PromptLibrary
) -> None:
    library.put(SavedPrompt("Broken", "{{tone | select:options=[short]}}"))
    type_in(desk, "/broken")
    press(desk, Qt.Key.Key_Return)
    form = desk.window.prompts.form
    assert form is not None
    assert form.fault() == '“tone” needs options such as ["short","long"].'
    desk.qtbot.keyClicks(keyboard(desk), "brief")
    desk.qtbot.keyClick(keyboard(desk), Qt.Key.Key_Return)
    assert desk.window.composer.text() == "brief"


def test_many_blanks_scroll_and_leave_room_for_the_chat(desk: Desk, library: PromptLibrary) -> None:
    library.put(SavedPrompt("Many", " ".join(f"{{{{blank {n}}}}}" for n in range(30))))
    type_in(desk, "/many")
    press(desk, Qt.Key.Key_Return)
    form = desk.window.prompts.form
    assert form is not None
    desk.until(lambda: 0 < form.height() < desk.window.height() * 0.7)
    desk.qtbot.keyClick(keyboard(desk), Qt.Key.Key_Backtab)
    form.fields[-1].widget.setFocus(Qt.FocusReason.TabFocusReason)
    last = form.fields[-1].widget
    desk.until(lambda: form.rect().contains(last.mapTo(form, last.rect().center())))


def test_all_known_names_are_filled_in(desk: Desk, library: PromptLibrary) -> None:
    QGuiApplication.clipboard().setText("a\r\nb")
    library.put(SavedPrompt("Known", "|".join(f"{{{{{name.upper()}}}}}" for name in sorted(KNOWN))))
    type_in(desk, "/known")
    press(desk, Qt.Key.Key_Return)
    said = dict(zip(sorted(KNOWN), desk.window.composer.text().split("|"), strict=True))
    today = QDate.currentDate()
    assert all(said.values())
    assert said["clipboard"] == "a\nb"
    assert said["current_date"] == today.toString("yyyy-MM-dd")
    assert said["current_datetime"].startswith(said["current_date"] + " ")
    assert said["user_language"].startswith("English") or "English" in said["user_language"]
