"""The addresses of the server, and what each does.

Threads: the server's event loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from app import __version__
from app.server.access import Gate
from app.server.desk import Desk
from app.server.dialects.anthropic_messages import Messages
from app.server.dialects.openai_chat import ChatCompletion
from app.server.dialects.openai_completions import TextCompletion
from app.server.dialects.openai_embeddings import Embeddings
from app.server.dialects.responses_input import ResponseRequest
from app.server.errors import NOT_FOUND, NOT_READY, WRONG_METHOD, ApiError
from app.server.hearth.chats import ChatAddresses
from app.server.hearth.documents import DocumentAddresses
from app.server.hearth.warmth import WarmthAddress
from app.server.model_list import ModelList
from app.server.replies import JsonReply, refusal, request_id_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from app.server.access import AccessRules
    from app.server.answering import Answerer
    from app.server.desk import Taken
    from app.server.hearth.chat_access import ChatAccess
    from app.server.hearth.document_access import DocumentAccess
    from app.server.model_switch import ModelSwitch
    from app.server.request_log import RequestLog
    from app.server.served_model import ServedModel

    Serve = Callable[[Taken], Coroutine[Any, Any, None]]


# The words of llama.cpp's server, for which some programs wait.
_LOADING: Final = {
    "error": {"code": NOT_READY, "message": "Loading model", "type": "unavailable_error"}
}
_METRICS: Final = "text/plain; version=0.0.4"


def application(  # noqa: PLR0913 - what it serves, each by name
    state: ServedModel,
    answering: Answerer,
    rules: Callable[[], AccessRules],
    log: RequestLog,
    *,
    switch: ModelSwitch,
    chats: ChatAccess | None = None,
    documents: DocumentAccess | None = None,
) -> ASGIApp:
    """Return the whole server.

    Args:
        state: of the model.
        answering: asks it for answers, and by its calls for all else.
        rules: returns who may ask now.
        log: takes note of every request.
        switch: has the model loaded that a request names.
        chats: of the user; None where other programs get none.
        documents: likewise.
    """
    desk = Desk(state, switch, answering, log)
    models = ModelList(state, switch)

    async def health(_request: Request) -> Response:
        if state.info is None and state.loading_path:
            return JsonReply(_LOADING, NOT_READY)
        return JsonReply({"status": "ok" if state.info else "no model", "version": __version__})

    async def metrics(_request: Request) -> Response:
        return PlainTextResponse(log.metrics(is_loaded=state.info is not None), media_type=_METRICS)

    async def not_found(request: Request, error: Exception) -> Response:
        told = _not_found(request, error)
        client, path = request.headers.get("user-agent", ""), request.url.path
        log.refuse(client, path, told.status, request_id_of(request.scope))
        answer = refusal(request.scope, told)
        assert isinstance(error, HTTPException)
        answer.headers.update(error.headers or {})  # which methods there are
        return answer

    posts = _posts(desk, switch, answering)
    app = Starlette(
        routes=[
            Route("/", _root),
            Route("/health", health),
            Route("/v1/health", health),
            Route("/metrics", metrics),
            Route("/v1/models", models.all),
            Route("/v1/models/{name:path}", models.one),
            *(Route(path, endpoint, methods=["POST"]) for path, endpoint in posts.items()),
            *hearth_routes(desk, switch, answering, chats, documents),
        ],
        exception_handlers={HTTPException: not_found},
    )
    return Gate(with_short_addresses(app), rules, refusal, log)


async def _root(_request: Request) -> Response:
    """Tell programs that look whether anybody is there, as Claude Code does before all else."""
    return PlainTextResponse("Hearth is running.\n")


def _posts(desk: Desk, switch: ModelSwitch, answering: Answerer) -> dict[str, ASGIApp]:
    """Return what answers at each address of OpenAI's and Anthropic's interfaces."""
    return {
        "/v1/chat/completions": desk.answers(ChatCompletion.read),
        "/v1/completions": desk.answers(TextCompletion.read),
        "/v1/embeddings": desk.endpoint(Embeddings(switch, answering.calls).embed),
        "/v1/messages": desk.answers(Messages.read),
        "/v1/messages/count_tokens": desk.counts(Messages.read_to_count),
        "/v1/responses": desk.answers(ResponseRequest.read),
        "/v1/responses/input_tokens": desk.counts(ResponseRequest.read, "response.input_tokens"),
    }


def _not_found(request: Request, error: Exception) -> ApiError:
    assert isinstance(error, HTTPException)
    if error.status_code == WRONG_METHOD:
        return ApiError(WRONG_METHOD, f"{request.url.path} does not take {request.method}.")
    return ApiError(NOT_FOUND, f"Hearth has no {request.url.path}.", code="not_found")


_SHORT: Final = ("/chat/completions", "/completions", "/embeddings", "/models", "/responses")


def with_short_addresses(app: ASGIApp) -> ASGIApp:
    """Return a server that knows its addresses by their short names, too."""

    async def lengthened(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].rstrip("/") in _SHORT:
            path = "/v1" + scope["path"].rstrip("/")
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await app(scope, receive, send)

    return lengthened


_ROOT = "/hearth/v1"


def hearth_routes(
    desk: Desk,
    switch: ModelSwitch,
    answering: Answerer,
    chats: ChatAccess | None,
    documents: DocumentAccess | None,
) -> Iterator[Route]:
    """Give them all.

    Args:
        desk: takes the requests.
        switch: keeps the model loaded meanwhile.
        answering: asks it.
        chats: of the user; None where there are no addresses for them.
        documents: of the user; None where there are none.
    """
    warmth = WarmthAddress(switch, answering, chats)
    path = f"{_ROOT}/warmth"
    yield Route(path, desk.endpoint(warmth.measure), methods=["POST"])
    yield from _documents_routes(desk, DocumentAddresses(chats, documents))
    if chats is None:
        return
    own = ChatAddresses(switch, chats, documents)
    one = f"{_ROOT}/chats/{{id}}"
    yield _reading(desk, f"{_ROOT}/chats", own.list)
    yield _reading(desk, one, own.read)
    path = f"{one}/messages"
    yield Route(path, desk.endpoint(own.go_on, named=path), methods=["POST"])


def _documents_routes(desk: Desk, own: DocumentAddresses) -> Iterator[Route]:
    path = f"{_ROOT}/documents"
    yield _reading(desk, path, own.list)
    yield Route(path, desk.endpoint(own.add), methods=["POST"])
    yield Route(path, desk.endpoint(own.remove), methods=["DELETE"])
    yield Route(f"{path}/search", desk.endpoint(own.search), methods=["POST"])


def _reading(desk: Desk, path: str, serve: Serve) -> Route:
    return Route(path, desk.endpoint(serve, named=path, has_body=False), methods=["GET"])
