"""The tools of a request: functions that the program runs, whatever a kind of client calls them.

A tool of a type that Hearth does not run is left out, as programs send all that they have, and so
are its calls and what came of them; what is left out is noted. A choice of one is refused.

Pure functions.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import field

from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.protocol import ToolChoice, Tools
from app.server.asked import listed
from app.server.errors import bad_field, unsupported
from app.server.fields import Fields, fields_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from app.core.phrases import Phrase
    from app.core.protocol import Constraint


_MOST_TOOLS: Final = 256
_MOST_SHOWN: Final = 60  # characters of a name
_NO_PARAMETERS: Final = {"type": "object", "properties": {}}
_WORDS: Final = tuple(choice.value for choice in ToolChoice)
_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}
# Tools that programs run, and whose schema Anthropic's own models know: that schema, and what for.
_OF_CLIENTS: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "bash_": (
        {"type": "object", "properties": {"command": _TEXT, "restart": {"type": "boolean"}}},
        "Run a command in a shell that stays open, or restart that.",
    ),
    "text_editor_": (
        {
            "type": "object",
            "properties": {
                "command": {"enum": ["view", "create", "str_replace", "insert"]},
                "path": _TEXT,
                "view_range": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2},
                "file_text": _TEXT,
                "old_str": _TEXT,
                "new_str": _TEXT,
                "insert_line": _NUMBER,
                "insert_text": _TEXT,
            },
            "required": ["command", "path"],
        },
        (
            "Edit files: view (view_range: first and last line), create (file_text), str_replace "
            "(old_str, new_str), insert behind a line (insert_line, insert_text)."
        ),
    ),
}

# Parts of a conversation: calls of tools that run elsewhere, and what came of them.
_OF_OTHERS: Final = re.compile(
    r"(?!function_)\w+_call(_output)?|mcp_\w+|tool_search_output|server_tool_use|\w+_tool_result"
)

# Whether tools are to be called, and the only ones that may be; none for any.
Choice: TypeAlias = tuple[ToolChoice, tuple[str, ...]]


class Offered(PlainValue, frozen=True):
    """The tools of a request.

    Attributes:
        tools: that the model is told of; None for none.
        left_out: the types of those that are left out.
        namespaces: of functions that have one: it, and the name that they have in it, by the name
            that the model is told.
    """

    tools: Tools | None = None
    left_out: tuple[str, ...] = ()
    namespaces: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def form(self, constraint: Constraint | None) -> Constraint | None:
        """Return the form of an answer that is no call; None where that may be anything."""
        is_call = self.tools is not None and self.tools.choice is ToolChoice.REQUIRED
        return None if is_call else constraint

    def notes(self, parts_left_out: Iterable[str] = ()) -> tuple[Phrase, ...]:
        """Return what is to be said of the tools.

        Args:
            parts_left_out: the types of what their calls left in the conversation.
        """
        notes = []
        if kinds := listed(self.left_out):
            told = phrase("Tools that Hearth does not run were left out: {kinds}.", kinds=kinds)
            notes.append(told)
        if kinds := listed(parts_left_out):
            told = phrase(
                "Calls of tools that Hearth does not run were left out: {kinds}.", kinds=kinds
            )
            notes.append(told)
        return tuple(notes)

    def called(self, name: str, namespace: str) -> str:
        """Return the name that the model knows a function by."""
        known = (known for known, own in self.namespaces.items() if own == (namespace, name))
        return next(known, name)


def offered_tools(
    fields: Fields,
    read_one: Callable[[Fields], dict[str, Any] | None],
    read_choice: Callable[[Fields, Sequence[str]], Choice],
    *,
    many: bool,
) -> Offered:
    """Return the tools of a request.

    Args:
        fields: of the request.
        read_one: reads a tool; None for one that is left out.
        read_choice: reads which are to be called, of those with these names.
        many: whether several may be called at once.

    Raises:
        ApiError: a field is wrong.
    """
    given = list(_each(fields, "tools", ""))
    if len(given) > _MOST_TOOLS:
        raise bad_field("tools", f"may hold at most {_MOST_TOOLS} tools.")
    read = [(space, tool, read_one(tool)) for space, tool in given]
    found = [(space, one) for space, _tool, one in read if one is not None]
    left_out = tuple(tool.text("type") for _space, tool, one in read if one is None)
    namespaces = _named_apart(found)
    choice, only = read_choice(fields, [one["function"]["name"] for _space, one in found])
    if not found:
        if left_out and choice is ToolChoice.REQUIRED:
            raise bad_field("tool_choice", "needs a tool, and Hearth runs none of these.")
        return Offered(None, left_out)
    many = many and not (choice is ToolChoice.REQUIRED and len(only) == 1)  # the one, once
    # As they are, in their order: a prompt that begins otherwise would be read anew.
    described = json.dumps([one for _space, one in found])
    return Offered(Tools(described, choice, only, many), left_out, namespaces)


def _named_apart(found: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, tuple[str, str]]:
    """Give functions in namespaces a name of their own where another one has it, too.

    Returns:
        As `Offered.namespaces`.
    """
    often = Counter(one["function"]["name"] for _space, one in found)
    namespaces: dict[str, tuple[str, str]] = {}
    for space, one in found:
        function = one["function"]
        name = known = function["name"]
        if space and often[name] > 1:
            while often[known]:
                known = f"{space}_{known}"
            often[known] += 1
            function["name"] = known
        if space:
            namespaces[known] = (space, name)
    return namespaces


def _each(fields: Fields, name: str, space: str) -> Iterator[tuple[str, Fields]]:
    """Give each tool, with the namespace that it is in."""
    for number, one in enumerate(fields.items(name)):
        tool = fields_of(one, f"{fields.path}{name}[{number}]")
        if tool.raw("type") == "namespace" and not space:
            yield from _each(tool, "tools", required_name(tool))
        else:
            yield space, tool


def function_tool(fields: Fields, parameters: str = "parameters") -> dict[str, Any]:
    """Return a function as OpenAI's chat completions have it.

    Args:
        parameters: the field with the JSON schema of what it takes.

    Raises:
        ApiError: a field is wrong.
    """
    schema = fields.raw(parameters)
    if schema is not None:
        fields_of(schema, fields.path + parameters)
    return _function(required_name(fields), fields.text("description"), schema or _NO_PARAMETERS)


def tool_of_clients(kind: str, name: str) -> dict[str, Any] | None:
    """Return a tool of Anthropic's that programs run; None where it is another one."""
    for begin, (schema, description) in _OF_CLIENTS.items():
        if kind.startswith(begin):
            return _function(name, description, schema)
    return None


