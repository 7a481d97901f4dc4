"""The command palette as it is seen: a panel with a field and a list, over the whole window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.kit.accessibility import announce
from app.ui.kit.labels import label, renderer
from app.ui.kit.layouts import add_to, vertical
from app.ui.kit.theme import (
    RADIUS_S,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XL,
    TEXT_BODY,
    TEXT_CAPTION,
    text_font,
)
from app.ui.words.direction import draw_line
from app.ui.words.plain_text import Utf16Positions, tip
from app.ui.words.translation import QT_TR_NOOP, listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPersistentModelIndex
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from app.ui.kit.theme import Theme
    from app.ui.window.palette.entries import PaletteHit

    Index = QModelIndex | QPersistentModelIndex


FOUND = Qt.ItemDataRole.UserRole + 1
_ROW = 38
_ICON = 16
_KINDS = (
    QT_TR_NOOP("Action"),
    QT_TR_NOOP("Chat"),
    QT_TR_NOOP("Setting"),
    QT_TR_NOOP("Model"),
)  # as in `Kind`


def spoken(found: PaletteHit) -> str:
    """Return what a screen reader says of a row."""
    entry = found.entry
    said = [entry.text, tr(_KINDS[entry.kind]), entry.hint]
    if not entry.is_possible:
        said.append(tr("not available now"))
    return listed(said)


class _PaletteRows(QAbstractListModel):
    """What was found, the best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: Sequence[PaletteHit] = ()

    def show_found(self, found: Sequence[PaletteHit]) -> None:
        """Show other rows, unless they are the same."""
        if list(found) != list(self._found):
            self.beginResetModel()
            self._found = found
            self.endResetModel()

    def found(self, row: int) -> PaletteHit | None:
        """Return what is in a row."""
        return self._found[row] if 0 <= row < len(self._found) else None

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self._found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact of one row."""
        found = self.found(index.row())
        if found is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return found.entry.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(found)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(found.entry.text)
            case _:
                return found if role == FOUND else None


class PaletteDelegate(QStyledItemDelegate):
    """Paints an icon, the words with the typed letters in bold, and what stands at the end."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def row_height(self) -> int:
        """Return the height of a row, in pixels."""
        return self._theme.scaled(_ROW)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Qt: all rows are alike."""
        return QSize(80, self.row_height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: draw one row."""
        found: PaletteHit | None = index.data(FOUND)
        if found is None:
            return
        colours, entry = self._theme.colours, found.entry
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(option.direction)
        rect = QRect(option.rect).adjusted(SPACE_S, 1, -SPACE_S, -1)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.selected))
            painter.drawRoundedRect(rect, RADIUS_S, RADIUS_S)
        inside = rect.adjusted(SPACE_M, 0, -SPACE_M, 0)
        side = self._theme.scaled(_ICON)
        if entry.icon:
            place = QRect(inside.left(), inside.center().y() - side // 2 + 1, side, side)
            colour = colours.muted if entry.is_possible else colours.faint
            place = QStyle.visualRect(option.direction, inside, place)
            renderer(entry.icon, colour).render(painter, place.toRectF())
        words = inside.adjusted(side + SPACE_M, 0, 0, 0)
        words = QStyle.visualRect(option.direction, inside, words)
        rest = words.adjusted(0, 0, -self._paint_hint(painter, words, entry.hint), 0)
        words = QStyle.visualRect(option.direction, words, rest)
        self._paint_words(painter, words, found)
        painter.restore()

    def _paint_hint(self, painter: QPainter, rect: QRect, hint: str) -> int:
        """Draw what stands at the end; returns the room it takes."""
        if not hint:
            return 0
        painter.setFont(text_font(self._theme.scaled(TEXT_CAPTION)))
        painter.setPen(QColor(self._theme.colours.muted))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(hint, Qt.TextElideMode.ElideRight, rect.width() // 3)
        draw_line(painter, rect, shown, Qt.AlignmentFlag.AlignRight)
        return metrics.horizontalAdvance(shown) + SPACE_M

    def _paint_words(self, painter: QPainter, rect: QRect, found: PaletteHit) -> None:
        colours, entry = self._theme.colours, found.entry
        font = text_font(self._theme.scaled(TEXT_BODY))
        bold = text_font(self._theme.scaled(TEXT_BODY), QFont.Weight.Bold)
        # Bold letters take more room: cut by them, and all words fit.
        metrics = QFontMetrics(bold if found.match.places else font)
        shown = metrics.elidedText(entry.text, Qt.TextElideMode.ElideRight, rect.width())
        layout = QTextLayout(shown, font)
        side = QStyle.visualAlignment(painter.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
        layout.setTextOption(QTextOption(side | Qt.AlignmentFlag.AlignAbsolute))
        ranges = []
        plain = QTextCharFormat()
        plain.setForeground(QColor(colours.text if entry.is_possible else colours.muted))
        ranges.append(_range(0, len(shown), plain))
        marked = QTextCharFormat()
        marked.setFontWeight(QFont.Weight.Bold)
        marked.setForeground(QColor(colours.accent if entry.is_possible else colours.muted))
        kept = len(shown) - (shown != entry.text)
        units = Utf16Positions(shown)
        for place in found.match.places:
            if place < kept:
                start = units.of(place)
                ranges.append(_range(start, units.of(place + 1) - start, marked))
        layout.setFormats(ranges)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(rect.width())
        layout.endLayout()
        top = rect.top() + (rect.height() - line.height()) / 2
        layout.draw(painter, QPointF(rect.left(), top))


def _range(start: int, length: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, form
    return found


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
        self.rows = _PaletteRows(self)
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
        self.list.clicked.connect(lambda index: self.chosen.emit(index.row()))
        self._nothing = label("dialogText", tr("Nothing found."))
        self._nothing.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_L)
        self._panel = QFrame(self)
        self._panel.setObjectName("palettePanel")
        column = vertical(self._panel, margins=(1, 1, 1, SPACE_S), spacing=SPACE_S)
        add_to(column, self.field, self.list, self._nothing)
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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a click beside the panel closes it."""
        if not self._panel.geometry().contains(event.position().toPoint()):
            self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: a veil over the window."""
        veil = QColor(0, 0, 0, _SHADE)
        QPainter(self).fillRect(self.rect(), veil)
