"""An answer as a row of blocks, each begun, grown and ended: thinking, words, calls of tools.

Both kinds of clients that want blocks get them from here, in the words of each.

Threads: the server's event loop.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.server.answering import Ended, Words
    from app.server.followers import CallPiece


class BlockKind(enum.Enum):
    """What a block holds."""

    THINKING = enum.auto()
    WORDS = enum.auto()
    CALL = enum.auto()


@dataclass(slots=True)
class Block:
    """One block.

    Attributes:
        number: in its answer, from 0.
        text: so far; of a call the JSON text of its arguments.
        name, call_id: of a call.
    """

    number: int
    kind: BlockKind
    text: str = ""
    name: str = ""
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class BlockBegun:
    """A block begins; nothing of it was said yet."""

    block: Block


@dataclass(frozen=True, slots=True)
class BlockGrown:
    """A block has more; `block.text` holds all of it."""

    block: Block
    more: str


@dataclass(frozen=True, slots=True)
class BlockEnded:
    """A block is complete."""

    block: Block


BlockEvent = BlockBegun | BlockGrown | BlockEnded


class Blocks:
    """The blocks of one answer while it comes."""

    def __init__(self) -> None:
        self._open: Block | None = None
        self.all: list[Block] = []

    def feed(self, words: Words) -> Iterator[BlockEvent]:
        """Give what new words are."""
        if words.thinking:
            yield from self._grow(BlockKind.THINKING, words.thinking)
        if words.answer:
            yield from self._grow(BlockKind.WORDS, words.answer)
        for piece in words.calls:
            yield from self._grow_call(piece)

    def finish(self) -> Iterator[BlockEvent]:
        """Give the end of what is open; an answer without a word has one block of none."""
        if not self.all:
            yield self._begin(BlockKind.WORDS)
        yield from self._end()

    def _grow(self, kind: BlockKind, more: str) -> Iterator[BlockEvent]:
        block = self._open
        if block is None or block.kind is not kind:
            if kind is BlockKind.WORDS and not more.strip() and self.all:
                return  # blanks between thinking and calls
            yield from self._end()
            begun = self._begin(kind)
            yield begun
            block = begun.block
        block.text += more
        yield BlockGrown(block, more)

    def _grow_call(self, piece: CallPiece) -> Iterator[BlockEvent]:
        if piece.name:
            yield from self._end()
            begun = self._begin(BlockKind.CALL, piece.name, piece.id)
            yield begun
        block = self._open
        if block is None or block.kind is not BlockKind.CALL or not piece.arguments:
            return
        block.text += piece.arguments
        yield BlockGrown(block, piece.arguments)

    def _begin(self, kind: BlockKind, name: str = "", call_id: str = "") -> BlockBegun:
        block = Block(len(self.all), kind, name=name, call_id=call_id)
        self.all.append(block)
        self._open = block
        return BlockBegun(block)

    def _end(self) -> Iterator[BlockEvent]:
        block, self._open = self._open, None
        if block is not None:
            yield BlockEnded(block)


def blocks_of(ended: Ended) -> list[Block]:
    """Return the blocks of an answer in one piece."""
    found: list[Block] = []
    if ended.thinking:
        found.append(Block(len(found), BlockKind.THINKING, ended.thinking))
    if ended.answer.strip() or not (ended.calls or ended.thinking):
        found.append(Block(len(found), BlockKind.WORDS, ended.answer))
    for call in ended.calls:
        found.append(Block(len(found), BlockKind.CALL, call.arguments, call.name, call.id))
    return found
