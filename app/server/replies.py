"""How the server reads a request and writes an answer: JSON, or events in a stream.

A client that goes away ends what is done for it, also while nothing is sent to it. One that does
not read holds up nobody else, and is gone after a while (`patience.py`).

Threads: the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from typing import TYPE_CHECKING, Any, Final, Protocol

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from app.server.errors import BAD_REQUEST, FINAL, TOO_LARGE, TOO_SLOW, WRONG_TYPE, ApiError
from app.server.fields import Fields

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine

    from starlette.types import Receive, Scope, Send

    from app.server.answering import Reading

_MOST_BODY_BYTES: Final = 32 << 20
_BODY_S: Final = 60.0  # for all of a body
_MOST_DEPTH: Final = 200  # of lists and objects in a body: whoever walks through it calls itself
_ANTHROPIC_PATHS: Final = ("/v1/messages",)
_REQUEST_ID: Final = "hearth.request_id"  # in the scope of a request


class JsonReply(JSONResponse):
    """JSON in one piece; what no text can hold, as half a character does, becomes a mark."""

    def render(self, content: Any) -> bytes:
        """Return the body."""
        written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return written.encode("utf-8", "replace")


class Refuse(Protocol):
    """Answers a request that is refused."""

    def __call__(self, scope: Scope, error: ApiError) -> Response:
        """Return the answer."""


def refusal(scope: Scope, error: ApiError) -> Response:
    """Return what a refused client gets, in the words that it understands."""
    error.request_id = request_id_of(scope)
    body = error.for_anthropic() if is_anthropic(scope) else error.for_openai()
    headers = {"retry-after": str(error.retry_after_s)} if error.retry_after_s else {}
    if error.status in FINAL:
        headers["x-should-retry"] = "false"
    return JsonReply(body, error.status, headers)


def is_anthropic(scope: Scope) -> bool:
    """Whether a request comes from a client of Anthropic's interface, whatever it asks."""
    return scope["path"].startswith(_ANTHROPIC_PATHS) or any(
        name == b"anthropic-version" for name, _value in scope["headers"]
    )


def with_request_id(scope: Scope) -> Scope:
    """Return a request with a name, by which its answer is found in the log."""
    return {**scope, _REQUEST_ID: f"req_{secrets.token_hex(12)}"}


def request_id_of(scope: Scope) -> str:
    """Return that name; "" where it has none."""
    return str(scope.get(_REQUEST_ID, ""))


async def read_body(request: Request, take: Callable[[int], None]) -> Fields:
    """Return the fields of a request.

    Args:
        take: room for so many bytes more; as of `BodyRoom.hold`.

    Raises:
        ApiError: it is no JSON object, too large, or does not come, or there is no room for it.
        ClientDisconnect: the client has gone.
    """
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":  # a form in a web page is sent without being asked
        raise ApiError(
            WRONG_TYPE, 'The body must be JSON. Send it with "Content-Type: application/json".'
        )
    chunks: list[bytes] = []
    n_bytes = 0
    try:
        async with asyncio.timeout(_BODY_S):
            async for chunk in request.stream():
                n_bytes += len(chunk)
                if n_bytes > _MOST_BODY_BYTES:
                    raise ApiError(
                        TOO_LARGE,
                        f"The request is larger than {_MOST_BODY_BYTES >> 20} MiB, which is the "
                        "most that Hearth takes.",
                    )
                take(len(chunk))
                chunks.append(chunk)
    except TimeoutError:
        raise ApiError(TOO_SLOW, "The body of the request did not come in time.") from None
    try:
        given = json.loads(b"".join(chunks))
    except (ValueError, RecursionError) as error:
        raise ApiError(BAD_REQUEST, f"The body is no valid JSON: {error}.") from None
    if not isinstance(given, dict):
        raise ApiError(BAD_REQUEST, "The body must be a JSON object.")
    if _is_deeper(given, _MOST_DEPTH):
        raise ApiError(BAD_REQUEST, "The values in the body lie too deep in each other.")
    return Fields(given)


def _is_deeper(given: dict[str, Any], most: int) -> bool:
    """Whether there are more lists and objects in each other than `most`."""
    level: list[dict[str, Any] | list[Any]] = [given]
    for _ in range(most):
        insides = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for inside in insides for one in inside if isinstance(one, dict | list)]
    return bool(level)


class EventStream:
    """An answer in pieces, as server-sent events.

    Nothing is sent before the first of them is there: until then a failure has a status.

    Args:
        events: gives them as bytes, each a whole number of events.
        on_error: returns the events that tell a failure behind the first piece.
    """

    def __init__(
        self, events: AsyncGenerator[bytes, None], on_error: Callable[[ApiError], bytes]
    ) -> None:
        self._events = events
        self._on_error = on_error

    async def send(self, send: Send) -> None:
        """Send all of them.

        Raises:
            ApiError: there is no answer, and nothing was sent.
        """
        async with contextlib.aclosing(self._events) as events:
            first = await anext(events, b"")
            headers = [
                (b"content-type", b"text/event-stream; charset=utf-8"),
                (b"cache-control", b"no-cache"),
                (b"x-accel-buffering", b"no"),
            ]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await _send_piece(send, first)
            try:
                async for data in events:
                    await _send_piece(send, data)
            except ApiError as error:
                await _send_piece(send, self._on_error(error))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_piece(send: Send, data: bytes) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": True})


async def until_gone(receive: Receive, work: Coroutine[Any, Any, None]) -> None:
    """Do something for a client, and give it up when the client goes away."""
    task = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((task, watch), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in (task, watch):
            one.cancel()
        results = await asyncio.gather(task, watch, return_exceptions=True)
    failure = results[0]
    if isinstance(failure, Exception) and not isinstance(failure, OSError):
        raise failure


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(data: object, name: str = "") -> bytes:
    """Return one server-sent event with JSON in it."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {written}\n\n".encode("utf-8", "replace")


def reading_comment(reading: Reading) -> bytes:
    """Return a line that keeps a connection alive, says how far it is, and clients leave out."""
    if not reading.n_total:
        return b": waiting\n\n"
    return f": reading {reading.n_done} of {reading.n_total}\n\n".encode()


__all__ = [
    "ClientDisconnect",
    "EventStream",
    "JsonReply",
    "Refuse",
    "event",
    "is_anthropic",
    "read_body",
    "reading_comment",
    "refusal",
    "request_id_of",
    "until_gone",
    "with_request_id",
]
