"""The messages and tools of a request in the words of OpenAI's chat completions.

Pure functions.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role, ToolCall
from app.core.protocol import ToolChoice, Tools
from app.server.asked import AskedMessage, MessageParts, picture_in_part, sound_in_part
from app.server.errors import bad_field, unsupported
from app.server.fields import Fields, fields_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.protocol import Constraint


_MOST_TOOLS: Final = 256
_NO_PARAMETERS: Final = {"type": "object", "properties": {}}
_WORDS: Final = tuple(choice.value for choice in ToolChoice)


def each_tool(fields: Fields, read_one: Callable[[Fields], dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tools of a request, each as `read_one` reads it.

    Raises:
        ApiError: a field is wrong.
    """
    given = fields.items("tools")
    if len(given) > _MOST_TOOLS:
        raise bad_field("tools", f"may hold at most {_MOST_TOOLS} tools.")
    return [read_one(fields_of(one, f"tools[{n}]")) for n, one in enumerate(given)]


def read_tools(
    fields: Fields, read_one: Callable[[Fields], dict[str, Any]] | None = None
) -> Tools | None:
    """Return the tools of a request; None for none.

    Args:
        fields: of the request.
        read_one: reads a tool; None where it is written as for chat completions.

    Raises:
        ApiError: a field is wrong.
    """
    tools = each_tool(fields, read_one or _tool)
    if not tools:
        return None
    choice, only = read_choice(fields, [one["function"]["name"] for one in tools])
    many = fields.flag("parallel_tool_calls", default=True)
    return tools_of(tools, choice, only, many=many)


def tools_of(
    tools: Sequence[dict[str, Any]], choice: ToolChoice, only: str, *, many: bool
) -> Tools:
    """Return tools as the engine takes them.

    As they are, in their order: a prompt that begins otherwise would be read anew.
    """
    return Tools(json.dumps(list(tools)), choice, only, many)


def function_tool(name: str, description: str, parameters: object) -> dict[str, Any]:
    """Return one tool as OpenAI's chat completions have it."""
    function: dict[str, Any] = {"name": name}
    if description:
        function["description"] = description
    function["parameters"] = parameters or _NO_PARAMETERS
    return {"type": "function", "function": function}


def _tool(fields: Fields) -> dict[str, Any]:
    kind = fields.text("type", "function")
    function = fields.inner("function")
    if kind == "function" and function is None:
        raise bad_field(f"{fields.path}function", "is missing.")
    if function is None:
        raise unsupported(f"{fields.path}type", f'Tools are functions, and this one is "{kind}".')
    return function_tool(
        required_name(function), function.text("description"), parameters_of(function, "parameters")
    )


def required_name(fields: Fields) -> str:
    """Return the name of a tool.

    Raises:
        ApiError: it has none.
    """
    name = fields.text("name")
    if not name:
        raise bad_field(f"{fields.path}name", "is missing.")
    return name


def parameters_of(fields: Fields, name: str) -> object:
    """Return the JSON schema of what a tool takes.

    Raises:
        ApiError: it is no object.
    """
    value = fields.raw(name)
    if value is not None:
        fields_of(value, fields.path + name)
    return value


def refuse_both(tools: Tools | None, constraint: Constraint | None, field: str) -> None:
    """Refuse a form of the answer beside tools, whose calls have forms of their own.

    Args:
        field: that asks for the form.

    Raises:
        ApiError: both are wanted.
    """
    if tools is not None and constraint is not None:
        raise unsupported(field, "Leave one of them out.", together_with="tools")


def read_choice(fields: Fields, names: Sequence[str]) -> tuple[ToolChoice, str]:
    """Return whether tools are to be called, and the name of the only one that may be.

    Args:
        names: of all tools.

    Raises:
        ApiError: the field is wrong.
    """
    value = fields.raw("tool_choice")
    if not isinstance(value, dict):
        return ToolChoice(fields.choice("tool_choice", _WORDS, ToolChoice.AUTO)), ""
    inner = fields_of(value, "tool_choice")
    function = inner.inner("function")
    name = required_name(inner if function is None else function)
    if name not in names:
        raise bad_field("tool_choice", f'names "{name[:60]}", which is none of the tools.')
    return ToolChoice.REQUIRED, name


def read_calls(fields: Fields) -> tuple[ToolCall, ...]:
    """Return the calls that an earlier answer has asked for.

    Raises:
        ApiError: a field is wrong.
    """
    calls = []
    for number, one in enumerate(fields.items("tool_calls")):
        call = fields_of(one, f"{fields.path}tool_calls[{number}]")
        function = call.inner("function")
        if function is None:
            raise bad_field(f"{call.path}function", "is missing.")
        calls.append(
            ToolCall(required_name(function), function.text("arguments", "{}"), call.text("id"))
        )
    return tuple(calls)


ROLES: Final = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
}


def read_messages(given: Sequence[Any], path: str = "messages") -> tuple[AskedMessage, ...]:
    """Return the messages of a request.

    Raises:
        ApiError: there are none, or one cannot be used.
    """
    if not given:
        raise bad_field(path, "must hold at least one message.")
    return tuple(_message(fields_of(one, f"{path}[{number}]")) for number, one in enumerate(given))


def _message(fields: Fields) -> AskedMessage:
    word = fields.text("role")
    role = ROLES.get(word)
    if role is None:
        known = ", ".join(f'"{name}"' for name in ROLES)
        raise bad_field(f"{fields.path}role", f'must be one of {known}, and is "{word[:60]}".')
    parts = parts_of(fields, "content")
    match role:
        case Role.ASSISTANT:
            return AskedMessage(role, parts.words(), calls=read_calls(fields))
        case Role.TOOL:
            return parts.message(role, fields.text("tool_call_id"))
        case Role.USER:
            return parts.message(role)
        case _:
            return AskedMessage(role, parts.words())


def text_of(fields: Fields, name: str) -> str:
    """Return what a field says, which is text or a list of parts of it; "" where it is not there.

    Raises:
        ApiError: there is something else in it than text.
    """
    return parts_of(fields, name).words("It reads text there.")


def parts_of(fields: Fields, name: str) -> MessageParts:
    """Return the parts of a message, which are in a field: text, pictures and sounds.

    Raises:
        ApiError: there is something else in it.
    """
    parts = MessageParts(f"{fields.path}{name}")
    value = fields.raw(name)
    if value is None or isinstance(value, str):
        parts.add_text(value or "")
        return parts
    for number, part in enumerate(fields.items(name)):
        one = fields_of(part, f"{fields.path}{name}[{number}]")
        match one.text("type"):
            case "text" | "input_text" | "output_text":
                parts.add_text(one.text("text"))
            case "image_url" | "input_image":
                parts.add_medium(picture_in_part(one))
            case "input_audio":
                parts.add_medium(sound_in_part(one))
            case kind:
                told = f'It reads text, pictures and sounds, and no "{kind[:60]}".'
                raise unsupported(f"{one.path}type", told)
    return parts
