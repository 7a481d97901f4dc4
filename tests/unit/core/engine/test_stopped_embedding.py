"""A request for vectors that is given up has an end, so that nobody keeps its texts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from app.core.engine.embedding.embedder import Embedder
from app.core.engine_link.recovery import Ledger
from app.core.protocol import Embed, RequestId, TextsEmbedded

if TYPE_CHECKING:
    from app.core.protocol import Event

NOTHING: Any = SimpleNamespace()


def test_what_is_stopped_is_told_and_the_ledger_lets_go_of_it() -> None:
    ledger = Ledger()
    told: list[Event] = []

    def emit(event: Event) -> None:
        told.append(event)
        ledger.note_event(event)

    context: Any = SimpleNamespace(use_threads=lambda _n_threads: None)
    info: Any = SimpleNamespace(settings=SimpleNamespace(n_threads=1))
    embedder = Embedder(NOTHING, context, info, emit)
    commands = [Embed(RequestId(number), ("the sea",)) for number in (1, 2)]
    for command in commands:
        ledger.note_sent(command)
        embedder.embed(command)
    embedder.stop(RequestId(1))
    embedder.stop(RequestId(3))  # which there is not
    assert told == [TextsEmbedded(RequestId(1))]
    assert list(ledger._others.values()) == commands[1:]
    assert embedder.has_work
