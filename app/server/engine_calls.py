"""The engine's calls as the server's event loop sees them: `async for` over the news of one.

Threads: all on the loop's; what the engine's thread brings, the loop takes.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Generic, Self

from app.core.protocol import A, N, Stop, TextDelta

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import EngineClient, Request, RequestId


class EngineEnded(Exception):
    """Nothing comes any more; its text tells clients why."""


class EngineCall(Generic[A, N]):
    """One request to the engine; a context manager that stops what has not ended."""

    def __init__(self, calls: EngineCalls) -> None:
        self._calls = calls
        self._news: deque[N] = deque()
        self._answers: list[A] = []  # one, in the end
        self._has_come = asyncio.Event()
        self._is_stopped = False
        self.request: RequestId | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._calls.end(self)
        if not self._answers:
            self.stop()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> N:
        """Wait for news, until the answer has come.

        Raises:
            EngineEnded: nothing comes any more.
        """
        while not self._news:
            if self._answers:
                raise StopAsyncIteration
            if self._calls.why_gone:
                raise EngineEnded(self._calls.why_gone)
            self._has_come.clear()
            await self._has_come.wait()
        return self._news.popleft()

    @property
    def answer(self) -> A:
        """The answer; to be asked for when there are no more news."""
        return self._answers[0]

    def stop(self) -> None:
        """Have the answer end; it still comes. Once is enough."""
        if not self._is_stopped and self.request is not None:
            self._is_stopped = True
            self._calls.post_stop(self.request)

    def wake(self) -> None:
        """Look again whether something has come."""
        self._has_come.set()

    def take_news(self, news: N) -> None:
        """Take what came; text of one kind that piles up becomes one."""
        last = self._news[-1] if self._news else None
        both = None
        if isinstance(last, TextDelta) and isinstance(news, TextDelta):
            both = last.followed_by(news)
        if both is None:
            self._news.append(news)
        else:
            self._news[-1] = both  # type: ignore[assignment] # it is an N, as they are
        self.wake()

    def take_answer(self, answer: A) -> None:
        """Take the answer."""
        self._answers.append(answer)
        self.wake()


class EngineCalls:
    """The requests of one server that are under way.

    Args:
        engine: the way to it.
        on_loop: has the server's loop call something with a value; any thread.

    Attributes:
        why_gone: sentences for clients where nothing comes any more; "" while something may.
    """

    def __init__(
        self, engine: EngineClient, on_loop: Callable[[Callable[[Any], None], object], None]
    ) -> None:
        self._engine = engine
        self._on_loop = on_loop
        self._calls: set[EngineCall[Any, Any]] = set()
        self.why_gone = ""

    def begin(self, request: Request[A, N]) -> EngineCall[A, N]:
        """Ask something.

        Raises:
            EngineEnded: there is no engine any more.
        """
        if self.why_gone:
            raise EngineEnded(self.why_gone)
        call: EngineCall[A, N] = EngineCall(self)
        self._calls.add(call)
        call.request = self._engine.ask(
            request,
            lambda answer: self._on_loop(call.take_answer, answer),
            lambda news: self._on_loop(call.take_news, news),
        )
        return call

    async def ask(self, request: Request[A, Any]) -> A:
        """Ask something of which only the answer matters.

        Raises:
            EngineEnded: there will be none.
        """
        with self.begin(request) as call:
            async for _news in call:
                pass
            return call.answer

    def end(self, call: EngineCall[Any, Any]) -> None:
        """Let go of a request."""
        self._calls.discard(call)

    def post_stop(self, request: RequestId) -> None:
        """Have an answer end."""
        self._engine.post(Stop(request))

    def give_up(self, why: str) -> None:
        """Let nobody wait any more."""
        self.why_gone = why
        for call in self._calls:
            call.wake()
