"""How much each program may ask at once, so that none keeps the others out.

The rule, in two parts. A program that holds seven times what is free is told to come again: so
there is room for whoever comes next, and several that ask without end have equal parts (the dynamic
thresholds of buffers that are shared, Choudhury and Hahne, 1998). And only so many answers of one
program are with the engine, which goes by the time of asking; the others of that program wait here,
in their order. So what another one asks waits behind a few of them, and not behind all.

Threads: the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.server.errors import TOO_MANY, ApiError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from app.server.program import Program

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
