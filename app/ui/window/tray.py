"""The icon in the tray of the system: keeps Hearth there when its window is closed, and tells.

Where there is no tray, closing the window ends Hearth as ever, and what is to be told makes the
window's entry in the taskbar flash.

Threads: interface thread.

An answer that took long is told there.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from app.core.settings.table import NOTIFY_ANSWERS, TRAY
from app.core.system.paths import resource
from app.ui.kit.timers import timer
from app.ui.window.attention import bring_to_front
from app.ui.words.plain_text import isolated, never_html, set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import ChatId
    from app.core.settings.settings import Settings
    from app.ui.kit.notices import NoticeArea
    from app.ui.state.chat_facts import ChatFacts


_TOLD = "tray/told"
_MESSAGE_MS = 10_000
_ENTRIES = ("new_chat", "quick_ask", "quit")


class Tray(QObject):
    """Sends `clicked` when the user clicks on what was told, and `told` with title and words.

    Args:
        settings: whether the icon stays.
        actions: of the window, for the menu of the icon.
        state: keeps whether the user knows where Hearth has gone.
        notices: say it.
    """

    clicked = Signal()
    told = Signal(str, str)

    def __init__(
        self,
        settings: Settings,
        actions: dict[str, QAction],
        state: QSettings,
        notices: NoticeArea,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._actions = actions
        self._state = state
        self._notices = notices
        self._window = window
        self._icon: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None
        self._last = timer(self, _MESSAGE_MS + 5_000, self._show_or_hide)
        settings.on_change((TRAY,), self._show_or_hide)
        if self._wants_icon:
            self._show_or_hide()

    @property
    def keeps(self) -> bool:
        """Whether Hearth stays in the tray when its window is closed."""
        return self._wants_icon and QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def _wants_icon(self) -> bool:
        return self._settings.get(TRAY) == "keep"

    # -- closing --

    def takes(self, event: QCloseEvent) -> bool:
        """Hide the window instead of closing it, where the user closed it and wants that.

        Quitting, the end of the session and whoever else closes it from within do close it.
        """
        app = QGuiApplication.instance()
        is_end = isinstance(app, QGuiApplication) and app.isSavingSession()
        if is_end or not event.spontaneous() or not self.keeps:
            return False
        event.ignore()
        self._show_or_hide()
        self._window.hide()
        if not self._state.value(_TOLD, "", str):
            self._state.setValue(_TOLD, "yes")
            words = tr("Hearth stays in the tray")
            more = tr("“Quit” closes it. You can change this in the settings.")
            self.tell(words, more)
            self._notices.show_note("tray", words, more=more)
        return True

    def close(self) -> None:
        """The window is closed for good."""
        self._last.stop()
        if self._icon is not None:
            self._icon.hide()

    # -- telling --

    def tell(self, title: str, words: str) -> None:
        """Tell something, or have the window's entry in the taskbar flash."""
        self.told.emit(title, words)
        if not QSystemTrayIcon.isSystemTrayAvailable() or not QSystemTrayIcon.supportsMessages():
            QApplication.alert(self._window)
            return
        icon = self._made()
        icon.show()
        icon.showMessage(never_html(title), never_html(words), icon.icon(), _MESSAGE_MS)
        self._last.start()

    # -- the icon --

    @Slot()
    def _show_or_hide(self) -> None:
        """Let the icon be there where it stays; without it a notification would go, too."""
        if self.keeps:
            self._made().show()
        elif self._icon is not None and not self._last.isActive():
            self._icon.hide()

    def _made(self) -> QSystemTrayIcon:
        if self._icon is None:
            self._icon = QSystemTrayIcon(QIcon(str(resource("icons/app/hearth.svg"))), self)
            set_tip(self._icon, "Hearth")
            self._icon.activated.connect(self._on_activated)
            self._icon.messageClicked.connect(self.clicked)
            self._menu = QMenu(self._window)
            show = self._menu.addAction(tr("Show Hearth"))
            show.triggered.connect(self._show_window)
            self._menu.addSeparator()
            for key in _ENTRIES:
                self._menu.addAction(self._actions[key])
            self._icon.setContextMenu(self._menu)
        return self._icon

    @Slot()
    def _show_window(self) -> None:
        bring_to_front(self._window)

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self._show_window()


LONG_S = 10.0  # who waits longer does something else meanwhile


class LongAnswers(QObject):
    """Follows all answers. Sends `chat_wanted` with the chat whose notification was clicked.

    What is told holds the title of the chat and nothing of what was written in it; a chat whose
    memory is switched off is not named.

    Args:
        settings: whether the user wants to be told.
        clock: returns seconds.
    """

    chat_wanted = Signal(object)

    def __init__(
        self,
        facts: ChatFacts,
        settings: Settings,
        tray: Tray,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(tray)
        self._facts = facts
        self._settings = settings
        self._tray = tray
        self._clock = clock
        self._began: dict[ChatId, float] = {}
        self._told: ChatId | None = None
        facts.running.changed.connect(self._on_changed)
        facts.running.ended.connect(self._on_ended)
        tray.clicked.connect(self._on_clicked)

    @Slot(object)
    def _on_changed(self, chat_id: ChatId) -> None:
        if self._facts.running.is_answering(chat_id):
            self._began.setdefault(chat_id, self._clock())

    @Slot(object, bool)
    def _on_ended(self, chat_id: ChatId, ended_well: bool) -> None:  # noqa: FBT001 - Qt
        began = self._began.pop(chat_id, None)
        is_seen = QApplication.activeWindow() is not None
        if began is not None and not is_seen and self._clock() - began >= LONG_S:
            # By then it is known whether the chat was deleted, and with it the answer.
            QTimer.singleShot(0, self, partial(self._tell, chat_id, ended_well=ended_well))

    def _tell(self, chat_id: ChatId, *, ended_well: bool) -> None:
        chat = self._facts.chat_list.chat(chat_id)
        is_wanted = self._settings.get(NOTIFY_ANSWERS) == "tell"
        if chat is None or not is_wanted:
            return
        words = tr("The answer is ready.") if ended_well else tr("The answer ended with an error.")
        is_named = bool(chat.title) and not chat.memory_off
        self._told = chat_id
        self._tray.tell(isolated(chat.title) if is_named else "Hearth", words)

    @Slot()
    def _on_clicked(self) -> None:
        told, self._told = self._told, None
        if told is not None and self._facts.chat_list.chat(told) is not None:
            self.chat_wanted.emit(told)
