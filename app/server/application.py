"""The addresses of the server, and what each does.

Threads: the server's event loop.
"""

from __future__ import annotations

import contextlib
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from app import __version__
from app.core.errors import problem_of
from app.server.access import Gate
from app.server.answering import Ended
from app.server.anthropic_messages import Messages
from app.server.errors import (
    FAILED,
    NOT_FOUND,
    OK,
    TOO_MANY,
    WRONG_METHOD,
    ApiError,
    of_problem,
)
from app.server.openai_chat import ChatCompletion
from app.server.openai_completions import TextCompletion
from app.server.replies import (
    ClientDisconnect,
    EventStream,
    JsonReply,
    read_body,
    refusal,
    until_gone,
)
from app.server.responses_input import ResponseRequest
from app.server.served_model import model_name
from app.server.short_addresses import with_short_addresses

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from app.server.access import AccessRules
    from app.server.answering import Answerer, Piece
    from app.server.asked import Asked
    from app.server.fields import Fields
    from app.server.request_log import OpenRequest, RequestLog
    from app.server.served_model import ServedModel

logger = logging.getLogger(__name__)

_MOST_AT_ONCE: Final = 256
_RETRY_S: Final = 5


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


class Desk:
    """Takes requests for answers, as many at once as there is room for.

    Args:
        state: of the model.
        answering: asks it.
        log: takes note of every request.
    """

    def __init__(self, state: ServedModel, answering: Answerer, log: RequestLog) -> None:
        self._state = state
        self._answering = answering
        self._log = log

    def answers(self, read: Callable[[Fields], Wanted]) -> ASGIApp:
        """Return what answers at one address.

        Args:
            read: of a request.
        """

        async def answer(taken: Taken) -> None:
            await self._answer(read(taken.fields), taken)

        return self._endpoint(answer)

    def counts(self, read: Callable[[Fields], Wanted], kind: str = "") -> ASGIApp:
        """Return what tells the tokens of requests at one address, and answers none of them.

        Args:
            kind: of object that the answer calls itself; "" for none.
        """

        async def count(taken: Taken) -> None:
            asked = read(taken.fields).asked
            await self._state.ready()
            named = {"object": kind} if kind else {}
            await taken.reply({**named, "input_tokens": await self._answering.n_tokens(asked)})

        return self._endpoint(count)

    def _endpoint(self, serve: Callable[[Taken], Coroutine[Any, Any, None]]) -> ASGIApp:
        async def take(scope: Scope, receive: Receive, send: Send) -> None:
            if self._log.n_open >= _MOST_AT_ONCE:
                raise ApiError(
                    TOO_MANY,
                    f"{self._log.n_open} requests wait for an answer already. Ask again soon.",
                    retry_after_s=_RETRY_S,
                )
            request = Request(scope, receive)
            logged = self._log.begin(request.headers.get("user-agent", ""), scope["path"])
            try:
                taken = Taken(await read_body(request), logged, scope, receive, send)
                with self._state.in_use():
                    await until_gone(receive, serve(taken))
            except ApiError as error:
                logged.status = error.status
                raise
            finally:
                self._log.end(logged)

        return Endpoint(take)

    async def _answer(self, wanted: Wanted, taken: Taken) -> None:
        info = await self._state.ready()
        writer = wanted.writer(model_name(info))
        if wanted.asked.is_streamed:
            stream = EventStream(self._events(wanted, writer, taken), writer.error_event)
            await stream.send(taken.send)
            return
        ended = [piece async for piece in self._pieces(wanted, taken) if isinstance(piece, Ended)]
        await taken.reply(writer.whole(ended))

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
            async with contextlib.aclosing(self._answering.pieces(wanted.asked)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Ended):
                        taken.logged.answers.append(piece.stats)
                    yield piece
        except ApiError as error:  # a stream that has begun tells it itself
            taken.logged.status = error.status
            raise


@dataclass(frozen=True, slots=True)
class Taken:
    """A request that was read, and the way back to its client."""

    fields: Fields
    logged: OpenRequest
    scope: Scope
    receive: Receive
    send: Send

    async def reply(self, body: dict[str, Any]) -> None:
        """Send an answer in one piece."""
        self.logged.status = OK
        await JsonReply(body)(self.scope, self.receive, self.send)


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
            logger.exception("a request failed")
            await refusal(scope, of_problem(problem_of(error), FAILED))(scope, receive, send)


def application(
    state: ServedModel, answering: Answerer, rules: Callable[[], AccessRules], log: RequestLog
) -> ASGIApp:
    """Return the whole server.

    Args:
        rules: returns those in force.
    """
    desk = Desk(state, answering, log)
    began = int(time.time())

    async def models(_request: Request) -> Response:
        info = state.info
        return JsonReply({"object": "list", "data": [_model(info, began)] if info else []})

    async def health(_request: Request) -> Response:
        word = "ok" if state.info else "loading model" if state.is_loading else "no model"
        return JsonReply({"status": word, "version": __version__})

    async def model(request: Request) -> Response:
        info = state.info
        if info is None or request.path_params["name"] != model_name(info):
            told = ApiError(NOT_FOUND, "No model of this name is loaded.", code="model_not_found")
            return refusal(request.scope, told)
        return JsonReply(_model(info, began))

    async def metrics(_request: Request) -> Response:
        text = log.metrics(is_loaded=state.info is not None)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def not_found(request: Request, error: Exception) -> Response:
        told = _not_found(request, error)
        log.refuse(request.headers.get("user-agent", ""), request.url.path, told.status)
        return refusal(request.scope, told)

    posts = {
        "/v1/chat/completions": desk.answers(ChatCompletion.read),
        "/v1/completions": desk.answers(TextCompletion.read),
        "/v1/messages": desk.answers(Messages.read),
        "/v1/messages/count_tokens": desk.counts(Messages.read_to_count),
        "/v1/responses": desk.answers(ResponseRequest.read),
        "/v1/responses/input_tokens": desk.counts(ResponseRequest.read, "response.input_tokens"),
    }
    app = Starlette(
        routes=[
            Route("/health", health),
            Route("/v1/health", health),
            Route("/metrics", metrics),
            Route("/v1/models", models),
            Route("/v1/models/{name:path}", model),
            *(Route(path, endpoint, methods=["POST"]) for path, endpoint in posts.items()),
        ],
        exception_handlers={HTTPException: not_found},
    )
    return Gate(with_short_addresses(app), rules, refusal, log)


def _model(info: Any, began: int) -> dict[str, Any]:
    return {
        "id": model_name(info),
        "object": "model",
        "created": began,
        "owned_by": "hearth",
        "meta": {
            "n_ctx_train": info.n_ctx_train,
            "n_ctx": info.n_ctx,
            "n_params": info.n_params,
            "size": info.size_bytes,
        },
    }


def _not_found(request: Request, error: Exception) -> ApiError:
    assert isinstance(error, HTTPException)
    if error.status_code == WRONG_METHOD:
        return ApiError(WRONG_METHOD, f"{request.url.path} does not take {request.method}.")
    return ApiError(NOT_FOUND, f"Hearth has no {request.url.path}.", code="not_found")
