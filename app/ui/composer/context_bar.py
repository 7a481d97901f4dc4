"""Says in time that a chat will not fit the context any more, and what can be done about it."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.ui.composer.composer_bar import BarButton, ComposerBar
from app.ui.formatting import count, counted
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.core.conversations.events import ContextUse
    from app.ui.theme import Theme

_NEARLY = 0.9  # of the context


class WayOut(enum.Enum):
    """What can be done about a chat that does not fit."""

    LARGER = enum.auto()
    LEAVE_OUT = enum.auto()
    NEW_CHAT = enum.auto()


class ContextBar(ComposerBar):
    """Hidden while there is room. Sends `pressed` with a `WayOut`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        buttons = (
            BarButton(
                WayOut.LARGER,
                tr("Larger context…"),
                tr("Reload the model with a larger context; takes more memory"),
            ),
            BarButton(
                WayOut.LEAVE_OUT,
                tr("Leave out the beginning"),
                tr("The model reads only the later half from now on; nothing is deleted"),
            ),
            BarButton(
                WayOut.NEW_CHAT,
                tr("New chat"),
                tr("Continue with this message in a new chat"),
            ),
        )
        super().__init__(theme, "warning", buttons, parent, wraps=True)

    def show_use(self, use: ContextUse, *, can_grow: bool, can_leave_out: bool) -> None:
        """Appear when what is written would fill the context.

        Args:
            use: what was measured.
            can_grow: whether the model could be opened with a larger context.
            can_leave_out: whether there is anything before the user's last message.
        """
        left = use.n_ctx - use.n_total
        words = ""
        if not use.has_room:
            words = tr(
                "This does not fit: {used} of {context}.",
                used=count(use.n_total),
                context=counted(use.n_ctx, "token"),
            )
        elif use.n_ctx and use.n_total > _NEARLY * use.n_ctx:
            words = tr(
                "The context is nearly full: {tokens} left for the answer.",
                tokens=counted(left, "token"),
            )
        self.buttons[WayOut.LARGER].setVisible(can_grow)
        self.buttons[WayOut.LEAVE_OUT].setVisible(can_leave_out)
        self.buttons[WayOut.NEW_CHAT].setVisible(use.chat_id is not None)
        self.show_words(words)
