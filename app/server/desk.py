"""Where requests are taken: read, noted, served, and told what went wrong.

Threads: the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Final, Protocol

from starlette.requests import Request

from app.core.errors import problem_of
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.server.answering import Ended, Reading
from app.server.asked import listed
from app.server.errors import BAD_REQUEST, FAILED, OK, ApiError, of_problem
from app.server.fair_share import BodyRoom, FairShares, Program
from app.server.fields import Fields
from app.server.replies import (
    ClientDisconnect,
    EventStream,
    JsonReply,
    read_body,
    reading_comment,
    refusal,
    request_id_of,
    until_gone,
)
from app.server.served_model import model_name

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
    from contextlib import AbstractAsyncContextManager

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from app.core.phrases import Phrase
    from app.core.protocol import ModelInfo
    from app.server.answering import Answerer, Piece
    from app.server.asked import Asked
    from app.server.model_switch import ModelSwitch
    from app.server.request_log import OpenRequest, RequestLog
    from app.server.served_model import ServedModel

logger = logging.getLogger(__name__)

_SILENCE_S: Final = 2.0  # then a client that waits is told so
_NO_TOOLS: Final = phrase("The model got no tools: its chat template has no place for them.")


class AnswerWriter(Protocol):
    """Writes one answer for a kind of client."""

    def whole(self, ended: Sequence[Ended]) -> dict[str, Any]:
        """Return the body of an answer in one piece."""

    def events(self, piece: Piece) -> Iterator[bytes]:
        """Give what a piece of an answer is in a stream."""

    def last_events(self) -> Iterator[bytes]:
        """Give what comes behind all answers in a stream."""

    def error_event(self, error: ApiError) -> bytes:
        """Return what tells a failure in the middle of a stream."""


class Wanted(Protocol):
    """What one request wants, in the words of a kind of client."""

    @property
    def asked(self) -> Asked:
        """What the model is asked."""

    def writer(self, model: str) -> AnswerWriter:
        """Return what writes the answer of a model."""


class LateStream:
    """An answer in events, which waits for its model before; lines of comment tell that.

    What goes wrong before the first of them is told by the status of HTTP.

    Args:
        using: waits for the model.
        writer: returns what writes the answer of a model.
        on_error: told of what goes wrong behind that, before the client is.
    """

    def __init__(
        self,
        using: AbstractAsyncContextManager[ModelInfo],
        writer: Callable[[str], AnswerWriter],
        on_error: Callable[[ApiError], None],
    ) -> None:
        self._using = using
        self._new_writer = writer
        self._writer = writer("")
        self._on_error = on_error

    async def send(
        self, events: Callable[[AnswerWriter], AsyncGenerator[bytes, None]], send: Send
    ) -> None:
        """Send all of it.

        Raises:
            ApiError: there is no answer, and nothing was sent.
        """
        await EventStream(self._all(events), self._error_event).send(send)

    def _error_event(self, error: ApiError) -> bytes:
        self._on_error(error)
        return self._writer.error_event(error)

    async def _all(
        self, events: Callable[[AnswerWriter], AsyncGenerator[bytes, None]]
    ) -> AsyncGenerator[bytes, None]:
        entering = asyncio.ensure_future(self._using.__aenter__())
        try:
            while not (await asyncio.wait((entering,), timeout=_SILENCE_S))[0]:
                yield reading_comment(Reading())
        except BaseException:
            await _undo(entering, self._using)
            raise
        info = entering.result()
        try:
            self._writer = self._new_writer(model_name(info))
            async with contextlib.aclosing(events(self._writer)) as said:
                async for data in said:
                    yield data
        finally:
            await self._using.__aexit__(None, None, None)


async def _undo(
    entering: asyncio.Future[ModelInfo], using: AbstractAsyncContextManager[ModelInfo]
) -> None:
    """Leave what is being waited for, or is there already."""
    entering.cancel()
    with contextlib.suppress(asyncio.CancelledError, ApiError):
        await entering
        await using.__aexit__(None, None, None)


class Desk:
    """Takes requests for answers, as many at once as there is room for.

    Args:
        state: of the model.
        switch: has the model loaded that a request names.
        answering: asks it.
        log: takes note of every request.
    """

    def __init__(
        self, state: ServedModel, switch: ModelSwitch, answering: Answerer, log: RequestLog
    ) -> None:
        self._state = state
        self._switch = switch
        self._answering = answering
        self._log = log
        self._shares = FairShares()
        self._bodies = BodyRoom()

    def answers(self, read: Callable[[Fields], Wanted]) -> ASGIApp:
        """Return what answers at one address.

        Args:
            read: of a request.
        """

        async def answer(taken: Taken) -> None:
            await self._answer(read(taken.fields), taken)

        return self.endpoint(answer)

    def counts(self, read: Callable[[Fields], Wanted], kind: str = "") -> ASGIApp:
        """Return what tells the tokens of requests at one address, and answers none of them.

        Args:
            kind: of object that the answer calls itself; "" for none.
        """

        async def count(taken: Taken) -> None:
            asked = read(taken.fields).asked
            named = {"object": kind} if kind else {}
            async with self._switch.using(asked.model) as info:
                _require_chats(info)
                n_tokens = await self._answering.n_tokens(asked)
                await taken.reply({**named, "input_tokens": n_tokens})

        return self.endpoint(count)

    def endpoint(
        self,
        serve: Callable[[Taken], Coroutine[Any, Any, None]],
        *,
        named: str = "",
        has_body: bool = True,
    ) -> ASGIApp:
        """Return what serves requests at one address, and takes note of each.

        Args:
            serve: one request.
            named: what is noted in place of an address that is another one each time.
            has_body: of JSON; else nothing is read.
        """

        async def take(scope: Scope, receive: Receive, send: Send) -> None:
            request = Request(scope, receive)
            client = request.headers.get("user-agent", "")
            path = named or scope["path"].strip()  # a route lets a line end pass behind it
            request_id = request_id_of(scope)
            program = Program.of(request)
            with contextlib.ExitStack() as held:
                try:
                    held.enter_context(self._shares.hold(program))
                except ApiError as error:
                    self._log.refuse(client, path, error.status, request_id)
                    raise
                logged = self._log.begin(client, path, request_id)
                held.callback(self._log.end, logged)
                take_room = held.enter_context(self._bodies.hold())
                try:
                    fields = await read_body(request, take_room) if has_body else Fields({})
                    at_work = self._shares.at_work(program)
                    taken = Taken(fields, logged, program, at_work, scope, receive, send)
                    with self._state.in_use():
                        await until_gone(receive, serve(taken))
                except ApiError as error:
                    logged.status = error.status
                    raise

        return Endpoint(take)

    @contextlib.asynccontextmanager
    async def _using(self, wanted: Wanted, taken: Taken) -> AsyncGenerator[ModelInfo, None]:
        """Wait until it is this request's turn, and for its model."""
        async with taken.at_work, self._switch.using(wanted.asked.model) as info:
            if wanted.asked.tools is not None and not info.takes_tools:
                taken.logged.notes.append(_NO_TOOLS)
            yield info

    async def _answer(self, wanted: Wanted, taken: Taken) -> None:
        taken.logged.notes += wanted.asked.notes
        if wanted.asked.is_streamed:
            stream = LateStream(self._using(wanted, taken), wanted.writer, taken.fail)
            await stream.send(lambda writer: self._events(wanted, writer, taken), taken.send)
            return
        async with self._using(wanted, taken) as info:
            ended = [one async for one in self._pieces(wanted, taken) if isinstance(one, Ended)]
            await taken.reply(wanted.writer(model_name(info)).whole(ended))

    async def _events(
        self, wanted: Wanted, writer: AnswerWriter, taken: Taken
    ) -> AsyncGenerator[bytes, None]:
        async with contextlib.aclosing(self._pieces(wanted, taken)) as pieces:
            async for piece in pieces:
                if data := b"".join(writer.events(piece)):
                    yield data
        taken.logged.status = OK
        if data := b"".join(writer.last_events()):
            yield data

    async def _pieces(self, wanted: Wanted, taken: Taken) -> AsyncGenerator[Piece, None]:
        try:
            given = self._answering.pieces(wanted.asked, taken.program)
            async with contextlib.aclosing(given) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Ended):
                        taken.logged.answers.append(piece.stats)
                        taken.logged.notes += _loose(piece)
                    yield piece
        except ApiError as error:  # a stream that has begun tells it itself
            taken.logged.status = error.status
            raise


