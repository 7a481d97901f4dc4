"""The button that says whether the model thinks before it answers, and lets one choose.

It is there only while a model is loaded that lets one choose.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton

from app.core.protocol import DEFAULT_THINKING, NO_THINKING_OPTIONS, ThinkingChoice
from app.ui.icons import icon
from app.ui.plain_text import set_tip
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.protocol import ThinkingOptions
    from app.ui.theme import Theme

_EFFORTS = {
    "minimal": QT_TR_NOOP("Minimal effort"),
    "low": QT_TR_NOOP("Low effort"),
    "medium": QT_TR_NOOP("Medium effort"),
    "high": QT_TR_NOOP("High effort"),
    "max": QT_TR_NOOP("Maximum effort"),
}


class ThinkingButton(QToolButton):
    """Shows the choice of the open chat; `chosen` with another one."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("thinkingButton")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._theme = theme
        self._options = NO_THINKING_OPTIONS
        self._choice = DEFAULT_THINKING
        self._group = QActionGroup(self)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._refresh()

    def show_choice(self, options: ThinkingOptions, choice: ThinkingChoice) -> None:
        """Show what there is to choose, and what is chosen."""
        self._options, self._choice = options, options.fitting(choice)
        self._refresh()

    def refresh_colours(self) -> None:
        """Draw the icon in the colours of the theme."""
        self._refresh()

    def _refresh(self) -> None:
        colours = self._theme.colours
        is_chosen = self._choice != DEFAULT_THINKING and self._choice.is_on is not False
        self.setIcon(icon("thinking", colours.accent if is_chosen else colours.muted))
        words = _words(self._choice)
        self.setAccessibleName(tr("Thinking: {choice}", choice=words))
        set_tip(self, tr("Thinking: {choice}", choice=words))
        self.setVisible(self._options != NO_THINKING_OPTIONS)

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        self._menu.addAction(tr("Thinking")).setEnabled(False)  # what the menu is about
        for choice in _choices(self._options):
            action = self._menu.addAction(_words(choice), partial(self._choose, choice))
            action.setCheckable(True)
            action.setChecked(choice == self._choice)
            set_tip(action, _tip(choice))
            self._group.addAction(action)

    def _choose(self, choice: ThinkingChoice) -> None:
        if choice != self._choice:
            self.chosen.emit(choice)


def _choices(options: ThinkingOptions) -> list[ThinkingChoice]:
    switches = (None, True, False) if options.can_switch else (None,)
    return [
        *(ThinkingChoice(is_on) for is_on in switches),
        *(ThinkingChoice(effort=word) for word in options.efforts),
    ]


def _words(choice: ThinkingChoice) -> str:
    if choice.effort:
        known = _EFFORTS.get(choice.effort)
        return choice.effort if known is None else tr(known)
    match choice.is_on:
        case None:
            return tr("Default")
        case True:
            return tr("On")
        case False:
            return tr("Off")


def _tip(choice: ThinkingChoice) -> str:
    if choice == DEFAULT_THINKING:
        return tr("What the chat template of the model does by itself")
    return tr("Where the chat template writes this at the beginning, the chat is read again")
