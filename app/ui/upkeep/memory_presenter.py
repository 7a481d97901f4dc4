"""Keeps the chat list and the page "Conversation memory" informed of what is stored.

Asks for a report when something may have changed, soon but not at once: storing goes on for a
moment after an answer has ended, and many events come together.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations import events
from app.core.protocol import ModelLoaded, ModelUnloaded
from app.ui.kit.message_box import PagePresenter
from app.ui.kit.timers import timer
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.chats.records import ChatId
    from app.core.conversations.cases.memory import Memory
    from app.core.protocol import ChatKey
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.kit.theme import Theme
    from app.ui.state.chat_list_item_model import ChatListItemModel
    from app.ui.upkeep.memory_dialog import MemoryDialog
    from app.ui.upkeep.memory_table_model import Owner

_DELAY_MS = 400
_OCCASIONS = (
    ModelLoaded,
    ModelUnloaded,
    events.ChatResumed,
    events.MessageChanged,
    events.ChatsDeleted,
)


class MemoryPresenter(PagePresenter["MemoryDialog"]):
    """Turns reports into what the chat list and the page show, and choices into calls.

    Sends `limited` as `MemoryDialog` does, and `file_chosen` with a file that is kept read, or no
    more.
    """

    limited = Signal(float, float)
    file_chosen = Signal(Path, bool)

    def __init__(
        self,
        door: Memory,
        bridge: EventBridge,
        chats: ChatListItemModel,
        theme: Theme,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._door = door
        self._chats = chats
        self._timer = timer(self, _DELAY_MS, self._door.report)
        bridge.subscribe(events.MemoryListed, self._on_listed)
        for occasion in _OCCASIONS:
            bridge.subscribe(occasion, self._on_occasion)

    def show_page(self, parent: QWidget) -> MemoryDialog:
        """Open the page, or bring the open one to the front."""
        from app.ui.upkeep.memory_dialog import MemoryDialog

        if self._dialog is None:
            dialog = self._begin(MemoryDialog(self._theme, self._title_of, parent))
            dialog.rows.chosen.connect(self._on_chosen)
            dialog.drop_requested.connect(self._on_drop)
            dialog.others.drop_requested.connect(self._door.drop_others)
            dialog.limits.limited.connect(self._on_limited)
        self._door.report()
        return self._to_front()

    def _title_of(self, chat_id: ChatId) -> str:
        chat = self._chats.chat(chat_id)
        return (chat.title or tr("New chat")) if chat is not None else ""

    def _on_occasion(self, _event: object) -> None:
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Show soon what is stored by then."""
        self._timer.start()

    def _on_listed(self, event: events.MemoryListed) -> None:
        self._chats.set_memory(dict(event.chats))
        if self._dialog is not None:
            self._dialog.show_memory(event)

    @Slot(object, str, bool)
    def _on_chosen(self, owner: Owner, what: str, value: bool) -> None:  # noqa: FBT001 - Qt
        if isinstance(owner, Path):
            self.file_chosen.emit(owner, value)
        elif what == "is_pinned":
            self._door.choose(owner, is_pinned=value)
        else:
            self._door.choose(owner, is_off=value)
        self._timer.start()

    @Slot(object)
    def _on_drop(self, owner: ChatKey) -> None:
        self._door.drop(owner)
        self._timer.start()

    @Slot(float, float)
    def _on_limited(self, budget_gb: float, daily_gb: float) -> None:
        self.limited.emit(budget_gb, daily_gb)
        self._timer.start()
