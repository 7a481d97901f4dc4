"""Editing, versions and branches in the window: what gestures call and what events show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QPushButton

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import (
    AnswerRefused,
    BranchShown,
    ChatForked,
    EditStored,
    MessageAdded,
    MessageDeleted,
    VersionsListed,
)
from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.ui.composer.composer import BarKey
from app.ui.transcript.model.click_targets import ClickTarget, TargetKind
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, make_chat, question

if TYPE_CHECKING:
    from app.core.chats.records import Message, MessageId
    from tests.unit.ui.conftest import Desk

CHAT = ChatId(1)


def hover(desk: Desk, message: Message) -> None:
    view = desk.window.transcript
    place = view.canvas.origin_of(message.id) + QPointF(view.canvas.column()[1] - 20, 20)
    desk.qtbot.mouseMove(view.viewport(), QPoint(1, 1))
    desk.qtbot.mouseMove(view.viewport(), place.toPoint())
    view.viewport().repaint()


def press(desk: Desk, kind: TargetKind, message_id: MessageId) -> None:
    view = desk.window.transcript
    found = next(
        target
        for target in view.canvas.targets
        if (target.click_target.kind, target.click_target.message_id) == (kind, message_id)
    )
    place = found.rect.center().toPoint()
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.fixture
def said(desk: Desk) -> tuple[Message, ...]:
    messages = (question("One?"), answer("Uno."), question("Two?"), answer("Due."))
    desk.open(*messages)
    return messages


def test_a_question_is_edited_in_the_field_and_sent_as_another_version(
    desk: Desk, said: tuple[Message, ...]
) -> None:
    composer = desk.window.composer
    composer.set_text("half a thought")
    hover(desk, said[0])
    press(desk, TargetKind.EDIT, said[0].id)
    assert composer.text() == "One?"
    assert "old version is kept" in composer.edit_bar.words()
    assert composer.edit_bar.isVisible()
    desk.qtbot.keyClicks(composer.edit, "!")
    desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert desk.calls[-1][:-1] == ("edit", CHAT, said[0].id, "One?!", ())
    assert composer.text() == "half a thought"
    changed = question("One?!")
    desk.post(EditStored(CHAT, desk.ticket), BranchShown(CHAT, (changed,), changed.id))
    assert composer.text() == "half a thought"
    assert not composer.edit_bar.isVisible()
    assert desk.window.transcript.visible_text() == "One?!"


def test_an_edit_that_is_refused_keeps_the_words(desk: Desk, said: tuple[Message, ...]) -> None:
    composer = desk.window.composer
    desk.window.actions_by_key["edit_last"].trigger()
    assert composer.text() == "Two?"
    desk.qtbot.keyClicks(composer.edit, " Now.")
    desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    full = Problem(phrase("The disk is full."), phrase("Nothing was changed."), NO_WORDS)
    desk.post(AnswerRefused(CHAT, full, desk.ticket))
    assert composer.text() == "Two? Now."
    assert composer.is_editing
    assert len(desk.window.transcript.stack) == len(said)


@pytest.mark.parametrize("how", ["escape", "button", "other chat"])
def test_an_edit_can_be_given_up(desk: Desk, said: tuple[Message, ...], how: str) -> None:
    composer = desk.window.composer
    composer.set_text("draft")
    desk.window.transcript.requests.edit.emit(said[1].id)
    assert composer.text() == "Uno."
    match how:
        case "escape":
            desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Escape)
        case "button":
            composer.edit_bar.buttons[BarKey.CANCEL].click()
        case _:
            desk.window.open_chat.show(ChatId(2))
            assert composer.text() == ""
            desk.window.open_chat.show(CHAT)
    assert composer.text() == "draft"
    desk.qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert all(call[0] != "edit" for call in desk.calls)


@pytest.mark.usefixtures("said")
def test_up_in_an_empty_field_recalls_the_last_question(desk: Desk) -> None:
    edit = desk.window.composer.edit
    desk.qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert desk.window.composer.text() == "Two?"
    desk.qtbot.keyClick(edit, Qt.Key.Key_Escape)
    desk.qtbot.keyClicks(edit, "x")
    desk.qtbot.keyClick(edit, Qt.Key.Key_Up)
    assert desk.window.composer.text() == "x"


def test_arrows_lead_to_the_other_versions_and_end_at_the_ends(
    desk: Desk, said: tuple[Message, ...]
) -> None:
    older, newest = answer("old").id, said[3].id
    view = desk.window.transcript
    assert not any(target.click_target.kind is TargetKind.NEXT for target in view.canvas.targets)

    def arrows() -> set[TargetKind]:
        view.viewport().repaint()
        kinds = {target.click_target.kind for target in view.canvas.targets}
        return kinds & {TargetKind.PREVIOUS, TargetKind.NEXT}

    desk.post(VersionsListed(CHAT, {newest: (older, newest)}))
    assert arrows() == {TargetKind.PREVIOUS}
    view.surface.press(ClickTarget(TargetKind.NEXT, newest))
    assert desk.calls[-1][0] != "show_version"
    press(desk, TargetKind.PREVIOUS, newest)
    assert desk.calls[-1] == ("show_version", CHAT, older)
    desk.post(VersionsListed(CHAT, {newest: (older, newest, answer("newer").id)}))
    assert arrows() == {TargetKind.PREVIOUS, TargetKind.NEXT}
    desk.post(VersionsListed(CHAT, {newest: (newest, older)}))
    assert arrows() == {TargetKind.NEXT}


def test_another_version_appears_where_the_one_before_was(desk: Desk) -> None:
    before = tuple(answer(f"message {n}\n\n" + "words " * 60) for n in range(30))
    desk.open(*before)
    view = desk.window.transcript
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    row = view.stack.row_at(view.verticalScrollBar().value() + 200)
    place = view.canvas.origin_of(before[row].id).y()
    other = answer("another " * 50)
    path = (*before[:row], other, *(answer("after\n\n" * 9) for _ in range(9)))
    desk.post(BranchShown(CHAT, path, other.id))
    assert view.canvas.origin_of(other.id).y() == pytest.approx(place, abs=2)
    assert len(view.stack) == len(path)


def test_an_earlier_answer_is_given_again_and_a_chat_goes_off_it(
    desk: Desk, said: tuple[Message, ...]
) -> None:
    view = desk.window.transcript
    layout = view.stack.find(said[1].id)
    assert layout is not None
    actions = {action.text(): action for action in message_menu(view.surface, layout).actions()}
    actions["Regenerate"].trigger()
    assert desk.calls[-1] == ("regenerate", CHAT, said[1].id)
    actions["New chat from here"].trigger()
    assert desk.calls[-1] == ("fork", CHAT, said[1].id)
    desk.post(ChatForked(make_chat(3)))
    assert desk.calls[-1:] == [("open", ChatId(3))]


def test_nothing_is_changed_while_the_chat_is_answered(
    desk: Desk, said: tuple[Message, ...]
) -> None:
    desk.post(MessageAdded(CHAT, answer("", MessageStatus.STREAMING)))
    view = desk.window.transcript
    n_calls = len(desk.calls)
    view.requests.edit.emit(said[0].id)
    view.requests.regenerate.emit(said[1].id)
    view.requests.show_version.emit(said[1].id)
    assert len(desk.calls) == n_calls
    assert not desk.window.composer.is_editing


def test_a_message_is_deleted_with_what_follows_and_brought_back(
    desk: Desk, said: tuple[Message, ...]
) -> None:
    view = desk.window.transcript
    layout = view.stack.find(said[2].id)
    assert layout is not None
    actions = {action.text(): action for action in message_menu(view.surface, layout).actions()}
    actions["Delete this and all below"].trigger()
    assert desk.calls[-1] == ("delete_message", CHAT, said[2].id)
    desk.post(BranchShown(CHAT, said[:2], said[1].id), MessageDeleted(said[2]))
    assert len(view.stack) == 2
    assert "Deleted your message" in desk.window.notices.texts()[-1]
    undo = next(b for b in desk.window.notices.findChildren(QPushButton) if b.text() == "Undo")
    undo.click()
    assert desk.calls[-1] == ("undo_delete_message", CHAT, said[2].id)
    desk.post(BranchShown(CHAT, (), None))
    assert len(view.stack) == 0


def test_an_edit_is_not_lost_when_another_branch_is_shown_meanwhile(desk: Desk) -> None:
    asked, said, more, last = question("One?"), answer("Uno."), question("Two?"), answer("Due.")
    desk.open(asked, said, more, last)
    composer = desk.window.composer
    composer.set_text("a draft")
    desk.window.transcript.requests.edit.emit(more.id)
    composer.set_text("Two, changed")
    desk.post(BranchShown(CHAT, (asked, said, more), said.id))
    was_editing = composer.is_editing
    assert composer.text() == "Two, changed"
    desk.post(BranchShown(CHAT, (asked, answer("Eins.")), asked.id))  # what was edited is gone
    assert (was_editing, composer.is_editing) == (True, False)
    assert composer.text() == "a draft\n\nTwo, changed"
