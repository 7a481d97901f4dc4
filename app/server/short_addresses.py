"""Addresses without "/v1", for clients that were given the address of the server alone.

llama.cpp's server has both, and what was set up for it is often told no "/v1".

Threads: the server's event loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_SHORT: Final = ("/chat/completions", "/completions", "/embeddings", "/models", "/responses")


def with_short_addresses(app: ASGIApp) -> ASGIApp:
    """Return a server that knows its addresses by their short names, too."""

    async def lengthened(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].rstrip("/") in _SHORT:
            path = "/v1" + scope["path"].rstrip("/")
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await app(scope, receive, send)

    return lengthened
