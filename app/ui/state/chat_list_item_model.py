"""The chats as a Qt item model, newest first, with the heading each group begins with."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)

from app.core.protocol import Residency
from app.ui.formatting import day_group, relative_time
from app.ui.plain_text import tip
from app.ui.stats_text import residency_text
from app.ui.translation import tr
from app.ui.wait_text import wait_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.chats.records import Chat, ChatId
    from app.core.protocol import ChatMemory
    from app.ui.state.running_answers import RunningAnswers

Index = QModelIndex | QPersistentModelIndex
_MINUTE_MS = 60_000
# As they are drawn in the rows.
_SIGNS = {Residency.LIVE: "●", Residency.DISK: "○"}
_RUNNING_SIGN = "•••"


class Activity(enum.Enum):
    """What becomes of the answer of a chat now."""

    NONE = enum.auto()
    RUNNING = enum.auto()
    QUEUED = enum.auto()


class ChatRole(enum.IntEnum):
    """Data beside the title."""

    CHAT_ID = Qt.ItemDataRole.UserRole + 1
    TIME = Qt.ItemDataRole.UserRole + 2
    GROUP = Qt.ItemDataRole.UserRole + 3  # heading above this row; "" inside a group
    ACTIVITY = Qt.ItemDataRole.UserRole + 4  # of its answer
    RESIDENCY = Qt.ItemDataRole.UserRole + 5  # where its memory is
    UNREAD = Qt.ItemDataRole.UserRole + 6  # an answer ended while nobody looked


class ChatListItemModel(QAbstractListModel):
    """Rows are chats. Sends `rename_requested` when a title was edited in place.

    Args:
        running: tells which of them are being answered.
        parent: in Qt's tree.
    """

    rename_requested = Signal(object, str)

    def __init__(self, running: RunningAnswers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running = running
        self._chats: list[Chat] = []
        self._memory: dict[ChatId, ChatMemory] = {}
        running.changed.connect(self._on_running)
        timer = QTimer(self)
        timer.timeout.connect(self._refresh_times)
        timer.start(_MINUTE_MS)

    # -- reading --

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of chats."""
        return 0 if parent is not None and parent.isValid() else len(self._chats)

    def data(  # noqa: C901 - one case for each fact
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: one fact of one chat."""
        if not index.isValid() or not 0 <= index.row() < len(self._chats):
            return None
        chat = self._chats[index.row()]
        title = chat.title or tr("New chat")
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return title
            case Qt.ItemDataRole.ToolTipRole:
                when = chat.updated_at.astimezone()
                lines = [
                    title,
                    f"{when.day} {when.strftime('%B %Y, %H:%M')}",
                    *self._signs(chat),
                ]
                return tip("\n".join(lines))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(chat, title)
            case ChatRole.CHAT_ID:
                return chat.id
            case ChatRole.TIME:
                return relative_time(chat.updated_at)
            case ChatRole.GROUP:
                return self._heading(index.row())
            case ChatRole.ACTIVITY:
                return self._activity(chat.id)
            case ChatRole.UNREAD:
                return chat.is_unread
            case ChatRole.RESIDENCY:
                known = self._memory.get(chat.id)
                return known.residency if known is not None else Residency.COLD
            case _:
                return None

    def _activity(self, chat_id: ChatId) -> Activity:
        if not self._running.is_answering(chat_id):
            return Activity.NONE
        return Activity.RUNNING if self._running.wait(chat_id) is None else Activity.QUEUED

    def _spoken(self, chat: Chat, title: str) -> str:
        said = [title, relative_time(chat.updated_at)]
        wait = self._running.wait(chat.id)
        if wait is not None:
            said.append(wait_text(wait))
        elif self._running.is_answering(chat.id):
            said.append(tr("being answered"))
        if chat.is_unread:
            said.append(tr("unread answer"))
        return ", ".join(said)

    def _signs(self, chat: Chat) -> list[str]:
        """Return what the marks in the row of a chat mean; small ones stand before their words."""
        memory, wait = self._memory.get(chat.id), self._running.wait(chat.id)
        sign = _SIGNS.get(memory.residency, "") if memory is not None else ""
        said = [tr("Unread answer")] if chat.is_unread else []
        said.append(f"{sign} {residency_text(memory)}".strip())
        if wait is not None:
            said.append(wait_text(wait))
        elif self._running.is_answering(chat.id):
            said.append(" ".join((_RUNNING_SIGN, tr("Being answered"))))
        return said

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Qt: chats can be chosen and renamed."""
        flags = super().flags(index)
        if index.isValid():
            flags |= Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemNeverHasChildren
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Qt: a title was edited; the new one shows when the store has kept it."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        title = " ".join(str(value).split())
        chat = self._chats[index.row()]
        if title and title != chat.title:
            self.rename_requested.emit(chat.id, title)
        return True

    def index_of(self, chat_id: ChatId | None) -> QModelIndex:
        """Return the index of a chat, invalid when it is not listed."""
        row = self._row_of(chat_id)
        return self.index(row) if row >= 0 else QModelIndex()

    def chat(self, chat_id: ChatId | None) -> Chat | None:
        """Return a listed chat."""
        row = self._row_of(chat_id)
        return self._chats[row] if row >= 0 else None

    def running_rows(self) -> list[QModelIndex]:
        """Return the chats whose answer goes on now."""
        rows = map(self.index_of, self._running.going_on())
        return [row for row in rows if row.isValid()]

    # -- changing --

    def set_chats(self, chats: Iterable[Chat]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._chats = sorted(chats, key=_newest_first)
        self.endResetModel()

    def put(self, chat: Chat) -> None:
        """Add a chat or take over its new title and time, and keep the order."""
        if self._row_of(chat.id) < 0:
            self._insert(chat)
        else:
            self._move(chat)
        self._refresh_all()

    def remove(self, chat_id: ChatId) -> None:
        """Take a chat off the list."""
        row = self._row_of(chat_id)
        if row < 0:
            return
        self.beginRemoveRows(QModelIndex(), row, row)
        del self._chats[row]
        self.endRemoveRows()
        self._refresh_all()

    @Slot(object)
    def _on_running(self, chat_id: ChatId) -> None:
        index = self.index_of(chat_id)
        if index.isValid():
            self.dataChanged.emit(index, index, [ChatRole.ACTIVITY])

    def set_memory(self, memory: dict[ChatId, ChatMemory]) -> None:
        """Show where the memory of each chat is; chats that are left out have none."""
        changed = [
            chat_id
            for chat_id in memory.keys() | self._memory.keys()
            if memory.get(chat_id) != self._memory.get(chat_id)
        ]
        self._memory = memory
        for chat_id in changed:
            index = self.index_of(chat_id)
            if index.isValid():
                self.dataChanged.emit(index, index, [ChatRole.RESIDENCY])

    def _insert(self, chat: Chat) -> None:
        row = self._place(chat)
        self.beginInsertRows(QModelIndex(), row, row)
        self._chats.insert(row, chat)
        self.endInsertRows()

    def _move(self, chat: Chat) -> None:
        old = self._row_of(chat.id)
        others = self._chats[:old] + self._chats[old + 1 :]
        new = sum(1 for other in others if _newest_first(other) < _newest_first(chat))
        if new == old:
            self._chats[old] = chat
            return
        parent = QModelIndex()
        self.beginMoveRows(parent, old, old, parent, new + 1 if new > old else new)
        self._chats = [*others[:new], chat, *others[new:]]
        self.endMoveRows()

    def _place(self, chat: Chat) -> int:
        return sum(1 for other in self._chats if _newest_first(other) < _newest_first(chat))

    def _row_of(self, chat_id: ChatId | None) -> int:
        return next((row for row, chat in enumerate(self._chats) if chat.id == chat_id), -1)

    def _heading(self, row: int) -> str:
        now = datetime.now(UTC)
        group = day_group(self._chats[row].updated_at, now)
        if row and day_group(self._chats[row - 1].updated_at, now) == group:
            return ""
        return group

    def _refresh_all(self) -> None:
        if self._chats:
            self.dataChanged.emit(self.index(0), self.index(len(self._chats) - 1))

    @Slot()
    def _refresh_times(self) -> None:
        if self._chats:
            last = self.index(len(self._chats) - 1)
            self.dataChanged.emit(self.index(0), last, [ChatRole.TIME, ChatRole.GROUP])


def _newest_first(chat: Chat) -> tuple[float, int]:
    return (-chat.updated_at.timestamp(), -chat.id)
