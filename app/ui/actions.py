"""Every action of the window: its words, icon and keys, declared once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from app.core.models.builtin import GUIDE_NAME
from app.ui.icons import icon
from app.ui.plain_words import set_tip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Colours


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action.

    Attributes:
        key: the name by which the code asks for it.
        shortcut: in Qt's portable form; "" for none.
        group: where it stands in the menu; a line is drawn between groups.
    """

    key: str
    text: str
    icon: str
    shortcut: str
    tooltip: str
    group: int


ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("new_chat", "New chat", "plus", "Ctrl+N", "Start a new chat", 0),
    ActionRow("use_guide", GUIDE_NAME, "flame", "", "Let the built-in model answer", 1),
    ActionRow("get_model", "Get a real model…", "download", "", "See what suits this machine", 1),
    ActionRow("open_model", "Open model file…", "folder", "Ctrl+O", "Choose a GGUF file", 1),
    ActionRow("stop", "Stop answer", "stop", "Esc", "Stop the running answer", 2),
    ActionRow("regenerate", "Regenerate answer", "regenerate", "Ctrl+R", "Answer again", 2),
    ActionRow("edit_last", "Edit last message", "rename", "Ctrl+E", "Change what you said", 2),
    ActionRow(
        "continue", "Continue answer", "continue", "Ctrl+Shift+R", "Go on where the answer ended", 2
    ),
    ActionRow(
        "begin_answer",
        "Start the answer yourself…",
        "",
        "Ctrl+Shift+E",
        "Say how the answer begins; the model goes on from there",
        2,
    ),
    ActionRow("attach", "Attach files…", "attach", "Ctrl+Shift+A", "Text files to go along", 2),
    ActionRow("copy_answer", "Copy last answer", "copy", "Ctrl+Shift+C", "Copy as Markdown", 2),
    ActionRow(
        "chat_setup",
        "Settings of this chat…",
        "sliders",
        "Ctrl+I",
        "Instructions for the model, and how it chooses its words",
        3,
    ),
    ActionRow("memory", "Conversation memory…", "history", "", "See what is kept of each chat", 3),
    ActionRow("find", "Find in this chat", "", "Ctrl+F", "Find words in this chat", 3),
    ActionRow("rename_chat", "Rename chat", "rename", "", "Give this chat another title", 3),
    ActionRow("delete_chat", "Delete chat", "delete", "", "Take this chat off the list", 3),
    ActionRow("undo_delete", "Undo delete", "", "Ctrl+Z", "Bring back what was deleted last", 3),
    ActionRow("focus_prompt", "Write a message", "", "Ctrl+L", "Go to the message field", 4),
    ActionRow("focus_chats", "Go to the chat list", "", "Ctrl+Shift+L", "Go to the chat list", 4),
    ActionRow("toggle_sidebar", "Chat list", "sidebar", "Ctrl+B", "Show or hide the chat list", 4),
    ActionRow("zoom_in", "Larger text", "", "Ctrl++", "Make what is read larger", 4),
    ActionRow("zoom_out", "Smaller text", "", "Ctrl+-", "Make what is read smaller", 4),
    ActionRow("zoom_reset", "Usual text size", "", "Ctrl+0", "Undo larger and smaller", 4),
    ActionRow("folders", "Folders and reset…", "folder", "", "See where everything lies", 5),
    ActionRow("about", "About Hearth…", "info", "", "Version, updates and licences", 5),
    ActionRow("quit", "Quit", "quit", "Ctrl+Q", "Close Hearth", 6),
)


def build_actions(parent: QWidget) -> dict[str, QAction]:
    """Create all actions as children of `parent` and let their keys work in its window."""
    actions: dict[str, QAction] = {}
    for row in ACTIONS:
        action = QAction(row.text, parent)
        action.setObjectName(row.key)
        action.setIconText(row.text)
        keys = QKeySequence(row.shortcut)
        if row.shortcut:
            action.setShortcut(keys)
            native = keys.toString(QKeySequence.SequenceFormat.NativeText)
            set_tip(action, f"{row.tooltip} ({native})")
        else:
            set_tip(action, row.tooltip)
        parent.addAction(action)
        actions[row.key] = action
    return actions


def colour_actions(actions: dict[str, QAction], colours: Colours) -> None:
    """Draw the icons of all actions in the colours of the theme."""
    for row in ACTIONS:
        if row.icon:
            actions[row.key].setIcon(icon(row.icon, colours.muted, colours.faint))


def rows_by_group() -> list[list[ActionRow]]:
    """Return the rows as the menu shows them."""
    groups = sorted({row.group for row in ACTIONS})
    return [[row for row in ACTIONS if row.group == group] for group in groups]
