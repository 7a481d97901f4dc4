"""One tool server, over whatever carries its messages.

It is started when it is asked, and again when it has failed, with longer and longer rests.

Threads: any; several calls at once.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Final

from app.core.errors import KnownError
from app.core.plain_value import PlainValue
from app.core.tools.errors import (
    SERVER_HUNG_AT_START,
    SERVER_REFUSED,
    SERVER_RESTS,
    SERVER_SILENT,
    SERVER_TOO_NEW,
    SERVER_WANTS_INPUT,
    TOOL_CHANGED,
)
from app.core.tools.mcp.messages import (
    HANDSHAKES,
    MODERN,
    UNSUPPORTED_VERSION,
    NoAnswer,
    RpcQuestion,
    RpcRefused,
    handshake,
    headers_of,
    params_of,
    tool_result,
)
from app.core.tools.mcp.program import WAS_ENDED, ToolServerEnded
from app.core.tools.values import arguments_of, tool_of_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.system.stop_signal import StopSignal
    from app.core.tools.mcp.messages import Transport
    from app.core.tools.values import Tool, ToolResult

_MOST_PAGES, _MOST_TOOLS = 20, 256
_LONGEST_REST_S: Final = 60.0
_LOOK_S: Final = 0.1


class McpTimes(PlainValue, frozen=True):
    """How long is waited, in seconds; tests make it short.

    Attributes:
        probe: for a server to say whether it is of the newer era.
        start: for a server that is started, which may have to be downloaded first.
        listing: for a page of its tools.
        call: for what comes of a call.
        fresh: in which a list of tools is not asked for again where the server tells no change.
    """

    probe: float = 10.0
    start: float = 90.0
    listing: float = 30.0
    call: float = 120.0
    fresh: float = 60.0


class _Connection:
    """A server that has been asked who it is.

    Attributes:
        version: of the protocol.
        has_tools: it says that it has some.
        tells_changes: it says when it has others.
    """

    def __init__(self, transport: Transport, version: str, capabilities: object) -> None:
        self.transport, self.version = transport, version
        told = capabilities.get("tools") if isinstance(capabilities, dict) else None
        self.has_tools = isinstance(told, dict)
        self.tells_changes = isinstance(told, dict) and told.get("listChanged") is True
        self.tools: tuple[Tool, ...] | None = None
        self.listed_s = 0.0
        self.began_s = time.monotonic()


class McpClient:
    """Asks one server.

    Args:
        name: of the server.
        origin: its command or address, for the tools.
        connect: starts it or prepares to contact it; raises `KnownError`.
        holds_line: what it says unasked arrives; not so over HTTP.
        times: how long is waited.
    """

    def __init__(
        self,
        name: str,
        origin: str,
        connect: Callable[[], Transport],
        *,
        holds_line: bool = True,
        times: McpTimes | None = None,
    ) -> None:
        self._name, self._origin, self._connect = name, origin, connect
        self._holds_line = holds_line
        self._times = times or McpTimes()
        self._starting = threading.Lock()
        self._connection: _Connection | None = None  # written under _starting, as the next
        self._begun: Transport | None = None  # while it is started
        self._last_log: tuple[str, ...] = ()
        self._failure: KnownError | None = None  # of the last start, or why it was ended
        self._is_of_old = False  # it does not survive to be asked for the newer era
        self._n_failures = 0
        self._rests_until_s = 0.0
        self._is_closed = False

    def tools(self, stop: StopSignal) -> tuple[Tool, ...]:
        """Return what the server has, in its own order.

        Raises:
            KnownError: why it does not say.
            TransferStopped: `stop` was called.
        """
        return self._with_tools(stop)[1]

    def call(self, tool: Tool, arguments: str, stop: StopSignal) -> ToolResult:
        """Return what comes of a call; also what the tool itself calls a failure.

        Args:
            tool: as it was when the user allowed it.
            arguments: JSON text of an object.

        Raises:
            KnownError: it could not be called, or is another one now.
            TransferStopped: `stop` was called; an answer that comes still is thrown away.
        """
        connection, tools = self._with_tools(stop)  # one run of it: another may have others
        if tool not in tools:
            raise TOOL_CHANGED(name=tool.name)
        given = arguments_of(arguments)
        params = params_of(connection.version, name=tool.own_name, arguments=given)
        asked = RpcQuestion(
            "tools/call", params, connection.version, headers_of(tool.schema, given)
        )
        result = self._asked(connection, asked, self._times.call, stop)
        if result.get("resultType", "complete") != "complete":
            raise SERVER_WANTS_INPUT(server=self._name)
        with self._starting:
            self._n_failures = 0
        return tool_result(result)

    def log(self) -> tuple[str, ...]:
        """Return what the server printed last, of its last run."""
        connection = self._connection
        return connection.transport.log() if connection is not None else self._last_log

    @property
    def is_running(self) -> bool:
        """Whether the server is there."""
        connection = self._connection
        return connection is not None and connection.transport.is_there

    @property
    def failure(self) -> KnownError | None:
        """Why the server is not there; None where it is, or was not started."""
        connection = self._connection
        return self._failure if connection is None else connection.transport.failure

    def close(self) -> None:
        """End the server; it is not started again."""
        self._is_closed = True
        if (begun := self._begun) is not None:  # whoever starts it is told, and lets go
            begun.close()
        with self._starting:
            self._drop()

    # -- starting --

    def _connected(self, stop: StopSignal) -> _Connection:
        while not self._starting.acquire(timeout=_LOOK_S):  # another call starts it
            stop.check()
        try:
            connection = self._connection
            if connection is not None and connection.transport.is_there:
                return connection
            if connection is not None:  # it ended since the last call
                if time.monotonic() - connection.began_s > _LONGEST_REST_S:
                    self._n_failures = 0
                self._note_failure()
                self._failure = connection.transport.failure
                self._drop()
            left_s = self._rests_until_s - time.monotonic()
            if left_s > 0:
                raise SERVER_RESTS(server=self._name, seconds=f"{left_s:.0f}")
            if self._is_closed:
                raise ToolServerEnded(server=self._name, how=WAS_ENDED)
            try:
                self._connection = self._started(stop)
            except KnownError as error:
                self._failure = error
                raise
            return self._connection
        finally:
            self._starting.release()

    def _started(self, stop: StopSignal) -> _Connection:
        """Start the server and learn its era; one that dies of the question is asked no more."""
        for is_last in (self._is_of_old, True):
            transport = self._begun = self._connect()
            try:
                if self._is_closed:
                    raise ToolServerEnded(server=self._name, how=WAS_ENDED)
                return self._negotiated(transport, stop)
            except ToolServerEnded:
                self._leave(transport)
                if is_last or self._is_closed:
                    self._note_failure()
                    raise
                self._is_of_old = True
            except NoAnswer:
                self._leave(transport)
                self._note_failure()
                seconds = f"{self._times.start:.0f}"
                raise SERVER_HUNG_AT_START(server=self._name, seconds=seconds) from None
            except KnownError:
                self._leave(transport)
                self._note_failure()
                raise
            except BaseException:
                self._leave(transport)
                raise
            finally:
                self._begun = None
        raise AssertionError  # the last of them returns or raises

    def _negotiated(self, transport: Transport, stop: StopSignal) -> _Connection:
        times = self._times
        found = None if self._is_of_old else self._discovered(transport, times.probe, stop)
        if found is None:
            try:
                found = self._shaken(transport, stop)
            except RpcRefused as refusal:
                # A slow start: it has answered the question meanwhile, and is of the newer era.
                if refusal.code == UNSUPPORTED_VERSION and MODERN in refusal.supported:
                    found = self._discovered(transport, times.listing, stop)
                if found is None:
                    raise SERVER_REFUSED(server=self._name, said=refusal.said) from refusal
        if found.version == MODERN and found.tells_changes and self._holds_line:
            params = params_of(MODERN, notifications={"toolsListChanged": True})
            transport.tell(RpcQuestion("subscriptions/listen", params, MODERN))
        return found

    def _discovered(
        self, transport: Transport, wait_s: float, stop: StopSignal
    ) -> _Connection | None:
        """Return a server of the newer era; None for an older one.

        Raises:
            KnownError: it is of a newer one.
        """
        asked = RpcQuestion("server/discover", params_of(MODERN), MODERN)
        try:
            said = transport.ask(asked, wait_s, stop)
        except NoAnswer:  # some keep silent before the handshake
            return None
        except RpcRefused as refusal:
            if refusal.supported and not {MODERN, *HANDSHAKES} & set(refusal.supported):
                named = ", ".join(refusal.supported)[:200]
                raise SERVER_TOO_NEW(server=self._name, version=named) from refusal
            return None
        versions = said.get("supportedVersions")
        is_modern = isinstance(versions, list) and MODERN in versions
        return _Connection(transport, MODERN, said.get("capabilities")) if is_modern else None

    def _shaken(self, transport: Transport, stop: StopSignal) -> _Connection:
        said = transport.ask(handshake(), self._times.start, stop)
        version = said.get("protocolVersion")
        if version not in HANDSHAKES:
            raise SERVER_TOO_NEW(server=self._name, version=str(version)[:100])
        transport.tell(RpcQuestion("notifications/initialized", {}, version))
        return _Connection(transport, version, said.get("capabilities"))

    def _note_failure(self) -> None:
        """Let the next start wait, unless this is the first failure in a row."""
        self._n_failures += 1
        rest_s = 0.0 if self._n_failures < 2 else min(2.0**self._n_failures, _LONGEST_REST_S)
        self._rests_until_s = time.monotonic() + rest_s

    def _leave(self, transport: Transport) -> None:
        transport.close()
        self._last_log = transport.log()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._leave(connection.transport)

    # -- asking --

    def _with_tools(self, stop: StopSignal) -> tuple[_Connection, tuple[Tool, ...]]:
        """Return a running server with the tools that it has now."""
        connection = self._connected(stop)
        has_changed = connection.transport.take_change()
        is_old = time.monotonic() - connection.listed_s > self._times.fresh
        is_told = connection.tells_changes and self._holds_line
        if has_changed or (is_old and not is_told):
            connection.tools = None
        if (tools := connection.tools) is None:
            connection.tools = tools = self._listed(connection, stop)
            connection.listed_s = time.monotonic()
        return connection, tools

    def _listed(self, connection: _Connection, stop: StopSignal) -> tuple[Tool, ...]:
        """Return all tools, page by page, up to a limit; of those with one name the first."""
        found: dict[str, Tool] = {}
        cursor: dict[str, Any] = {}
        cursors: set[str] = set()
        for _ in range(_MOST_PAGES if connection.has_tools else 0):
            params = params_of(connection.version, **cursor)
            asked = RpcQuestion("tools/list", params, connection.version)
            page = self._asked(connection, asked, self._times.listing, stop)
            said = page.get("tools")
            for one in said if isinstance(said, list) else ():
                tool = tool_of_server(self._name, self._origin, one) if _is_map(one) else None
                if tool is not None and len(found) < _MOST_TOOLS:
                    found.setdefault(tool.name, tool)
            following = page.get("nextCursor")
            if not isinstance(following, str) or following in cursors:
                break
            cursors.add(following)
            cursor = {"cursor": following}
        return tuple(found.values())

    def _asked(
        self, connection: _Connection, asked: RpcQuestion, timeout_s: float, stop: StopSignal
    ) -> dict[str, Any]:
        try:
            return connection.transport.ask(asked, timeout_s, stop)
        except RpcRefused as refusal:
            raise SERVER_REFUSED(server=self._name, said=refusal.said) from refusal
        except NoAnswer:
            with self._starting:  # it hangs: the next call has another one started
                silent = SERVER_SILENT(server=self._name, seconds=f"{timeout_s:.0f}")
                if self._connection is connection:
                    self._failure = silent
                    self._note_failure()
                    self._drop()
            raise silent from None


def _is_map(value: object) -> bool:
    return isinstance(value, dict)
