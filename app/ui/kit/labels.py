"""Icons, words, buttons and fields of a page; what they say is never taken for HTML."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt, SignalInstance
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QColor,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QWidget,
)

from app.core.system.paths import resource
from app.ui.kit.accessibility import set_role
from app.ui.words.direction import draw_line
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable


ICON_SIZE = 18
_SCALES = (1.0, 1.5, 2.0, 4.0)  # large words on a fine screen take four times the pixels


@lru_cache(maxsize=256)
def icon(name: str, colour: str, disabled: str = "", side: int = ICON_SIZE) -> QIcon:
    """Return the icon `name` in a colour given as "#rrggbb", sharp at every scale.

    A button shows it in the size that its style sheet says, which grows with the words.
    """
    result = QIcon()
    for scale in _SCALES:
        drawn = _pixmap(name, colour, side, scale)
        result.addPixmap(drawn)
        result.addPixmap(drawn, QIcon.Mode.Selected)  # Qt would dim it on a row that is chosen
        if disabled:
            result.addPixmap(_pixmap(name, disabled, side, scale), QIcon.Mode.Disabled)
    return result


def picture(name: str, colour: str, side: int) -> QPixmap:
    """Return an icon for a label, as large as that in logical pixels."""
    return icon(name, colour, side=side).pixmap(side, side)


@lru_cache(maxsize=64)
def renderer(name: str, colour: str) -> QSvgRenderer:
    """Return a renderer for painting the icon straight into a widget."""
    svg = resource(f"icons/{name}.svg").read_text(encoding="utf-8")
    drawn = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
    drawn.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    return drawn


def _pixmap(name: str, colour: str, side: int, scale: float) -> QPixmap:
    pixels = round(side * scale)
    pixmap = QPixmap(QSize(pixels, pixels))
    pixmap.fill(QColor(Qt.GlobalColor.transparent))
    painter = QPainter(pixmap)
    renderer(name, colour).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    return pixmap


def label(name: str, text: str = "", *, wraps: bool = True) -> QLabel:
    """Return a label of plain text; `name` is what the style sheet calls it."""
    words = QLabel()
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setText(text)
    words.setObjectName(name)
    words.setWordWrap(wraps)
    set_side(words, Qt.AlignmentFlag.AlignLeft)
    return words


def show_words(place: QLabel, words: str) -> None:
    """Say something in a label, which is gone while there is nothing to say."""
    place.setText(words)
    place.setVisible(bool(words))


def set_side(words: QLabel, side: Qt.AlignmentFlag) -> None:
    """Let words stand at the beginning of their line (`AlignLeft`), or at its end.

    As the window is read; Qt would go by their first letter, which is often that of a name.
    """
    there = QStyle.visualAlignment(QGuiApplication.layoutDirection(), side)
    words.setAlignment(there | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)


def caption(name: str, text: str, field: QWidget) -> QLabel:
    """Return the words beside or above a field; the letter after "&" leads to it."""
    words = label(name, text, wraps=False)
    words.setBuddy(field)
    return words


def symbol() -> QLabel:
    """Return a place for a picture."""
    return label("", wraps=False)


SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class ElidedLabel(QWidget):
    """Shows one line of plain text; the whole of it is in the tooltip when it does not fit.

    Attributes:
        role: what it is to a screen reader.
    """

    role = QAccessible.Role.StaticText

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        set_role(self, self.role)
        self._text = self._more = ""
        self._align = align
        self.elide = elide
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self._set_tooltip()
            self.updateGeometry()
            self.update()

    def set_more(self, more: str) -> None:
        """Show these words in the tooltip, too."""
        self._more = more
        self._set_tooltip()

    def sizeHint(self) -> QSize:
        """Qt: one line."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text[:200]) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Qt: one line, any width."""
        return QSize(0, self.fontMetrics().height() + 2)

    def resizeEvent(self, _event: object) -> None:
        """Qt: the text may fit now."""
        self._set_tooltip()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: draw the text, cut where it is too long."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        painter.setPen(option.palette.windowText().color())
        draw_line(painter, self.rect(), self.shown_text(), self._align)

    def text_width(self) -> int:
        """Return how many pixels the text may take; a subclass may need some for itself."""
        return self.width()

    def shown_text(self) -> str:
        """Return what fits of the text."""
        line = self._text.replace("\n", " ")
        return self.fontMetrics().elidedText(line, self.elide, self.text_width())

    def _set_tooltip(self) -> None:
        whole = "" if self.shown_text() == self._text else self._text
        set_tip(self, "\n".join(filter(None, (whole, self._more))))


def push_button(
    kind: str,
    text: str,
    then: Callable[..., object] | SignalInstance | None = None,
    *,
    is_auto: bool = False,
) -> QPushButton:
    """Return a button.

    Args:
        kind: what the style sheet calls it; "link" for one that looks like a link.
        then: what a click does.
        is_auto: Return presses it while the keyboard is in it, not the default one of a dialog.
    """
    made = QPushButton(text)
    if kind == "link":
        made.setObjectName("linkButton")
    elif kind:
        made.setProperty("kind", kind)
    made.setAutoDefault(is_auto)
    if then is not None:
        made.clicked.connect(then)
    return made


def polish_again(widget: QWidget) -> None:
    """Have a widget look as the style sheet says of the properties that it has now."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


_CLEAR = "_q_qlineeditclearaction"  # Qt's name for it


def leaves_undo(event: QEvent, *, can_undo: bool) -> bool:
    """Return whether a text field is asked for Ctrl+Z and has nothing to undo.

    The window then undoes what was deleted last.
    """
    if can_undo or event.type() != QEvent.Type.ShortcutOverride:
        return False
    return cast("QKeyEvent", event).matches(QKeySequence.StandardKey.Undo)


def line_edit(words: str, name: str = "findEdit") -> QLineEdit:
    """Return a line to write in, with what it is for."""
    line = QLineEdit()
    line.setObjectName(name)
    line.setAccessibleName(words)
    return line


def search_line(words: str, name: str = "findEdit") -> QLineEdit:
    """Return a line that says what is searched in it, and can be emptied with the mouse."""
    line = line_edit(words, name)
    line.setPlaceholderText(words)
    line.setClearButtonEnabled(True)
    name_clear_button(line)
    return line


def shown_text(words: str, name: str = "") -> QPlainTextEdit:
    """Return a field whose text can only be read and selected; Tab goes on to the next field."""
    shown = QPlainTextEdit()
    shown.setObjectName(name)
    shown.setReadOnly(True)
    shown.setTabChangesFocus(True)
    shown.setAccessibleName(words)
    shown.setTextInteractionFlags(SELECTABLE)
    return shown


def written_text(words: str, text: str = "", name: str = "systemPrompt") -> QPlainTextEdit:
    """Return a field for a longer text; Tab goes on to the next field."""
    field = QPlainTextEdit(text)
    field.setObjectName(name)
    field.setTabChangesFocus(True)
    field.setAccessibleName(words)
    return field


def progress_bar(words: str, height: int = 0) -> QProgressBar:
    """Return a bar without words on it, flat if it has a height."""
    bar = QProgressBar()
    bar.setTextVisible(False)
    bar.setAccessibleName(words)
    if height:
        bar.setFixedHeight(height)
    return bar


def name_clear_button(line: QLineEdit) -> None:
    """Tell readers what Qt's button in a line does; it has no words of its own."""
    for action in line.findChildren(QAction, _CLEAR):
        action.setText(tr("Clear"))
