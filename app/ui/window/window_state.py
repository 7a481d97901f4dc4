"""Size and place of the window, and what was read in it, between two starts."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRect, QSettings
from PySide6.QtGui import QGuiApplication

from app.core.chats.records import ChatId, FolderId, MessageId, is_temporary
from app.ui.transcript.render.scroll_anchor import ScrollAnchor

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from PySide6.QtWidgets import QMainWindow, QSplitter

_GEOMETRY = "window/geometry"
_SPLITTER = "window/splitter"
_OPEN_CHAT = "window/chat"
_CLOSED_FOLDERS = "chats/closed_folders"
_PLACE = "window/place"
_DEFAULT = (1180, 780)


def open_state(file: Path) -> QSettings:
    """Open the ini file; it is made when something is first written."""
    return QSettings(str(file), QSettings.Format.IniFormat)


def save_window(settings: QSettings, window: QMainWindow, splitter: QSplitter) -> None:
    """Keep size, place and the width of the sidebar."""
    settings.setValue(_GEOMETRY, window.saveGeometry())
    settings.setValue(_SPLITTER, splitter.saveState())
    settings.sync()


def restore_window(settings: QSettings, window: QMainWindow) -> None:
    """Bring size and place back, on a screen that is there now."""
    screen = QGuiApplication.primaryScreen().availableGeometry()
    window.resize(min(_DEFAULT[0], screen.width()), min(_DEFAULT[1], screen.height()))
    geometry = settings.value(_GEOMETRY)
    if isinstance(geometry, QByteArray):
        window.restoreGeometry(geometry)
    # Only where it must move: whoever sets a place sets it without the frame, which would then lie
    # above the screen at the first start, and creep up by its height with every other one.
    if clamped(window.geometry()) != window.geometry():
        window.setGeometry(clamped(window.geometry()))


def restore_sidebar(settings: QSettings, splitter: QSplitter) -> None:
    """Bring the width of the sidebar back."""
    state = settings.value(_SPLITTER)
    if isinstance(state, QByteArray):
        splitter.restoreState(state)


def save_open_chat(settings: QSettings, chat_id: ChatId | None) -> None:
    """Keep which chat is shown; None for a new one."""
    settings.setValue(_OPEN_CHAT, "" if chat_id is None else str(chat_id))


def saved_open_chat(settings: QSettings) -> ChatId | None:
    """Return the chat that was shown last; None for a new one."""
    text = str(settings.value(_OPEN_CHAT, ""))
    return ChatId(int(text)) if text.isdecimal() else None


def save_closed_folders(settings: QSettings, folder_ids: Collection[FolderId]) -> None:
    """Keep which folders of the chat list are closed."""
    settings.setValue(_CLOSED_FOLDERS, " ".join(map(str, sorted(folder_ids))))


def saved_closed_folders(settings: QSettings) -> list[FolderId]:
    """Return the folders that were closed; what makes no sense is left out."""
    words = str(settings.value(_CLOSED_FOLDERS, "")).split()
    return [FolderId(int(word)) for word in words if word.isascii() and word.isdecimal()]


def save_place(settings: QSettings, chat_id: ChatId | None, place: ScrollAnchor | None) -> None:
    """Keep where the open chat is being read, None for its end; nothing of a temporary one."""
    if chat_id is None or place is None or is_temporary(chat_id):
        settings.remove(_PLACE)
        return
    said = [int(chat_id), int(place.message_id), place.slot, place.offset]
    settings.setValue(_PLACE, json.dumps(said))


def saved_place(settings: QSettings) -> tuple[ChatId, ScrollAnchor] | None:
    """Return which chat was being read, and where; None where it was at its end."""
    try:
        chat, message, slot, offset = json.loads(str(settings.value(_PLACE, "")))
        place = ScrollAnchor(MessageId(int(message)), int(slot), float(offset))
        is_usable = math.isfinite(place.offset) and place.slot >= -1
        return (ChatId(int(chat)), place) if is_usable else None
    except (ValueError, TypeError, OverflowError):  # none, or changed by hand
        return None


def clamped(wanted: QRect) -> QRect:
    """Return the rectangle moved and cut so that it lies on a visible screen."""
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    if not screens:
        return wanted
    home = max(screens, key=lambda screen: _shared_area(screen, wanted))
    width, height = min(wanted.width(), home.width()), min(wanted.height(), home.height())
    left = max(home.left(), min(wanted.left(), home.right() + 1 - width))
    top = max(home.top(), min(wanted.top(), home.bottom() + 1 - height))
    return QRect(left, top, width, height)


def _shared_area(screen: QRect, wanted: QRect) -> int:
    shared = screen.intersected(wanted)
    return shared.width() * shared.height()
