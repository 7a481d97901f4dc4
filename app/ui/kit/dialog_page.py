"""What pages of their own have in common: they fit the screen, scroll, and have buttons below.

The simplest of them shows a message as plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.kit.labels import label, push_button, show_words, shown_text
from app.ui.kit.layouts import STRETCH, Margins, Part, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, TEXT_SMALL
from app.ui.words.formatting import count
from app.ui.words.plain_text import window_title
from app.ui.words.translation import problem_words, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.errors import Problem


_MIN_SIZE = QSize(320, 240)
_SCREEN_MARGIN = QSize(20, 80)  # for the frame and the panels of the desktop
_BESIDE = 260  # pixels that what stands beside a page may take


class _PageArea(QScrollArea):
    """Scrolls to what has the keyboard, also where that comes from outside, which Qt does not.

    It is no narrower than its page, unless the screen is.
    """

    def __init__(self) -> None:
        super().__init__()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def minimumSizeHint(self) -> QSize:
        """Qt: nothing is to be cut off at the side."""
        hint, page = super().minimumSizeHint(), self.widget()
        if page is None:
            return hint
        needed = page.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        most = max(0, room_for(self).width() - _BESIDE)
        return QSize(max(hint.width(), min(needed, most)), hint.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: what the page needs has changed; Qt tells nobody of it."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    @Slot("QWidget*", "QWidget*")
    def _on_focus(self, _left: QWidget | None, entered: QWidget | None) -> None:
        page = self.widget()
        if entered is not None and page is not None and page.isAncestorOf(entered):
            self.ensureWidgetVisible(entered)


class DialogPage(QDialog):
    """A page in a window of its own, which deletes itself when it is closed.

    Args:
        name: what the style sheet calls it.
        title: made safe to be shown.
        parent: the window below.
        is_modal: that cannot be used meanwhile.
        has_grip: it can be resized at its corner.
    """

    def __init__(
        self,
        name: str,
        title: str,
        parent: QWidget | None,
        *,
        is_modal: bool = False,
        has_grip: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setSizeGripEnabled(has_grip)
        if is_modal:
            self.setWindowModality(Qt.WindowModality.WindowModal)
        self._status = label("dialogStatus")
        self._problem = label("memoryProblem")
        self._problem.hide()

    def say(self, text: str) -> None:
        """Say something beside the buttons."""
        self._status.setText(text)

    def status(self) -> str:
        """Return what is said beside the buttons."""
        return self._status.text()

    def show_problem(self, problem: Problem) -> None:
        """Say on the page what could not be done."""
        show_words(self._problem, problem_words(problem))

    def _fill(
        self, *parts: Part, buttons: Sequence[QPushButton], left: QWidget | None = None
    ) -> None:
        """Lay out the page.

        Args:
            parts: from top to bottom, from edge to edge.
            buttons: below them from left to right, the one that is pressed most last. Return
                presses the default one wherever the keyboard is; Qt would take another that comes
                first, even a hidden one.
            left: of the buttons: words, which get the room there, or a button that stands apart.
        """
        self._footer = QFrame()
        self._footer.setObjectName("dialogFooter")
        margins = (SPACE_XL, SPACE_M, SPACE_XL, SPACE_M)
        row = horizontal(self._footer, margins=margins, spacing=SPACE_S)
        if isinstance(left, QLabel):
            row.addWidget(left, 1)
        else:
            add_to(row, *([left] if left is not None else ()), STRETCH)
        for button in buttons:
            if not button.isDefault():
                button.setAutoDefault(False)
            row.addWidget(button)
        add_to(vertical(self, margins=0, spacing=0), *parts, self._footer)

    def _fit_screen(self, wanted: QSize) -> None:
        """Take the size that is wanted, or as much of it as the screen has.

        Larger words get more room.
        """
        room = room_for(self)
        self.ensurePolished()
        grown = max(1.0, self.fontInfo().pixelSize() / TEXT_SMALL)
        if self.findChild(_PageArea) is None:
            self.setMinimumWidth(min(_MIN_SIZE.width(), room.width()))
        self.setMinimumHeight(min(_MIN_SIZE.height(), room.height()))
        self.resize((wanted * grown).boundedTo(room))

    def _fit_content(self, page: QWidget, width: int) -> None:
        """Be as wide as is wanted and as high as the page, as far as the screen is."""
        room = room_for(self)
        self.setFixedWidth(min(width, room.width()))
        height = page.heightForWidth(self.width()) + self._footer.sizeHint().height()
        self.setFixedHeight(min(height, room.height()))


def page_head(title: str, told: str, *parts: Part) -> QVBoxLayout:
    """Return what stands above a page: its title, what it is for, and `parts`."""
    head = vertical(margins=(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_M), spacing=SPACE_S)
    return add_to(head, label("dialogTitle", title), label("dialogText", told), *parts)


def empty_page(words: QLabel, *below: Part) -> QWidget:
    """Return what takes the place of a list without rows: words in the middle, and `below`."""
    page = QWidget()
    words.setAlignment(Qt.AlignmentFlag.AlignCenter)
    column = vertical(page, margins=(SPACE_XL, SPACE_M, SPACE_XL, SPACE_M), spacing=SPACE_M)
    add_to(column, STRETCH, words, *below, STRETCH)
    return page


def scrolled(page: QWidget, name: str) -> QScrollArea:
    """Return a page that scrolls where it does not fit; `name` is for its style."""
    area = _PageArea()
    area.setObjectName(name)
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def scrolling_page(
    name: str, *parts: Part, margins: Margins = 0, spacing: int = 0
) -> tuple[QScrollArea, int]:
    """Return a page for most of a dialog, of parts below each other, and that it takes the room."""
    page = QWidget()
    page.setObjectName(f"{name}Page")
    add_to(vertical(page, margins=margins, spacing=spacing), *parts)
    return scrolled(page, f"{name}Scroll"), 1


def room_for(dialog: QWidget) -> QSize:
    """Return the size that a dialog, or one that this lies in, may have on its screen."""
    return dialog.screen().availableGeometry().size() - _SCREEN_MARGIN


_SIZE = QSize(680, 560)
_MOST_SHOWN = 1_000_000  # characters
_LONGEST_WORD = 5_000  # characters; breaking a word of a million takes Qt many seconds


class MessageDialog(DialogPage):
    """The text of one message, or another text, with a button to copy it; Escape closes it.

    Args:
        whose: who said it, for the title; the title where it is no message.
    """

    def __init__(
        self, whose: str, text: str, parent: QWidget | None = None, *, is_message: bool = True
    ) -> None:
        title = window_title(whose, tr("as text") if is_message else "")
        super().__init__("messageText", title, parent, has_grip=True)
        self._text = ""
        self.edit = shown_text(whose)
        self.copy_button = push_button(
            "", tr("Copy"), lambda: QGuiApplication.clipboard().setText(self._text), is_auto=True
        )
        self.close_button = push_button("", tr("Close"), self.close)
        self.close_button.setDefault(True)
        self._arrange()
        self.show_text(text)
        self.edit.setFocus()

    def show_text(self, text: str) -> None:
        """Show another text, if it is one; what was being read stays in its place."""
        if text == self._text:
            return
        self._text = text
        if any(len(word) > _LONGEST_WORD for word in text.split()):
            self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        bar = self.edit.verticalScrollBar()
        place, is_at_end = bar.value(), bool(self._text) and bar.value() == bar.maximum() > 0
        self.edit.setPlainText(_shown(text))
        bar.setValue(bar.maximum() if is_at_end else place)

    def _arrange(self) -> None:
        buttons = add_to(horizontal(spacing=SPACE_M), STRETCH, self.copy_button, self.close_button)
        add_to(vertical(self, margins=SPACE_L, spacing=SPACE_M), (self.edit, 1), buttons)
        self._fit_screen(_SIZE)


def _shown(text: str) -> str:
    """Return as much of a text as a field takes without a stall; Copy takes all of it."""
    if len(text) <= _MOST_SHOWN:
        return text
    n_left = count(len(text) - _MOST_SHOWN)
    more = tr("… {n} more characters; Copy includes all of them.", n=n_left)
    return f"{text[:_MOST_SHOWN]}\n\n{more}"
