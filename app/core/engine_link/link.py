"""The door to the engine: several clients over one host, which runs the engine here or elsewhere.

The calls that are under way: who asked what, and who is told of its answer.

Threads: `ask`, `post` and `connect` from any thread, and they return at once; `run` on the thread
that the engine has for itself. Answers, news and events come on that thread, some also on others.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import threading
from typing import TYPE_CHECKING, Any, NewType

from app.core.errors import Problem
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import PlainValue
from app.core.protocol import (
    A,
    Call,
    EngineRestarted,
    EngineStopped,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    N,
    News,
    Reply,
    RequestId,
    Stop,
    StopThinking,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import Command, EngineHost, Event, FromEngine, Request


logger = logging.getLogger(__name__)

ClientId = NewType("ClientId", int)


class _UnderWay(PlainValue, frozen=True):
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


_ENDED = Problem(
    what=phrase("Hearth was closed before the answer finished."),
    effect=phrase("The answer so far is kept."),
    remedy=NO_WORDS,
)


def _nobody_listens(_news: object) -> None:
    """Drop news that nobody asked for."""


class LinkClient:
    """One front end's way to the engine: an `EngineClient`."""

    def __init__(self, link: EngineLink, number: ClientId) -> None:
        self._link = link
        self._number = number

    def ask(
        self,
        request: Request[A, N],
        then: Callable[[A], None],
        on_news: Callable[[N], None] = _nobody_listens,
    ) -> RequestId:
        """See `EngineClient`."""
        return self._link.ask_for(self._number, request, then, on_news)

    def post(self, command: Command) -> None:
        """See `EngineClient`."""
        self._link.post_for(self._number, command)

    def close(self) -> None:
        """Hear nothing more; what this client asked for is stopped."""
        self._link.disconnect(self._number)


class EngineLink:
    """Joins clients with the engine.

    Args:
        host: runs it.
    """

    def __init__(self, host: EngineHost) -> None:
        self.host = host
        self._calls = Calls()
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._clients: dict[ClientId, Callable[[Event], None]] = {}  # guarded by _lock
        self._loaded: ModelLoaded | None = None
        self._has_ended = False  # `_problem` is set before
        self._problem: Problem = _ENDED
        self._coming: list[str] = []  # paths of models that are to be loaded; guarded by _lock

    @property
    def coming_path(self) -> str:
        """The model asked for last that is not loaded yet, or ""; the engine may not know of it."""
        return next(iter(self._coming[-1:]), "")

    @property
    def loaded(self) -> ModelLoaded | None:
        """What was told of the model that answers, for a client that comes later. Any thread."""
        return self._loaded

    def connect(self, on_event: Callable[[Event], None] = _nobody_listens) -> LinkClient:
        """Add a client.

        Args:
            on_event: gets every event, on the engine's threads; must not block.
        """
        number = ClientId(next(self._numbers))
        with self._lock:
            self._clients[number] = on_event
        return LinkClient(self, number)

    def disconnect(self, client: ClientId) -> None:
        """Take a client away, and stop what it asked for."""
        with self._lock:
            self._clients.pop(client, None)
        for request in self._calls.forget(client):
            self.host.post(Stop(request))

    def ask_for(
        self,
        client: ClientId,
        request: Request[Any, Any],
        then: Callable[[Any], None],
        on_news: Callable[[Any], None],
    ) -> RequestId:
        """Ask something for a client."""
        call = self._calls.begin(client, request, then, on_news)
        if not self._has_ended:
            self.host.post(call)
        self._fail_if_ended()  # also meanwhile
        return call.id

    def _fail_if_ended(self) -> None:
        if self._has_ended:
            self._calls.fail_all(self._problem)

    def post_for(self, client: ClientId, command: Command) -> None:
        """Send a command for a client, which can stop nothing but what it asked."""
        match command:
            case LoadModel(path):
                with self._lock:
                    self._coming.append(path)
            case Stop(request) | StopThinking(request) if not self._calls.has(client, request):
                return  # it has ended
            case _:
                pass
        self.host.post(command)

    def run(self) -> None:
        """Serve the engine until it has ended."""
        self.host.run(self._deliver)

    def _deliver(self, message: FromEngine) -> None:
        if isinstance(message, Reply | News):
            self._calls.take(message)
        else:
            self._tell(message)

    def _tell(self, event: Event) -> None:
        match event:
            case ModelLoaded(info):
                self._loaded = event
                self._end_load(info.path)
            case ModelLoadFailed(path):
                self._loaded = None
                self._end_load(path)
            case EngineStopped():
                self._loaded = None
                with self._lock:
                    self._coming.clear()
                self._problem, self._has_ended = event.problem or _ENDED, True
                self._fail_if_ended()
            case ModelUnloaded() | EngineRestarted():
                self._loaded = None
            case _:
                pass
        with self._lock:
            receivers = list(self._clients.values())
        for receive in receivers:
            try:
                receive(event)
            except Exception:
                # One broken client must silence neither the others nor the engine.
                logger.exception("a client failed at an event")

    def _end_load(self, path: str) -> None:
        """Take a load off the list; the model that was there before is told of again, too."""
        with self._lock, contextlib.suppress(ValueError):
            self._coming.remove(path)
