"""What the page "Tools" says of a server, of a tool, and of what is started."""

from __future__ import annotations

import enum
import json
import shlex
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt

from app.core.net.addresses import WebOrigin
from app.core.net.errors import AddressInvalid
from app.core.plain_value import PlainValue
from app.core.tools.own.web_search import ENGINES
from app.core.tools.values import cleaned
from app.ui.kit.labels import icon
from app.ui.kit.page_table import NUMBERS, Columns, FactsTable
from app.ui.words.formatting import count
from app.ui.words.translation import QT_TR_NOOP, listed, problem_words, tr

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from app.core.errors import Problem
    from app.core.tools.servers import ToolChoices, ToolServer
    from app.core.tools.toolbox import ServerState
    from app.core.tools.values import Tool
    from app.ui.kit.theme import Theme

_NOTHING: Final = "–"
_MOST_DEPTH, _MOST_LINES = 4, 200  # of the arguments that are shown
_MOST_WORDS: Final = 300  # characters that are said of one
_KINDS: Final = {
    "string": QT_TR_NOOP("text"),
    "integer": QT_TR_NOOP("whole number"),
    "number": QT_TR_NOOP("number"),
    "boolean": QT_TR_NOOP("yes or no"),
    "array": QT_TR_NOOP("list"),
    "object": QT_TR_NOOP("object"),
}


class State(enum.Enum):
    """How a server is; its value is said."""

    OWN = QT_TR_NOOP("Part of Hearth")
    NEW = QT_TR_NOOP("Not allowed yet")
    CHANGED = QT_TR_NOOP("Changed")
    STARTING = QT_TR_NOOP("Starting…")
    RUNNING = QT_TR_NOOP("Running")
    STOPPED = QT_TR_NOOP("Stopped")
    FAILED = QT_TR_NOOP("Failed")


_SYMBOLS = {State.OWN: "flame", State.RUNNING: "check", State.NEW: "shield",
            State.CHANGED: "warning", State.FAILED: "warning"}  # fmt: skip


class ToolGroup(PlainValue, frozen=True):
    """A server with its tools, or Hearth's own tools.

    Attributes:
        server: None for Hearth's own.
        tools: None where they are not known.
        changed: names of those that are others than the user has allowed.
        missing: names of Hearth's own that are not there, and why.
        problem: why it is not running.
        log: what it printed last.
    """

    server: ToolServer | None
    state: State
    tools: tuple[Tool, ...] | None = None
    changed: frozenset[str] = frozenset()
    missing: tuple[tuple[str, str], ...] = ()
    problem: Problem | None = None
    log: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """By which it is found; "" for Hearth's own."""
        return self.server.name if self.server is not None else ""


class ToolColumn(Columns):
    """What a column says."""

    NAME = QT_TR_NOOP("Server")
    STATE = QT_TR_NOOP("State")
    TOOLS = (QT_TR_NOOP("Tools"), QT_TR_NOOP("The number of its tools, where it is known"), NUMBERS)
    ORIGIN = QT_TR_NOOP("Command or address")


