"""How much each program may ask at once, so that none keeps the others out.

The rule, in two parts. A program that holds seven times what is free is told to come again: so
there is room for whoever comes next, and several that ask without end have equal parts (the dynamic
thresholds of buffers that are shared, Choudhury and Hahne, 1998). And only so many answers of one
program are with the engine, which goes by the time of asking; the others of that program wait here,
in their order. So what another one asks waits behind a few of them, and not behind all.

`BodyRoom` says how much of requests is in memory at once: what waits is read already, and may be
large.

Threads: the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import xxhash

from app.server.errors import TOO_MANY, ApiError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator

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


MOST_AT_ONCE: Final = 256
_SHARE: Final = 7  # of what is free: one program alone may hold 224
_MOST_AT_WORK: Final = 16  # more than there are sequences in usual contexts
_RETRY_S: Final = 5


@dataclass(slots=True)
class _Share:
    n_held: int = 0
    at_work: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_MOST_AT_WORK))


class FairShares:
    """What each program holds; nothing is kept of one that holds nothing."""

    def __init__(self) -> None:
        self._shares: dict[Program, _Share] = {}

    @contextlib.contextmanager
    def hold(self, program: Program) -> Iterator[None]:
        """Hold room for a request as long as it lasts.

        Raises:
            ApiError: there is none, or the rest is for others.
        """
        n_held = sum(one.n_held for one in self._shares.values())
        self._require_room(program, n_held)
        share = self._shares.setdefault(program, _Share())
        share.n_held += 1
        try:
            yield
        finally:
            share.n_held -= 1
            if not share.n_held:
                del self._shares[program]

    def _require_room(self, program: Program, n_held: int) -> None:
        share = self._shares.get(program)
        n_own, n_free = 0 if share is None else share.n_held, MOST_AT_ONCE - n_held
        if n_free <= 0:
            told = f"{n_held} requests wait for an answer already."
        elif n_own >= _SHARE * n_free:
            told = f"{n_own} requests of this program wait already, and the rest is for others."
        else:
            return
        raise ApiError(TOO_MANY, f"{told} Ask again soon.", retry_after_s=_RETRY_S)

    @contextlib.asynccontextmanager
    async def at_work(self, program: Program) -> AsyncGenerator[None, None]:
        """Wait until fewer answers of a program, which holds room, are with the engine."""
        async with self._shares[program].at_work:
            yield


MOST_BODY_BYTES: Final = 256 << 20  # of the bodies of all requests; what is made of them is more


class BodyRoom:
    """The room for bodies of one server."""

    def __init__(self) -> None:
        self._n_bytes = 0

    @contextlib.contextmanager
    def hold(self) -> Iterator[Callable[[int], None]]:
        """Hold room as long as a request lasts.

        Yields:
            What takes so many bytes more, and raises `ApiError` where the others leave no room.
        """
        n_own = 0

        def take(n_bytes: int) -> None:
            nonlocal n_own
            if self._n_bytes + n_bytes > MOST_BODY_BYTES:
                told = "The requests that wait for an answer are as large as Hearth can hold."
                raise ApiError(TOO_MANY, f"{told} Ask again soon.", retry_after_s=_RETRY_S)
            self._n_bytes += n_bytes
            n_own += n_bytes

        try:
            yield take
        finally:
            self._n_bytes -= n_own
