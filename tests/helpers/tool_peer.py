"""A tool server made with the `mcp` package, the peer of our client.

usage: python tests/helpers/tool_peer.py stdio | http PORT
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

server = MCPServer("peer")


@server.tool()
def add(first: int, second: int) -> int:
    """Add two numbers."""
    return first + second


@server.tool()
def greet(name: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Name"})]) -> str:
    """Greet somebody."""
    return f"Hello, {name}!"


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("no luck")


def main(arguments: Sequence[str]) -> None:
    if arguments[0] == "stdio":
        server.run("stdio")
    else:
        server.run("streamable-http", port=int(arguments[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
