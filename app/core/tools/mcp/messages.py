"""The messages of the Model Context Protocol that have to do with tools, in both its eras.

Since 2026-07-28 each request says itself which version it is of, and there is no handshake. Before,
`initialize` came first. What a server sends is a stranger's: each value is checked, and what is not
understood is left out.

Source: https://modelcontextprotocol.io/specification/2026-07-28

Threads: pure values and functions, any thread.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import TYPE_CHECKING, Any, Final, Protocol

from app import __version__
from app.core.plain_value import PlainValue
from app.core.tools.values import ToolLink, ToolMedia, ToolResult, canonical, cleaned

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from app.core.errors import KnownError
    from app.core.system.stop_signal import StopSignal

MODERN: Final = "2026-07-28"
HANDSHAKES: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
OFFERED: Final = "2025-06-18"  # in a handshake
NO_SUCH_METHOD: Final = -32601
UNSUPPORTED_VERSION: Final = -32022
TOOLS_CHANGED: Final = "notifications/tools/list_changed"
_META: Final = "io.modelcontextprotocol/"
_CLIENT: Final = {"name": "hearth", "version": __version__}
_MOST_SAID: Final = 500  # characters of a refusal
_MOST_BLOCKS: Final = 200
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")  # RFC 9110, 5.6.2
_MOST_MEDIA, _MOST_MEDIA_BYTES = 8, 20_000_000


class RpcRefused(Exception):
    """A server answered with an error.

    Attributes:
        code: of JSON-RPC; 0 where only a status of HTTP says it.
        said: the server's own words.
        supported: versions that it names.
    """

    def __init__(self, code: int, said: str = "", supported: tuple[str, ...] = ()) -> None:
        super().__init__(f"{code}: {said}")
        self.code, self.said, self.supported = code, said, supported


class NoAnswer(Exception):
    """A server has not answered in time."""


class RpcQuestion(PlainValue, frozen=True):
    """A request.

    Attributes:
        params: with all that the version wants.
        version: of the protocol; "" before it is known.
        headers: beside those that follow from the request, for HTTP.
    """

    method: str
    params: Mapping[str, Any]
    version: str = ""
    headers: Mapping[str, str] = {}


class Transport(Protocol):
    """What carries messages to one server and back.

    Threads: any, several requests at once.
    """

    def ask(self, asked: RpcQuestion, timeout_s: float, stop: StopSignal) -> dict[str, Any]:
        """Return the result of a request.

        Raises:
            RpcRefused: the server answered with an error.
            NoAnswer: it did not answer in time, and was told that nobody waits any more.
            TransferStopped: `stop` was called; likewise.
            KnownError: it is gone, or talks nonsense.
        """

    def tell(self, asked: RpcQuestion) -> None:
        """Send a notification, or a request whose answer nobody awaits; a failure is no matter."""

    @property
    def is_there(self) -> bool:
        """Whether it can be asked."""

    @property
    def failure(self) -> KnownError | None:
        """Why it cannot be asked any more; None where it can, or where nothing is known."""

    def take_change(self) -> bool:
        """Whether the server has said since the last call that it has other tools."""

    def log(self) -> tuple[str, ...]:
        """Return what the server printed last."""

    def close(self) -> None:
        """End it; who waits is told."""


def params_of(version: str, **params: Any) -> dict[str, Any]:
    """Return the parameters of a request of a version."""
    if version != MODERN:
        return params
    meta = {"protocolVersion": MODERN, "clientInfo": _CLIENT, "clientCapabilities": {}}
    return {**params, "_meta": {f"{_META}{name}": value for name, value in meta.items()}}


def handshake() -> RpcQuestion:
    """Return the request that begins a connection of the earlier era."""
    params = {"protocolVersion": OFFERED, "capabilities": {}, "clientInfo": _CLIENT}
    return RpcQuestion("initialize", params)


def header_value(value: str) -> str:
    """Return a value as a header can carry it."""
    is_plain = value.isascii() and value.isprintable() and value == value.strip()
    if is_plain and not value.startswith("=?base64?"):
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'replace')).decode('ascii')}?="


def headers_of(schema: str, arguments: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers in which a server wants some arguments of a call again.

    Args:
        schema: of the tool, in which `x-mcp-header` names them.
    """
    return dict(_headers(json.loads(schema), arguments))


def _headers(schema: Any, arguments: Any) -> Iterator[tuple[str, str]]:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not isinstance(arguments, dict):
        return
    for name, one in properties.items():
        value = arguments.get(name)
        token = one.get("x-mcp-header") if isinstance(one, dict) else None
        if isinstance(token, str) and _TOKEN.fullmatch(token) and isinstance(value, str | int):
            said = str(value).lower() if isinstance(value, bool) else str(value)
            yield f"Mcp-Param-{token}", header_value(said)
        yield from _headers(one, value)


def line_of(message: Mapping[str, Any]) -> bytes:
    """Return a message as one line."""
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def read_message(data: bytes) -> dict[str, Any] | None:
    """Return a message; None where it is none.

    Raises:
        ValueError: it seems to be one, and cannot be read.
    """
    try:
        said = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        if data.lstrip().startswith(b"{") and b'"jsonrpc"' in data[:4096] + data[-4096:]:
            raise ValueError("a broken message") from error
        return None
    return said if isinstance(said, dict) and said.get("jsonrpc") == "2.0" else None


def result_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result that an answer has.

    Raises:
        RpcRefused: it has an error.
    """
    error, result = message.get("error"), message.get("result")
    if not isinstance(error, dict):
        return result if isinstance(result, dict) else {}
    code, data = error.get("code"), error.get("data")
    named = data.get("supported") if isinstance(data, dict) else None
    supported = tuple(map(str, named[:20])) if isinstance(named, list) else ()
    said = cleaned(str(error.get("message", "")))[:_MOST_SAID]
    raise RpcRefused(code if isinstance(code, int) else 0, said, supported)


def tool_result(result: Mapping[str, Any]) -> ToolResult:
    """Return what came of a call as a server says it."""
    content = result.get("content")
    blocks = content[:_MOST_BLOCKS] if isinstance(content, list) else []
    texts: list[str] = []
    links: list[ToolLink] = []
    media: list[ToolMedia] = []
    for block in blocks:
        if isinstance(block, dict):
            _take(block, texts, links, media)
    structured = result.get("structuredContent")
    if structured is not None and not texts:
        texts.append(canonical(structured))
    is_error = result.get("isError") is True
    return ToolResult("\n\n".join(texts), tuple(media), tuple(links), is_error)


def _take(
    block: Mapping[str, Any], texts: list[str], links: list[ToolLink], media: list[ToolMedia]
) -> None:
    """Add what a block of a result holds."""
    match block:
        case {"type": "text", "text": str(text)}:
            texts.append(text)
        case {"type": "image" | "audio" as kind, "data": str(data)}:
            found = _decoded(data)
            if found and len(media) < _MOST_MEDIA:
                media.append(ToolMedia(kind, found))
        case {"type": "resource_link", "uri": str(uri)}:
            name = str(block.get("title") or block.get("name") or uri)[:_MOST_SAID]
            if uri.startswith(("http://", "https://")):
                links.append(ToolLink(name, uri))
            texts.append(f"{name}: {uri}")
        case {"type": "resource", "resource": {"text": str(text)}}:
            texts.append(text)
        case _:
            texts.append(f"[{str(block.get('type', 'something'))[:40]} left out]")


def _decoded(data: str) -> bytes:
    if len(data) > _MOST_MEDIA_BYTES:
        return b""
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return b""
