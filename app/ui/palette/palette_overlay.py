"""The command palette as it is seen: a panel with a field and a list, over the whole window."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from app.ui.announcement import announce
from app.ui.labels import label
from app.ui.palette.palette_list import PaletteDelegate, PaletteRows, spoken
from app.ui.theme import SPACE_L, SPACE_S, SPACE_XL
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from app.ui.palette.entries import PaletteHit
    from app.ui.theme import Theme

_WIDTH = 620
_ROWS = 10
_SHADE = 70  # of 255
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
_STILL_THERE = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Field(QLineEdit):
    """Keeps Escape from the window, where it would stop an answer.

    Sends `left` when the keyboard goes to something else in the window.
    """

    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STILL_THERE:
            self.left.emit()

    def event(self, event: QEvent) -> bool:
        is_asked = event.type() is QEvent.Type.ShortcutOverride
        if is_asked and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)


class PaletteOverlay(QWidget):
    """Covers its parent, as large as that is.

    Sends `typed` with what is in the field, `chosen` with a row and `closed` when it is to go.
    """

    typed = Signal(str)
    chosen = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self._theme = theme
        self.rows = PaletteRows(self)
        self.field = _Field()
        self.field.setObjectName("paletteField")
        self.field.setPlaceholderText(tr("Search actions, chats, settings and models"))
        self.field.setAccessibleName(tr("Command palette"))
        self.field.textChanged.connect(self.typed)
        self.field.left.connect(self.closed)
        self.field.installEventFilter(self)
        self.list = QListView()
        self.list.setObjectName("paletteList")
        self.list.setAccessibleName(tr("Found"))
        self.list.setModel(self.rows)
        self._delegate = PaletteDelegate(theme, self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard stays in the field
        self.list.clicked.connect(self._on_clicked)
        self._nothing = label("dialogText", tr("Nothing found."))
        self._nothing.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_L)
        self._panel = QFrame(self)
        self._panel.setObjectName("palettePanel")
        column = QVBoxLayout(self._panel)
        column.setContentsMargins(1, 1, 1, SPACE_S)
        column.setSpacing(SPACE_S)
        column.addWidget(self.field)
        column.addWidget(self.list)
        column.addWidget(self._nothing)
        self.setFocusProxy(self.field)
        window.installEventFilter(self)
        self._fit()

    # -- showing --

    def show_found(self, found: Sequence[PaletteHit], *, is_whole: bool) -> None:
        """Show what was found so far; the first row is the chosen one.

        Args:
            found: the best first.
            is_whole: there is no more to come.
        """
        chosen = self.rows.found(self.list.currentIndex().row())
        was_moved = self.list.currentIndex().row() > 0
        self.rows.show_found(found)
        keys = [one.entry.key for one in found]
        is_there = was_moved and chosen is not None and chosen.entry.key in keys
        row = keys.index(chosen.entry.key) if is_there and chosen is not None else 0
        if self.list.currentIndex().row() != row:
            self._choose(row)
        self._nothing.setVisible(is_whole and not found)
        self.list.setVisible(bool(found))
        self._fit()

    def choose_first(self) -> None:
        """Choose the first row: something else is typed."""
        self.list.setCurrentIndex(QModelIndex())

    def _choose(self, row: int) -> None:
        self.list.setCurrentIndex(self.rows.index(row, 0))
        found = self.rows.found(row)
        if found is not None:
            announce(self.field, spoken(found))

    def _fit(self) -> None:
        """Lie over the window; the panel is as high as its rows, within the window."""
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        width = min(self._theme.scaled(_WIDTH), self.width() - 2 * SPACE_XL)
        top = min(self._theme.scaled(72), self.height() // 8)
        room = self.height() - top - SPACE_XL - self.field.sizeHint().height() - 3 * SPACE_S
        wanted = min(_ROWS, max(1, self.rows.rowCount())) * self._delegate.row_height() + 2
        self.list.setFixedHeight(max(self._delegate.row_height(), min(wanted, room)))
        self._panel.setFixedWidth(width)
        self._panel.adjustSize()
        self._panel.move((self.width() - width) // 2, top)

    # -- Qt events --

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: the window changes its size; keys of the field that belong to the list."""
        if watched is self.field and event.type() is QEvent.Type.KeyPress:
            return self._on_key(cast("QKeyEvent", event))
        if watched is self.parent() and event.type() is QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _on_key(self, event: QKeyEvent) -> bool:
        key, n_rows = Qt.Key(event.key()), self.rows.rowCount()
        row = self.list.currentIndex().row()
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            pass  # there is nowhere else to go
        elif key in _RETURN and n_rows:
            self.chosen.emit(max(0, row))
        elif key in _STEPS and n_rows:
            step = _STEPS[key]
            goes_round = abs(step) == 1
            to = (row + step) % n_rows if goes_round else min(n_rows - 1, max(0, row + step))
            self._choose(to)
        else:
            return key in (*_STEPS, *_RETURN)
        return True

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a click beside the panel closes it."""
        if not self._panel.geometry().contains(event.position().toPoint()):
            self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: a veil over the window."""
        veil = QColor(0, 0, 0, _SHADE)
        QPainter(self).fillRect(self.rect(), veil)
