"""A request for vectors that is given up has an end, so that nobody keeps its texts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from app.core.engine.load.embedder import Embedder
from app.core.engine_link.recovery import Ledger
from app.core.protocol import Call, Embed, PendingCalls, Reply, RequestId, TextsEmbedded

if TYPE_CHECKING:
    from app.core.protocol import News

NOTHING: Any = SimpleNamespace()


def test_what_is_stopped_is_told_and_the_ledger_lets_go_of_it() -> None:
    ledger = Ledger()
    told: list[Reply | News] = []

    def send(message: Reply | News) -> None:
        told.append(message)
        ledger.note_heard(message)

    context: Any = SimpleNamespace(use_threads=lambda _n_threads: None)
    info: Any = SimpleNamespace(settings=SimpleNamespace(n_threads=1))
    embedder, pending = Embedder(NOTHING, context, info), PendingCalls(send)
    calls = [Call(RequestId(number), Embed((f"the sea {number}",))) for number in (1, 2)]
    for call in calls:
        ledger.note_sent(call)
        embedder.embed(pending.begin(call))
    embedder.stop(RequestId(1))
    embedder.stop(RequestId(3))  # which there is not
    assert told == [Reply(RequestId(1), TextsEmbedded())]
    assert list(ledger._calls.values()) == [calls[1].request]
    assert embedder.has_work
