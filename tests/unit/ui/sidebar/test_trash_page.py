"""The trash in the window: what is in it, for how long, the way back and the way out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from app.core.chats.records import TrashedChat
from app.core.conversations.events import ChatsDeleted, ChatsRestored, TrashListed
from tests.unit.ui.conftest import click, make_chat

if TYPE_CHECKING:
    from app.ui.sidebar.list_page import TrashPage
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

NOW = datetime.now(UTC)


def trashed(*numbers: int) -> TrashListed:
    return TrashListed(tuple(TrashedChat(make_chat(n), NOW, 30 - n) for n in numbers))


def last(desk: Desk) -> tuple[Any, ...]:
    """What the window called last."""
    return desk.calls[-1]


@pytest.fixture
def page(desk: Desk) -> TrashPage:
    desk.window.actions_by_key["trash"].trigger()
    assert last(desk) == ("list_trash",)
    desk.post(trashed(1, 2, 3))
    return desk.window.sidebar.trash


def answer_with(desk: Desk, role: QMessageBox.ButtonRole) -> list[str]:
    """Press a button of the next question; returns what it asked."""
    asked: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        buttons = {box.buttonRole(button): button for button in box.findChildren(QPushButton)}
        assert box.defaultButton() is buttons[QMessageBox.ButtonRole.RejectRole]
        click(desk, buttons[role])

    QTimer.singleShot(0, press)
    return asked


def test_it_says_how_long_each_chat_stays(page: TrashPage) -> None:
    texts = [page.rows.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert texts[0] == "Chat 1, kept for 29 days more"
    assert not page.restore.isEnabled()
    assert page.empty.isEnabled()


def test_chosen_chats_are_restored_by_button_and_by_return(desk: Desk, page: TrashPage) -> None:
    page.view.selectAll()
    click(desk, page.restore)
    assert last(desk) == ("restore", (1, 2, 3))
    desk.post(ChatsRestored(tuple(make_chat(n) for n in (1, 2, 3))))
    assert last(desk) == ("list_trash",)
    desk.post(trashed(2))
    page.view.setFocus()
    page.view.setCurrentIndex(page.rows.index(0))
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert last(desk) == ("restore", (2,))


def test_deleting_for_good_asks_first(desk: Desk, page: TrashPage) -> None:
    page.view.setCurrentIndex(page.rows.index(1))
    asked = answer_with(desk, QMessageBox.ButtonRole.RejectRole)
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Delete)
    assert asked == ["Delete 1 chat for good?"]
    assert not [call for call in desk.calls if call[0] == "delete_for_good"]
    answer_with(desk, QMessageBox.ButtonRole.AcceptRole)
    click(desk, page.delete)
    assert last(desk) == ("delete_for_good", (2,))


def test_emptying_asks_first_and_leaves_nothing_to_undo(desk: Desk, page: TrashPage) -> None:
    desk.post(ChatsDeleted((make_chat(1),)))
    assert desk.window.actions_by_key["undo_delete"].isEnabled()
    asked = answer_with(desk, QMessageBox.ButtonRole.AcceptRole)
    click(desk, page.empty)
    assert asked == ["Empty the trash? 3 chats will be deleted for good."]
    assert last(desk) == ("empty_trash",)
    desk.post(TrashListed(()))
    assert not desk.window.actions_by_key["undo_delete"].isEnabled()
    assert not page.empty.isEnabled()


def test_escape_and_the_foot_lead_back_to_the_chats(desk: Desk, page: TrashPage) -> None:
    page.view.setFocus()
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert not page.isVisible()
    desk.window.actions_by_key["trash"].trigger()
    assert page.isVisible()
    desk.window.actions_by_key["trash"].trigger()
    assert not page.isVisible()


def test_a_restored_chat_is_not_offered_for_undo_again(desk: Desk, page: TrashPage) -> None:
    desk.post(ChatsDeleted((make_chat(1), make_chat(2))))
    desk.post(ChatsRestored((make_chat(1), make_chat(2))))
    assert not desk.window.actions_by_key["undo_delete"].isEnabled()
    assert not page.restore.isEnabled()


def test_the_keyboard_comes_to_a_chosen_row_and_goes_on_with_the_next(
    desk: Desk, page: TrashPage
) -> None:
    page.view.setFocus(Qt.FocusReason.TabFocusReason)
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Down)
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert last(desk) == ("restore", (2,))
    desk.post(trashed(1, 3))
    desk.qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert last(desk) == ("restore", (3,))


def test_what_is_chosen_stays_chosen_when_another_chat_is_deleted(
    desk: Desk, page: TrashPage
) -> None:
    page.view.setCurrentIndex(page.rows.index(1))
    desk.post(trashed(9, 1, 2, 3))
    assert page.chosen() == (2,)


def test_the_keyboard_stays_on_a_page_that_becomes_empty(desk: Desk, page: TrashPage) -> None:
    page.empty.setFocus()
    desk.post(TrashListed(()))
    at = QApplication.focusWidget()
    assert at is not None
    assert at.accessibleName() == "Back to the chats"


def test_the_trash_is_shown_also_where_the_list_was_hidden_over_it(
    desk: Desk, page: TrashPage
) -> None:
    desk.window.actions_by_key["toggle_sidebar"].trigger()
    assert not page.isVisible()
    desk.window.actions_by_key["trash"].trigger()
    assert page.isVisible()
