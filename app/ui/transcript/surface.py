"""What input, speech and the satellites know of the view; they never name the view itself."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Protocol

from app.ui.transcript.render.viewport import Viewport

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint, QPointF

    from app.core.chats.records import MessageId
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.model.spots import Spot
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.render.scroller import Scroller
    from app.ui.transcript.render.targets import Target


class Request(enum.Enum):
    """What is asked of the chat for one message; the view sends it on as a signal."""

    EDIT = enum.auto()
    REGENERATE = enum.auto()
    SHOW_VERSION = enum.auto()
    BEGIN = enum.auto()
    DELETE = enum.auto()
    FORK = enum.auto()
    READ_FROM = enum.auto()


class Surface(Viewport, Protocol):
    """Where things are on the screen, and what can be asked of the one who shows them."""

    @property
    def scroller(self) -> Scroller:
        """What keeps the reader's place."""

    @property
    def ringed(self) -> MessageId | None:
        """The message that the keyboard is at, where that is shown."""

    # -- where things are, in coordinates of the viewport --

    def message_at(self, point: QPointF) -> tuple[MessageLayout, QPointF] | None:
        """Return the message at a point of the viewport and the point inside it."""

    def origin_of(self, message_id: MessageId) -> QPointF:
        """Return the top left corner of a message in the viewport."""

    def block_of(self, layout: MessageLayout, number: int) -> Block:
        """Return a laid-out section."""

    def targets(self) -> list[Target]:
        """Return what can be pressed now."""

    def scroll_lines(self, layout: MessageLayout, number: int, pixels: float) -> bool:
        """Move lines that are not wrapped sideways; False where there is nothing to move."""

    # -- what is chosen --

    def selected_text(self) -> str:
        """Return what is chosen, as it is displayed."""

    def selected_markdown(self) -> str:
        """Return what is chosen, whole messages as they were written."""

    # -- what is asked --

    def press(self, spot: Spot) -> None:
        """Do what a spot stands for."""

    def request(self, request: Request, message_id: MessageId | None) -> None:
        """Ask something of the chat; None stands for all messages where that is possible."""

    def request_continuing(self) -> None:
        """Ask for more of the last answer."""

    def follow_link(self, address: str) -> None:
        """Follow a link."""

    def hand_over(self, text: str) -> None:
        """Hand a key to the composer."""

    def return_keyboard(self) -> None:
        """Say that the keyboard has done its work here."""

    def jump_to_latest(self) -> None:
        """Go to the end and stay there."""

    def open_menu(self, layout: MessageLayout, place: QPoint, *, by_keyboard: bool) -> None:
        """Open the menu of a message at a place on the screen."""

    def tell_focus(self, message_id: MessageId) -> None:
        """Tell readers which message the keyboard is at."""
