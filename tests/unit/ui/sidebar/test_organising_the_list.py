"""Several chats are chosen and moved, folders are opened and ordered: by mouse and by keyboard."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu

from app.core.chats.records import ChatFolder, ChatId, FolderId
from app.core.conversations.events import (
    ChatsChanged,
    ChatsDeleted,
    ChatsListed,
    FolderDeleted,
    FolderMade,
    FoldersListed,
)
from app.core.plain_value import replace
from app.ui.state.chat_list_item_model import ChatRole
from tests.unit.ui.conftest import click, make_chat, notice_button

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from app.ui.sidebar.chat_list_view import ChatListView
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NOW = datetime.now(UTC)
WORK = ChatFolder(FolderId(1), "Work", 0, NOW)
HOME = ChatFolder(FolderId(2), "Home", 1, NOW)


@pytest.fixture
def view(desk: Desk) -> ChatListView:
    """Chats 1 to 5, the newest first; 5 is in the folder "Work"."""
    chats = [make_chat(number) for number in (1, 2, 3, 4, 5)]
    chats[4] = replace(chats[4], folder_id=WORK.id)
    desk.post(ChatsListed(tuple(chats), (WORK, HOME)))
    shown = desk.window.sidebar.view
    shown.setFocus()
    desk.until(shown.hasFocus)
    return shown


def place_of(view: ChatListView, target: int | ChatFolder) -> QPoint:
    items = view.items
    is_folder = isinstance(target, ChatFolder)
    index = items.index_of_folder(target.id) if is_folder else items.index_of(ChatId(target))  # type: ignore[union-attr,arg-type]
    return view.visualRect(index).center()


def press(
    desk: Desk,
    target: int | ChatFolder,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    view = desk.window.sidebar.view
    left = Qt.MouseButton.LeftButton
    desk.qtbot.mouseClick(view.viewport(), left, keys, place_of(view, target))


def last(desk: Desk) -> tuple[Any, ...]:
    """What the window called last."""
    return desk.calls[-1]


def opened(desk: Desk) -> list[int]:
    return [call[1] for call in desk.calls if call[0] == "open"]


def menu_at(view: ChatListView, target: int | ChatFolder) -> QMenu:
    view.customContextMenuRequested.emit(place_of(view, target))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, *names: str) -> None:
    """Trigger an entry; the first names are submenus."""
    for name in names[:-1]:
        found = next(one for one in menu.findChildren(QMenu) if one.objectName() == name)
        menu = found
    next(action for action in menu.actions() if action.objectName() == names[-1]).trigger()
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


def test_ctrl_and_shift_choose_several_and_open_nothing(desk: Desk, view: ChatListView) -> None:
    press(desk, 4)
    press(desk, 2, CTRL)
    desk.qtbot.wait(200)
    assert view.chosen_chats() == [4, 2]
    press(desk, 1, SHIFT)
    assert view.chosen_chats() == [4, 2, 1]
    press(desk, 4)
    press(desk, 1, SHIFT)
    assert view.chosen_chats() == [4, 3, 2, 1]
    desk.qtbot.wait(200)
    assert opened(desk) == [4]


def test_the_keyboard_chooses_several_and_opens_nothing(desk: Desk, view: ChatListView) -> None:
    press(desk, 4)
    for _ in range(2):
        desk.qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    desk.qtbot.wait(200)
    assert (view.chosen_chats(), opened(desk)) == ([4, 3, 2], [4])
    desk.qtbot.keyClick(view, Qt.Key.Key_A, CTRL)
    assert view.chosen_chats() == [5, 4, 3, 2, 1]
    desk.qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert last(desk) == ("delete", (5, 4, 3, 2, 1))


def test_several_deleted_chats_are_one_undo(desk: Desk, view: ChatListView) -> None:
    press(desk, 4)
    press(desk, 3, CTRL)
    desk.qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert last(desk) == ("delete", (4, 3))
    desk.post(ChatsDeleted((make_chat(4), make_chat(3))))
    assert "Deleted 2 chats" in desk.window.notices.texts()[0]
    assert "30 days" in desk.window.notices.texts()[0]
    assert desk.window.open_chat.id == 2  # the open one was deleted; the next is shown
    assert view.hasFocus()
    desk.qtbot.keyClick(view, Qt.Key.Key_Z, CTRL)
    assert last(desk) == ("restore", (4, 3))
    assert not desk.window.actions_by_key["undo_delete"].isEnabled()


def test_the_menu_is_about_all_that_is_chosen_or_about_the_chat_beside_it(
    desk: Desk, view: ChatListView
) -> None:
    press(desk, 4)
    press(desk, 3, CTRL)
    choose(menu_at(view, 3), "pin")
    assert last(desk) == ("pin", (4, 3), {"is_pinned": True})
    choose(menu_at(view, 4), "folders", f"folder {HOME.id}")
    assert last(desk) == ("move", (4, 3), HOME.id)
    choose(menu_at(view, 2), "delete")
    assert last(desk) == ("delete", (2,))


def test_archived_chats_leave_the_list_and_come_back_under_ctrl_z(
    desk: Desk, view: ChatListView
) -> None:
    pinned = replace(make_chat(2), pinned_at=NOW)
    desk.post(ChatsChanged((pinned,)))
    choose(menu_at(view, 2), "archive")
    assert last(desk) == ("archive", (2,), {"is_archived": True})
    archived = replace(make_chat(2), archived_at=NOW)
    desk.post(ChatsChanged((archived,)))
    assert not view.items.index_of(ChatId(2)).isValid()
    desk.window.actions_by_key["archived_chats"].trigger()
    archive = desk.window.sidebar.active_list()
    assert archive is not view
    assert archive.items.index_of(ChatId(2)).isValid()
    desk.window.activateWindow()  # which the menu was
    archive.setFocus()
    desk.until(archive.hasFocus)
    desk.qtbot.keyClick(archive, Qt.Key.Key_Z, CTRL)
    assert last(desk) == ("undo_archive", (pinned,))
    desk.qtbot.keyClick(archive, Qt.Key.Key_Escape)
    assert desk.window.sidebar.active_list() is view


def test_a_new_folder_gets_its_name_in_the_list(desk: Desk, view: ChatListView) -> None:
    desk.window.actions_by_key["new_folder"].trigger()
    assert last(desk) == ("make_folder", "New folder", ())
    made = ChatFolder(FolderId(3), "New folder", 2, NOW)
    desk.post(FoldersListed((WORK, HOME, made)), FolderMade(made))
    editor = view.findChild(QLineEdit)
    assert editor is not None
    assert editor.accessibleName() == "Folder name"
    editor.selectAll()
    desk.qtbot.keyClicks(editor, "Recipes")
    desk.qtbot.keyClick(editor, Qt.Key.Key_Return)
    desk.until(lambda: last(desk) == ("rename_folder", 3, "Recipes"))


def test_what_is_typed_names_a_folder_made_for_a_chat_whatever_changes_in_it(
    desk: Desk, view: ChatListView
) -> None:
    # Not by the menu: offscreen, a window is not active any more some time after one was closed,
    # and an editor closes with that.
    view.folder_requested.emit((ChatId(2),))
    made = ChatFolder(FolderId(3), "New folder", 2, NOW)
    desk.post(FoldersListed((WORK, HOME, made)), FolderMade(made))
    desk.post(ChatsChanged((replace(make_chat(2), folder_id=made.id),)))
    editor = view.findChild(QLineEdit)
    assert editor is not None
    desk.qtbot.keyClicks(editor, "Work")
    desk.qtbot.keyClick(editor, Qt.Key.Key_Return)
    desk.until(lambda: last(desk) == ("rename_folder", 3, "Work"))


def test_a_pinned_chat_is_marked_in_a_folder_where_no_heading_says_so(
    desk: Desk, view: ChatListView
) -> None:
    def look() -> tuple[QImage, str]:
        row = view.visualRect(view.items.index_of(ChatId(5)))
        tip = view.items.index_of(ChatId(5)).data(Qt.ItemDataRole.ToolTipRole)
        return view.viewport().grab(row).toImage(), tip

    image, tip = look()
    inside = view.items.chat(ChatId(5))
    assert inside is not None
    desk.post(ChatsChanged((replace(inside, pinned_at=NOW),)))
    marked, said = look()
    assert marked != image
    assert "Pinned" in said
    assert "Pinned" not in tip
    desk.post(ChatsChanged((replace(inside, pinned_at=NOW, folder_id=None),)))
    assert "Pinned" not in look()[1]


def test_return_ends_the_naming_of_a_folder_and_leaves_it_open(
    desk: Desk, view: ChatListView
) -> None:
    view.setCurrentIndex(view.items.index_of_folder(WORK.id))
    desk.qtbot.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert editor is not None
    desk.qtbot.keyClicks(editor, "Job")
    desk.qtbot.keyClick(editor, Qt.Key.Key_Return)
    desk.until(lambda: last(desk) == ("rename_folder", 1, "Job"))
    assert view.items.closed_folders() == set()


def test_a_folder_closes_and_opens_by_mouse_and_keys_and_stays_so(
    desk: Desk, view: ChatListView
) -> None:
    press(desk, WORK)
    assert view.items.closed_folders() == {WORK.id}
    assert desk.window._state.value("chats/closed_folders") == "1"
    for key, closed in (
        (Qt.Key.Key_Right, set()), (Qt.Key.Key_Left, {1}), (Qt.Key.Key_Space, set()),
        (Qt.Key.Key_Return, {1}), (Qt.Key.Key_Enter, set()),
    ):  # fmt: skip
        desk.qtbot.keyClick(view, key)
        assert view.items.closed_folders() == closed
    desk.qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().data(ChatRole.CHAT_ID) == 5
    desk.qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex() == view.items.index_of_folder(WORK.id)


def test_the_arrows_open_and_close_along_the_line_where_is_read_from_the_right(
    desk: Desk, view: ChatListView
) -> None:
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    press(desk, WORK)
    assert view.items.closed_folders() == {WORK.id}
    for key, closed in (
        (Qt.Key.Key_Left, set()),
        (Qt.Key.Key_Right, {1}),
        (Qt.Key.Key_Left, set()),
    ):
        desk.qtbot.keyClick(view, key)
        assert view.items.closed_folders() == closed
    desk.qtbot.keyClick(view, Qt.Key.Key_Down)
    desk.qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.currentIndex() == view.items.index_of_folder(WORK.id)


def test_a_deleted_folder_comes_back_under_ctrl_z(desk: Desk, view: ChatListView) -> None:
    press(desk, WORK)
    desk.qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert last(desk) == ("delete_folder", WORK.id)
    desk.post(
        ChatsChanged((make_chat(5),)), FoldersListed((HOME,)), FolderDeleted(WORK, (ChatId(5),))
    )
    assert not view.items.index_of_folder(WORK.id).isValid()
    assert view.items.index_of(ChatId(5)).isValid()
    click(desk, notice_button(desk, "Undo"))
    assert last(desk) == ("restore_folder", WORK, (5,))


def test_chats_are_dropped_onto_folders_and_out_of_them(desk: Desk, view: ChatListView) -> None:
    press(desk, 4)
    press(desk, 3, CTRL)
    assert view.drag.take()
    view.drag.drop_at(place_of(view, HOME))
    assert last(desk) == ("move", (4, 3), HOME.id)
    press(desk, 5)
    assert view.drag.take()
    view.drag.drop_at(place_of(view, 2))
    assert last(desk) == ("move", (5,), None)
    assert view.drag.take()
    view.drag.drop_at(place_of(view, WORK))  # where it lies already
    assert last(desk) == ("move", (5,), None)


def test_chats_are_dropped_among_the_pinned_and_out_of_them(desk: Desk, view: ChatListView) -> None:
    pinned = replace(make_chat(1), pinned_at=NOW)
    desk.post(ChatsChanged((pinned,)))
    press(desk, 4)
    assert view.drag.take()
    view.drag.drop_at(place_of(view, 1))
    assert last(desk) == ("pin", (4,), {"is_pinned": True})
    press(desk, 1)
    assert view.drag.take()
    view.drag.drop_at(place_of(view, HOME))
    assert desk.calls[-2:] == [("pin", (1,), {"is_pinned": False}), ("move", (1,), HOME.id)]


def test_folders_are_ordered_by_dragging_and_by_their_menu(desk: Desk, view: ChatListView) -> None:
    press(desk, HOME)
    assert view.drag.take()
    top = view.visualRect(view.items.index_of_folder(WORK.id)).topLeft() + QPoint(20, 2)
    view.drag.drop_at(top)
    assert last(desk) == ("order_folders", (HOME.id, WORK.id))
    choose(menu_at(view, WORK), "down")
    assert last(desk) == ("order_folders", (HOME.id, WORK.id))


def test_the_open_chat_is_pinned_and_archived_by_its_keys(desk: Desk, view: ChatListView) -> None:
    assert not desk.window.actions_by_key["pin_chat"].isEnabled()
    press(desk, 3)
    desk.qtbot.keyClick(view, Qt.Key.Key_P, CTRL | SHIFT)
    assert last(desk) == ("pin", (3,), {"is_pinned": True})
    desk.qtbot.keyClick(view, Qt.Key.Key_K, CTRL | SHIFT)
    assert last(desk) == ("archive", (3,), {"is_archived": True})


def test_several_stay_chosen_while_another_chat_moves(desk: Desk, view: ChatListView) -> None:
    press(desk, 4)
    press(desk, 3, CTRL)
    desk.post(ChatsChanged((make_chat(1),)))  # now the newest
    assert view.chosen_chats() == [4, 3]
    desk.post(ChatsListed(tuple(make_chat(n) for n in (1, 2, 3, 4, 5)), (WORK, HOME)))
    assert set(view.chosen_chats()) == {4, 3}


def test_a_chat_that_is_dragged_is_not_opened(
    desk: Desk, view: ChatListView, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(desk, 2)
    monkeypatch.setattr(view.drag, "start", view.drag.take)
    desk.qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, 4))
    desk.qtbot.wait(250)  # as long as a hand takes to begin
    assert view.chosen_chats() == [4]
    view.startDrag(Qt.DropAction.MoveAction)
    desk.qtbot.wait(250)

    assert opened(desk) == [2]
    assert view.chosen_chats() == [2]


def test_it_says_that_there_are_no_chats_only_once_they_were_read(desk: Desk) -> None:
    def said() -> list[str]:
        labels = desk.window.sidebar.findChildren(QLabel, "emptyChats")
        return [label.text() for label in labels if label.isVisible()]

    assert said() == [""]

    desk.post(ChatsListed(()))

    assert said() == ["No chats yet.\nYour first message starts one."]
