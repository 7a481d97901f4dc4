"""Whose answer is whose: requests of several clients over one engine.

Each client counts its requests by itself, from whatever it likes. To the engine they go under
numbers of the link's own, and what comes of them goes back to that client alone, under its number.
What is about no request is for everybody.

Threads: any; one lock, held for moments.
"""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, NewType

from app.core.protocol import (
    NO_REQUEST,
    AnswerFinished,
    AnswerFormatFound,
    AnswerWaiting,
    CompareContinuations,
    ContextMeasured,
    ContinuationWritten,
    Embed,
    ExportMemory,
    Generate,
    ImportMemory,
    InspectAnswer,
    InspectionEnded,
    MeasureContext,
    MeasureWarmth,
    MemoryMoved,
    MemoryMoving,
    PrefillProgress,
    RequestId,
    Stop,
    StopThinking,
    TextDelta,
    TextsEmbedded,
    TitleDropped,
    TitleWritten,
    TokensInspected,
    WaitEnded,
    WarmthMeasured,
    WriteTitle,
)

if TYPE_CHECKING:
    from app.core.protocol import Command, Event

ClientId = NewType("ClientId", int)


class Routes:
    """The requests that are on their way."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._ours: dict[tuple[ClientId, RequestId], RequestId] = {}
        self._theirs: dict[RequestId, tuple[ClientId, RequestId]] = {}
        self._n_measured: dict[RequestId, int] = {}  # asked for and not answered

    def outgoing(self, client: ClientId, command: Command) -> Command | None:
        """Return a client's command as the engine gets it; None where there is nothing to do."""
        match command:
            case MeasureContext() if command.request != NO_REQUEST:
                number = self._number(client, command.request)
                with self._lock:
                    self._n_measured[number] = self._n_measured.get(number, 0) + 1
                return replace(command, request=number)
            case (
                Generate()
                | WriteTitle()
                | MeasureWarmth()
                | Embed()
                | InspectAnswer()
                | CompareContinuations()
                | ExportMemory()
                | ImportMemory()
            ) if command.request != NO_REQUEST:
                return replace(command, request=self._number(client, command.request))
            case Stop() | StopThinking():
                with self._lock:
                    ours = self._ours.get((client, command.request))
                return None if ours is None else replace(command, request=ours)  # it has ended
            case _:
                return command

    def incoming(self, event: Event) -> tuple[ClientId | None, Event | None]:
        """Return for whom an event is, None for all, and how that client knows it.

        The event is None when whoever asked is gone.
        """
        match event:
            case (
                TextDelta()
                | PrefillProgress()
                | AnswerFormatFound()
                | AnswerWaiting()
                | WaitEnded()
                | MemoryMoving()
                | TokensInspected()
                | ContinuationWritten()
            ) if event.request != NO_REQUEST:
                with self._lock:
                    theirs = self._theirs.get(event.request)
            case ContextMeasured() if event.request != NO_REQUEST:
                theirs = self._measured(event.request)
            case (
                AnswerFinished()
                | WarmthMeasured()
                | TextsEmbedded()
                | TitleWritten()
                | TitleDropped()
                | InspectionEnded()
                | MemoryMoved()
            ) if event.request != NO_REQUEST:
                theirs = self._done(event.request)
            case _:
                return None, event
        if theirs is None:
            return None, None
        return theirs[0], replace(event, request=theirs[1])

    def forget(self, client: ClientId) -> tuple[RequestId, ...]:
        """Let nothing come to a client any more; return what it asked for and is on its way."""
        with self._lock:
            mine = [key for key in self._ours if key[0] == client]
            numbers = tuple(self._ours.pop(key) for key in mine)
            for number in numbers:
                del self._theirs[number]
                self._n_measured.pop(number, None)
        return numbers

    def _number(self, client: ClientId, request: RequestId) -> RequestId:
        """Return the number of a request; the same one for a measurement that replaces another."""
        with self._lock:
            key = (client, request)
            if key not in self._ours:
                ours = RequestId(next(self._numbers))
                self._ours[key] = ours
                self._theirs[ours] = key
            return self._ours[key]

    def _measured(self, ours: RequestId) -> tuple[ClientId, RequestId] | None:
        """Return whose a measurement is; its number stays while a newer one is under way."""
        with self._lock:
            n_left = self._n_measured.pop(ours, 1) - 1
            if n_left:  # where a newer one took its place, one answer comes for both
                self._n_measured[ours] = n_left
                return self._theirs.get(ours)
        return self._done(ours)

    def _done(self, ours: RequestId) -> tuple[ClientId, RequestId] | None:
        with self._lock:
            theirs = self._theirs.pop(ours, None)
            if theirs is not None:
                del self._ours[theirs]
            return theirs
