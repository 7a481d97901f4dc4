"""The addresses of the server, and what each does.

Threads: the server's event loop.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Final, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app import __version__
from app.core.errors import problem_of
from app.server.access import AccessRules, Gate
from app.server.answering import Ended
from app.server.errors import FAILED, NOT_FOUND, TOO_MANY, WRONG_METHOD, ApiError, of_problem
from app.server.model_state import model_name
from app.server.openai_chat import ChatCompletion
from app.server.replies import ClientDisconnect, EventStream, read_body, refusal, until_gone

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator, Sequence

    from starlette.types import ASGIApp, Receive, Scope, Send

    from app.server.answering import Answering, Piece
    from app.server.asked import Asked
    from app.server.fields import Fields
    from app.server.model_state import ModelState

logger = logging.getLogger(__name__)

_MOST_AT_ONCE: Final = 256
_RETRY_S: Final = 5


class Writer(Protocol):
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

    def writer(self, model: str) -> Writer:
        """Return what writes the answer of a model."""


class Desk:
    """Takes requests for answers, as many at once as there is room for."""

    def __init__(self, state: ModelState, answering: Answering) -> None:
        self._state = state
        self._answering = answering
        self._n_open = 0

    def endpoint(self, read: Callable[[Fields], Wanted]) -> ASGIApp:
        """Return what answers at one address.

        Args:
            read: of a request.
        """

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            if self._n_open >= _MOST_AT_ONCE:
                raise ApiError(
                    TOO_MANY,
                    f"{self._n_open} requests wait for an answer already. Ask again soon.",
                    retry_after_s=_RETRY_S,
                )
            self._n_open += 1
            try:
                wanted = read(await read_body(Request(scope, receive)))
                await until_gone(receive, self._answer(wanted, scope, receive, send))
            finally:
                self._n_open -= 1

        return Endpoint(answer)

    async def _answer(self, wanted: Wanted, scope: Scope, receive: Receive, send: Send) -> None:
        info = await self._state.ready()
        writer = wanted.writer(model_name(info))
        if wanted.asked.is_streamed:
            await EventStream(self._events(wanted, writer), writer.error_event).send(send)
            return
        pieces = self._answering.pieces(wanted.asked)
        ended = [piece async for piece in pieces if isinstance(piece, Ended)]
        await JSONResponse(writer.whole(ended))(scope, receive, send)

    async def _events(self, wanted: Wanted, writer: Writer) -> AsyncGenerator[bytes, None]:
        async for piece in self._answering.pieces(wanted.asked):
            if data := b"".join(writer.events(piece)):
                yield data
        yield b"".join(writer.last_events())


class Endpoint:
    """One address; what goes wrong there is told as its clients expect it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        try:
            await self._app(scope, receive, send)
        except ClientDisconnect:
            return
        except ApiError as error:
            await refusal(scope, error)(scope, receive, send)
        except Exception as error:
            logger.exception("a request failed")
            await refusal(scope, of_problem(problem_of(error), FAILED))(scope, receive, send)


def application(state: ModelState, answering: Answering, rules: AccessRules) -> ASGIApp:
    """Return the whole server."""
    desk = Desk(state, answering)
    began = int(time.time())

    async def models(_request: Request) -> Response:
        info = state.info
        return JSONResponse({"object": "list", "data": [_model(info, began)] if info else []})

    async def health(_request: Request) -> Response:
        word = "ok" if state.info else "loading model" if state.is_loading else "no model"
        return JSONResponse({"status": word, "version": __version__})

    app = Starlette(
        routes=[
            Route("/health", health),
            Route("/v1/health", health),
            Route("/v1/models", models),
            Route("/v1/chat/completions", desk.endpoint(ChatCompletion.read), methods=["POST"]),
        ],
        exception_handlers={HTTPException: _not_found},
    )
    return Gate(app, rules, refusal)


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


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == WRONG_METHOD:
        told = ApiError(WRONG_METHOD, f"{request.url.path} does not take {request.method}.")
    else:
        told = ApiError(NOT_FOUND, f"Hearth has no {request.url.path}.", code="not_found")
    return refusal(request.scope, told)
