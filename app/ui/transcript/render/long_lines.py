"""Which blocks of a message have lines that are not wrapped, and how far these are scrolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.transcript.model.sections import code_pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import MessageId
    from app.ui.transcript.render.block_cache import BlockCache
    from app.ui.transcript.render.slot import SectionSlot


class LongLines:
    """Asked by the number of any piece of a block; what was not unwrapped is wrapped.

    Args:
        message_id: whose blocks they are.
    """

    def __init__(self, message_id: MessageId) -> None:
        self._message_id = message_id
        self._slots: Sequence[SectionSlot] = ()
        self._scrolled: dict[int, float] = {}  # by the first piece of a block

    def set_slots(self, slots: Sequence[SectionSlot]) -> None:
        """Take over the sections of the message as they are now."""
        self._slots = slots

    def clear(self) -> None:
        """Wrap all; the blocks get other numbers."""
        self._scrolled.clear()

    def scrolled(self, number: int) -> float | None:
        """Return how many pixels lines are moved to the left, None where they are wrapped."""
        kind = self._slots[number].kind
        if not kind.may_unwrap:
            return None
        unmoved = 0.0 if kind.never_wraps else None
        return self._scrolled.get(self.pieces(number).start, unmoved) if self._scrolled else unmoved

    def is_wrapped(self, number: int) -> bool:
        """Whether the long lines of a block are broken."""
        return self.scrolled(number) is None

    def toggle(self, number: int) -> None:
        """Wrap the lines of a block, or let them reach beyond the edge."""
        first = self.pieces(number).start
        if first in self._scrolled:
            del self._scrolled[first]
        else:
            self._scrolled[first] = 0.0

    def overflow(self, number: int, cache: BlockCache) -> float:
        """Return how far a block reaches beyond the right edge, as far as it is laid out."""
        blocks = (cache.get(self._message_id, piece) for piece in self.pieces(number))
        return max((block.overflow() for block in blocks if block is not None), default=0.0)

    def scroll(self, number: int, pixels: float, cache: BlockCache) -> bool:
        """Move lines that are not wrapped sideways; False where there is nothing to move."""
        before = self.scrolled(number)
        if before is None:
            return False
        overflow = self.overflow(number, cache)
        if not overflow:
            return False
        pieces = self.pieces(number)
        scrolled = min(max(0.0, before + pixels), overflow)
        self._scrolled[pieces.start] = scrolled
        for piece in pieces:
            block = cache.get(self._message_id, piece)
            if block is not None:
                block.scroll_to(scrolled)
        return True

    def pieces(self, number: int) -> range:
        """Return the numbers of all pieces of a block."""
        return code_pieces([slot.section for slot in self._slots], number)
