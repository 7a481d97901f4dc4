"""The messages of a request in the words of OpenAI's chat completions.

Pure functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role
from app.core.protocol import PromptMessage
from app.server.errors import bad_field, unsupported
from app.server.fields import Fields, fields_of
from app.server.openai_tools import read_calls

if TYPE_CHECKING:
    from collections.abc import Sequence

ROLES: Final = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
}
_TEXT_PARTS: Final = ("text", "input_text", "output_text")


def read_messages(given: Sequence[Any], path: str = "messages") -> tuple[PromptMessage, ...]:
    """Return the messages of a request.

    Raises:
        ApiError: there are none, or one cannot be used.
    """
    if not given:
        raise bad_field(path, "must hold at least one message.")
    return tuple(_message(fields_of(one, f"{path}[{number}]")) for number, one in enumerate(given))


def _message(fields: Fields) -> PromptMessage:
    word = fields.text("role")
    role = ROLES.get(word)
    if role is None:
        known = ", ".join(f'"{name}"' for name in ROLES)
        raise bad_field(f"{fields.path}role", f'must be one of {known}, and is "{word[:60]}".')
    text = text_of(fields, "content")
    match role:
        case Role.ASSISTANT:
            return PromptMessage(role, text, calls=read_calls(fields))
        case Role.TOOL:
            return PromptMessage(role, text, call_id=fields.text("tool_call_id"))
        case _:
            return PromptMessage(role, text)


def text_of(fields: Fields, name: str) -> str:
    """Return what a field says, which is text or a list of parts of it; "" where it is not there.

    Raises:
        ApiError: there is something else in it than text.
    """
    value = fields.raw(name)
    if value is None or isinstance(value, str):
        return value or ""
    texts: list[str] = []
    for number, part in enumerate(fields.items(name)):
        one = fields_of(part, f"{fields.path}{name}[{number}]")
        kind = one.text("type")
        if kind not in _TEXT_PARTS:
            raise unsupported(f"{one.path}type", f'It reads text, and no "{kind}".')
        texts.append(one.text("text"))
    return "\n".join(texts)
