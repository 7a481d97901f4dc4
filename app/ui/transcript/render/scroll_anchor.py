"""What must stay where it is on the screen while heights above it change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.render.message_stack import MessageStack


LEAST_VISIBLE = 120  # of a message that is brought into view, logical pixels


class ScrollAnchor(PlainValue, frozen=True):
    """A section of a message and how far below the top of the viewport it begins.

    `slot` -1 stands for the message itself.
    """

    message_id: MessageId
    slot: int
    offset: float


def take_anchor(
    stack: MessageStack, top: float, bottom: float, first_row: int = 0
) -> ScrollAnchor | None:
    """Return the anchor for a viewport that shows [top, bottom), not above `first_row`.

    The first section whose height is exact is chosen: the reader has seen it, and it will not
    change, while what has just come into view above it may turn out higher or lower.
    """
    fallback: ScrollAnchor | None = None
    for row in stack.rows_between(top, bottom):
        if row < first_row:
            continue
        layout = stack[row]
        message_top = stack.top(row)
        if fallback is None:
            fallback = ScrollAnchor(layout.message.id, -1, message_top - top)
        if not layout.is_cut:
            continue
        for number, slot, rect in layout.slot_rects():
            if (
                slot.exact
                and top < message_top + rect.bottom()
                and message_top + rect.top() < bottom
            ):
                return ScrollAnchor(layout.message.id, number, message_top + rect.top() - top)
    return fallback


def anchored_top(stack: MessageStack, anchor: ScrollAnchor) -> float | None:
    """Return where the viewport must begin now; None when the message is gone."""
    row = stack.messages.row_of(anchor.message_id)
    if row < 0:
        return None
    top = stack.top(row)
    if anchor.slot >= 0:
        for number, _slot, rect in stack[row].slot_rects():
            if number == anchor.slot:
                return top + rect.top() - anchor.offset
    return top - anchor.offset
