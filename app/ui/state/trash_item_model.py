"""The chats in the trash as a Qt item model, those that were deleted last first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from app.core.protocol import Residency
from app.ui.formatting import counted, moment
from app.ui.plain_text import tip
from app.ui.state.chat_list_item_model import Activity, ChatRole
from app.ui.state.chat_rows import RowKind
from app.ui.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import ChatId, TrashedChat

Index = QModelIndex | QPersistentModelIndex


class TrashItemModel(QAbstractListModel):
    """Rows are deleted chats; they have the roles of the chat list, so that they look alike."""

    def __init__(self) -> None:
        super().__init__()
        self._chats: tuple[TrashedChat, ...] = ()

    def set_chats(self, chats: Sequence[TrashedChat]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._chats = tuple(chats)
        self.endResetModel()

    def chat_id(self, row: int) -> ChatId:
        """Return the chat in a row."""
        return self._chats[row].chat.id

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of chats."""
        return 0 if parent is not None and parent.isValid() else len(self._chats)

    def data(  # noqa: C901 - one case for each fact
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Qt: one fact of one chat."""
        if not index.isValid() or not 0 <= index.row() < len(self._chats):
            return None
        trashed = self._chats[index.row()]
        title = trashed.chat.title or tr("New chat")
        left = counted(trashed.days_left, "day")
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title
            case Qt.ItemDataRole.ToolTipRole:
                deleted = tr("Deleted on {when}", when=moment(trashed.trashed_at))
                return tip("\n".join((title, deleted, tr("Stays for {days} more", days=left))))
            case Qt.ItemDataRole.AccessibleTextRole:
                return listed((title, tr("stays for {days} more", days=left)))
            case ChatRole.KIND:
                return RowKind.CHAT
            case ChatRole.CHAT_ID:
                return trashed.chat.id
            case ChatRole.TIME:
                return left
            case ChatRole.ACTIVITY:
                return Activity.NONE
            case ChatRole.UNREAD:
                return False
            case ChatRole.RESIDENCY:
                return Residency.COLD
            case _:
                return None
