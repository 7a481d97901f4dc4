"""What the pages of their own have in common: they fit the screen and scroll where it is small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_MIN_SIZE = QSize(320, 240)
_SCREEN_MARGIN = QSize(20, 80)  # for the frame and the panels of the desktop


def scrolled(page: QWidget, name: str) -> QScrollArea:
    """Return a page that scrolls up and down where it does not fit; `name` is for its style."""
    area = QScrollArea()
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
