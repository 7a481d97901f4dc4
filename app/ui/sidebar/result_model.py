"""The rows of what a search has found in chats."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.core.messages import Role
from app.ui.words.formatting import moment, relative_time
from app.ui.words.plain_text import tip
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from app.core.chats.search.values import SearchHit, SearchPage


Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class ResultRole(enum.IntEnum):
    """Data beside the title of the chat."""

    HIT = Qt.ItemDataRole.UserRole + 1
    AUTHOR = Qt.ItemDataRole.UserRole + 2  # who wrote it, and in which file it is
    TIME = Qt.ItemDataRole.UserRole + 3
    IS_TITLE = Qt.ItemDataRole.UserRole + 4  # it is what was found, and nothing stands below it


class ResultItemModel(QAbstractListModel):
    """Rows are results, best first. Sends `more_wanted` with the place from which on."""

    more_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[SearchHit] = []
        self._end = 0  # of the pages that are here
        self._asked = 0  # the place from which on more was asked for
        self._n_found = 0

    def show(self, page: SearchPage) -> None:
        """Show a page: a first one in the place of all others, a later one below them."""
        if page.begin == 0:
            self.beginResetModel()
            self._hits = list(page.hits)
            self._end, self._asked, self._n_found = page.end, 0, page.n_found
            self.endResetModel()
        elif page.begin == self._end and page.hits:
            first = len(self._hits)
            self.beginInsertRows(QModelIndex(), first, first + len(page.hits) - 1)
            self._hits += page.hits
            self._end = page.end
            self.endInsertRows()
        elif page.begin == self._end < page.end:  # all of its hits were deleted meanwhile
            self._end = page.end
            if self.canFetchMore():
                self.fetchMore()
        else:  # there is nothing more, or it came twice
            self._n_found = self._end if page.begin == self._end else self._n_found

    def clear(self) -> None:
        """Show nothing."""
        self.beginResetModel()
        self._hits, self._end, self._asked, self._n_found = [], 0, 0, 0
        self.endResetModel()

    # -- Qt --

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of results that are here."""
        return 0 if parent is not None and parent.isValid() else len(self._hits)

    def canFetchMore(self, parent: Index = _NO_INDEX) -> bool:
        """Qt: whether there are more, and nobody asked for them yet."""
        return not parent.isValid() and self._asked < self._end < self._n_found

    def fetchMore(self, _parent: Index = _NO_INDEX) -> None:
        """Qt: the list was scrolled to its end."""
        self._asked = self._end
        self.more_wanted.emit(self._end)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact of one result."""
        if not index.isValid() or not 0 <= index.row() < len(self._hits):
            return None
        hit = self._hits[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return hit.title or tr("New chat")
            case Qt.ItemDataRole.ToolTipRole:
                title = hit.title or tr("New chat")
                return tip("\n".join([title, _author(hit), moment(hit.when)]))
            case Qt.ItemDataRole.AccessibleTextRole:
                said = [hit.title or tr("New chat"), _author(hit), relative_time(hit.when)]
                return listed([*said, hit.snippet] if hit.message_id is not None else said)
            case ResultRole.HIT:
                return hit
            case ResultRole.IS_TITLE:
                return hit.message_id is None
            case ResultRole.AUTHOR:
                return _author(hit)
            case ResultRole.TIME:
                return relative_time(hit.when)
            case _:
                return None


def _author(hit: SearchHit) -> str:
    match hit.role:
        case None:
            return tr("Chat title")
        case Role.USER:
            author = tr("You")
        case Role.ASSISTANT:
            author = hit.model or tr("Model")
        case _:
            author = tr("System")
    return (
        tr("{author}, in {file}", author=author, file=hit.attachment) if hit.attachment else author
    )
