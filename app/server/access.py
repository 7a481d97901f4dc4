"""Who may ask: checked before anything of a request is read.

Any page that is open in a browser can send requests to this machine, and any name can be made to
lead to it. So a request needs the key, a `Host` that is on the list, and no `Origin`, which only
browsers send, that is not.

The key is a line in a file that only its owner can read.

Threads: the server's event loop.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import os
import re
import secrets
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.responses import Response

from app.core.errors import WordedError
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.system.files import write_atomically
from app.server.errors import FORBIDDEN, WRONG_KEY, ApiError
from app.server.replies import is_anthropic, request_id_of, with_request_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from starlette.types import ASGIApp, Receive, Scope, Send

    from app.server.replies import Refuse
    from app.server.request_log import RequestLog


_LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "::1")
_OPEN_PATHS: Final = frozenset(["/", "/health", "/v1/health"])
_CORS_AGE_S: Final = 600


class AccessRules(PlainValue, frozen=True):
    """Who may ask.

    Attributes:
        key: that every request shows.
        names: by which this machine may be called in `Host`, beside its own; without a port.
        origins: of pages in a browser that may ask.
    """

    key: str
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    def require(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Let a request pass.

        Raises:
            ApiError: it may not.
        """
        self.require_host(headers.get("host", ""))
        self.require_origin(headers.get("origin"))
        if method == "OPTIONS" or path in _OPEN_PATHS:
            return
        self.require_key(headers)

    def require_host(self, host: str) -> None:
        """Refuse a request to another name.

        Raises:
            ApiError: it is one.
        """
        name = host_name(host)
        if name in _LOCAL_NAMES or name in self.names:
            return
        raise ApiError(
            FORBIDDEN,
            f'This request was sent to "{host[:100]}", and Hearth answers only to localhost and '
            "the names on its list. Send it to localhost, or put that name on the list: "
            "--allow-host, or Settings, API.",
            code="host_not_allowed",
        )

    def require_origin(self, origin: str | None) -> None:
        """Refuse a request of a page in a browser that is not on the list.

        Raises:
            ApiError: it is one.
        """
        if origin is None or origin in self.origins:
            return
        raise ApiError(
            FORBIDDEN,
            f'This request comes from the page "{origin[:100]}", which is not on the list of '
            "those that may ask Hearth. Put it there: --allow-origin, or Settings, API.",
            code="origin_not_allowed",
        )

    def require_key(self, headers: Mapping[str, str]) -> None:
        """Refuse a request without the key.

        Raises:
            ApiError: it shows none, or another one.
        """
        scheme, _blank, shown = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            shown = headers.get("x-api-key", "")
        if hmac.compare_digest(shown.strip().encode(), self.key.encode()):
            return
        told = "The API key is wrong." if shown else "This request has no API key."
        raise ApiError(
            WRONG_KEY,
            f'{told} Send the one that Hearth shows as "Authorization: Bearer KEY" or '
            '"x-api-key: KEY".',
            code="invalid_api_key",
        )


def host_name(host: str) -> str:
    """Return the name or address in a `Host`, without its port and brackets."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0] if name.count(":") == 1 else name


def is_local(address: str) -> bool:
    """Whether only this machine can reach an address."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def names_of(address: str) -> tuple[str, ...]:
    """Return the name that an address gives a machine which listens there; none for all of them.

    A web page that leads there under a name of its own does not get in by it.
    """
    try:
        is_one = not ipaddress.ip_address(address).is_unspecified
    except ValueError:
        return ()
    return (address.lower(),) if is_one and address not in _LOCAL_NAMES else ()


class Gate:
    """Lets requests through to the server, or refuses them.

    Args:
        app: the server.
        rules: who may ask; returns those in force.
        refuse: answers a request that is refused.
        log: takes note of it.
    """

    def __init__(
        self,
        app: ASGIApp,
        rules: Callable[[], AccessRules],
        refuse: Refuse,
        log: RequestLog,
    ) -> None:
        self._app = app
        self._rules = rules
        self._refuse = refuse
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            return
        scope = with_request_id(scope)
        headers = Headers(scope=scope)
        method, path, request_id = scope["method"], scope["path"], request_id_of(scope)
        origin = headers.get("origin")
        send = _with_headers(
            send, {"request-id" if is_anthropic(scope) else "x-request-id": request_id}
        )
        try:
            self._rules().require(method, path, headers)
        except ApiError as error:
            self._log.refuse(headers.get("user-agent", ""), path, error.status, request_id)
            await self._refuse(scope, error)(scope, receive, send)
            return
        if origin is None:
            await self._app(scope, receive, send)
        elif method == "OPTIONS":
            await Response(status_code=204, headers=_cors(origin))(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send, _cors(origin)))


def _cors(origin: str) -> dict[str, str]:
    return {
        "access-control-allow-origin": origin,
        "access-control-allow-headers": "authorization, content-type, x-api-key, "
        "anthropic-version, anthropic-beta",
        "access-control-allow-methods": "GET, POST, DELETE",
        "access-control-expose-headers": "request-id, x-request-id, retry-after, x-should-retry",
        "access-control-max-age": str(_CORS_AGE_S),
        "vary": "origin",
    }


def _with_headers(send: Send, more: dict[str, str]) -> Send:
    from starlette.datastructures import MutableHeaders

    async def send_with_headers(message: dict[str, object]) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(more)
        await send(message)

    return send_with_headers  # type: ignore[return-value]


_SHORTEST: Final = 16
_LONGEST: Final = 512
_VISIBLE = re.compile(r"[!-~]+")
_MOST_BYTES: Final = 4096


class KeyNotUsable(WordedError):
    """The file holds no key, or cannot be read or written."""

    what = phrase("Hearth cannot use the file with the API key: {path} ({reason}).")
    effect = phrase("Other programs cannot use Hearth; your chats are not affected.")
    remedy = phrase(
        "Write one line of {least} to {most} letters, digits and symbols into it, or delete it "
        "to let Hearth create a new one."
    )

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path=path, reason=reason, least=_SHORTEST, most=_LONGEST)


def key_in(path: Path) -> str:
    """Return the key in a file; makes a new one where there is no file.

    On systems with modes of files, others are kept from reading it.

    Raises:
        KeyNotUsable: there is none in it.
    """
    try:
        with path.open("rb") as file:
            found = file.read(_MOST_BYTES)
    except FileNotFoundError:
        return new_key(path)
    except OSError as error:
        raise KeyNotUsable(path, error.strerror or repr(error)) from error
    key = found.decode("ascii", "replace").strip()
    if not _VISIBLE.fullmatch(key):
        raise KeyNotUsable(path, "it is not one line of visible characters")
    if not _SHORTEST <= len(key) <= _LONGEST:
        raise KeyNotUsable(path, f"{len(key)} characters")
    with contextlib.suppress(OSError):  # of somebody else, who may let us read it
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    return key


def new_key(path: Path) -> str:
    """Put a new key into a file, in place of the one there, and return it.

    Raises:
        KeyNotUsable: the disk refused.
    """
    key = f"hearth-{secrets.token_urlsafe(32)}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [f"{key}\n".encode()])
    except OSError as error:
        raise KeyNotUsable(path, error.strerror or repr(error)) from error
    return key
