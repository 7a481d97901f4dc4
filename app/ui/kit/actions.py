"""Every action of the window, declared once: words, icon, keys and menu; and their menus."""

from __future__ import annotations

import enum
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QWidget

from app.core.models.builtin import GUIDE_NAME
from app.core.plain_value import PlainValue
from app.ui.kit.labels import icon
from app.ui.words.direction import turned_icon
from app.ui.words.plain_text import button_text, set_tip
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ui.kit.theme import Colours


class Group(enum.Enum):
    """The menus of the menu bar, and the submenus of the menu button."""

    CHAT = enum.auto()
    MODEL = enum.auto()
    VIEW = enum.auto()
    APPEARANCE = enum.auto()
    HELP = enum.auto()


class Place(enum.Enum):
    """Where an action stands in the menu of the menu button; the menu bar holds all of them."""

    SUBMENU = enum.auto()
    TOP = enum.auto()
    NOWHERE = enum.auto()  # a message or the composer offers it


class ActionRow(PlainValue, frozen=True):
    """One action.

    Attributes:
        key: the name by which the code asks for it.
        text: marked for translation, as is `tooltip`.
        shortcut: in Qt's portable form; "" for none.
        section: a line is drawn between the sections of a group.
        role: where macOS puts it; by itself it would guess from the English words.
    """

    key: str
    text: str
    icon: str
    shortcut: str
    tooltip: str
    group: Group
    section: int = 0
    place: Place = Place.SUBMENU
    role: QAction.MenuRole = QAction.MenuRole.NoRole


ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("new_chat", QT_TR_NOOP("New chat"), "plus", "Ctrl+N",
              QT_TR_NOOP("Start a new chat"), Group.CHAT, 0, Place.TOP),
    ActionRow("new_temporary_chat", QT_TR_NOOP("New temporary chat"), "temporary", "Ctrl+Shift+T",
              QT_TR_NOOP("Start a chat that is not saved"), Group.CHAT),
    ActionRow("find", QT_TR_NOOP("Find in chat"), "", "Ctrl+F",
              QT_TR_NOOP("Find text in this chat"), Group.CHAT, 1),
    ActionRow("search", QT_TR_NOOP("Search all chats"), "search", "Ctrl+Shift+F",
              QT_TR_NOOP("Find words in all chats"), Group.CHAT, 1),
    ActionRow("chat_setup", QT_TR_NOOP("Chat settings…"), "sliders", "Ctrl+I",
              QT_TR_NOOP("System prompt and sampling of this chat"), Group.CHAT, 1),
    ActionRow("rename_chat", QT_TR_NOOP("Rename chat"), "rename", "",
              QT_TR_NOOP("Change the title of this chat"), Group.CHAT, 1),
    ActionRow("pin_chat", QT_TR_NOOP("Pin or unpin chat"), "pin", "Ctrl+Shift+P",
              QT_TR_NOOP("Keep this chat at the top of the list"), Group.CHAT, 1, Place.NOWHERE),
    ActionRow("archive_chat", QT_TR_NOOP("Archive or unarchive chat"), "archive", "Ctrl+Shift+K",
              QT_TR_NOOP("Hide this chat from the list, but keep it"), Group.CHAT, 1,
              Place.NOWHERE),
    ActionRow("delete_chat", QT_TR_NOOP("Delete chat"), "delete", "",
              QT_TR_NOOP("Delete this chat"), Group.CHAT, 1),
    ActionRow("undo_delete", QT_TR_NOOP("Undo delete"), "", "Ctrl+Z",
              QT_TR_NOOP("Restore what you deleted last"), Group.CHAT, 1),
    ActionRow("copy_answer", QT_TR_NOOP("Copy last answer"), "copy", "Ctrl+Shift+C",
              QT_TR_NOOP("Copy the last answer as Markdown"), Group.CHAT, 2),
    ActionRow("regenerate", QT_TR_NOOP("Regenerate answer"), "regenerate", "Ctrl+R",
              QT_TR_NOOP("Generate another answer"), Group.CHAT, 2),
    ActionRow("continue", QT_TR_NOOP("Continue answer"), "continue", "Ctrl+Shift+R",
              QT_TR_NOOP("Continue from where the answer stopped"), Group.CHAT, 2),
    ActionRow("stop", QT_TR_NOOP("Stop answer"), "stop", "Esc",
              QT_TR_NOOP("Stop the running answer"), Group.CHAT, 2, Place.NOWHERE),
    ActionRow("edit_last", QT_TR_NOOP("Edit last message"), "rename", "Ctrl+E",
              QT_TR_NOOP("Change your last message and send it again"), Group.CHAT, 3,
              Place.NOWHERE),
    ActionRow("begin_answer", QT_TR_NOOP("Write the beginning of the answer…"), "", "Ctrl+Shift+E",
              QT_TR_NOOP("Write how the answer begins; the model continues from there"),
              Group.CHAT, 3, Place.NOWHERE),
    ActionRow("attach", QT_TR_NOOP("Attach files…"), "attach", "Ctrl+Shift+A",
              QT_TR_NOOP("Add pictures, sounds and text files to your message"),
              Group.CHAT, 3, Place.NOWHERE),
    ActionRow("prompts", QT_TR_NOOP("Saved prompts…"), "", "Ctrl+Shift+Y",
              QT_TR_NOOP("Save texts that you use often; type / to insert one"),
              Group.CHAT, 3),
    ActionRow("focus_prompt", QT_TR_NOOP("Go to message field"), "", "Ctrl+L",
              QT_TR_NOOP("Move the cursor to the message field"), Group.CHAT, 3, Place.NOWHERE),
    ActionRow("export_chat", QT_TR_NOOP("Export chat…"), "download", "",
              QT_TR_NOOP("Save this chat as Markdown, web page, PDF or JSON"), Group.CHAT, 4),
    ActionRow("export_all", QT_TR_NOOP("Export all chats…"), "", "",
              QT_TR_NOOP("Save all chats as files"), Group.CHAT, 4),
    ActionRow("import_chats", QT_TR_NOOP("Import chats…"), "", "",
              QT_TR_NOOP("Add chats from Hearth, ChatGPT, Claude and other programs"),
              Group.CHAT, 4),
    ActionRow("use_guide", GUIDE_NAME, "flame", "",
              QT_TR_NOOP("Chat with the built-in model"), Group.MODEL),
    ActionRow("open_model", QT_TR_NOOP("Open model file…"), "folder", "Ctrl+O",
              QT_TR_NOOP("Choose a GGUF file"), Group.MODEL),
    ActionRow("library", QT_TR_NOOP("Models on this machine…"), "model", "Ctrl+Shift+O",
              QT_TR_NOOP("See the models in your folders and from other programs"), Group.MODEL),
    ActionRow("get_model", QT_TR_NOOP("Get a model…"), "download", "",
              QT_TR_NOOP("See which models suit this machine"), Group.MODEL),
    ActionRow("servers", QT_TR_NOOP("Servers…"), "server", "",
              QT_TR_NOOP("Use models on another machine or in another program"),
              Group.MODEL),
    ActionRow("model_setup", QT_TR_NOOP("Model settings…"), "sliders", "Ctrl+Shift+I",
              QT_TR_NOOP("Context, GPU, adapters and template of this model"),
              Group.MODEL, 1),
    ActionRow("unload_model", QT_TR_NOOP("Unload model"), "", "",
              QT_TR_NOOP("Free its memory; Hearth reloads it when you continue"),
              Group.MODEL, 1),
    ActionRow("memory", QT_TR_NOOP("Conversation memory…"), "history", "",
              QT_TR_NOOP("See how much is stored for each chat"), Group.MODEL, 2),
    ActionRow("documents", QT_TR_NOOP("Documents…"), "file", "",
              QT_TR_NOOP("List files and folders to ask about"), Group.MODEL, 2),
    ActionRow("tools", QT_TR_NOOP("Tools…"), "wrench", "",
              QT_TR_NOOP("See what models may call, and add servers that have tools"),
              Group.MODEL, 2),
    ActionRow("hardware", QT_TR_NOOP("Hardware…"), "sliders", "",
              QT_TR_NOOP("See the hardware that runs models, and its speed"), Group.MODEL, 2),
    ActionRow("api", QT_TR_NOOP("API for other programs…"), "plug", "",
              QT_TR_NOOP("Let editors and other programs use the model"), Group.MODEL, 2),
    ActionRow("palette", QT_TR_NOOP("Command palette…"), "", "Ctrl+K",
              QT_TR_NOOP("Find an action, a chat, a setting or a model"), Group.VIEW),
    ActionRow("quick_ask", QT_TR_NOOP("Quick ask"), "", "Ctrl+Shift+Space",
              QT_TR_NOOP("Ask one question in a small window"), Group.VIEW),
    ActionRow("toggle_sidebar", QT_TR_NOOP("Show or hide chat list"), "sidebar", "Ctrl+B",
              QT_TR_NOOP("Show or hide the chat list"), Group.VIEW),
    ActionRow("focus_chats", QT_TR_NOOP("Go to chat list"), "", "Ctrl+Shift+L",
              QT_TR_NOOP("Move the keyboard focus to the chat list"), Group.VIEW),
    ActionRow("new_folder", QT_TR_NOOP("New folder"), "folder", "Ctrl+Shift+N",
              QT_TR_NOOP("Make a folder in the chat list"), Group.VIEW, 1),
    ActionRow("archived_chats", QT_TR_NOOP("Archived"), "archive", "",
              QT_TR_NOOP("Show archived chats"), Group.VIEW, 1),
    ActionRow("trash", QT_TR_NOOP("Trash"), "delete", "",
              QT_TR_NOOP("Show deleted chats; they are kept for 30 days"), Group.VIEW, 1),
    ActionRow("zoom_in", QT_TR_NOOP("Larger text"), "", "Ctrl++",
              QT_TR_NOOP("Make the text larger"), Group.APPEARANCE),
    ActionRow("zoom_out", QT_TR_NOOP("Smaller text"), "", "Ctrl+-",
              QT_TR_NOOP("Make the text smaller"), Group.APPEARANCE),
    ActionRow("zoom_reset", QT_TR_NOOP("Default text size"), "", "Ctrl+0",
              QT_TR_NOOP("Show the text in its default size"), Group.APPEARANCE),
    ActionRow("settings", QT_TR_NOOP("Settings…"), "sliders", "Ctrl+,",
              QT_TR_NOOP("Change how Hearth looks and works"), Group.VIEW, 3, Place.TOP,
              QAction.MenuRole.PreferencesRole),
    ActionRow("shortcuts", QT_TR_NOOP("Keyboard shortcuts…"), "", "F1",
              QT_TR_NOOP("See and change the keys of every action"), Group.HELP),
    ActionRow("folders", QT_TR_NOOP("Folders and reset…"), "folder", "",
              QT_TR_NOOP("Open or move Hearth's folders, or reset Hearth"), Group.HELP),
    ActionRow("about", QT_TR_NOOP("About Hearth"), "info", "",
              QT_TR_NOOP("Version, updates and licences"), Group.HELP,
              role=QAction.MenuRole.AboutRole),
    ActionRow("quit", QT_TR_NOOP("Quit"), "quit", "Ctrl+Q",
              QT_TR_NOOP("Close Hearth"), Group.CHAT, 5, Place.TOP,
              QAction.MenuRole.QuitRole),
)  # fmt: skip


