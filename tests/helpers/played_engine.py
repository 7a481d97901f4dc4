"""An engine that a test plays: what is asked waits until the test answers it."""

from __future__ import annotations

import itertools
import queue
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.protocol import RequestId

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import Problem
    from app.core.protocol import A, Command, N, Request


@dataclass(eq=False)
class _Asked:
    id: RequestId
    request: Request[Any, Any]
    then: Callable[[Any], None]
    on_news: Callable[[Any], None]
    is_answered: bool = False


class PlayedEngine:
    """Stands in for an `EngineClient`.

    Attributes:
        commands: all that came, requests too, in order.
    """

    def __init__(self) -> None:
        self.commands: queue.Queue[Any] = queue.Queue()
        self._ids = itertools.count(1)
        self._asked: list[_Asked] = []
        self._death: Problem | None = None

    def ask(
        self,
        request: Request[A, N],
        then: Callable[[A], None],
        on_news: Callable[[N], None] = lambda _news: None,
    ) -> RequestId:
        asked = _Asked(RequestId(next(self._ids)), request, then, on_news)
        if self._death is not None:  # as the link does
            then(request.failed(self._death))
            return asked.id
        self._asked.append(asked)
        self.commands.put(request)
        self.serve(request)
        return asked.id

    def serve(self, request: Any) -> None:
        """Answer at once what is to be."""

    def post(self, command: Command) -> None:
        self.commands.put(command)

    @property
    def posted(self) -> list[Any]:
        """All that came and nobody took, in order."""
        return list(self.commands.queue)

    # -- what the test plays --

    def tell(self, request: Request[A, N], news: N) -> None:
        """Tell news of a request that came, unless it is answered."""
        asked = self._find(request)
        if not asked.is_answered:
            asked.on_news(news)

    def reply(self, request: Request[A, N], answer: A) -> None:
        """Answer a request that came, once."""
        asked = self._find(request)
        if not asked.is_answered:
            asked.is_answered = True
            asked.then(answer)

    def stop(self, id_: RequestId) -> None:
        """Answer a request as one that was stopped."""
        request = self.request_of(id_)
        self.reply(request, request.failed())

    def die(self, problem: Problem) -> None:
        """Answer all that there is no answer, from now on."""
        self._death = problem
        for asked in list(self._asked):
            if not asked.is_answered:
                asked.is_answered = True
                asked.then(asked.request.failed(problem))

    def request_of(self, id_: RequestId) -> Request[Any, Any]:
        """Return the request that came with a number."""
        (request,) = (one.request for one in self._asked if one.id == id_)
        return request

    def id_of(self, request: Request[Any, Any]) -> RequestId:
        """Return the number of a request that came."""
        return self._find(request).id

    def becomes(self, request: Request[A, N], read: Request[A, N]) -> None:
        """Know a request by what the engine makes of it."""
        self._find(request).request = read

    def _find(self, request: Request[Any, Any]) -> _Asked:
        return next(one for one in self._asked if one.request is request)