def ran_elsewhere(kind: str) -> bool:
    """Whether a part of a conversation of this type is left out, with the tools it belongs to."""
    return _OF_OTHERS.fullmatch(kind) is not None


def _function(name: str, description: str, schema: object) -> dict[str, Any]:
    described = {"description": description} if description else {}
    return {"type": "function", "function": {"name": name, **described, "parameters": schema}}


def required_name(fields: Fields) -> str:
    """Return the name of a tool.

    Raises:
        ApiError: it has none.
    """
    name = fields.text("name")
    if not name:
        raise bad_field(f"{fields.path}name", "is missing.")
    return name


def of_these(name: str, names: Sequence[str], field_name: str) -> str:
    """Return the name of a tool that is to be called.

    Raises:
        ApiError: there is no such tool.
    """
    if name not in names:
        told = f'names "{name[:_MOST_SHOWN]}", which is none of the tools.'
        raise bad_field(field_name, told)
    return name


def read_choice(fields: Fields, names: Sequence[str]) -> Choice:
    """Return which tools are to be called, in OpenAI's words.

    Args:
        names: of all tools.

    Raises:
        ApiError: the field is wrong.
    """
    value = fields.raw("tool_choice")
    if not isinstance(value, dict):
        return ToolChoice(fields.choice("tool_choice", _WORDS, ToolChoice.AUTO)), ()
    choice = fields_of(value, "tool_choice")
    match choice.text("type", "function"):
        case "function":
            return ToolChoice.REQUIRED, (of_these(_named(choice), names, "tool_choice"),)
        case "allowed_tools":
            allowed = choice.inner("allowed_tools") or choice
            mode = allowed.choice("mode", ("auto", "required"), "auto")
            tools = [tool for _space, tool in _each(allowed, "tools", "")]
            functions = [one for one in tools if one.text("type", "function") == "function"]
            only = tuple(of_these(_named(one), names, one.path[:-1]) for one in functions)
            if not only:
                raise bad_field(f"{allowed.path}tools", "must name at least one function.")
            return ToolChoice(mode), only
        case kind:
            told = f'It runs no tools of the type "{kind[:_MOST_SHOWN]}".'
            raise unsupported("tool_choice.type", told)


def _named(fields: Fields) -> str:
    """Return the name of a function; chat completions have it one level deeper."""
    return required_name(fields.inner("function") or fields)
