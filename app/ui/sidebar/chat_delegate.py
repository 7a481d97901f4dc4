"""Paints a row of the chat list: a chat with its marks, a folder, a heading."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.core.protocol import Residency
from app.ui.kit.labels import renderer
from app.ui.kit.theme import SPACE_M, SPACE_S, TEXT_CAPTION, TEXT_SMALL, Theme, text_font
from app.ui.kit.timers import timer
from app.ui.state.chat_list_item_model import Activity, ChatRole, Index
from app.ui.state.chat_rows import RowKind
from app.ui.words.direction import RIGHT_TO_LEFT, draw_line, elided, turned
from app.ui.words.formatting import count
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QAbstractItemView

    from app.ui.kit.theme import Theme
    from app.ui.state.chat_list_item_model import ChatListItemModel


_STEP_MS = 350  # as in the transcript


class RunningDots(QObject):
    """Has the rows drawn again that have dots, and rests while there are none."""

    def __init__(self, view: QAbstractItemView, model: ChatListItemModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._phase = 0
        self._timer = timer(self, _STEP_MS, self._move, repeats=True)
        for signal in (model.dataChanged, model.modelReset, model.rowsInserted):
            signal.connect(self._run)

    def phase(self) -> int:
        """Return how often they have moved."""
        return self._phase

    @Slot()
    def _run(self) -> None:
        if not self._timer.isActive() and self._model.running_rows():
            self._timer.start()

    @Slot()
    def _move(self) -> None:
        self._phase += 1
        rows = self._model.running_rows()
        for row in rows:
            self._view.update(row)
        if not rows:
            self._timer.stop()


N_DOTS = 3
_DOT, _DOT_STEP = 2.4, 7.5
_SIGN = 15
_UNREAD = 4
_RESIDENCY = 2.6
_REST_ALPHA = 0.45  # of the dots that are not the leading one


class DropMark(enum.Enum):
    """How a row shows that something would be dropped there."""

    NONE = enum.auto()
    INTO = enum.auto()
    ABOVE = enum.auto()
    BELOW = enum.auto()


def paint_residency(painter: QPainter, theme: Theme, place: QPointF, residency: str | None) -> None:
    """Draw a dot for a chat whose memory is in the context, a ring for one on disk.

    In a quiet colour: a bright dot before a title would say that it is unread.
    """
    if residency not in (Residency.LIVE, Residency.DISK):
        return
    muted = QColor(theme.colours.muted)
    is_live = residency == Residency.LIVE  # Qt hands back a plain string
    painter.setPen(QPen(muted, 1.4))
    painter.setBrush(muted if is_live else Qt.BrushStyle.NoBrush)
    radius = _RESIDENCY * theme.scaled(100) / 100
    painter.drawEllipse(place, radius, radius)


def paint_running(painter: QPainter, theme: Theme, rect: QRect, phase: int) -> int:
    """Draw three dots at the end, which move as those in the transcript do; returns the width."""
    scale = theme.scaled(100) / 100
    radius, step = _DOT * scale, _DOT_STEP * scale
    first = rect.right() - (N_DOTS - 1) * step - radius
    painter.setPen(Qt.PenStyle.NoPen)
    for number in range(N_DOTS):
        colour = QColor(theme.colours.accent)
        if number != phase % N_DOTS:
            colour.setAlphaF(_REST_ALPHA)
        painter.setBrush(colour)
        centre = QPointF(first + number * step, rect.center().y() + 0.5)
        painter.drawEllipse(_at_end(painter, rect, centre), radius, radius)
    return round((N_DOTS - 1) * step + 2 * radius)


def paint_sign(painter: QPainter, theme: Theme, rect: QRect, name: str) -> int:
    """Draw a quiet icon at the end; returns its width."""
    side = theme.scaled(_SIGN)
    place = QRectF(rect.right() - side + 1, rect.center().y() + 0.5 - side / 2, side, side)
    place = turned(painter.layoutDirection(), QRectF(rect), place)
    renderer(name, theme.colours.muted).render(painter, place)
    return side


def paint_unread(painter: QPainter, theme: Theme, rect: QRect) -> int:
    """Draw a dot at the end; returns its width."""
    radius = theme.scaled(_UNREAD)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colours.accent))
    centre = QPointF(rect.right() - radius, rect.center().y() + 0.5)
    painter.drawEllipse(_at_end(painter, rect, centre), radius, radius)
    return 2 * radius


def _at_end(painter: QPainter, rect: QRect, place: QPointF) -> QPointF:
    at = QRectF(place, place)
    return turned(painter.layoutDirection(), QRectF(rect), at).topLeft()


_ROW = 36
_INDENT = 18  # of a chat in a folder
_ARROW, _FOLDER = 12, 15
_RADIUS = 8
_DOT_ROOM = 12  # before the title


class ChatDelegate(QStyledItemDelegate):
    """Draws rows by the theme, all of one height.

    Args:
        shows_ring: whether the keyboard is at a row.
        phase: how often the dots of running answers have moved.
        marks: how a row is marked while something is dragged.
    """

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        shows_ring: Callable[[Index], bool],
        phase: Callable[[], int],
        marks: Callable[[Index], DropMark] = lambda _index: DropMark.NONE,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shows_ring = shows_ring
        self._phase = phase
        self._marks = marks

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Qt: every row is as high as the others."""
        return QSize(80, self.row_height(self._theme))

    @staticmethod
    def row_height(theme: Theme) -> int:
        """Return how high a row is, in pixels."""
        return round(theme.scaled(_ROW) * theme.colours.spacing)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: draw one row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(option.direction)
        rect = QRect(option.rect)
        kind = index.data(ChatRole.KIND)
        if kind is RowKind.HEADING:
            self._paint_heading(painter, rect, index.data())
        else:
            self._paint_row(painter, option, index, is_folder=kind is RowKind.FOLDER)
        self._paint_mark(painter, self._row_rect(rect), self._marks(index))
        painter.restore()

    def _paint_row(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, *, is_folder: bool
    ) -> None:
        row = self._row_rect(QRect(option.rect))
        self._paint_ground(painter, option, row)
        if self._shows_ring(index):
            self._paint_ring(painter, row)
        if is_folder:
            self._paint_folder(painter, _inside(painter, row, SPACE_S, SPACE_M), index)
            return
        if index.data(ChatRole.FOLDER) is not None:
            row = _inside(painter, row, self._theme.scaled(_INDENT))
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        dot = QRectF(row.left() + SPACE_M + 1.5, row.center().y() + 0.5, 0, 0)
        dot = turned(painter.layoutDirection(), QRectF(row), dot)
        paint_residency(painter, self._theme, dot.topLeft(), index.data(ChatRole.RESIDENCY))
        inside = _inside(painter, row, SPACE_M + _DOT_ROOM, SPACE_M)
        self._paint_words(painter, inside, index, chosen=chosen)

    def _paint_folder(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw whether it is open, its sign, its name, and how many chats are in it."""
        colours, middle = self._theme.colours, rect.center().y() + 0.5
        arrow, side = self._theme.scaled(_ARROW), self._theme.scaled(_FOLDER)
        direction, whole = painter.layoutDirection(), QRectF(rect)
        painter.save()
        place = QRectF(rect.left(), middle - arrow / 2, arrow, arrow)
        painter.translate(turned(direction, whole, place).center())
        if not index.data(ChatRole.IS_OPEN):
            painter.rotate(90 if direction == RIGHT_TO_LEFT else -90)
        box = QRectF(-arrow / 2, -arrow / 2, arrow, arrow)
        renderer("chevron", colours.muted).render(painter, box)
        painter.restore()
        left = rect.left() + arrow + SPACE_S
        place = QRectF(left, middle - side / 2, side, side)
        renderer("folder", colours.muted).render(painter, turned(direction, whole, place))
        painter.setFont(self._font(TEXT_CAPTION))
        painter.setPen(QColor(colours.muted))
        n_chats = count(index.data(ChatRole.N_CHATS))
        draw_line(painter, rect, n_chats, Qt.AlignmentFlag.AlignRight)
        taken = painter.fontMetrics().horizontalAdvance(n_chats) + SPACE_S
        before = round(left + side + SPACE_S) - rect.left()
        words = _inside(painter, rect, before, taken)
        painter.setFont(self._font(TEXT_SMALL, QFont.Weight.Medium))
        painter.setPen(QColor(colours.text))
        self._draw_elided(painter, words, index.data())

    def _draw_elided(self, painter: QPainter, rect: QRect, text: str) -> None:
        cut = elided(painter, text.replace("\n", " "), rect.width())
        draw_line(painter, rect, cut)

    def _paint_mark(self, painter: QPainter, row: QRect, mark: DropMark) -> None:
        """Draw where something that is dragged would go."""
        if mark is DropMark.NONE:
            return
        if mark is DropMark.INTO:
            self._paint_ring(painter, row)
            return
        painter.setPen(QPen(QColor(self._theme.colours.accent), 2))
        y = row.top() if mark is DropMark.ABOVE else row.bottom() + 1
        painter.drawLine(row.left() + SPACE_S, y, row.right() - SPACE_S, y)

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, index: Index
    ) -> QLineEdit:
        """Qt: a plain line for the title."""
        editor = QLineEdit(parent)
        editor.setMaxLength(200)
        is_folder = index.data(ChatRole.KIND) is RowKind.FOLDER
        editor.setAccessibleName(tr("Folder name") if is_folder else tr("Chat title"))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Qt: a title comes into the editor, also one that changes meanwhile; typed words stay."""
        assert isinstance(editor, QLineEdit)
        if not editor.isModified() and editor.text() != index.data(Qt.ItemDataRole.EditRole):
            super().setEditorData(editor, index)
            editor.selectAll()

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Qt: the editor covers the row."""
        editor.setGeometry(self._row_rect(QRect(option.rect)).adjusted(0, 2, 0, -2))

    def _row_rect(self, rect: QRect) -> QRect:
        height = self.row_height(self._theme) - 2
        return QRect(
            rect.left() + SPACE_S, rect.bottom() - height, rect.width() - 2 * SPACE_S, height
        )

    def _paint_heading(self, painter: QPainter, rect: QRect, heading: str) -> None:
        painter.setFont(self._font(TEXT_CAPTION, QFont.Weight.DemiBold))
        painter.setPen(QColor(self._theme.colours.muted))
        place = _inside(painter, rect, SPACE_S + SPACE_M, SPACE_S).adjusted(0, 0, 0, -6)
        # In the direction of the window, like its words.
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        painter.drawText(place, flags, heading)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: QRect) -> None:
        colours = self._theme.colours
        ground = ""
        if option.state & QStyle.StateFlag.State_Selected:
            ground = colours.selected
        elif option.state & QStyle.StateFlag.State_MouseOver:
            ground = colours.hover
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(row, _RADIUS, _RADIUS)

    def _paint_ring(self, painter: QPainter, row: QRect) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.colours.accent), 1.5))
        painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), _RADIUS, _RADIUS)

    def _font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return text_font(self._theme.scaled(pixels), weight)

    def _paint_words(self, painter: QPainter, rect: QRect, index: Index, *, chosen: bool) -> None:
        colours = self._theme.colours
        is_unread = bool(index.data(ChatRole.UNREAD))
        rect = _inside(painter, rect, 0, self._paint_end(painter, rect, index) + SPACE_S)
        if index.data(ChatRole.PINNED):
            taken = paint_sign(painter, self._theme, rect, "pin")
            rect = _inside(painter, rect, 0, taken + SPACE_S)
        weight = QFont.Weight.Medium if chosen else QFont.Weight.Normal
        weight = QFont.Weight.Bold if is_unread else weight
        painter.setFont(self._font(TEXT_SMALL, weight))
        painter.setPen(QColor(colours.text))
        self._draw_elided(painter, rect, index.data(Qt.ItemDataRole.DisplayRole))

    def _paint_end(self, painter: QPainter, rect: QRect, index: Index) -> int:
        """Draw what becomes of the answer, or when it was; returns the width."""
        activity: Activity = index.data(ChatRole.ACTIVITY)
        match activity:
            case Activity.RUNNING:
                return paint_running(painter, self._theme, rect, self._phase())
            case Activity.QUEUED:
                return paint_sign(painter, self._theme, rect, "clock")
            case Activity.NONE:
                return self._paint_rest(painter, rect, index)

    def _paint_rest(self, painter: QPainter, rect: QRect, index: Index) -> int:
        """Draw when a chat was last written in, and whether it is unread."""
        taken = 0
        if index.data(ChatRole.UNREAD):
            taken = paint_unread(painter, self._theme, rect) + SPACE_S
        painter.setFont(self._font(TEXT_CAPTION))
        painter.setPen(QColor(self._theme.colours.muted))
        when = index.data(ChatRole.TIME)
        place = _inside(painter, rect, 0, taken)
        draw_line(painter, place, when, Qt.AlignmentFlag.AlignRight)
        return taken + painter.fontMetrics().horizontalAdvance(when)


def _inside(painter: QPainter, rect: QRect, before: int, behind: int = 0) -> QRect:
    """Return a rectangle without so many pixels where its line begins, and where it ends."""
    part = rect.adjusted(before, 0, -behind, 0)
    return QStyle.visualRect(painter.layoutDirection(), rect, part)
