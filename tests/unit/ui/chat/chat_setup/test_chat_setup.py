"""What one chat wants of the model, and words its answers begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from app.core.chats.records import ChatId, ChatSetup, MessageStatus
from app.core.conversations.events import ChatChanged, ChatCreated, EditStored
from app.core.errors import told_as
from app.core.plain_value import replace
from app.core.protocol import SamplingParams
from app.ui.chat.chat_setup.chat_setup_dialog import ChatSetupDialog
from app.ui.chat.chat_setup.sampling_rows import ROWS
from app.ui.transcript.model.click_targets import TargetKind
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, make_chat, question

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

CHAT = ChatId(1)
SETUP = ChatSetup("Be brief.", (("temperature", 0.5), ("someday", 2)))


def dialog(desk: Desk) -> ChatSetupDialog:
    desk.window.actions_by_key["chat_setup"].trigger()
    return desk.window.findChildren(ChatSetupDialog)[-1]


def test_what_is_chosen_is_saved_and_the_rest_is_as_usual(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    assert shown.setup() == ChatSetup()
    shown.system_prompt.setPlainText("  Be brief. ")
    shown.boxes["temperature"].setValue(0)
    shown.boxes["max_tokens"].setValue(200)
    shown.save_button.click()
    expected = ChatSetup("Be brief.", (("temperature", 0.0), ("max_tokens", 200.0)))
    assert desk.calls[-1] == ("set_up", CHAT, expected)


def test_what_was_chosen_is_shown_and_what_is_not_known_is_kept(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.post(
        ChatChanged(replace(make_chat(1), system_prompt="Be brief.", sampling=SETUP.sampling))
    )
    shown = dialog(desk)
    assert shown.system_prompt.toPlainText() == "Be brief."
    assert shown.boxes["temperature"].value() == 0.5
    assert shown.boxes["top_k"].text() == "Default"
    assert dict(shown.setup().sampling) == dict(SETUP.sampling)
    shown.reset_button.click()
    assert shown.setup() == ChatSetup("Be brief.", (("someday", 2),))


def test_what_most_people_never_need_is_folded_until_it_is_chosen(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    assert not shown.boxes["xtc_probability"].isVisibleTo(shown)
    shown.more.click()
    assert shown.boxes["xtc_probability"].isVisibleTo(shown)
    shown.boxes["xtc_probability"].setValue(0.5)
    shown.texts.order.setText("temperature, min_p")
    shown.texts.stop.setPlainText("###\nThe end.\n")
    shown.save_button.click()
    chosen = (("xtc_probability", 0.5), ("order", "temperature, min_p"), ("stop", "###\nThe end."))
    assert desk.calls[-1] == ("set_up", CHAT, ChatSetup(sampling=chosen))
    desk.post(ChatChanged(replace(make_chat(1), sampling=chosen)))
    again = dialog(desk)
    assert again.more.isChecked()
    assert again.texts.order.isVisibleTo(again)
    assert dict(again.setup().sampling) == dict(chosen)
    again.reset_button.click()
    assert again.setup() == ChatSetup()


def test_an_order_with_a_name_that_is_no_sampler_cannot_be_saved(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.texts.order.setText("temperature minp")
    assert "minp" in shown.texts.order_note.text()
    assert not shown.save_button.isEnabled()
    shown.texts.order.setText("temperature min_p")
    assert shown.save_button.isEnabled()


def test_words_are_made_likelier_by_a_number_on_their_line(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.texts.bias.setPlainText("however = -5\n\nsea")
    assert "Line 3" in shown.texts.bias_note.text()
    assert not shown.save_button.isEnabled()
    shown.texts.bias.setPlainText("sea = 1\n" * 65)
    assert "line 65 is one too many" in shown.texts.bias_note.text()
    assert not shown.save_button.isEnabled()
    shown.texts.bias.setPlainText("however = -5\n\nsea=2\n")
    assert shown.save_button.isEnabled()
    assert dict(shown.setup().sampling)["logit_bias"] == "however = -5\n\nsea=2"
    shown.save_button.click()
    desk.post(ChatChanged(replace(make_chat(1), sampling=(("logit_bias", "sea = 200"),))))
    again = dialog(desk)
    assert "Line 1" in again.texts.bias_note.text()
    assert not again.save_button.isEnabled()
    again.reset_button.click()
    assert again.setup() == ChatSetup()


def test_an_order_that_came_from_elsewhere_is_judged_at_once(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.post(ChatChanged(replace(make_chat(1), sampling=(("order", "nothing"), ("stop", 7.0)))))
    shown = dialog(desk)
    assert not shown.save_button.isEnabled()
    shown.reset_button.click()
    assert shown.save_button.isEnabled()


def test_each_number_is_a_parameter_that_the_engine_has() -> None:
    names = set(SamplingParams.__struct_fields__)
    assert {row.key for row in ROWS} - {"max_tokens"} <= names
    assert names - {row.key for row in ROWS} == {"order", "logit_bias"}


def test_nothing_is_changed_by_leaving(desk: Desk) -> None:
    desk.open(answer("hello"))
    n_calls = len(desk.calls)
    shown = dialog(desk)
    shown.system_prompt.setPlainText("x")
    desk.qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert not [call for call in desk.calls[n_calls:] if call[0] == "set_up"]


def test_settings_go_to_the_chat_they_were_opened_for(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    shown.system_prompt.setPlainText("Be brief.")
    desk.window.open_chat.show(ChatId(2))
    shown.save_button.click()
    assert desk.calls[-1] == ("set_up", CHAT, ChatSetup("Be brief."))


def test_a_new_chat_is_set_up_before_its_first_message(desk: Desk) -> None:
    desk.open(answer("hello"))
    desk.window.chat.gestures.new_chat()
    shown = dialog(desk)
    shown.system_prompt.setPlainText("Be brief.")
    shown.save_button.click()
    desk.qtbot.keyClicks(desk.window.composer.edit, "Hi")
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert desk.calls[-1][:4] == ("send", None, "Hi", ())
    assert desk.calls[-1][4]["setup"] == ChatSetup("Be brief.")
    desk.post(ChatCreated(replace(make_chat(4), system_prompt="Be brief."), desk.ticket))
    assert desk.window.open_chat.setup == ChatSetup("Be brief.")
    desk.window.chat.gestures.new_chat()
    assert desk.window.open_chat.setup == ChatSetup()


def test_the_user_writes_how_an_answer_begins(desk: Desk) -> None:
    asked, said = question("One?"), answer("Uno.")
    desk.open(asked, said)
    desk.window.composer.set_text("my draft")
    view = desk.window.transcript
    actions = {one.text(): one for one in message_menu(view.surface, view.stack[0]).actions()}
    actions["Write the beginning of the answer…"].trigger()
    assert "Write how the answer begins" in desk.window.composer.edit_bar.words()
    desk.qtbot.keyClicks(desk.window.composer.edit, "Sure, one")
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert desk.calls[-1][:-1] == ("begin_answer", CHAT, asked.id, "Sure, one")
    desk.post(EditStored(CHAT, desk.ticket))
    assert desk.window.composer.text() == "my draft"
    desk.window.actions_by_key["begin_answer"].trigger()
    desk.qtbot.keyClicks(desk.window.composer.edit, "Well")
    desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
    assert desk.calls[-1][:-1] == ("begin_answer", CHAT, said.id, "Well")


def test_a_message_that_nobody_answers_any_more_can_be_answered(desk: Desk) -> None:
    view = desk.window.transcript
    asked = question("One?")
    desk.open(asked)
    desk.until(
        lambda: any(one.click_target.kind is TargetKind.ANSWER for one in view.canvas.targets)
    )
    view.surface.press(
        next(
            one.click_target
            for one in view.canvas.targets
            if one.click_target.kind is TargetKind.ANSWER
        )
    )
    assert desk.calls[-1] == ("regenerate", CHAT, asked.id)


def test_a_cut_answer_offers_to_try_again_and_any_last_answer_to_go_on(desk: Desk) -> None:
    view = desk.window.transcript
    desk.open(question("One?"), answer("Un", MessageStatus.FAILED, problem=told_as("No.")))
    desk.until(
        lambda: any(one.click_target.kind is TargetKind.RETRY for one in view.canvas.targets)
    )
    kinds = {one.click_target.kind for one in view.canvas.targets}
    assert TargetKind.CONTINUE in kinds
    assert TargetKind.REGENERATE not in kinds
    desk.open(question("One?"), answer("Uno."))
    assert desk.window.actions_by_key["continue"].isEnabled()
    assert "Continue" in [one.text() for one in message_menu(view.surface, view.stack[1]).actions()]


def test_a_number_out_of_range_is_told_and_not_saved_unseen(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    box, note = shown.boxes["temperature"], shown.notes["temperature"]
    assert "0 to 2" in note.text()
    box.setFocus()
    box.selectAll()
    desk.qtbot.keyClicks(box, "99")
    assert box.lineEdit().text() == "99"
    assert note.text() == "Choose a number from 0 to 2."
    assert not shown.save_button.isEnabled()

    n_calls = len(desk.calls)
    desk.qtbot.keyClick(box, Qt.Key.Key_Return)
    assert shown.isVisible()
    assert note.text() == "99 is too large; using 2."
    assert box.value() == 2
    assert shown.save_button.isEnabled()
    assert not [call for call in desk.calls[n_calls:] if call[0] == "set_up"]

    desk.qtbot.keyClick(box, Qt.Key.Key_Return)
    assert desk.calls[-1] == ("set_up", CHAT, ChatSetup("", (("temperature", 2.0),)))


def test_a_number_in_range_takes_the_complaint_back(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    box, note = shown.boxes["top_k"], shown.notes["top_k"]
    usual = note.text()
    box.setFocus()
    box.selectAll()
    desk.qtbot.keyClicks(box, "-5")
    assert note.text() == "Choose a number from 0 to 1,000."
    box.selectAll()
    desk.qtbot.keyClicks(box, "40")
    assert note.text() == usual
    assert shown.save_button.isEnabled()
    desk.qtbot.keyClicks(box, "000")
    shown.reset_button.click()
    assert note.text() == usual
    assert shown.setup() == ChatSetup()


def test_a_chat_of_the_list_is_set_up_without_being_opened(desk: Desk) -> None:
    desk.open(answer("hello"))
    view, listed = desk.window.sidebar.view, desk.window.sidebar.chats
    view.customContextMenuRequested.emit(view.visualRect(listed.index_of(ChatId(2))).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(one for one in menu.actions() if one.objectName() == "chat_setup").trigger()
    menu.close()
    shown = desk.window.findChildren(ChatSetupDialog)[-1]
    assert "Chat 2" in shown.windowTitle()
    shown.system_prompt.setPlainText("Be brief.")
    shown.save_button.click()
    assert desk.calls[-1] == ("set_up", ChatId(2), ChatSetup("Be brief."))
    assert desk.window.open_chat.id == CHAT


def test_the_main_button_is_the_last_as_on_every_page(desk: Desk) -> None:
    desk.open(answer("hello"))
    shown = dialog(desk)
    buttons = {button.text(): button.x() for button in shown.findChildren(QPushButton)}
    assert buttons["Reset to defaults"] < buttons["Cancel"] < buttons["Save"]
