"""The stored memory of each chat, and of documents kept read, as a Qt table, largest first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.core.chats.records import ChatId
from app.core.protocol import ChatMemory, Residency
from app.ui.kit.boxes import draw_tick
from app.ui.kit.page_table import NUMBERS, TICKS, Columns, FactsTable, Index
from app.ui.words.formatting import forecast, size
from app.ui.words.plain_text import isolated
from app.ui.words.translation import QT_TR_NOOP, listed, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.core.protocol import ChatKey
    from app.ui.kit.theme import Theme


class Column(Columns):
    """What a column says."""

    OWNER = QT_TR_NOOP("Chat or document")
    PLACE = QT_TR_NOOP("Memory")
    SIZE = (
        QT_TR_NOOP("On disk"),
        QT_TR_NOOP("Size of the stored memory; shared parts count for each chat and document"),
        NUMBERS,
    )
    FIRST_WORD = (
        QT_TR_NOOP("First word"),
        QT_TR_NOOP("Time to the first token, measured on this machine"),
        NUMBERS,
    )
    MODELS = QT_TR_NOOP("Model")
    PINNED = (
        QT_TR_NOOP("Pinned"),
        QT_TR_NOOP("Never delete this to free space; keep a document read for new chats"),
        TICKS,
    )
    KEPT = (QT_TR_NOOP("Store"), QT_TR_NOOP("Store the memory of this chat"), TICKS)


_PLACES = {
    Residency.LIVE: QT_TR_NOOP("In memory"),
    Residency.DISK: QT_TR_NOOP("On disk"),
    Residency.COLD: QT_TR_NOOP("Must be read first"),
}


Owner: TypeAlias = ChatId | Path
_Row: TypeAlias = tuple[Owner, ChatMemory]


class MemoryTableModel(FactsTable):
    """Rows are chats, and files that are kept read.

    Sends `chosen` with a chat or file, "is_pinned" or "is_off", and the new value.

    Args:
        title_of: the title of a chat; "" for one that is not in the list.
    """

    chosen = Signal(object, str, bool)

    def __init__(self, title_of: Callable[[ChatId], str], parent: QObject | None = None) -> None:
        super().__init__(Column, parent)
        self._title_of = title_of
        self._rows: list[_Row] = []

    def set_rows(self, rows: Iterable[_Row]) -> None:
        """Show these chats and files; those with nothing stored and nothing chosen are left out."""
        wanted = [
            (owner, memory)
            for owner, memory in rows
            if memory.n_bytes or memory.is_pinned or memory.is_off
        ]
        wanted.sort(key=lambda row: (-row[1].n_bytes, row[1].chat))
        if [owner for owner, _ in wanted] != [owner for owner, _ in self._rows]:
            self.beginResetModel()
            self._rows = wanted
            self.endResetModel()
            return
        self._rows = wanted  # the selection stays
        self.tell_changed()

    def key_at(self, row: int) -> ChatKey:
        """Return under which key the memory of a row is stored."""
        return self._rows[row][1].chat

    def cell(self, row: _Row, column: Column, role: int) -> Any:
        """Return one fact of one chat or file."""
        owner, memory = row
        if column is Column.KEPT and isinstance(owner, Path):
            return None
        match role:
            case Qt.ItemDataRole.CheckStateRole if column is Column.PINNED:
                return _check_state(on=memory.is_pinned)
            case Qt.ItemDataRole.CheckStateRole if column is Column.KEPT:
                return _check_state(on=not memory.is_off)
            case Qt.ItemDataRole.AccessibleTextRole if column in (Column.PINNED, Column.KEPT):
                return tr(column.heading)
            case _:
                return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Qt: two columns can be ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        flags |= Qt.ItemFlag.ItemNeverHasChildren
        is_file = isinstance(self._rows[index.row()][0], Path)
        if index.column() == Column.PINNED or (index.column() == Column.KEPT and not is_file):
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Qt: a box was ticked; it shows when the store has taken note."""
        is_tickable = self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable
        if role != Qt.ItemDataRole.CheckStateRole or not is_tickable:
            return False
        is_on = Qt.CheckState(value) is Qt.CheckState.Checked
        owner = self._rows[index.row()][0]
        if index.column() == Column.PINNED:
            self.chosen.emit(owner, "is_pinned", is_on)
        else:
            self.chosen.emit(owner, "is_off", not is_on)
        return True

    def words(self, row: _Row, column: Column) -> str:
        """Return what stands in a cell."""
        owner, memory = row
        match column:
            case Column.OWNER:
                return self._title(owner)
            case Column.PLACE:
                return tr(_PLACES[memory.residency])
            case Column.SIZE:
                return size(memory.n_bytes) if memory.n_bytes else "–"
            case Column.FIRST_WORD if memory.residency is Residency.LIVE:
                return tr("at once")
            case Column.FIRST_WORD:
                return forecast(memory.expected_ms) if memory.expected_ms else "–"
            case Column.MODELS:
                return listed(memory.models)
            case _:
                return ""

    def _title(self, owner: Owner) -> str:
        if isinstance(owner, Path):
            return isolated(owner.name)
        return self._title_of(owner) or tr("Deleted chat")

    def tip(self, row: _Row, column: Column) -> str:
        """Return what a cell says when it is pointed at."""
        owner, memory = row
        match column:
            case Column.OWNER:
                return str(owner) if isinstance(owner, Path) else self._title_of(owner)
            case Column.SIZE if memory.n_bytes != memory.own_bytes:
                shared = size(memory.n_bytes - memory.own_bytes)
                return tr("{size} of it shared with other chats", size=shared)
            case Column.MODELS:
                return listed(memory.models)
            case _:
                return tr(column.more)


def _check_state(*, on: bool) -> Qt.CheckState:
    return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked


_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Select)


class CheckDelegate(QStyledItemDelegate):
    """Draws and toggles the check state of a cell that has nothing else, or not even that."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: the ground of the row, then the box."""
        colours = self._theme.colours
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(colours.selected))
        painter.fillRect(option.rect.adjusted(0, option.rect.height() - 1, 0, 0), colours.border)
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is not None:
            is_on = Qt.CheckState(state) is Qt.CheckState.Checked
            draw_tick(painter, QRectF(option.rect), colours, is_on=is_on)
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, _option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Qt: a click anywhere in the cell, or the space bar, toggles."""
        is_click = (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
        )
        is_key = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in _KEYS
        )
        role = Qt.ItemDataRole.CheckStateRole
        state = index.data(role)
        if not (is_click or is_key) or state is None:
            return False
        is_on = Qt.CheckState(state) is Qt.CheckState.Checked
        wanted = Qt.CheckState.Unchecked if is_on else Qt.CheckState.Checked
        return model.setData(index, wanted, role)