class ToolTable(FactsTable):
    """Rows are Hearth's own tools and the servers, in the order in which they are given."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(ToolColumn, parent)
        self._theme = theme
        self._rows: tuple[ToolGroup, ...] = ()

    def set_groups(self, groups: tuple[ToolGroup, ...]) -> None:
        """Show these; rows stay where the servers are the same."""
        if [one.name for one in groups] == [one.name for one in self._rows]:
            is_other = groups != self._rows
            self._rows = groups
            if is_other:
                self.tell_changed()
            return
        self.beginResetModel()
        self._rows = groups
        self.endResetModel()

    def group_at(self, row: int) -> ToolGroup:
        """Return what a row is about."""
        return self._rows[row]

    def row_of(self, name: str) -> int:
        """Return the row of a server, -1 where there is none of that name."""
        return next((row for row, one in enumerate(self._rows) if one.name == name), -1)

    def cell(self, group: ToolGroup, fact: ToolColumn, role: int) -> Any:
        """Return one fact of one server."""
        if role == Qt.ItemDataRole.DecorationRole and fact is ToolColumn.NAME:
            colours, symbol = self._theme.colours, _SYMBOLS.get(group.state, "server")
            is_wrong = group.state in (State.FAILED, State.CHANGED)
            is_used = group.state is State.RUNNING
            colour = colours.danger if is_wrong else colours.accent if is_used else colours.muted
            return icon(symbol, colour)
        return None

    def words(self, group: ToolGroup, column: ToolColumn) -> str:
        """Return what stands in a cell."""
        match column:
            case ToolColumn.NAME:
                return group.name or tr("Built-in tools")
            case ToolColumn.STATE:
                return tr(group.state.value)
            case ToolColumn.TOOLS:
                return _NOTHING if group.tools is None else count(len(group.tools))
            case ToolColumn.ORIGIN:
                return command_line(group.server) if group.server is not None else _NOTHING

    def tip(self, group: ToolGroup, column: ToolColumn) -> str:
        """Return what a cell says when it is pointed at: why it failed, or what stands there."""
        if column is ToolColumn.STATE and group.problem is not None:
            return problem_words(group.problem)
        return self.words(group, column)


def groups_of(  # noqa: PLR0913 - by name
    states: Sequence[ServerState],
    own: tuple[Tool, ...],
    choices: ToolChoices,
    *,
    lacking: Mapping[str, Problem],
    has_key: bool,
    known: Mapping[ToolServer, tuple[Tool, ...]],
    asking: Container[ToolServer],
    changed: frozenset[str],
    to_ask: Container[str],
) -> tuple[ToolGroup, ...]:
    """Return Hearth's own tools and the servers as the page shows them.

    Args:
        lacking: why tools of Hearth's own cannot be used on this machine, by their names.
        has_key: there is a key for the chosen search engine.
        known: tools of servers that were asked.
        asking: servers that are being asked.
        changed: names of tools that are others than the user has allowed.
        to_ask: names of servers under which the user has allowed something else.
    """
    here = ((name, problem_words(why)) for name, why in lacking.items())
    missing = (*_missing(own, choices, has_key=has_key), *here)
    there = tuple(one for one in own if one.name not in dict(missing))
    groups = [ToolGroup(None, State.OWN, there, changed, missing)]
    for one in states:
        server = one.server
        if server in asking and not one.is_running:
            state = State.STARTING
        elif not one.is_agreed:
            state = State.CHANGED if server.name in to_ask else State.NEW
        elif one.is_running:
            state = State.RUNNING
        else:
            state = State.STOPPED if one.problem is None else State.FAILED
        problem = one.problem if state is State.FAILED else None
        tools = known.get(server) or (() if server in known and one.is_running else None)
        groups.append(ToolGroup(server, state, tools, changed, (), problem, one.log))
    return tuple(groups)


def _missing(
    own: tuple[Tool, ...], choices: ToolChoices, *, has_key: bool
) -> Iterator[tuple[str, str]]:
    """Yield the names of Hearth's own tools that cannot be called now, and why."""
    names = {tool.name for tool in own}
    if "search_documents" not in names:
        why = tr("No documents are listed. “Documents…” in the menu lists files and folders.")
        yield "search_documents", why
        yield "read_document", why
    if "read_file" not in names:
        yield "read_file", tr("No folder is chosen whose files a model may read.")
    if "web_search" not in names:
        yield "web_search", tr("No search engine is chosen.")
    elif ENGINES[choices.engine].needs_key and not has_key:
        yield "web_search", tr("The search engine needs a key, and Hearth has none.")


# -- what is started --


def plain(text: str) -> str:
    """Return words of a command with nothing in them that is unseen or turns the line."""
    return "".join(one if _is_plain(one) else ascii(one)[1:-1] for one in text)


def _is_plain(char: str) -> bool:
    return char.isprintable() and unicodedata.bidirectional(char) not in ("R", "AL", "AN")


