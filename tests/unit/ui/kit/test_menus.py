"""The menus: every action is in them, none is long, and a chat's own menu hangs on its title."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from app.core.settings.table import LANGUAGE
from app.ui.kit.actions import ACTIONS, Place, add_menu_bar, fill_menu_bar
from tests.unit.ui.conftest import answer, notice_button, question

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

MOST_ENTRIES = 14


def submenus(menu: QMenu | QMenuBar) -> dict[str, QMenu]:
    found = {action.text(): action.menu() for action in menu.actions()}
    return {title: one for title, one in found.items() if isinstance(one, QMenu)}


def keys_in(menu: QMenu | QMenuBar) -> list[str]:
    return [action.objectName() for action in menu.actions() if action.objectName()]


def keys_below(menu: QMenu | QMenuBar) -> list[str]:
    below = (keys_in(one) for one in submenus(menu).values())
    return [*keys_in(menu), *itertools.chain.from_iterable(below)]


@pytest.fixture
def bar(desk: Desk, qtbot: QtBot) -> QMenuBar:
    made = QMenuBar()
    qtbot.addWidget(made)
    fill_menu_bar(made, desk.window.actions_by_key)
    return made


def test_the_menu_button_has_few_entries_and_a_submenu_for_each_group(desk: Desk) -> None:
    menu = desk.window.header.menu
    assert list(submenus(menu)) == ["Chat", "Model", "View", "Appearance", "Help"]
    assert keys_in(menu) == ["new_chat", "settings", "quit"]
    for one in submenus(menu).values():
        assert len(keys_in(one)) <= MOST_ENTRIES


def test_the_menu_button_has_all_that_is_not_offered_by_a_message_or_the_composer(
    desk: Desk,
) -> None:
    wanted = [row.key for row in ACTIONS if row.place is not Place.NOWHERE]
    assert sorted(keys_below(desk.window.header.menu)) == sorted(wanted)


def test_what_the_menu_button_leaves_out_has_a_key(desk: Desk) -> None:
    left_out = [row for row in ACTIONS if row.place is Place.NOWHERE]
    assert left_out
    assert all(row.shortcut for row in left_out)


def test_the_menu_bar_has_every_action_once(bar: QMenuBar) -> None:
    assert keys_in(bar) == []
    assert sorted(keys_below(bar)) == sorted(row.key for row in ACTIONS)


def test_the_menu_bar_is_there_only_where_the_desktop_shows_it_elsewhere(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    add_menu_bar(window, desk.window.actions_by_key)
    assert window.menuWidget() is None
    monkeypatch.setattr(QMenuBar, "isNativeMenuBar", lambda _self: True)
    add_menu_bar(window, desk.window.actions_by_key)
    assert list(submenus(window.menuBar())) == ["Chat", "Model", "View", "Appearance", "Help"]


def test_about_settings_and_quit_go_where_macos_has_them_and_nothing_else(
    desk: Desk,
) -> None:
    roles = {key: action.menuRole() for key, action in desk.window.actions_by_key.items()}
    assert roles.pop("about") is QAction.MenuRole.AboutRole
    assert roles.pop("quit") is QAction.MenuRole.QuitRole
    assert roles.pop("settings") is QAction.MenuRole.PreferencesRole
    assert set(roles.values()) == {QAction.MenuRole.NoRole}


def test_every_key_belongs_to_one_action() -> None:
    shortcuts = [row.shortcut for row in ACTIONS if row.shortcut]
    assert len(shortcuts) == len(set(shortcuts))


# -- the title --


@pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen
def test_a_click_on_the_title_shows_what_can_be_done_with_the_chat(desk: Desk) -> None:
    desk.open(question("Hello?"), answer("Hello."))
    title = desk.window.header.title
    desk.qtbot.mouseClick(title, Qt.MouseButton.LeftButton, pos=QPoint(5, title.height() // 2))
    assert title.menu.isVisible()
    assert keys_in(title.menu) == [
        "rename_chat", "chat_setup", "pin_chat", "archive_chat", "export_chat", "delete_chat",
    ]  # fmt: skip
    title.menu.close()


@pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen
@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Down])
def test_the_keyboard_opens_the_menu_of_the_title_too(desk: Desk, key: Qt.Key) -> None:
    desk.open(question("Hello?"), answer("Hello."))
    title = desk.window.header.title
    title.setFocus(Qt.FocusReason.TabFocusReason)
    desk.qtbot.keyClick(title, key)
    assert title.menu.isVisible()
    title.menu.close()


def test_a_new_chat_has_no_menu_on_its_empty_title(desk: Desk) -> None:
    title = desk.window.header.title
    assert title.focusPolicy() is Qt.FocusPolicy.NoFocus
    desk.qtbot.mouseClick(title, Qt.MouseButton.LeftButton, pos=QPoint(5, title.height() // 2))
    assert not title.menu.isVisible()


def test_beside_the_title_a_click_does_nothing(desk: Desk) -> None:
    desk.open(question("Hello?"), answer("Hello."))
    title = desk.window.header.title
    far = QPoint(title.width() - 2, title.height() // 2)
    desk.qtbot.mouseClick(title, Qt.MouseButton.LeftButton, pos=far)
    assert not title.menu.isVisible()


def test_a_chat_is_renamed_in_the_list_which_is_shown_for_it(desk: Desk) -> None:
    desk.open(question("Hello?"), answer("Hello."))
    desk.window.actions_by_key["toggle_sidebar"].trigger()
    assert not desk.window.sidebar.isVisible()
    desk.window.actions_by_key["rename_chat"].trigger()
    view = desk.window.sidebar.view
    assert view.isVisible()
    assert view.state() is view.State.EditingState


def test_a_long_title_leaves_room_for_its_arrow(desk: Desk) -> None:
    title = desk.window.header.title
    title.setText("a very long title " * 30)
    assert title.shown_text().endswith("…")
    assert title.fontMetrics().horizontalAdvance(title.shown_text()) <= title.text_width()
    assert title.text_width() < title.width()


def test_theme_and_language_are_chosen_in_the_menu_with_a_mark_at_what_is_in_force(
    desk: Desk,
) -> None:
    menu = submenus(desk.window.header.menu)["Appearance"]
    entries = {action.text(): action for action in menu.actions()}
    assert entries["Light"].isChecked()

    entries["Dark"].trigger()

    assert desk.window.theme.colours.is_dark
    assert entries["Dark"].isChecked()
    assert not entries["Light"].isChecked()
    languages = {action.text(): action for action in submenus(menu)["Language"].actions()}
    assert languages["Same as the system"].isChecked()
    languages["Deutsch"].trigger()
    assert notice_button(desk, "Restart now")
    assert languages["Deutsch"].isChecked()
    desk.window.settings.change(LANGUAGE, None)
    assert languages["Same as the system"].isChecked()


def test_the_text_size_is_changed_in_the_same_menu(desk: Desk) -> None:
    menu = submenus(desk.window.header.menu)["Appearance"]
    assert keys_in(menu) == ["zoom_in", "zoom_out", "zoom_reset"]
