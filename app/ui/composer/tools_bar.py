"""Above the field: which tools the model may call, and what telling it of them costs.

The button beside the field chooses them.
"""

from __future__ import annotations

import enum
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.core.tools.values import server_group
from app.ui.composer.composer_bar import BarButton, ComposerBar
from app.ui.kit.labels import icon
from app.ui.words.plain_text import button_text, set_tip
from app.ui.words.tool_words import group_words
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.tools.values import ToolsToChoose
    from app.ui.kit.theme import Theme

_MOST_NAMES: Final = 3
_NAME_CHARS: Final = 40


class ToolsKey(enum.Enum):
    """The button of the bar."""

    STOP = enum.auto()


class ToolsBar(ComposerBar):
    """Says which tools a chat has; hidden where it has none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        stop = BarButton(ToolsKey.STOP, tr("No tools"), tr("Go on without tools in this chat"))
        super().__init__(theme, "wrench", (stop,), parent)
        self.setObjectName("toolsBar")

    def show_tools(self, groups: Sequence[str], cost: str) -> None:
        """Name them, with what they take of the context."""
        if not groups:
            self.show_words("")
            return
        names = [group_words(one) for one in groups[:_MOST_NAMES]]
        if len(groups) > _MOST_NAMES:
            names.append(tr("{n} more", n=len(groups) - _MOST_NAMES))
        words = tr("Tools: {names}", names=listed(names))
        self.show_words(tr("{tools} · {cost}", tools=words, cost=cost) if cost else words)


class ToolsButton(QToolButton):
    """Chooses which tools the model may call in this chat.

    Signals:
        toggled_group: with the name of one of Hearth's own tools, or the group of a server.
        page_requested: the user wants to see all tools and servers.
        list_wanted: the menu opens; what there is may be something else than before.
    """

    toggled_group = Signal(str)
    page_requested = Signal()
    list_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolsButton")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._theme = theme
        self._offered: tuple[str, ...] = ()
        self._chosen: tuple[str, ...] = ()
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self._menu.aboutToShow.connect(self.list_wanted)
        self.setMenu(self._menu)
        self.refresh_colours()

    def show_choice(self, there: ToolsToChoose, chosen: Sequence[str], *, can_call: bool) -> None:
        """Show what there is, and what of it the chat has.

        Args:
            can_call: whether the model that is loaded is told of tools.
        """
        before = (self._offered, self._chosen)
        self._offered = (*there.own, *map(server_group, there.servers))
        self._chosen = tuple(chosen)
        if self._menu.isVisible() and before != (self._offered, self._chosen):
            self._fill()
        self.setEnabled(can_call or bool(chosen))
        self.refresh_colours()

    def refresh_colours(self) -> None:
        """Draw the icon in the colours of the theme."""
        colours = self._theme.colours
        self.setIcon(icon("wrench", colours.accent if self._chosen else colours.muted))
        words = tr("Tools that the model may use")
        if not self.isEnabled():
            words = tr("The chat template of this model knows no tools")
        self.setAccessibleName(words)
        set_tip(self, words)

    @Slot()
    def _fill(self) -> None:
        self._menu.clear()
        self._menu.addAction(tr("The model may use")).setEnabled(False)
        for group in dict.fromkeys((*self._offered, *self._chosen)):
            words = button_text(group_words(group), _NAME_CHARS)
            action = self._menu.addAction(words, partial(self.toggled_group.emit, group))
            action.setCheckable(True)
            action.setChecked(group in self._chosen)
        self._menu.addSeparator()
        self._menu.addAction(tr("Tools…"), self.page_requested.emit)
