"""Who asks.

Threads: the server's event loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import xxhash

if TYPE_CHECKING:
    from starlette.requests import Request

_MOST_CHARS: Final = 200


class Program(NamedTuple):
    """A program, told by the machine that it runs on and by what it calls itself."""

    address: str
    name: str

    @classmethod
    def of(cls, request: Request) -> Program:
        """Return who has sent a request."""
        address = "" if request.client is None else request.client.host
        return cls(address, request.headers.get("user-agent", "")[:_MOST_CHARS])

    @property
    def tag(self) -> str:
        """A short name without its words, the same each time: of 8 digits."""
        said = f"{self.address}\0{self.name}".encode("utf-8", "surrogatepass")
        return xxhash.xxh3_64(said).hexdigest()[:8]


NO_PROGRAM: Final = Program("", "")  # of what belongs to nobody
