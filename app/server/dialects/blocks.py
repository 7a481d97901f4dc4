"""An answer as a row of blocks, each begun, grown and ended: thinking, words, calls of tools.

Both kinds of clients that want blocks get them from here, in the words of each.

Threads: the server's event loop.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.protocol import CallPiece
    from app.server.answering import Ended, SaidWords


class AnswerBlockKind(enum.Enum):
    """What a block holds."""

    THINKING = enum.auto()
    WORDS = enum.auto()
    CALL = enum.auto()


@dataclass(slots=True)
class AnswerBlock:
    """One block.

    Attributes:
        number: in its answer, from 0.
        text: so far; of a call the JSON text of its arguments.
        name, call_id: of a call.
    """

    number: int
    kind: AnswerBlockKind
    text: str = ""
    name: str = ""
    call_id: str = ""

    def empty(self) -> AnswerBlock:
        """Return it as it began."""
        return AnswerBlock(self.number, self.kind, name=self.name, call_id=self.call_id)


class BlockBegun(PlainValue, frozen=True):
    """A block begins; nothing of it was said yet."""

    block: AnswerBlock


class BlockGrown(PlainValue, frozen=True):
    """A block has more; `block.text` holds all of it."""

    block: AnswerBlock
    more: str


class BlockEnded(PlainValue, frozen=True):
    """A block is complete."""

    block: AnswerBlock


BlockEvent = BlockBegun | BlockGrown | BlockEnded


class Blocks:
    """The blocks of one answer while it comes."""

    def __init__(self) -> None:
        self._open: AnswerBlock | None = None
        self.all: list[AnswerBlock] = []

    def feed(self, words: SaidWords) -> Iterator[BlockEvent]:
        """Give what new words are."""
        if words.thinking:
            yield from self._grow(AnswerBlockKind.THINKING, words.thinking)
        if words.answer:
            yield from self._grow(AnswerBlockKind.WORDS, words.answer)
        for piece in words.calls:
            yield from self._grow_call(piece)

    def finish(self) -> Iterator[BlockEvent]:
        """Give the end of what is open; an answer without a word has one block of none."""
        if not self.all:
            yield self._begin(AnswerBlockKind.WORDS)
        yield from self._end()

    def _grow(self, kind: AnswerBlockKind, more: str) -> Iterator[BlockEvent]:
        block = self._open
        if block is None or block.kind is not kind:
            if kind is AnswerBlockKind.WORDS and not more.strip() and self.all:
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
            begun = self._begin(AnswerBlockKind.CALL, piece.name, piece.id)
            yield begun
        block = self._open
        if block is None or block.kind is not AnswerBlockKind.CALL or not piece.arguments:
            return
        block.text += piece.arguments
        yield BlockGrown(block, piece.arguments)

    def _begin(self, kind: AnswerBlockKind, name: str = "", call_id: str = "") -> BlockBegun:
        block = AnswerBlock(len(self.all), kind, name=name, call_id=call_id)
        self.all.append(block)
        self._open = block
        return BlockBegun(block)

    def _end(self) -> Iterator[BlockEvent]:
        block, self._open = self._open, None
        if block is not None:
            yield BlockEnded(block)


def blocks_of(ended: Ended) -> list[AnswerBlock]:
    """Return the blocks of an answer in one piece."""
    found: list[AnswerBlock] = []
    if ended.thinking:
        found.append(AnswerBlock(len(found), AnswerBlockKind.THINKING, ended.thinking))
    if ended.answer.strip() or not (ended.calls or ended.thinking):
        found.append(AnswerBlock(len(found), AnswerBlockKind.WORDS, ended.answer))
    for call in ended.calls:
        found.append(
            AnswerBlock(len(found), AnswerBlockKind.CALL, call.arguments, call.name, call.id)
        )
    return found
