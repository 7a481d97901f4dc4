"""Whether the chat list is there: as the user wants it, and as far as the window is wide enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

NARROW = 760  # pixels; a window that is narrower hides the list


class SidebarVisibility(QObject):
    """Shows and hides the list.

    Args:
        sidebar: with the list.
        show_button: stands in the header while the list is hidden.
    """

    def __init__(self, sidebar: QWidget, show_button: QWidget) -> None:
        super().__init__(sidebar)
        self._sidebar = sidebar
        self._show_button = show_button
        self._hidden_by_width = False

    @Slot()
    def toggle(self) -> None:
        """Show or hide the list."""
        self._hidden_by_width = False
        self._set(visible=self._sidebar.isHidden())

    def show(self) -> None:
        """Show the list: something in it is needed."""
        self._set(visible=True)

    def fit_width(self, was: int, now: int) -> None:
        """A window that becomes narrow hides the list, one that becomes wide brings it back.

        Args:
            was: width of the window before, in pixels; not above 0 at its first showing.
            now: its width.
        """
        if now < NARROW and not self._sidebar.isHidden() and not 0 < was < NARROW:
            self._hidden_by_width = True
            self._set(visible=False)
        elif now >= NARROW and self._hidden_by_width:
            self._hidden_by_width = False
            self._set(visible=True)

    def _set(self, *, visible: bool) -> None:
        self._sidebar.setVisible(visible)
        self._show_button.setVisible(not visible)
