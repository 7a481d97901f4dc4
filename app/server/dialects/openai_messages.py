"""The messages and tools of a request in the words of OpenAI's chat completions.

Pure functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role, ToolCall
from app.server.asked import AskedMessage, MessageParts, picture_in_part, sound_in_part
from app.server.dialects.tools import function_tool, offered_tools, read_choice, required_name
from app.server.errors import bad_field, unsupported
from app.server.fields import Fields, fields_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.server.dialects.tools import Offered


def read_tools(fields: Fields) -> Offered:
    """Return the tools of a request.

    Raises:
        ApiError: a field is wrong.
    """
    many = fields.flag("parallel_tool_calls", default=True)
    return offered_tools(fields, _tool, read_choice, many=many)


def _tool(fields: Fields) -> dict[str, Any] | None:
    function = fields.inner("function")
    if fields.text("type", "function") != "function":
        return None
    if function is None:
        raise bad_field(f"{fields.path}function", "is missing.")
    return function_tool(function)


def _calls(fields: Fields, left_out: dict[str, str]) -> tuple[ToolCall, ...]:
    """Return the calls that an earlier answer has asked for.

    Args:
        left_out: gets the types of those that are left out, by their numbers.

    Raises:
        ApiError: a field is wrong.
    """
    calls = []
    for number, one in enumerate(fields.items("tool_calls")):
        call = fields_of(one, f"{fields.path}tool_calls[{number}]")
        function, call_id = call.inner("function"), call.text("id")
        if function is not None:
            calls.append(
                ToolCall(required_name(function), function.text("arguments", "{}"), call_id)
            )
        elif call.text("type") == "custom" and call_id:
            left_out[call_id] = "custom"
        else:
            raise bad_field(f"{call.path}function", "is missing.")
    return tuple(calls)


ROLES: Final = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
}


def read_messages(given: Sequence[Any], left_out: list[str]) -> tuple[AskedMessage, ...]:
    """Return the messages of a request.

    Args:
        left_out: gets the types of calls that are left out, with what came of them.

    Raises:
        ApiError: there are none, or one cannot be used.
    """
    calls: dict[str, str] = {}
    read = [
        _message(fields_of(one, f"messages[{number}]"), calls) for number, one in enumerate(given)
    ]
    left_out += calls.values()
    found = tuple(one for one in read if one is not None)
    if not found:
        raise bad_field("messages", "must hold at least one message.")
    return found


def _message(fields: Fields, left_out: dict[str, str]) -> AskedMessage | None:
    """Return a message; None where it was all about calls that are left out."""
    word = fields.text("role")
    role = ROLES.get(word)
    if role is None:
        known = ", ".join(f'"{name}"' for name in ROLES)
        raise bad_field(f"{fields.path}role", f'must be one of {known}, and is "{word[:60]}".')
    parts = parts_of(fields, "content")
    match role:
        case Role.ASSISTANT:
            n_before = len(left_out)
            calls = _calls(fields, left_out)
            is_left = parts.words() or calls or len(left_out) == n_before
            return AskedMessage(role, parts.words(), calls=calls) if is_left else None
        case Role.TOOL:
            call_id = fields.text("tool_call_id")
            return None if call_id in left_out else parts.message(role, call_id)
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
            case "refusal":
                parts.add_text(one.text("refusal"))
            case "image_url" | "input_image":
                parts.add_medium(picture_in_part(one))
            case "input_audio":
                parts.add_medium(sound_in_part(one))
            case kind:
                told = f'It reads text, pictures and sounds, and no "{kind[:60]}".'
                raise unsupported(f"{one.path}type", told)
    return parts
