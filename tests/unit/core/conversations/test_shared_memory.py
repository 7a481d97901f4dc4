"""What chats share that begin with a text is asked of the engine, and told under its ticket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.events import SharedMemoryMeasured
from app.core.messages import Attachment
from app.core.protocol import ChatKey, MeasureShared, SharedMemory

if TYPE_CHECKING:
    from tests.unit.core.conversations.conftest import Stage

BOOK = Attachment("book.pdf", "The dough of rye rests overnight.")


def test_the_chats_that_begin_with_a_text_are_measured(stage: Stage) -> None:
    for text in ("Why?", "How?"):
        stage.conversations.chats.send(None, text, (BOOK,), ticket=1)
    stage.conversations.memory.measure_shared(BOOK, ticket=7)
    asked = stage.command(MeasureShared)
    assert asked.chats == (ChatKey("1"), ChatKey("2"))
    shared = SharedMemory(2, 24_310, 1_100_000_000, 90_000.0)
    stage.reply(asked, shared)
    assert stage.event(SharedMemoryMeasured) == SharedMemoryMeasured(7, shared)


def test_an_engine_that_ends_says_that_nothing_is_known(stage: Stage) -> None:
    stage.conversations.memory.measure_shared(BOOK, ticket=8)
    asked = stage.command(MeasureShared)
    assert asked.chats == ()
    stage.end_engine()
    assert stage.event(SharedMemoryMeasured) == SharedMemoryMeasured(8, SharedMemory())
