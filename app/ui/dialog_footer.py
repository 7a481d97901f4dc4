"""The strip below a page of its own: what is said of it at the left, its buttons at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from app.ui.theme import SPACE_M, SPACE_S, SPACE_XL

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def dialog_footer(*buttons: QPushButton, left: QWidget | None = None) -> QFrame:
    """Return the strip.

    Args:
        buttons: from left to right, the one that is pressed most last. Return presses the default
            one wherever the keyboard is; Qt would take another that comes first, even a hidden one.
        left: words, which get the room that is left, or a button that stands apart.
    """
    footer = QFrame()
    footer.setObjectName("dialogFooter")
    row = QHBoxLayout(footer)
    row.setContentsMargins(SPACE_XL, SPACE_M, SPACE_XL, SPACE_M)
    row.setSpacing(SPACE_S)
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
