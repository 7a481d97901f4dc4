"""What lays messages out sees of the view: the messages, the text column and the scroll bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PySide6.QtWidgets import QScrollBar, QWidget

    from app.ui.transcript.render.frame import Frame
    from app.ui.transcript.render.message_stack import MessageStack


class Viewport(Protocol):
    """A scrolled area with messages; sizes in logical pixels."""

    @property
    def widget(self) -> QWidget:
        """The widget that scrolls, to own objects and to be told to readers."""

    @property
    def stack(self) -> MessageStack:
        """The messages and where they lie."""

    @property
    def is_dragging(self) -> bool:
        """Whether a selection is being made, which says itself where to scroll."""

    def viewport(self) -> QWidget:
        """Qt: what is drawn on."""

    def verticalScrollBar(self) -> QScrollBar:
        """Qt: the scroll bar."""

    def column(self) -> tuple[float, float]:
        """Return left edge and width of the text column."""

    def lay_out(self, row: int, top: float, bottom: float, frame: Frame) -> bool:
        """Make a message exact from `top` to `bottom` of it; True when a size changed."""
