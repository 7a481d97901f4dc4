"""Keys of actions: chosen, taken from another, refused, reset, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QScrollArea

from app.core.settings.settings import Settings
from app.core.system.paths import Paths
from app.ui.kit.actions import ACTIONS
from app.ui.kit.event_bridge import EventBridge
from app.ui.settings.setting_row import ShortcutRow
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.settings.shortcuts import TABLE, is_usable
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import child_of, needed_width, new_window

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def page(desk: Desk) -> SettingsDialog:
    desk.window.actions_by_key["shortcuts"].trigger()
    page = desk.window.findChild(SettingsDialog)
    assert page is not None
    return page


def press(desk: Desk, page: SettingsDialog, key: str, keys: str) -> None:
    """Type keys into the row of an action."""
    row = page.key_rows[key]
    row.edit.setKeySequence(QKeySequence(keys))
    row.edit.editingFinished.emit()


def keys_in_force(desk: Desk, key: str) -> str:
    return desk.window.actions_by_key[key].shortcut().toString()


def test_the_rows_that_nobody_sees_at_first_come_by_themselves(desk: Desk, qtbot: QtBot) -> None:
    desk.window.actions_by_key["shortcuts"].trigger()
    page = desk.window.findChild(SettingsDialog)
    assert page is not None
    assert 0 < len(page.findChildren(ShortcutRow)) < len(ACTIONS)
    qtbot.waitUntil(lambda: len(page.findChildren(ShortcutRow)) == len(ACTIONS))


@pytest.mark.usefixtures("german")
def test_the_rows_fit_a_small_screen_in_a_language_of_long_words(desk: Desk, qtbot: QtBot) -> None:
    desk.window.actions_by_key["shortcuts"].trigger()
    page = desk.window.findChild(SettingsDialog)
    assert page is not None
    qtbot.waitUntil(lambda: len(page.findChildren(ShortcutRow)) == len(ACTIONS))
    assert needed_width(child_of(page, QScrollArea)) <= page.width() - page.groups.width()


def test_other_keys_work_at_once_are_named_in_the_tip_and_kept(
    desk: Desk, page: SettingsDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    press(desk, page, "new_chat", "Ctrl+Alt+N")

    action = desk.window.actions_by_key["new_chat"]
    assert action.shortcut() == QKeySequence("Ctrl+Alt+N")
    assert QKeySequence("Ctrl+Alt+N").toString(QKeySequence.SequenceFormat.NativeText) in (
        action.toolTip()
    )
    paths = Paths.locate(tmp_path)
    again = new_window(
        RecordedDoors().doors(), EventBridge(), Settings.load(paths.settings_file), paths
    )
    qtbot.addWidget(again)
    assert again.actions_by_key["new_chat"].shortcut() == QKeySequence("Ctrl+Alt+N")


def test_keys_belong_to_one_action_and_whoever_lost_them_is_named(
    desk: Desk, page: SettingsDialog
) -> None:
    press(desk, page, "regenerate", "Ctrl+N")

    assert keys_in_force(desk, "regenerate") == "Ctrl+N"
    assert keys_in_force(desk, "new_chat") == ""
    assert "“New chat”" in page.status()

    page.key_rows["new_chat"].reset_button.click()
    assert keys_in_force(desk, "new_chat") == "Ctrl+N"
    assert keys_in_force(desk, "regenerate") == ""


def test_an_action_can_go_without_keys(desk: Desk, page: SettingsDialog) -> None:
    press(desk, page, "find", "")

    assert keys_in_force(desk, "find") == ""
    assert page.key_rows["find"].reset_button.isVisible()
    page.key_rows["find"].reset_button.click()
    assert keys_in_force(desk, "find") == "Ctrl+F"
    assert not page.key_rows["find"].reset_button.isVisible()


@pytest.mark.parametrize("keys", ["A", "Shift+B", "Space", "Esc", "Return", "Del"])
def test_keys_that_writing_needs_are_refused(desk: Desk, page: SettingsDialog, keys: str) -> None:
    press(desk, page, "find", keys)

    assert keys_in_force(desk, "find") == "Ctrl+F"
    assert "needed for typing" in page.status()
    assert page.key_rows["find"].edit.keySequence() == QKeySequence("Ctrl+F")


def test_function_keys_and_keys_with_a_modifier_are_usable() -> None:
    assert all(map(is_usable, ("F5", "Ctrl+J", "Alt+J", "Meta+J", "Ctrl+Shift+F12", "")))


def test_the_key_that_stops_answers_stays(desk: Desk, page: SettingsDialog) -> None:
    assert not page.key_rows["stop"].edit.isEnabled()
    assert keys_in_force(desk, "stop") == "Esc"


def test_two_actions_with_one_key_in_the_file_do_not_silence_each_other(
    tmp_path: Path, qtbot: QtBot
) -> None:
    paths = Paths.locate(tmp_path)
    paths.create()
    paths.settings_file.write_text(
        f'[{TABLE}]\nfind = "Ctrl+N"\nstop = "F9"\nfolders = "nonsense"\n'
    )
    window = new_window(
        RecordedDoors().doors(), EventBridge(), Settings.load(paths.settings_file), paths
    )
    qtbot.addWidget(window)

    keys = [action.shortcut().toString() for action in window.actions_by_key.values()]
    assert keys.count("Ctrl+N") == 1
    assert window.actions_by_key["stop"].shortcut() == QKeySequence("Esc")
    assert window.actions_by_key["folders"].shortcut().isEmpty()


def test_the_table_has_no_key_twice_and_each_is_usable() -> None:
    keys = [row.shortcut for row in ACTIONS if row.shortcut]
    assert len(set(keys)) == len(keys)
    assert [key for key in keys if not is_usable(key)] == ["Esc"]


def test_keys_typed_into_the_field_are_chosen(desk: Desk, page: SettingsDialog) -> None:
    row = page.key_rows["folders"]
    row.edit.setFocus()
    desk.qtbot.keyClick(row.edit, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: keys_in_force(desk, "folders") == "Ctrl+J")
