"""`Toolbox`, the door: which tools there are, and what comes of calling one.

A caller asks the permissions what the user has said, has the user decide where nothing was said,
and calls with the grant that follows:

    found = toolbox.permissions.standing(tool, call, chat)
    grant = toolbox.permissions.decide(...) if isinstance(found, Question) else found
    result = toolbox.call(tool, call, grant, stop)

Threads: any; what asks a server waits for it, so never the interface's.
Longer than other files: what there is, choosing of it and calling it ask the same servers.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from app.core.errors import KnownError
from app.core.messages import Attachment
from app.core.plain_value import PlainValue, replace
from app.core.system.desktop_words import keyring
from app.core.system.lanes import Lane
from app.core.system.other_program import plain_environment
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.core.tools.errors import (
    ARGUMENTS_UNREADABLE,
    KEY_FOR_SERVER_MISSING,
    RESULT_GONE,
    SERVER_NOT_AGREED,
    SERVER_STARTING,
    TOOL_CHANGED,
    TOOL_NOT_ALLOWED,
    TOOL_UNKNOWN,
)
from app.core.tools.mcp.address import ServerAddress
from app.core.tools.mcp.client import McpClient, McpTimes
from app.core.tools.mcp.program import ServerProgram
from app.core.tools.own.own_tool import Argument, OwnTool, number_of, schema_of, text_of
from app.core.tools.servers import folder_of, secret_of
from app.core.tools.values import (
    READ_MORE,
    Tool,
    ToolLink,
    ToolResult,
    ToolSet,
    ToolsToChoose,
    are_arguments,
    arguments_of,
    cleaned,
    digest_of,
    part_of,
    server_group,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.core.errors import Problem
    from app.core.messages import ToolCall
    from app.core.tools.mcp.messages import Transport
    from app.core.tools.permissions import Grant, Permissions
    from app.core.tools.servers import ServerList, ToolServer

RESULT_CHARS: Final = 12_000  # of a result that a model is given at once; some 3,000 tokens
_MOST_KEPT_CHARS: Final = 16_000_000
_LONGEST_RESULT: Final = 4_000_000


class Offering(PlainValue, frozen=True):
    """The tools that there are.

    Attributes:
        tools: all of them.
        problems: why servers have none now, by their names.
        lacking: why tools of Hearth's own cannot be used here, by their names.
    """

    tools: ToolSet
    problems: Mapping[str, Problem]
    lacking: Mapping[str, Problem]


class ServerState(PlainValue, frozen=True):
    """A server as it is now.

    Attributes:
        is_agreed: the user wants it started or contacted.
        is_running: it is there.
        problem: why it is not, where it was started and has failed; else None.
        log: what it printed last, without secrets.
    """

    server: ToolServer
    is_agreed: bool
    is_running: bool
    problem: Problem | None
    log: tuple[str, ...]


class KeptResults:
    """Long results, of which models read on; the oldest go first.

    A name follows from the text, so that none ever stands for another one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: dict[str, str] = {}  # guarded by _lock
        self.reader = OwnTool(
            Tool(
                READ_MORE,
                "Read on in a long result of a tool, of which you were given a part.",
                schema_of(
                    Argument("result", "string", "its name, as it stands behind that part"),
                    Argument("begin", "integer", "the character to go on with"),
                ),
                needs_word=False,
            ),
            self._read,
        )

    def first_part(self, result: ToolResult, n_chars: int) -> ToolResult:
        """Return a result of at most so many characters, and a line on how to read on."""
        text = result.text[:_LONGEST_RESULT]
        if len(text) <= n_chars:
            return result
        name = digest_of(text)[:12]
        with self._lock:
            self._texts.pop(name, None)
            self._texts[name] = text
            while sum(map(len, self._texts.values())) > _MOST_KEPT_CHARS:
                self._texts.pop(next(iter(self._texts)))
        return replace(result, text=_part(name, text, 0, n_chars))

    def _read(self, arguments: Mapping[str, Any], _stop: StopSignal) -> ToolResult:
        name, begin = text_of(arguments, "result"), number_of(arguments, "begin", 0, 1 << 40)
        with self._lock:
            text = self._texts.get(name)
        if text is None:
            raise RESULT_GONE(name=name[:100])
        return ToolResult(_part(name, text, begin, RESULT_CHARS))


def _part(name: str, text: str, begin: int, n_chars: int) -> str:
    part, end = part_of(text, begin, n_chars)
    if end >= len(text):
        return part or "The result has ended."
    where = f"Characters {begin:,} to {end:,} of {len(text):,}"
    return f'{part}\n\n[{where}. {READ_MORE} with result "{name}" and begin {end} reads on.]'


