"""What can be pressed on the screen, and what painting a message must know of the hour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF

    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.model.click_targets import ClickTarget
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.wait_text import Wait


class SelectedText(Protocol):
    """What is chosen of a message."""

    def range_in(self, slot: int, end_position: int) -> tuple[int, int] | None:
        """Return the chosen positions [begin, end) of one section, None for none."""


class SearchMarks(Protocol):
    """What is looked for in the chat."""

    def marks(self, layout: MessageLayout, slot: int, block: Block) -> list[tuple[int, int, bool]]:
        """Return where the words stand in a section, and whether the user is there."""


@dataclass(frozen=True, slots=True)
class PlacedTarget:
    """A click target and its place in the viewport."""

    click_target: ClickTarget
    rect: QRectF


@dataclass(frozen=True, slots=True)
class PaintState:
    """What the pointer and the keyboard have to do with the message being painted.

    Attributes:
        can_answer: there is a model to do it.
        can_retry: and room for this answer to be given again.
        can_continue: and room for the chat to go on from its end.
        wait: what the answer that is being given waits for; None for nothing.
        version: which of how many this message is, from 1; None where it stands alone.
        media_note: what the model cannot take of its pictures and sounds; "" for nothing.
        can_end_thinking: the model can be told to answer now.
    """

    is_last: bool
    can_answer: bool
    can_retry: bool
    can_continue: bool
    wait: Wait | None
    version: tuple[int, int] | None
    is_hovered: bool
    hovered_click_target: ClickTarget | None
    copied_click_target: ClickTarget | None
    selection: SelectedText | None
    phase: int  # of the dots that say an answer is coming
    marking: SearchMarks
    media_note: str = ""
    can_end_thinking: bool = True
