"""Says all the while where messages go, as long as that is another machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.composer.composer_bar import ComposerBar
from app.ui.server_words import messages_go_to

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.ui.state.known_servers import ServerPlace
    from app.ui.theme import Theme


class ServerBar(ComposerBar):
    """One quiet line; hidden while a model on this machine answers, and while none does."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "server", (), parent)
        self.setObjectName("serverBar")

    def show_place(self, place: ServerPlace | None) -> None:
        """Name the machine that the model is on; None for this one."""
        is_elsewhere = place is not None and place.is_elsewhere
        self.show_words(messages_go_to(place) if place is not None and is_elsewhere else "")
