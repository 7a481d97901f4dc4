"""Asks the engine from the server's event loop, and hands each request what comes of it.

Threads: `EngineCalls.take` on the engine's, which it never holds up; all else on the loop's.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from typing import TYPE_CHECKING, Self

from app.core.protocol import (
    AnswerFinished,
    AnswerFormatFound,
    AnswerWaiting,
    ContextMeasured,
    EngineStopped,
    PrefillProgress,
    RequestId,
    Stop,
    TextDelta,
    TextsEmbedded,
    WaitEnded,
    WarmthMeasured,
)
from app.server.served_model import ENGINE_STOPPED

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import Command, Embed, Event, Generate, MeasureContext, MeasureWarmth

    Question = Generate | MeasureContext | MeasureWarmth | Embed

    AnswerEvent = (
        TextDelta
        | PrefillProgress
        | AnswerFormatFound
        | AnswerWaiting
        | WaitEnded
        | AnswerFinished
        | ContextMeasured
        | WarmthMeasured
        | TextsEmbedded
    )


class EngineEnded(Exception):
    """Nothing comes any more; its text tells clients why."""


class Call:
    """One request to the engine; a context manager that stops what has not ended.

    Attributes:
        request: its number.
    """

    def __init__(self, calls: EngineCalls, request: RequestId) -> None:
        self.request = request
        self._calls = calls
        self._events: deque[AnswerEvent | None] = deque()
        self._has_events = asyncio.Event()
        self._has_ended = False
        self._is_stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._calls.end(self)

    @property
    def has_ended(self) -> bool:
        """Whether its last event has come."""
        return self._has_ended

    @property
    def is_over(self) -> bool:
        """Whether its last event has come and was handed out."""
        return self._has_ended and not self._events

    def stop(self) -> None:
        """Have the answer end; its last event still comes. Once is enough."""
        if not self._is_stopped:
            self._is_stopped = True
            self._calls.stop(self)

    def put(self, event: AnswerEvent | None) -> None:
        """Take what came; None where nothing comes any more."""
        self._events.append(event)
        if event is None or isinstance(
            event, AnswerFinished | ContextMeasured | WarmthMeasured | TextsEmbedded
        ):
            self._has_ended = True
        self._has_events.set()

    async def next(self) -> AnswerEvent:
        """Wait for the next event; text that has piled up comes as one.

        Raises:
            EngineEnded: there will be none.
        """
        while not self._events:
            self._has_events.clear()
            await self._has_events.wait()
        event = self._events.popleft()
        if event is None:
            raise EngineEnded(self._calls.why_gone)
        if not isinstance(event, TextDelta):
            return event
        while self._events and isinstance(self._events[0], TextDelta):
            later = self._events.popleft()
            assert isinstance(later, TextDelta)
            event = event.followed_by(later)
        return event


class EngineCalls:
    """The requests of one server that are on their way.

    Args:
        post: gives the engine a command.
        loop: of the server.
        on_other: called on the loop with every event that is about no request.

    Attributes:
        why_gone: sentences for clients where nothing comes any more; "" while something may.
    """

    def __init__(
        self,
        post: Callable[[Command], None],
        loop: asyncio.AbstractEventLoop,
        on_other: Callable[[Event], None],
    ) -> None:
        self._post = post
        self._loop = loop
        self._on_other = on_other
        self._numbers = itertools.count(1)
        self._calls: dict[RequestId, Call] = {}
        self.why_gone = ""

    def take(self, event: Event) -> None:
        """Hand an event to the loop. Any thread."""
        try:
            self._loop.call_soon_threadsafe(self._deliver, event)
        except RuntimeError:  # the loop is closed: the server has ended, and nobody waits
            return

    def begin(self, command: Callable[[RequestId], Question]) -> Call:
        """Ask something.

        Args:
            command: returns what is asked, with a number.

        Raises:
            EngineEnded: there is no engine any more.
        """
        if self.why_gone:
            raise EngineEnded(self.why_gone)
        call = Call(self, RequestId(next(self._numbers)))
        self._calls[call.request] = call
        self._post(command(call.request))
        return call

    def end(self, call: Call) -> None:
        """Let go of a request, and stop it where it has not ended."""
        if self._calls.pop(call.request, None) is not None and not call.has_ended:
            self._post(Stop(call.request))

    def stop(self, call: Call) -> None:
        """Have an answer end."""
        self._post(Stop(call.request))

    def give_up(self, why: str) -> None:
        """Let nobody wait any more."""
        self.why_gone = why
        for call in self._calls.values():
            call.put(None)

    def _deliver(self, event: Event) -> None:
        match event:
            case (
                TextDelta()
                | PrefillProgress()
                | AnswerFormatFound()
                | AnswerWaiting()
                | WaitEnded()
                | AnswerFinished()
                | ContextMeasured()
                | WarmthMeasured()
                | TextsEmbedded()
            ):
                call = self._calls.get(event.request)
                if call is not None:
                    call.put(event)
            case EngineStopped():
                self.give_up(ENGINE_STOPPED)
                self._on_other(event)
            case _:
                self._on_other(event)
