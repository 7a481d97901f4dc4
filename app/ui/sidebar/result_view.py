"""The list of what a search has found: its rows, and how they are painted."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
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

from app.core.messages import Role
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XS, TEXT_CAPTION, TEXT_SMALL, Theme, text_font
from app.ui.words.direction import draw_line
from app.ui.words.formatting import moment, relative_time
from app.ui.words.plain_text import Utf16Positions, tip
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from app.core.chats.search.values import SearchHit, SearchPage


Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class ResultRole(enum.IntEnum):
    """Data beside the title of the chat."""

    HIT = Qt.ItemDataRole.UserRole + 1
    AUTHOR = Qt.ItemDataRole.UserRole + 2  # who wrote it, and in which file it is
    TIME = Qt.ItemDataRole.UserRole + 3


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


_RADIUS = 8
_LINES = 3
_LEAST_WIDTH = 80


class ResultDelegate(QStyledItemDelegate):
    """Draws results by the theme, the words that were looked for on a ground of their own."""

    def __init__(self, theme: Theme, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt: two lines, and the lines of the words."""
        width = self._view.viewport().width()
        hit: SearchHit = index.data(ResultRole.HIT)
        height = 2 * SPACE_S + self._head_height() + self._caption_height()
        if hit.message_id is not None:
            layout = self._words(hit, width - 2 * (SPACE_S + SPACE_M))
            height += SPACE_XS + round(layout.boundingRect().height())
        return QSize(_LEAST_WIDTH, height + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: draw one result."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(option.direction)
        row = QRect(option.rect).adjusted(SPACE_S, 1, -SPACE_S, -1)
        self._paint_ground(painter, option, row)
        hit: SearchHit = index.data(ResultRole.HIT)
        inner = row.adjusted(SPACE_M, SPACE_S, -SPACE_M, -SPACE_S)
        self._paint_head(painter, inner, index, hit)
        caption = inner.adjusted(0, self._head_height(), 0, 0)
        self._paint_line(painter, caption, index.data(ResultRole.AUTHOR))
        if hit.message_id is not None:
            top = caption.top() + self._caption_height() + SPACE_XS
            painter.setPen(QColor(self._theme.colours.text))
            layout = self._words(hit, inner.width())
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

    def _paint_head(self, painter: QPainter, inner: QRect, index: Index, hit: SearchHit) -> None:
        """Draw the title of the chat and when it was."""
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
        ranges = tuple(one for one in hit.ranges if one[1] <= kept and hit.message_id is None)
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
        line = QRect(place.left(), place.top(), place.width(), self._caption_height())
        cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, line.width())
        draw_line(painter, line, cut)

    def _words(self, hit: SearchHit, width: int) -> QTextLayout:
        return self._layout(hit.snippet, hit.ranges, self._font(TEXT_SMALL), width, _LINES)

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
            cut = text[:shown].rstrip()[:-1].rstrip() + "…"
            kept = tuple(one for one in ranges if one[1] < len(cut))
            return self._layout(cut, kept, font, width, most_lines + 1)
        return layout

    def _head_height(self) -> int:
        return self._theme.scaled(20)

    def _caption_height(self) -> int:
        return self._theme.scaled(16)

    def _font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return text_font(self._theme.scaled(pixels), weight)


class ResultView(QListView):
    """Sends `chosen` with a `SearchHit`, and `left` when Escape is pressed."""

    chosen = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, model: ResultItemModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(ResultDelegate(theme, self))
        self.setAccessibleName(tr("Search results"))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QListView.Shape.NoFrame)
        theme.changed.connect(self._on_theme_changed)

    def step(self, step: int) -> None:
        """Go some results down, or up for less than 0."""
        last = self.model().rowCount() - 1
        if last < 0:
            return
        current = self.currentIndex().row()  # -1 for none
        row = max(0, min(last, current + step))
        self.setCurrentIndex(self.model().index(row, 0))

    @Slot()
    def accept(self) -> None:
        """Choose the current result, or the first one."""
        index = self.currentIndex()
        if not index.isValid() and self.model().rowCount():
            index = self.model().index(0, 0)
            self.setCurrentIndex(index)
        if index.isValid():
            self.chosen.emit(index.data(ResultRole.HIT))

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
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