class Toolbox:
    """All tools of one installation.

    Args:
        servers: that the user has added.
        permissions: what the user allows.
        own: returns Hearth's own tools as they are now.
        proxy: returns the user's setting.
        times: how long servers are waited for.
    """

    def __init__(
        self,
        servers: ServerList,
        permissions: Permissions,
        own: Callable[[], Sequence[OwnTool]],
        proxy: Callable[[], str],
        times: McpTimes | None = None,
    ) -> None:
        self.servers, self.permissions = servers, permissions
        self._own, self._proxy, self._times = own, proxy, times
        self._kept = KeptResults()
        self._lock = threading.Lock()
        self._clients: dict[ToolServer, McpClient] = {}  # guarded by _lock

    def close(self) -> None:
        """End all servers."""
        with self._lock:
            clients, self._clients = list(self._clients.values()), {}
        for client in clients:
            client.close()

    # -- what there is --

    def offered(self, stop: StopSignal | None = None, wait_s: float | None = None) -> Offering:
        """Return all tools; servers that the user has agreed to are started, all at once.

        Args:
            stop: ends it, and the starts.
            wait_s: seconds for those that are slow; they go on, and are offered later.

        Raises:
            TransferStopped: `stop` was called.
        """
        stop, servers = stop or StopSignal(), self.servers.all()
        self._end_others(servers)
        stops = [StopSignal() for _server in servers]

        def stop_all() -> None:
            for one in stops:
                one.stop()

        stop.end_with(stop_all)
        asked = [
            Lane("tool server").submit(self.tools_of, server, one)
            for server, one in zip(servers, stops, strict=True)
        ]
        own = self._all_own()
        found = [one.tool for one in own if one.lacks is None]
        problems: dict[str, Problem] = {}
        give_up_s = None if wait_s is None else time.monotonic() + wait_s
        for server, work in zip(servers, asked, strict=True):
            try:
                left_s = None if give_up_s is None else max(0.0, give_up_s - time.monotonic())
                found += work.result(left_s)
            except TimeoutError:
                problems[server.name] = SERVER_STARTING(server=server.name).problem()
            except KnownError as error:
                problems[server.name] = error.problem()
        lacking = {one.tool.name: one.lacks for one in own if one.lacks is not None}
        return Offering(ToolSet.of(found), problems, lacking)

    def to_choose(self) -> ToolsToChoose:
        """Return what can be chosen for a chat; no server is started or asked."""
        own = tuple(one.tool.name for one in self._own() if one.lacks is None)
        return ToolsToChoose(own, tuple(one.name for one in self.servers.all()))

    def needs_agreement(self, group: str) -> bool:
        """Whether a group is of a server that the user has not agreed to."""
        return any(
            self.permissions.start_question(one.name, one.digest) is not None
            for one in self.servers.all()
            if server_group(one.name) == group
        )

    def changed(self, tools: ToolSet, group: str, stop: StopSignal | None = None) -> ToolSet:
        """Return the set of a chat with another group, as it is now, or without one that it has.

        The others stay as they are in the set, whatever they have become since.

        Raises:
            KnownError: there is no such group, or its server does not say what it has.
            TransferStopped: `stop` was called.
        """
        if group in tools.groups:
            left = tuple(one for one in tools.tools if one.group != group)
            return ToolSet(left if ToolSet(left).groups else ())
        names = {server_group(one.name): one for one in self.servers.all()}
        if group in names:
            added: Sequence[Tool] = self.tools_of(names[group], stop or StopSignal())
        else:
            own = self._own()
            _check_usable(own, group)
            added = [one.tool for one in own if one.tool.group == group]
        if not added:
            raise TOOL_UNKNOWN(name=group[:100])
        return ToolSet.of([*tools.tools, *added, self._kept.reader.tool])

    def find(self, name: str, stop: StopSignal | None = None) -> Tool:
        """Return the tool of a name; only its own server is started.

        Raises:
            KnownError: there is none, it cannot be used here, or its server does not say.
            TransferStopped: `stop` was called.
        """
        server, has_server, _own_name = name.partition("__")
        own = self._all_own()
        _check_usable(own, name)
        known = [one.tool for one in own]
        if has_server and any(one.name == server for one in self.servers.all()):
            known = list(self.tools_of(self.servers.find(server), stop or StopSignal()))
        tool = next((one for one in known if one.name == name), None)
        if tool is None:
            raise TOOL_UNKNOWN(name=name[:100])
        return tool

    def tools_of(self, server: ToolServer, stop: StopSignal) -> tuple[Tool, ...]:
        """Return what a server has.

        Raises:
            KnownError: the user has not agreed to it, or it does not say.
            TransferStopped: `stop` was called.
        """
        return self._client(server).tools(stop)

    def own_tools(self) -> tuple[OwnTool, ...]:
        """Return Hearth's own tools as they are now, with those that cannot be used here."""
        return tuple(self._all_own())

    def states(self) -> tuple[ServerState, ...]:
        """Return how each server is; none is started."""
        with self._lock:
            clients = dict(self._clients)
        states = []
        for server in self.servers.all():
            client = clients.get(server)
            is_agreed = self.permissions.start_question(server.name, server.digest) is None
            is_running = client is not None and client.is_running
            failure = client.failure if client is not None and not is_running else None
            problem = failure.problem() if failure is not None else None
            log = client.log() if client is not None else ()
            states.append(ServerState(server, is_agreed, is_running, problem, log))
        return tuple(states)

    def restart(self, name: str) -> None:
        """End a server; the next question starts it anew, however often it has failed."""
        with self._lock:
            gone = [self._clients.pop(one) for one in list(self._clients) if one.name == name]
        for client in gone:
            client.close()

    # -- calling --

    def call(
        self,
        tool: Tool,
        call: ToolCall,
        grant: Grant,
        stop: StopSignal | None = None,
        n_chars: int = RESULT_CHARS,
    ) -> ToolResult:
        """Return what comes of a call; a long text is cut, and says how to read on.

        Args:
            tool: as the user knows it.
            grant: the user's word for this call.
            n_chars: of the result at most.

        Raises:
            KnownError: it is not allowed, is another tool now, or fails; see `failed`.
            TransferStopped: `stop` was called.
        """
        if not are_arguments(call.arguments):
            raise ARGUMENTS_UNREADABLE(name=call.name[:100])
        if call.name != tool.name or not grant.covers(tool, call):
            raise TOOL_NOT_ALLOWED(name=call.name[:100])
        stop = stop or StopSignal()
        if tool.server:
            client = self._client(self.servers.find(tool.server))
            result = client.call(tool, call.arguments, stop)
            return self._kept.first_part(_without_unseen(result), n_chars)
        all_own = self._all_own()
        _check_usable(all_own, tool.name)
        own = next((one for one in all_own if one.tool.name == tool.name), None)
        if own is None:
            raise TOOL_UNKNOWN(name=tool.name[:100])
        if own.tool != tool:
            raise TOOL_CHANGED(name=tool.name)
        result = _without_unseen(own.run(arguments_of(call.arguments), stop))
        is_part = own is self._kept.reader  # with its line behind it
        return result if is_part else self._kept.first_part(result, n_chars)

    def _all_own(self) -> list[OwnTool]:
        return [*self._own(), self._kept.reader]

    # -- servers --

    def _client(self, server: ToolServer) -> McpClient:
        """Return what asks a server, of which nothing is started yet.

        Raises:
            KnownError: the user has not agreed to it.
        """
        if self.permissions.start_question(server.name, server.digest) is not None:
            raise SERVER_NOT_AGREED(server=server.name, origin=server.origin)
        with self._lock:
            if server not in self._clients:
                self._clients[server] = McpClient(
                    server.name,
                    server.origin,
                    lambda: self._connected(server),
                    holds_line=not server.address,
                    times=self._times,
                )
            return self._clients[server]

    def _connected(self, server: ToolServer) -> Transport:
        secrets = {name: _secret(server, name) for name in server.secrets}
        if server.address:
            return ServerAddress(server.name, server.address, secrets, self._proxy())
        environment = plain_environment(secrets)
        return ServerProgram(server.name, server.command, environment, folder_of(server))

    def _end_others(self, servers: tuple[ToolServer, ...]) -> None:
        """End those that were taken off the list, or changed there."""
        with self._lock:
            gone = [one for one in self._clients if one not in servers]
            clients = [self._clients.pop(one) for one in gone]
        for client in clients:
            client.close()


