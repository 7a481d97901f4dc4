"""The list of what a search has found, and how its rows are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import (
    QAbstractListModel,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, TEXT_SMALL, Theme, text_font
from app.ui.sidebar.result_model import Index, ResultRole
from app.ui.words.direction import draw_line
from app.ui.words.plain_text import Utf16Positions

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent


_RADIUS = 8
_LINES = 3  # of the words around a place
_LEAST_WIDTH = 80
_CAPTION = 16  # pixels


class _Found(Protocol):
    """What the delegate knows of a row; see `SearchHit`."""

    @property
    def snippet(self) -> str: ...
    @property
    def ranges(self) -> tuple[tuple[int, int], ...]: ...


class ResultDelegate(QStyledItemDelegate):
    """Draws results by the theme, the words that were looked for on a ground of their own."""

    def __init__(self, theme: Theme, view: QAbstractItemView, n_lines: int = _LINES) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._n_lines = n_lines

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt: one line or two, and the lines of the words."""
        width = self._view.viewport().width()
        height = 2 * SPACE_S + self._head_height() + self._caption_height(index)
        if not index.data(ResultRole.IS_TITLE):
            layout = self._words(index.data(ResultRole.HIT), width - 2 * (SPACE_S + SPACE_M))
            height += SPACE_XS + round(layout.boundingRect().height())
        return QSize(_LEAST_WIDTH, height + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: draw one result."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(option.direction)
        row = QRect(option.rect).adjusted(SPACE_S, 1, -SPACE_S, -1)
        self._paint_ground(painter, option, row)
        inner = row.adjusted(SPACE_M, SPACE_S, -SPACE_M, -SPACE_S)
        self._paint_head(painter, inner, index)
        caption = inner.adjusted(0, self._head_height(), 0, 0)
        self._paint_line(painter, caption, index.data(ResultRole.AUTHOR))
        if not index.data(ResultRole.IS_TITLE):
            top = caption.top() + self._caption_height(index) + SPACE_XS
            painter.setPen(QColor(self._theme.colours.text))
            layout = self._words(index.data(ResultRole.HIT), inner.width())
            self._draw(painter, layout, inner, top)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: QRect) -> None:
        colours = self._theme.colours
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = colours.selected if is_selected else ""
        if not ground and option.state & QStyle.StateFlag.State_MouseOver:
            ground = colours.hover
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(row, _RADIUS, _RADIUS)
        if is_selected and self._view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 1.5))
            painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)

    def _paint_head(self, painter: QPainter, inner: QRect, index: Index) -> None:
        """Draw the title of the chat and when it was, or the name of the file and its page."""
        hit: _Found = index.data(ResultRole.HIT)
        painter.setFont(self._font(TEXT_CAPTION))
        painter.setPen(QColor(self._theme.colours.muted))
        line = QRect(inner.left(), inner.top(), inner.width(), self._head_height())
        when = index.data(ResultRole.TIME)
        draw_line(painter, line, when, Qt.AlignmentFlag.AlignRight)
        room = inner.width() - painter.fontMetrics().horizontalAdvance(when) - SPACE_S
        font = self._font(TEXT_SMALL, QFont.Weight.DemiBold)
        title = QFontMetrics(font).elidedText(
            index.data(Qt.ItemDataRole.DisplayRole), Qt.TextElideMode.ElideRight, room
        )
        kept = len(hit.snippet) if title == hit.snippet else len(title) - 1
        is_title = index.data(ResultRole.IS_TITLE)
        ranges = tuple(one for one in hit.ranges if one[1] <= kept and is_title)
        layout = self._layout(title, ranges, font, room, 1)
        painter.setPen(QColor(self._theme.colours.text))
        top = line.top() + (line.height() - layout.boundingRect().height()) / 2
        self._draw(painter, layout, line, top)

    def _draw(self, painter: QPainter, layout: QTextLayout, place: QRect, top: float) -> None:
        """Draw words that were laid out, where their place begins."""
        width = round(layout.lineAt(0).width())
        words = QRect(place.left(), place.top(), width, place.height())
        words = QStyle.visualRect(painter.layoutDirection(), place, words)
        layout.draw(painter, QPointF(words.left(), top))

    def _paint_line(self, painter: QPainter, place: QRect, words: str) -> None:
        painter.setFont(self._font(TEXT_CAPTION))
        painter.setPen(QColor(self._theme.colours.muted))
        line = QRect(place.left(), place.top(), place.width(), self._theme.scaled(_CAPTION))
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, line.width())
        draw_line(painter, line, cut)

    def _words(self, hit: _Found, width: int) -> QTextLayout:
        return self._layout(hit.snippet, hit.ranges, self._font(TEXT_SMALL), width, self._n_lines)

    def _layout(
        self,
        text: str,
        ranges: tuple[tuple[int, int], ...],
        font: QFont,
        width: int,
        most_lines: int,
    ) -> QTextLayout:
        """Lay out words in so many lines at most, with some of them marked."""
        colours = self._theme.colours
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        side = QStyle.visualAlignment(self._view.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
        option.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute)
        layout.setTextOption(option)
        marked = QTextCharFormat()
        marked.setBackground(QColor(colours.selection))
        marked.setForeground(QColor(colours.text))
        positions = Utf16Positions(text)
        formats = []
        for start, end in ranges:
            one = QTextLayout.FormatRange()
            one.start, first = positions.of(start), positions.of(start)
            one.length = positions.of(end) - first
            one.format = marked
            formats.append(one)
        layout.setFormats(formats)
        layout.beginLayout()
        y = 0.0
        for _number in range(most_lines):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(_LEAST_WIDTH, width))
            line.setPosition(QPointF(0.0, y))
            y += line.height()
        layout.endLayout()
        last = layout.lineAt(layout.lineCount() - 1)
        shown = positions.character_at(last.textStart() + last.textLength())
        if shown < len(text) and most_lines > 1:  # there is more: say so
            cut = text[:shown].rstrip()[:-3].rstrip() + "…"  # which is as wide as some letters
            kept = tuple(one for one in ranges if one[1] < len(cut))
            return self._layout(cut, kept, font, width, most_lines + 1)
        return layout

    def _head_height(self) -> int:
        return self._theme.scaled(20)

    def _caption_height(self, index: Index) -> int:
        return self._theme.scaled(_CAPTION) if index.data(ResultRole.AUTHOR) else 0

    def _font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return text_font(self._theme.scaled(pixels), weight)


