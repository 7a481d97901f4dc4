"""Says all the while that the chat is a temporary one."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.ui.composer.composer_bar import BarButton, ComposerBar
from app.ui.theme import SPACE_M, SPACE_XS
from app.ui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.ui.theme import Theme


class TemporaryKey(enum.Enum):
    """Its button."""

    KEEP = enum.auto()


class TemporaryBar(ComposerBar):
    """A band in a colour of its own; hidden in any other chat."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        keep = BarButton(
            TemporaryKey.KEEP,
            tr("Keep as a chat"),
            tr("Save this chat with your other chats"),
        )
        super().__init__(theme, "temporary", (keep,), parent)
        self.setObjectName("temporaryBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(SPACE_M, SPACE_XS, SPACE_M, SPACE_XS)

    def show_chat(self, *, is_temporary: bool, can_keep: bool) -> None:
        """Appear in a temporary chat; one without a message cannot be kept."""
        self.buttons[TemporaryKey.KEEP].setVisible(can_keep)
        self.show_words(tr("Temporary chat: nothing of it is kept.") if is_temporary else "")
