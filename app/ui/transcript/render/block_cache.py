"""The blocks laid out last; what scrolls far away is forgotten and made again when it returns.

Bounded in number and in bytes: a table or an image takes a thousand times what a line does.

`FrameBudget` says how much may be laid out before the next frame.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from app.ui.transcript.blocks.registry import kind_of

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.blocks.block import Block
    from app.ui.transcript.model.sections import Section


MAX_BLOCKS = 240
MAX_BYTES = 48_000_000
_LEAST_BLOCKS = 24  # a screen full, whatever their size: without them it would be made for ever


class BlockCache:
    """Least recently used blocks by message and number of the section."""

    def __init__(self) -> None:
        self._blocks: OrderedDict[tuple[MessageId, int], Block] = OrderedDict()
        self._sizes: dict[tuple[MessageId, int], int] = {}
        self.n_bytes = 0  # about what the blocks hold

    def __len__(self) -> int:
        return len(self._blocks)

    def get(self, message_id: MessageId, number: int) -> Block | None:
        """Return a block if it is still there."""
        block = self._blocks.get((message_id, number))
        if block is not None:
            self._blocks.move_to_end((message_id, number))
        return block

    def put(self, message_id: MessageId, number: int, block: Block) -> None:
        """Keep a block, forgetting the one unused for longest."""
        self.drop(message_id, number)
        self._blocks[message_id, number] = block
        self._sizes[message_id, number] = block.document.n_bytes()
        self.n_bytes += self._sizes[message_id, number]
        while len(self._blocks) > MAX_BLOCKS or (
            self.n_bytes > MAX_BYTES and len(self._blocks) > _LEAST_BLOCKS
        ):
            self.drop(*next(iter(self._blocks)))

    def drop(self, message_id: MessageId, number: int) -> None:
        """Forget one block."""
        if self._blocks.pop((message_id, number), None) is not None:
            self.n_bytes -= self._sizes.pop((message_id, number))

    def drop_message(self, message_id: MessageId) -> None:
        """Forget all blocks of a message."""
        for key in [key for key in self._blocks if key[0] == message_id]:
            self.drop(*key)

    def are_waiting(self) -> bool:
        """Return whether colours, formulas or images of a block are missing."""
        return any(block.document.is_waiting() for block in self._blocks.values())

    def stale(self) -> list[tuple[MessageId, int]]:
        """Return the blocks that would show more if they were made again."""
        return [key for key, block in self._blocks.items() if block.document.is_stale()]

    def clear(self) -> None:
        """Forget all."""
        self._blocks.clear()
        self._sizes.clear()
        self.n_bytes = 0


_FRAME_COST = 400  # tenths of a millisecond


class FrameBudget:
    """How much may still be laid out before the window is to be drawn; always one section."""

    def __init__(self) -> None:
        self._left = _FRAME_COST
        self.is_over = False  # something had to be left for the next one

    def has_time_for(self, section: Section) -> bool:
        """Return whether a section can be laid out now, and count it as done."""
        price = kind_of(section).cost(section)
        if self._left < price and self._left < _FRAME_COST:
            self.is_over = True
            return False
        self._left -= price
        return True