def failed(error: KnownError | TransferStopped) -> ToolResult:
    """Return a failure as a result, from which a model can learn what to do otherwise."""
    if isinstance(error, TransferStopped):
        return ToolResult("The user stopped this call.", is_error=True)
    return ToolResult(f"{error.what} {error.remedy}".strip(), is_error=True)


def _check_usable(own: Sequence[OwnTool], name: str) -> None:
    """Do nothing, unless a tool of Hearth's own cannot be used here.

    Raises:
        KnownError: it cannot.
    """
    for one in own:
        if one.tool.name == name and one.lacks is not None:
            raise KnownError(one.lacks.what, one.lacks.effect, one.lacks.remedy, one.lacks.detail)


def _without_unseen(result: ToolResult) -> ToolResult:
    links = tuple(ToolLink(cleaned(one.title), cleaned(one.address)) for one in result.links)
    passages = tuple(map(_passage_without_unseen, result.passages))
    return replace(result, text=cleaned(result.text), links=links, passages=passages)


def _passage_without_unseen(passage: Attachment) -> Attachment:
    source = passage.source
    if source is not None:
        headings = tuple(map(cleaned, source.headings))
        source = replace(source, page_name=cleaned(source.page_name), headings=headings)
    return Attachment(cleaned(passage.name), cleaned(passage.text), source)


def _secret(server: ToolServer, name: str) -> str:
    value = secret_of(server, name) or ("" if server.address else os.environ.get(name, ""))
    if not value:
        raise KEY_FOR_SERVER_MISSING(server=server.name, name=name, keyring=keyring())
    return value
