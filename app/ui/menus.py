"""The menus of the window: behind the menu button, in the menu bar, and of the open chat.

All of them are made from the table of actions. The menu bar is there where the desktop shows one
outside of the window, as macOS does; elsewhere the menu button has the same groups as submenus.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QMenuBar

from app.ui.actions import ACTIONS, Group, Place
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMainWindow

    from app.ui.actions import ActionRow

_TITLES = {
    Group.CHAT: QT_TR_NOOP("Chat"),
    Group.MODEL: QT_TR_NOOP("Model"),
    Group.VIEW: QT_TR_NOOP("View"),
    Group.APPEARANCE: QT_TR_NOOP("Appearance"),
    Group.HELP: QT_TR_NOOP("Help"),
}
_OF_A_CHAT = ("rename_chat", "chat_setup", "pin_chat", "archive_chat")


def fill_menu(menu: QMenu, actions: dict[str, QAction]) -> None:
    """Fill the menu of the menu button: what is used most, the groups, and the way out."""
    first, *last = [row for row in ACTIONS if row.place is Place.TOP]
    menu.addAction(actions[first.key])
    menu.addSeparator()
    _add_groups(menu.addMenu, actions, (Place.SUBMENU,))
    menu.addSeparator()
    for row in last:
        menu.addAction(actions[row.key])


def add_menu_bar(window: QMainWindow, actions: dict[str, QAction]) -> None:
    """Give the window a menu bar where the desktop has a place for it outside of the window."""
    bar = QMenuBar()
    if bar.isNativeMenuBar():
        fill_menu_bar(bar, actions)
        window.setMenuBar(bar)


def fill_menu_bar(bar: QMenuBar, actions: dict[str, QAction]) -> None:
    """Fill a menu bar with every action."""
    _add_groups(bar.addMenu, actions, tuple(Place))


def chat_menu(menu: QMenu, actions: dict[str, QAction]) -> None:
    """Fill the menu of the open chat, as its title shows it."""
    for key in _OF_A_CHAT:
        menu.addAction(actions[key])
    menu.addAction(actions["export_chat"])
    menu.addSeparator()
    menu.addAction(actions["delete_chat"])


def _add_groups(
    add_menu: Callable[[str], QMenu], actions: dict[str, QAction], places: tuple[Place, ...]
) -> None:
    for group in Group:
        rows = [row for row in ACTIONS if row.group is group and row.place in places]
        menu = add_menu(tr(_TITLES[group]))
        menu.setObjectName(group.name)
        _add_rows(menu, rows, actions)


def _add_rows(menu: QMenu, rows: list[ActionRow], actions: dict[str, QAction]) -> None:
    """Add actions with a line between two sections."""
    menu.addAction(actions[rows[0].key])
    for before, row in pairwise(rows):
        if row.section != before.section:
            menu.addSeparator()
        menu.addAction(actions[row.key])