class ResultView(QListView):
    """Sends `chosen` with what was found.

    Sends `left` when Escape is pressed, `entered_row` when a row becomes the current one, and
    `passed` with 1 or -1 when the keyboard goes on below the last row or above the first.

    Args:
        theme: of the window.
        model: the rows, as `ResultRole` says.
        name: for screen readers.
        n_lines: of the words around a place, at most.
    """

    chosen = Signal(object)
    left = Signal()
    entered_row = Signal()
    passed = Signal(int)

    def __init__(
        self, theme: Theme, model: QAbstractListModel, name: str, n_lines: int = _LINES
    ) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(ResultDelegate(theme, self, n_lines))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QListView.Shape.NoFrame)
        theme.changed.connect(self._on_theme_changed)

    def step(self, step: int) -> None:
        """Go some results down, or up for less than 0, as far as there are any."""
        last = self.model().rowCount() - 1
        current = self.currentIndex().row()  # -1 for none
        row = max(0, min(last, current + step))
        if last < 0 or row == current:
            self.passed.emit(1 if step > 0 else -1)
        else:
            self.setCurrentIndex(self.model().index(row, 0))

    def enter(self, step: int) -> None:
        """Go to the first result, or to the last one for less than 0."""
        row = 0 if step > 0 else self.model().rowCount() - 1
        self.setCurrentIndex(self.model().index(row, 0))

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Qt: tell."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.entered_row.emit()

    @Slot()
    def accept(self) -> None:
        """Choose the current result, or the first one."""
        index = self.currentIndex()
        if not index.isValid() and self.model().rowCount():
            index = self.model().index(0, 0)
            self.setCurrentIndex(index)
        if index.isValid():
            self.chosen.emit(index.data(ResultRole.HIT))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: who comes by the keyboard sees where they are."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason and not self.selectedIndexes():
            self.enter(1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: a click opens at once."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.chosen.emit(index.data(ResultRole.HIT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return opens, Escape ends the search."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.step(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
