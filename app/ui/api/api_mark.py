"""A quiet mark in the status line while other programs can ask; a click leads to the page."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QToolButton

from app.ui.api.api_state import ApiState, CannotListen, Listening
from app.ui.kit.labels import icon
from app.ui.kit.theme import TEXT_CAPTION, Theme
from app.ui.words.formatting import counted
from app.ui.words.plain_text import set_tip
from app.ui.words.translation import sentences, tr, translated


class ApiMark(QToolButton):
    """Is there while the API is on, or should be and is not."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._is_failed = False
        self.setObjectName("apiMark")
        self.setText(tr("API"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.hide()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_state(self, state: ApiState, n_programs: int) -> None:
        """Show whether programs can ask, and how many do."""
        self.setVisible(isinstance(state, Listening | CannotListen))
        words = ""
        match state:
            case Listening(address=address):
                words = sentences(
                    tr("Other programs can reach Hearth at {address}.", address=address),
                    tr("Connected: {programs}.", programs=counted(n_programs, "program")),
                )
            case CannotListen(problem=problem):
                words = translated(problem.what)
            case _:
                pass
        set_tip(self, words)
        self.setAccessibleName(tr("API"))
        self.setAccessibleDescription(words)
        self._is_failed = isinstance(state, CannotListen)
        self._on_theme_changed()

    @Slot()
    def _on_theme_changed(self) -> None:
        colours = self._theme.colours
        side = self._theme.scaled(TEXT_CAPTION)
        name, colour = ("warning", colours.danger) if self._is_failed else ("plug", colours.muted)
        self.setIcon(icon(name, colour, side=side))
        self.setIconSize(QSize(side, side))