def command_line(server: ToolServer) -> str:
    """Return the command or the address of a server, in one line."""
    return plain_address(server.address) or plain(shlex.join(server.command))


def given_words(server: ToolServer) -> str:
    """Return what a server gets beside that: variables or headers, and a folder; "" for nothing."""
    names = ", ".join(map(plain, server.secrets))
    given = tr("Headers: {names}", names=names) if server.address else ""
    given = given or tr("Variables: {names}", names=names)
    folder = tr("Folder: {folder}", folder=plain(server.folder)) if server.folder else ""
    return "\n".join(filter(None, (given if names else "", folder)))


def plain_address(address: str) -> str:
    """Return an address in ASCII, so that no letter is taken for another one."""
    return "".join(one if " " <= one <= "~" else ascii(one)[1:-1] for one in address)


def start_lines(server: ToolServer) -> str:
    """Return all that is started or contacted, each word of a command in a line of its own."""
    secrets = "\n".join(f"  {plain(name)}" for name in server.secrets)
    if server.address:
        facts = [(tr("Address"), f"  {plain_address(server.address)}"), (tr("Headers"), secrets)]
    else:
        program, *words = server.command
        folder = plain(server.folder) or tr("Your home folder")
        facts = [
            (tr("Program"), f"  {plain(program)}"),
            (tr("Arguments"), "\n".join(f"  {plain(word)}" for word in words)),
            (tr("Variables"), secrets),
            (tr("Folder"), f"  {folder}"),
        ]
    return "\n\n".join(f"{name}\n{words}" for name, words in facts if words)


def host_of(address: str) -> str:
    """Return the host that an address leads to; "" while it is none."""
    try:
        return WebOrigin.of(address).host
    except AddressInvalid:
        return ""


# -- what a tool is --


def tool_words(tool: Tool, changed: Container[str]) -> str:
    """Return what a tool does, and which arguments it takes.

    Args:
        changed: names of tools that are others than the user has allowed.
    """
    schema = json.loads(tool.schema)
    lines = list(_arguments(schema, 0))[:_MOST_LINES]
    warning = tr("It has changed since you allowed it, so Hearth asks again before it is called.")
    return "\n\n".join(
        filter(
            None,
            (
                warning if tool.name in changed else "",
                cleaned(tool.description) or tr("It says nothing of what it does."),
                "\n".join([tr("Arguments"), *lines]) if lines else tr("It takes no arguments."),
                tr("Hearth does not ask before this tool is called.")
                if not tool.needs_word
                else "",
            ),
        )
    )


def _arguments(schema: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield a line for each argument, and below it what it says, and what it holds itself."""
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, dict) or depth > _MOST_DEPTH:
        return
    room = "    " * depth + "  "
    for name, one in properties.items():
        facts = one if isinstance(one, dict) else {}
        is_required = isinstance(required, list) and name in required
        told = listed([_kind(facts), tr("required") if is_required else ""])
        yield f"{room}{_line(name)}" + (f" – {told}" if told else "")
        if isinstance(facts.get("description"), str) and (words := _line(facts["description"])):
            yield f"{room}    {words}"
        yield from _arguments(facts, depth + 1)
        items = facts.get("items")
        if isinstance(items, dict):
            yield from _arguments(items, depth + 1)


def _kind(facts: Mapping[str, Any]) -> str:
    chosen = facts.get("enum")
    if isinstance(chosen, list):
        return tr("one of {values}", values=listed(_line(json.dumps(one)) for one in chosen[:20]))
    kinds = facts.get("type")
    named = kinds if isinstance(kinds, list) else [kinds]
    return "/".join(tr(_KINDS[one]) for one in named if isinstance(one, str) and one in _KINDS)


def _line(text: str) -> str:
    words = " ".join(cleaned(text[: 4 * _MOST_WORDS]).split())
    return words if len(words) <= _MOST_WORDS else f"{words[:_MOST_WORDS]}…"
