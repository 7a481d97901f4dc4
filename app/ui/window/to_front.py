"""Brings a window to where the user sees it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def bring_to_front(window: QWidget, activation: str = "") -> None:
    """Show a window, as large as it was, above all others and with the keyboard.

    Args:
        activation: by which a desktop with Wayland knows that the user wants it.
    """
    if activation:
        os.environ["XDG_ACTIVATION_TOKEN"] = activation  # Qt takes it from there
    if window.isMinimized():
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
