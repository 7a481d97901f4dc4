"""The calls that are under way: who asked what, and who is told of its answer.

Threads: any; one lock, held for moments. What is called is called outside of it.
"""

from __future__ import annotations

import itertools
import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NewType

from app.core.protocol import Call, News, Reply, RequestId

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import Problem
    from app.core.protocol import Request

logger = logging.getLogger(__name__)

ClientId = NewType("ClientId", int)


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A call without an answer."""

    client: ClientId
    request: Request[Any, Any]
    then: Callable[[Any], None]
    on_news: Callable[[Any], None]


class Calls:
    """All calls of all clients; each gets exactly one answer, unless its client leaves."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._under_way: dict[RequestId, _UnderWay] = {}  # guarded by _lock

    def begin(
        self,
        client: ClientId,
        request: Request[Any, Any],
        then: Callable[[Any], None],
        on_news: Callable[[Any], None],
    ) -> Call:
        """Take note of a request, and return the call to send."""
        with self._lock:
            call = Call(RequestId(next(self._ids)), request)
            self._under_way[call.id] = _UnderWay(client, request, then, on_news)
        return call

    def has(self, client: ClientId, request: RequestId) -> bool:
        """Whether a call of a client has no answer yet."""
        one = self._under_way.get(request)
        return one is not None and one.client == client

    def take(self, message: Reply | News) -> None:
        """Hand on what came; of a call that is answered, or that nobody waits for, nothing."""
        with self._lock:
            one = self._under_way.get(message.id)
            if one is not None and isinstance(message, Reply):
                del self._under_way[message.id]
        if one is None:
            return
        match message:
            case Reply(answer=answer):
                _guarded(one.then, answer)
            case News(news=news):
                _guarded(one.on_news, news)

    def fail_all(self, problem: Problem | None) -> None:
        """Answer all that there is no answer."""
        with self._lock:
            lost, self._under_way = self._under_way, {}
        for one in lost.values():
            _guarded(one.then, one.request.failed(problem))

    def forget(self, client: ClientId) -> tuple[RequestId, ...]:
        """Let nothing come to a client any more; return its calls that have no answer."""
        with self._lock:
            ids = tuple(id_ for id_, one in self._under_way.items() if one.client == client)
            for id_ in ids:
                del self._under_way[id_]
        return ids


def _guarded(call: Callable[[Any], None], value: object) -> None:
    try:
        call(value)
    except Exception:
        # One broken client must silence neither the others nor the engine.
        logger.exception("a client failed at an answer")
