"""Tells the user that a long answer has ended while no window of Hearth was in front."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from app.core.settings import NOTIFY_ANSWERS
from app.ui.plain_text import isolated
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.records import ChatId
    from app.core.settings import Settings
    from app.ui.state.chat_facts import ChatFacts
    from app.ui.tray.tray import Tray

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
        words = tr("The answer is ready.") if ended_well else tr("The answer ended with a problem.")
        is_named = bool(chat.title) and not chat.memory_off
        self._told = chat_id
        self._tray.tell(isolated(chat.title) if is_named else "Hearth", words)

    @Slot()
    def _on_clicked(self) -> None:
        told, self._told = self._told, None
        if told is not None and self._facts.chat_list.chat(told) is not None:
            self.chat_wanted.emit(told)