def _loose(ended: Ended) -> tuple[Phrase, ...]:
    """Return what is to be said of the calls in an answer."""
    if not ended.loose:
        return ()
    names = listed(ended.loose)
    return (phrase("Calls were not bound to the schema of {names}.", names=names),)


def _require_chats(info: ModelInfo) -> None:
    """Refuse what a model for embeddings cannot do.

    Raises:
        ApiError: the model is one.
    """
    if info.n_embedding:
        raise ApiError(
            BAD_REQUEST,
            f'The loaded model "{model_name(info)}" makes embeddings; it cannot chat.',
            field="model",
            code="model_answers_no_chats",
        )


class Taken(PlainValue, frozen=True):
    """A request that was read, and the way back to its client.

    Attributes:
        program: that has sent it.
        at_work: to be inside of while the engine answers; once.
    """

    fields: Fields
    logged: OpenRequest
    program: Program
    at_work: AbstractAsyncContextManager[None]
    scope: Scope
    receive: Receive
    send: Send

    async def reply(self, body: dict[str, Any]) -> None:
        """Send an answer in one piece."""
        self.logged.status = OK
        await JsonReply(body)(self.scope, self.receive, self.send)

    def fail(self, error: ApiError) -> None:
        """Take note of what went wrong behind the beginning of an answer."""
        self.logged.status = error.status
        error.request_id = self.logged.request_id


class Endpoint:
    """One address; what goes wrong there is told as its clients expect it.

    Behind the beginning of an answer nothing more can be told: the connection ends early then,
    which no client takes for the end of the answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        has_begun = False

        async def watched(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except ClientDisconnect:
            return
        except ApiError as error:
            if has_begun:
                raise
            await refusal(scope, error)(scope, receive, send)
        except Exception as error:
            if has_begun:
                raise
            logger.exception("a request failed: %s", request_id_of(scope))
            await refusal(scope, of_problem(problem_of(error), FAILED))(scope, receive, send)
