"""The blocks laid out last; what scrolls far away is forgotten and made again when it returns."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.block import Block

MAX_BLOCKS = 240  # about 30 kB each


class BlockCache:
    """Least recently used blocks by message and number of the section."""

    def __init__(self) -> None:
        self._blocks: OrderedDict[tuple[MessageId, int], Block] = OrderedDict()

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
        self._blocks[message_id, number] = block
        while len(self._blocks) > MAX_BLOCKS:
            self._blocks.popitem(last=False)

    def drop(self, message_id: MessageId, number: int) -> None:
        """Forget one block."""
        self._blocks.pop((message_id, number), None)

    def are_waiting(self) -> bool:
        """Return whether colours, formulas or pictures of a block are missing."""
        return any(block.document.is_waiting() for block in self._blocks.values())

    def stale(self) -> list[tuple[MessageId, int]]:
        """Return the blocks that would show more if they were made again."""
        return [key for key, block in self._blocks.items() if block.document.is_stale()]

    def clear(self) -> None:
        """Forget all."""
        self._blocks.clear()
