"""The list below the field of the command palette: its rows, and how they are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.ui.direction import draw_line
from app.ui.icons import renderer
from app.ui.plain_text import tip
from app.ui.theme import RADIUS_S, SPACE_M, SPACE_S, TEXT_BODY, TEXT_CAPTION, text_font
from app.ui.translation import QT_TR_NOOP, listed, tr
from app.ui.utf16 import Utf16Positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject, QPersistentModelIndex

    from app.ui.palette.entries import PaletteHit
    from app.ui.theme import Theme

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
        said.append(tr("not possible now"))
    return listed(said)


class PaletteRows(QAbstractListModel):
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
