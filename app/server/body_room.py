"""How much of requests is in memory at once: what waits is read already, and may be large.

Threads: the server's event loop.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from app.server.errors import TOO_MANY, ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_BYTES: Final = 256 << 20  # of the bodies of all requests; what is made of them is more
_RETRY_S = 5


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
            if self._n_bytes + n_bytes > MOST_BYTES:
                told = "The requests that wait for an answer are as large as Hearth can hold."
                raise ApiError(TOO_MANY, f"{told} Ask again soon.", retry_after_s=_RETRY_S)
            self._n_bytes += n_bytes
            n_own += n_bytes

        try:
            yield take
        finally:
            self._n_bytes -= n_own
