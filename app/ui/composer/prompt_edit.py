"""The text field of the composer: grows with its text, Return sends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractSlider, QPlainTextEdit, QSizePolicy, QWidget

from app.core.content.text_files import one_line_end
from app.ui.kit.dropped_files import dropped_files, has_picture, pasted_picture
from app.ui.kit.labels import leaves_undo
from app.ui.kit.theme import TEXT_BODY, text_font

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent, QShowEvent

MAX_LINES = 8
LONG_PASTE_CHARS, LONG_PASTE_LINES = 4_000, 60  # beyond it, a paste is a text of its own
FIELD_CHARS, FIELD_LINE = 100_000, 20_000  # beyond it, each key would take the field a second
_PADDING = 3
_PAGES: dict[int, QAbstractSlider.SliderAction] = {
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
}
_LINE_ENDS = {0x2028: "\n", 0x2029: "\n", 0xFDD0: "\n", 0xFDD1: "\n"}  # of a Qt document


def fits_field(text: str) -> bool:
    """Return whether a text can be written on in the field."""
    return len(text) <= FIELD_CHARS and max(map(len, text.split("\n"))) <= FIELD_LINE


class PromptEdit(QPlainTextEdit):
    """The field. Sends `submitted` on Return and `focus_changed` when the keyboard comes or goes.

    Also `escaped` on Escape; while it is empty, `recalled` on Up, and `paged` with a `SliderAction`
    on PageUp and PageDown; `long_pasted` with a text too long to be read in the field,
    `files_pasted` with paths, and `picture_pasted` with a `LoosePicture`. Ctrl+Shift+V pastes any
    text here. Shift+Return breaks the line. While an input
    method composes a word, Return belongs to it.
    """

    submitted = Signal()
    focus_changed = Signal()
    escaped = Signal()
    recalled = Signal()
    paged = Signal(object)
    long_pasted = Signal(str)
    files_pasted = Signal(list)
    picture_pasted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self._hint = ""
        self.setObjectName("promptEdit")
        self.setFont(text_font(TEXT_BODY))
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setAcceptDrops(False)  # a dropped file belongs to the window
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._fit)  # one paragraph of fewer lines changes no size for Qt
        self._fit()
        self.document().clearUndoRedoStacks()  # Qt would take the margin back

    def words(self) -> str:
        """Return what is written; unlike Qt's plain text, with its no-break spaces."""
        return self.document().toRawText().translate(_LINE_ENDS)

    def set_hint(self, words: str) -> None:
        """Show these words while nothing is written; as much of them as one line takes."""
        self._hint = words
        self._fit_hint()

    def takes(self, text: str) -> bool:
        """Return whether all can be written on in the field when a text is put in at the cursor."""
        cursor, document = self.textCursor(), self.document()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        first, last = document.findBlock(start), document.findBlock(end)
        before = first.text()[: start - first.position()]
        after = last.text()[end - last.position() :]
        n_others = document.characterCount() - (end - start)
        return n_others + len(text) <= FIELD_CHARS and fits_field(before + text + after)

    def set_zoom(self, zoom: float) -> None:
        """Write in another size, 1 for the usual one."""
        self.setFont(text_font(round(TEXT_BODY * zoom)))
        self._fit()
        self._fit_hint()

    def event(self, event: QEvent) -> bool:
        """Qt: Ctrl+Z belongs to the window where nothing that was typed here can be undone."""
        if leaves_undo(event, can_undo=self.document().isUndoAvailable()):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Return sends, Shift+Return breaks the line."""
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_return and not self._composing:
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.insertPlainText("\n")
                self.ensureCursorVisible()
            else:
                self.submitted.emit()
            return
        if _is_plain_paste(event):
            self._paste_plain(QGuiApplication.clipboard().text())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() in _PAGES and self.document().isEmpty():
            self.paged.emit(_PAGES[event.key()])
        elif event.key() == Qt.Key.Key_Up and self.document().isEmpty():
            self.recalled.emit()
        else:
            super().keyPressEvent(event)

    def _paste_plain(self, text: str) -> None:
        text = one_line_end(text)
        if self.takes(text):
            self.insertPlainText(text)
            self.ensureCursorVisible()
        else:
            self.long_pasted.emit(text)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Qt: words, files and pictures."""
        return source.hasText() or has_picture(source) or bool(dropped_files(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Qt: something is pasted; what is no short text goes along with the message instead."""
        picture = pasted_picture(source)
        if picture is not None:
            self.picture_pasted.emit(picture)
            return
        paths, text = dropped_files(source), one_line_end(source.text())
        is_long = len(text) > LONG_PASTE_CHARS or text.count("\n") > LONG_PASTE_LINES
        if paths:
            self.files_pasted.emit(paths)
        elif is_long or not self.takes(text):
            self.long_pasted.emit(text)
        else:
            self.insertPlainText(text)
            self.ensureCursorVisible()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Qt: an input method shows a word it has not committed yet."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard came."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard went."""
        self._composing = False
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width wraps the lines anew."""
        super().resizeEvent(event)
        self._fit()
        self._fit_hint()

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: from now on its width is the one that is seen."""
        super().showEvent(event)
        self._fit_hint()

    def _fit_hint(self) -> None:
        # The field is as high as what is written: a second line would not be seen.
        words, elide = self._hint, Qt.TextElideMode.ElideRight
        if self.isVisible():
            width = self.viewport().width() - 2 * int(self.document().documentMargin()) - 1
            words = self.fontMetrics().elidedText(words, elide, width)
        self.setPlaceholderText(words)

    @Slot()
    def _fit(self) -> None:
        # A QPlainTextEdit's document measures its height in lines.
        lines = max(1, int(self.document().size().height()))
        shown = min(lines, MAX_LINES)
        margins = 2 * (self.document().documentMargin() + _PADDING)
        self.setFixedHeight(int(shown * self.fontMetrics().lineSpacing() + margins))
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if lines > MAX_LINES else policy.ScrollBarAlwaysOff
        )


def _is_plain_paste(event: QKeyEvent) -> bool:
    wanted = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_V and event.modifiers() == wanted
