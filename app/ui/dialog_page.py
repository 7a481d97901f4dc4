"""What the pages of their own have in common: they fit the screen and scroll where it is small."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

_MIN_SIZE = QSize(320, 240)
_SCREEN_MARGIN = QSize(20, 80)  # for the frame and the panels of the desktop


class _PageArea(QScrollArea):
    """Scrolls to what has the keyboard, also where that comes from outside, which Qt does not."""

    def __init__(self) -> None:
        super().__init__()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    @Slot("QWidget*", "QWidget*")
    def _on_focus(self, _left: QWidget | None, entered: QWidget | None) -> None:
        page = self.widget()
        if entered is not None and page is not None and page.isAncestorOf(entered):
            self.ensureWidgetVisible(entered)


def scrolled(page: QWidget, name: str) -> QScrollArea:
    """Return a page that scrolls up and down where it does not fit; `name` is for its style."""
    area = _PageArea()
    area.setObjectName(name)
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def room_for(dialog: QWidget) -> QSize:
    """Return the size that a dialog may have on its screen."""
    return dialog.screen().availableGeometry().size() - _SCREEN_MARGIN


def fit_screen(dialog: QWidget, wanted: QSize) -> None:
    """Give a dialog the size it wants, or as much of it as the screen has."""
    dialog.setMinimumSize(_MIN_SIZE.boundedTo(room_for(dialog)))
    dialog.resize(wanted.boundedTo(room_for(dialog)))