def build_actions(parent: QWidget) -> dict[str, QAction]:
    """Create all actions as children of `parent` and let their keys work in its window."""
    actions: dict[str, QAction] = {}
    for row in ACTIONS:
        action = QAction(button_text(tr(row.text)), parent)
        action.setObjectName(row.key)
        action.setMenuRole(row.role)
        action.setIconText(tr(row.text))
        set_keys(action, row, row.shortcut)
        parent.addAction(action)
        actions[row.key] = action
    return actions


def set_keys(action: QAction, row: ActionRow, keys: str) -> None:
    """Let an action have these keys, in Qt's portable form, "" for none; its tip names them."""
    sequences = [QKeySequence(keys)] if keys else []
    if keys == "Ctrl++":  # where "+" needs Shift, "=" is pressed for it
        sequences.append(QKeySequence("Ctrl+="))
    action.setShortcuts(sequences)
    words = tr(row.tooltip)
    set_tip(action, f"{words} ({native(keys)})" if keys else words)


def native(keys: str) -> str:
    """Return keys as the system writes them: ⌘Z where others have Ctrl+Z."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def keys_of(view: QWidget, key: str) -> str:
    """Return the keys of an action of a view's window, which the user may have changed.

    Returns:
        As the system writes them: ⌘Z where others have Ctrl+Z; "" for none.
    """
    action = view.window().findChild(QAction, key)
    keys = QKeySequence() if action is None else action.shortcut()
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


def colour_actions(actions: dict[str, QAction], colours: Colours) -> None:
    """Draw the icons of all actions in the colours of the theme."""
    for row in ACTIONS:
        if row.icon:
            name = turned_icon(QGuiApplication.layoutDirection(), row.icon)
            actions[row.key].setIcon(icon(name, colours.muted, colours.faint))


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
    """Give the window a menu bar where the desktop has a place for it outside of the window.

    The menu bar is there where the desktop shows one outside of the window, as macOS does;
    elsewhere the menu button has the same groups as submenus.
    """
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
