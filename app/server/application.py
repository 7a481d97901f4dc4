"""The addresses of the server, and what each does.

Threads: the server's event loop.
"""

from __future__ import annotations

import time
from pathlib import PurePath
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
from app.server.errors import NOT_FOUND, WRONG_METHOD, ApiError
from app.server.hearth.chats import ChatAddresses
from app.server.hearth.warmth import WarmthAddress
from app.server.replies import JsonReply, refusal
from app.server.served_model import model_name

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from app.core.protocol import ModelInfo, Senses
    from app.server.access import AccessRules
    from app.server.answering import Answerer
    from app.server.desk import Taken
    from app.server.hearth.chat_access import ChatAccess
    from app.server.model_switch import ModelSwitch
    from app.server.request_log import RequestLog
    from app.server.served_model import ServedModel

    Serve = Callable[[Taken], Coroutine[Any, Any, None]]


_METRICS: Final = "text/plain; version=0.0.4"


def application(
    state: ServedModel,
    answering: Answerer,
    rules: Callable[[], AccessRules],
    log: RequestLog,
    *,
    switch: ModelSwitch,
    chats: ChatAccess | None = None,
) -> ASGIApp:
    """Return the whole server.

    Args:
        state: of the model.
        answering: asks it for answers, and by its calls for all else.
        rules: returns who may ask now.
        log: takes note of every request.
        switch: has the model loaded that a request names.
        chats: of the user; None where other programs get none.
    """
    desk = Desk(state, switch, answering, log)
    began = int(time.time())

    async def models(_request: Request) -> Response:
        return JsonReply({"object": "list", "data": list(_models(state, switch, began).values())})

    async def health(_request: Request) -> Response:
        return JsonReply({"status": _health(state), "version": __version__})

    async def model(request: Request) -> Response:
        found = _models(state, switch, began).get(request.path_params["name"])
        if found is None:
            told = ApiError(NOT_FOUND, "There is no model of this name.", code="model_not_found")
            return refusal(request.scope, told)
        return JsonReply(found)

    async def metrics(_request: Request) -> Response:
        return PlainTextResponse(log.metrics(is_loaded=state.info is not None), media_type=_METRICS)

    async def not_found(request: Request, error: Exception) -> Response:
        told = _not_found(request, error)
        log.refuse(request.headers.get("user-agent", ""), request.url.path, told.status)
        answer = refusal(request.scope, told)
        assert isinstance(error, HTTPException)
        answer.headers.update(error.headers or {})  # which methods there are
        return answer

    posts = _posts(desk, switch, answering)
    app = Starlette(
        routes=[
            Route("/health", health),
            Route("/v1/health", health),
            Route("/metrics", metrics),
            Route("/v1/models", models),
            Route("/v1/models/{name:path}", model),
            *(Route(path, endpoint, methods=["POST"]) for path, endpoint in posts.items()),
            *hearth_routes(desk, switch, answering, chats),
        ],
        exception_handlers={HTTPException: not_found},
    )
    return Gate(with_short_addresses(app), rules, refusal, log)


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


def _health(state: ServedModel) -> str:
    return "ok" if state.info else "loading model" if state.is_loading else "no model"


def _models(state: ServedModel, switch: ModelSwitch, began: int) -> dict[str, dict[str, Any]]:
    """Return all models that can be asked, by name; the loaded one first."""
    info = state.info
    found = {} if info is None else {model_name(info): _loaded_model(info, began)}
    for name, path in switch.listed().items():
        if info is None or PurePath(path) != PurePath(info.path):
            found.setdefault(name, _model(name, began, "unloaded"))
    return found


def _model(name: str, began: int, status: str) -> dict[str, Any]:
    return {
        "id": name,
        "object": "model",
        "created": began,
        "owned_by": "hearth",
        "status": {"value": status},
    }


def _loaded_model(info: ModelInfo, began: int) -> dict[str, Any]:
    return _model(model_name(info), began, "loaded") | {
        "meta": {
            "n_ctx_train": info.n_ctx_train,
            "n_ctx": info.n_ctx,
            "n_params": info.n_params,
            "n_embd": info.n_embedding or None,
            "size": info.size_bytes,
            "input_modalities": _input_modalities(info.senses),
            "tools": info.takes_tools and not info.n_embedding,
        },
    }


def _input_modalities(senses: Senses) -> list[str]:
    return ["text", *["image"] * senses.sees, *["audio"] * senses.hears]


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
    desk: Desk, switch: ModelSwitch, answering: Answerer, chats: ChatAccess | None
) -> Iterator[Route]:
    """Give them all.

    Args:
        desk: takes the requests.
        switch: keeps the model loaded meanwhile.
        answering: asks it.
        chats: of the user; None where there are no addresses for them.
    """
    warmth = WarmthAddress(switch, answering, chats)
    path = f"{_ROOT}/warmth"
    yield Route(path, desk.endpoint(warmth.measure), methods=["POST"])
    if chats is None:
        return
    own = ChatAddresses(switch, chats)
    one = f"{_ROOT}/chats/{{id}}"
    yield _reading(desk, f"{_ROOT}/chats", own.list)
    yield _reading(desk, one, own.read)
    path = f"{one}/messages"
    yield Route(path, desk.endpoint(own.go_on, named=path), methods=["POST"])


def _reading(desk: Desk, path: str, serve: Serve) -> Route:
    return Route(path, desk.endpoint(serve, named=path, has_body=False), methods=["GET"])
