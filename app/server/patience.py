"""HTTP that waits only so long: for the head of a request, and for an answer to be read.

uvicorn waits without end for both, so that clients which connect and say nothing, or never read,
could take all the connections there are. What is closed while something is unread stays open for
it; so such a connection is aborted.

Threads: the server's event loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

HEAD_S: Final = 30.0  # for all of the head of a request, however it comes
UNREAD_S: Final = 60.0  # that a client may read nothing of what was sent


class PatientProtocol(H11Protocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; where a head has begun and not ended, it has to end in time.

        What comes behind a request that was refused is not read: Windows' event loop hands on what
        arrived before the connection is closed, and uvicorn would refuse it a second time.
        """
        if self.transport.is_closing():
            return
        super().data_received(data)
        if not self._awaits_head:
            self._give_up_waiting()
        elif self._head_timer is None:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._give_up_waiting()
        self._has_read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """What was sent lies unread: it has to be read in time."""
        super().pause_writing()
        if self._unread_timer is None:
            self._unread_timer = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads."""
        self._has_read()
        super().resume_writing()

    def _has_read(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    @property
    def _awaits_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_S, self._end_without_head)

    def _give_up_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _end_without_head(self) -> None:
        self._head_timer = None
        if self._awaits_head and not self.transport.is_closing():
            self.transport.close()
