"""The server at work: its socket, its thread, its event loop.

Its connections wait only so long, for the head of a request and for an answer to be read: uvicorn
waits without end for both, so that clients which connect and say nothing, or never read, could take
all the connections there are (`PatientProtocol`).

Threads: `ApiService` belongs to whoever made it; the loop has a thread of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.plain_value import PlainValue, replace
from app.core.protocol import EngineStopped
from app.server.access import AccessRules, is_local, names_of
from app.server.answering import Answerer
from app.server.application import application
from app.server.conversations import ApiConversations, ChatKeeper
from app.server.engine_calls import EngineCalls
from app.server.hearth.chat_access import ChatAccess
from app.server.hearth.document_access import DocumentAccess
from app.server.media_intake import MediaIntake
from app.server.model_switch import ModelSwitch, OtherModels
from app.server.request_log import RequestLog
from app.server.served_model import ENGINE_STOPPED, ServedModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp

    from app.core.conversations.api_records import ApiRecords
    from app.core.conversations.conversations import Conversations
    from app.core.documents.library import DocumentLibrary
    from app.core.engine_link import EngineLink
    from app.core.media.library import MediaLibrary
    from app.core.models.library.library import ModelLibrary
    from app.core.protocol import Event


HEAD_S: Final = 30.0  # for all of the head of a request, however it comes
UNREAD_S: Final = 60.0  # that a client may read nothing of what was sent


class PatientProtocol(H11Protocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; where a head has begun and not ended, it has to end in time.

        What comes behind a request that was refused is not read: Windows' event loop hands on what
        arrived before the connection is closed, and uvicorn would refuse it a second time.
        """
        if self.transport.is_closing():
            return
        super().data_received(data)
        if not self._awaits_head:
            self._give_up_waiting()
        elif self._head_timer is None:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._give_up_waiting()
        self._has_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """What was sent lies unread: it has to be read in time."""
        super().pause_writing()
        if self._unread_timer is None:
            self._unread_timer = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads."""
        self._has_read()
        super().resume_writing()

    def _has_read(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    @property
    def _awaits_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_S, self._end_without_head)

    def _give_up_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _end_without_head(self) -> None:
        self._head_timer = None
        if self._awaits_head and not self.transport.is_closing():
            self.transport.close()


logger = logging.getLogger(__name__)

DEFAULT_PORT: Final = 11435
_GRACE_S: Final = 3  # for answers that are under way when the server ends
_LAST_RESORT_S: Final = 2  # for clients that do not read that it does
_WHY_GONE: Final = "Hearth was closed, or its API was switched off."
_KEEP_ALIVE_S: Final = 75
_MOST_CONNECTIONS: Final = 1024
_BACKLOG: Final = 512


# The address cannot be listened at.
PORT_TAKEN = ErrorRow(
    what=phrase("The API cannot use port {port} of {address} ({reason})."),
    effect=phrase("Other programs cannot use Hearth; your chats are not affected."),
    remedy=phrase("Choose another port, or close the program that uses this one."),
)


# What stands for an address is none of this machine.
BAD_ADDRESS = ErrorRow(
    what=phrase("{address} is not an address of this machine ({reason})."),
    effect=phrase("Other programs cannot use Hearth; your chats are not affected."),
    remedy=phrase("Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all its networks."),
)


class ApiOptions(PlainValue, frozen=True):
    """How the server is reached, and by whom.

    Attributes:
        address: that it listens at.
        port: 0 for any that is free.
        rules: who may ask.
    """

    rules: AccessRules
    address: str = "127.0.0.1"
    port: int = DEFAULT_PORT

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return is_local(self.address)

    @property
    def names(self) -> tuple[str, ...]:
        """By which other machines may call this one: those of the rules, and its one address."""
        return (*self.rules.names, *names_of(self.address))


class ApiService:
    """A server that runs until it is closed.

    Args:
        link: to the engine.
        records: the exact tokens of earlier answers.
        wake: has a model loaded again that rests, and keeps one from resting.
        keeps: whether memory of conversations is kept.
        media: decodes the pictures and sounds of requests.
        conversations: the user's chats, which other programs may then read and go on with; None
            where they may not.
        library: with the models that requests may have loaded, which takes `conversations`; None
            where the loaded one alone is served.
        may_load: whether they may.
        shares_chats: whether `conversations` may be read and gone on with now.
        keeps_chats: whether what programs ask is kept as chats, which takes `conversations`.
        documents: of the user, shared with the chats; None where they are not.
        on_end: called on the server's thread when it has ended, also where nobody asked it to.

    Attributes:
        log: of the requests.

    Raises:
        KnownError: it is none of this machine.
        KnownError: it cannot listen there.
    """

    def __init__(  # noqa: PLR0913 - what it serves, each by name
        self,
        options: ApiOptions,
        link: EngineLink,
        records: ApiRecords,
        *,
        wake: Callable[[], None],
        keeps: Callable[[], bool],
        media: MediaLibrary,
        conversations: Conversations | None = None,
        library: ModelLibrary | None = None,
        may_load: Callable[[], bool] = lambda: False,
        shares_chats: Callable[[], bool] = lambda: True,
        keeps_chats: Callable[[], bool] = lambda: False,
        documents: DocumentLibrary | None = None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._options = options
        self.change_rules(options.rules)
        self._link = link
        self._records = records
        self._wake = wake
        self._keeps = keeps
        self._media = media
        self._on_end = on_end
        self._conversations = conversations
        self._library = library
        self._may_load = may_load
        self._shares_chats = shares_chats
        self._keeps_chats = keeps_chats
        self._documents = documents
        self.log = RequestLog()
        self._socket = _listening(options)
        self.port = int(self._socket.getsockname()[1])
        self._loop = asyncio.new_event_loop()
        self._give_up: Callable[[], None] = lambda: None
        self._server: uvicorn.Server | None = None
        self._has_begun: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name="api")
        self._thread.start()
        self._has_begun.result()

    @property
    def address(self) -> str:
        """Where it is reached."""
        host = self._options.address
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def change_rules(self, rules: AccessRules) -> None:
        """Let others ask from the next request on. Any thread."""
        self._rules = replace(rules, names=replace(self._options, rules=rules).names)

    def close(self, grace_s: int = _GRACE_S) -> None:
        """End the answers that are under way, and wait for the end of the server.

        Args:
            grace_s: for these answers.
        """
        if self._server is not None:
            self._server.config.timeout_graceful_shutdown = grace_s + _LAST_RESORT_S
            self._server.should_exit = True
        self._on_loop(lambda seconds: self._loop.call_later(seconds, self._give_up), grace_s)
        self._thread.join()

    def _on_loop(self, take: Callable[[Any], object], what: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the server has ended
            self._loop.call_soon_threadsafe(take, what)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._serve())
        except BaseException as error:
            if not self._has_begun.done():
                self._has_begun.set_exception(error)
            logger.exception("the API server failed")
        finally:
            self._on_end()

    def _others(self) -> OtherModels | None:
        if self._library is None or self._conversations is None:
            return None
        return OtherModels(self._library, self._conversations.models, self._may_load)

    async def _serve(self) -> None:
        conversations = ApiConversations(self._records, self._keeps)
        client = self._link.connect(lambda event: self._on_loop(learn, event))
        calls = EngineCalls(client, self._on_loop)

        # Nothing comes before this has run to its end: the loop has to come to it.
        def learn(event: Event) -> None:
            if isinstance(event, EngineStopped):
                calls.give_up(ENGINE_STOPPED)
            state.learn(event)

        state = ServedModel(self._link.loaded, self._wake, lambda: self._link.coming_path)
        state.on_change = conversations.model_changed
        media = MediaIntake(self._media, state.ready)
        keeper = ChatKeeper(self._conversations, media, self._keeps_chats)
        answering = Answerer(calls, conversations, keeper, media)

        user = self._conversations
        chats = None if user is None else ChatAccess(user, self._loop, self._shares_chats)
        library = self._documents
        documents = None if library is None else DocumentAccess(library, self._loop)
        switch = ModelSwitch(state, self._others())

        def give_up() -> None:
            for one in (calls, state, chats, documents):
                if one is not None:
                    one.give_up(_WHY_GONE)

        self._give_up = give_up
        app = application(
            state,
            answering,
            lambda: self._rules,
            self.log,
            switch=switch,
            chats=chats,
            documents=documents,
        )
        self._server = uvicorn.Server(_config(app))
        self._has_begun.set_result(None)
        try:
            await self._server.serve(sockets=[self._socket])
        finally:
            client.close()
            conversations.close()
            switch.close()
            if chats is not None:
                chats.close()
            with contextlib.suppress(OSError):
                self._socket.close()


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=_KEEP_ALIVE_S,
        timeout_graceful_shutdown=_GRACE_S + _LAST_RESORT_S,
    )


def _listening(options: ApiOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":  # there SO_REUSEADDR lets two programs share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((options.address, options.port))
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            raise BAD_ADDRESS(caught=error, address=options.address) from error
        raise PORT_TAKEN(caught=error, port=options.port, address=options.address) from error
    return listening
