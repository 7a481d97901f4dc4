"""What pages of their own have in common: they fit the screen, scroll, and have buttons below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.kit.labels import label
from app.ui.kit.layouts import STRETCH, Part, add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_M, SPACE_S, SPACE_XL, TEXT_SMALL

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

    def _on_focus(self, _left: QWidget | None, entered: QWidget | None) -> None:
        page = self.widget()
        if entered is not None and page is not None and page.isAncestorOf(entered):
            self.ensureWidgetVisible(entered)


def set_up_page(
    dialog: QDialog, name: str, title: str, *, is_modal: bool = False, has_grip: bool = False
) -> None:
    """Let a dialog be a page: Qt deletes it when it is closed.

    Args:
        name: what the style sheet calls it.
        title: made safe to be shown.
        is_modal: the window below cannot be used meanwhile.
        has_grip: it can be resized at its corner.
    """
    dialog.setObjectName(name)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setSizeGripEnabled(has_grip)
    if is_modal:
        dialog.setWindowModality(Qt.WindowModality.WindowModal)


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


def fill_dialog(dialog: QDialog, *parts: Part) -> None:
    """Put parts into a dialog from top to bottom, from edge to edge."""
    add_to(vertical(dialog, margins=0, spacing=0), *parts)


def scrolled(page: QWidget, name: str) -> QScrollArea:
    """Return a page that scrolls where it does not fit; `name` is for its style."""
    area = _PageArea()
    area.setObjectName(name)
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def room_for(dialog: QWidget) -> QSize:
    """Return the size that a dialog, or one that this lies in, may have on its screen."""
    return dialog.screen().availableGeometry().size() - _SCREEN_MARGIN


def fit_screen(dialog: QWidget, wanted: QSize) -> None:
    """Give a dialog the size it wants, or as much of it as the screen has.

    Larger words get more room.
    """
    room = room_for(dialog)
    dialog.ensurePolished()
    grown = max(1.0, dialog.fontInfo().pixelSize() / TEXT_SMALL)
    if dialog.findChild(_PageArea) is None:
        dialog.setMinimumWidth(min(_MIN_SIZE.width(), room.width()))
    dialog.setMinimumHeight(min(_MIN_SIZE.height(), room.height()))
    dialog.resize((wanted * grown).boundedTo(room))


def dialog_footer(*buttons: QPushButton, left: QWidget | None = None) -> QFrame:
    """Return the strip.

    Args:
        buttons: from left to right, the one that is pressed most last. Return presses the default
            one wherever the keyboard is; Qt would take another that comes first, even a hidden one.
        left: words, which get the room that is left, or a button that stands apart.
    """
    footer = QFrame()
    footer.setObjectName("dialogFooter")
    row = horizontal(footer, margins=(SPACE_XL, SPACE_M, SPACE_XL, SPACE_M), spacing=SPACE_S)
    if isinstance(left, QLabel):
        row.addWidget(left, 1)
    else:
        if left is not None:
            row.addWidget(left)
        row.addStretch(1)
    for button in buttons:
        if not button.isDefault():
            button.setAutoDefault(False)
        row.addWidget(button)
    return footer
