"""`/v1/responses`, in: the words of OpenAI's responses. Nothing is kept between two requests.

Pure functions.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role, ToolCall
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    DEFAULT_THINKING,
    NO_THINKING,
    Constraint,
    ConstraintKind,
    SamplingParams,
    ThinkingChoice,
)
from app.server.asked import LONGEST_ANSWER, MOST_LIKELY, Asked, AskedMessage
from app.server.dialects.openai_messages import ROLES, parts_of
from app.server.dialects.responses_writer import Echo, ResponseWriter
from app.server.dialects.tools import (
    Offered,
    function_tool,
    offered_tools,
    ran_elsewhere,
    read_choice,
    required_name,
)
from app.server.errors import bad_field, unsupported
from app.server.fields import fields_of

if TYPE_CHECKING:
    from app.server.fields import Fields

_NOT_DONE: Final = ("previous_response_id", "conversation", "background", "prompt")
_REMEDIES: Final = {
    "previous_response_id": 'Send the whole conversation as "input"; its memory is found by it.',
    "conversation": 'Send the whole conversation as "input"; its memory is found by it.',
}
_HOTTEST: Final = 10.0
_NAMES_OF_CLIENTS: Final = ("prompt_cache_key", "safety_identifier")
_ZERO_BY_DEFAULT: Final = ("frequency_penalty", "presence_penalty", "top_logprobs")
_ONE_BY_DEFAULT: Final = ("temperature", "top_p")
_OF_A_TOOL: Final = {"description": None, "parameters": None, "strict": None}
_OF_A_SCHEMA: Final = {"description": None, "strict": False}
_NO_EFFORTS: Final = ("none",)
_LOGPROBS: Final = "message.output_text.logprobs"


class ResponseRequest(PlainValue, frozen=True):
    """One request, and what of it the answer repeats."""

    asked: Asked
    echo: Echo

    @classmethod
    def read(cls, fields: Fields) -> ResponseRequest:
        """Read a request.

        Raises:
            ApiError: it cannot be answered as it is.
        """
        for name in _NOT_DONE:
            if fields.raw(name) not in (None, False):
                raise unsupported(name, _REMEDIES.get(name, ""))
        many = fields.flag("parallel_tool_calls", default=True)
        offered = offered_tools(fields, _tool, read_choice, many=many)
        left_out: list[str] = []
        asked = Asked(
            model=fields.text("model"),
            messages=_messages(fields, offered, left_out),
            sampling=SamplingParams(
                temperature=fields.number("temperature", 0.0, _HOTTEST),
                top_p=fields.number("top_p", 0.0, 1.0),
                presence_penalty=fields.number("presence_penalty", -100.0, 100.0),
                frequency_penalty=fields.number("frequency_penalty", -100.0, 100.0),
            ),
            max_tokens=fields.count("max_output_tokens", 1, LONGEST_ANSWER) or 0,
            thinking=_thinking(fields),
            constraint=offered.form(_form(fields)),
            is_streamed=fields.flag("stream"),
            n_likely=_n_likely(fields),
            tools=offered.tools,
            notes=offered.notes(left_out),
            field="input",
            leaves_out=_truncation(fields) == "auto",
        )
        return cls(asked, Echo(_echo(fields), offered.namespaces))

    def writer(self, model: str) -> ResponseWriter:
        """Return what writes the answer of a model."""
        return ResponseWriter(model, self.echo)


def _echo(fields: Fields) -> dict[str, Any]:
    """Return the fields that the answer repeats, each as the Open Responses specification has it.

    It wants numbers where a request has left the choice to the model.
    """
    metadata = fields.inner("metadata")
    reasoning = fields.inner("reasoning")
    repeated = {
        name: fields.raw(name)
        for name in ("instructions", "max_output_tokens", "max_tool_calls", *_NAMES_OF_CLIENTS)
    }
    numbers = {name: fields.raw(name) or 0 for name in _ZERO_BY_DEFAULT}
    numbers |= {
        name: 1.0 if fields.raw(name) is None else fields.raw(name) for name in _ONE_BY_DEFAULT
    }
    return {
        **repeated,
        **numbers,
        "metadata": {} if metadata is None else fields.raw("metadata"),
        "parallel_tool_calls": fields.flag("parallel_tool_calls", default=True),
        "reasoning": reasoning and {"effort": None, "summary": None, **fields.raw("reasoning")},
        "text": _echoed_text(fields),
        "tool_choice": fields.raw("tool_choice") or "auto",
        "truncation": _truncation(fields),
        "tools": [
            _OF_A_TOOL | tool if tool["type"] == "function" else tool
            for tool in fields.items("tools")
        ],
    }


def _echoed_text(fields: Fields) -> dict[str, Any]:
    text = fields.raw("text") or {}
    form = text.get("format") or {"type": "text"}
    if form.get("type") == "json_schema":
        form = _OF_A_SCHEMA | form
    return {**text, "format": form}


def _truncation(fields: Fields) -> str:
    return fields.choice("truncation", ("auto", "disabled"), "disabled")


def _messages(fields: Fields, offered: Offered, left_out: list[str]) -> tuple[AskedMessage, ...]:
    """Return the messages, and add the types of items that are left out to a list."""
    found: list[AskedMessage] = []
    if instructions := fields.text("instructions"):
        found.append(AskedMessage(Role.SYSTEM, instructions))
    value = fields.raw("input")
    if isinstance(value, str):
        return (*found, AskedMessage(Role.USER, value))
    for number, one in enumerate(fields.items("input")):
        item = fields_of(one, f"input[{number}]")
        kind = item.text("type", "message")
        if ran_elsewhere(kind):
            left_out.append(kind)
        else:
            _add(found, item, offered)
    if not found or not fields.items("input"):
        raise bad_field("input", "must be text, or hold at least one message.")
    return tuple(found)


def _add(found: list[AskedMessage], item: Fields, offered: Offered) -> None:
    """Add what an item says: to the answer before it, or as a message of its own."""
    match item.text("type", "message"):
        case "message":
            word = item.text("role")
            role = ROLES.get(word)
            if role is None or role is Role.TOOL:
                raise bad_field(
                    f"{item.path}role",
                    f'must be "system", "developer", "user" or "assistant", and is "{word[:60]}".',
                )
            parts = parts_of(item, "content")
            is_user = role is Role.USER
            found.append(parts.message(role) if is_user else AskedMessage(role, parts.words()))
        case "function_call":
            name = offered.called(required_name(item), item.text("namespace"))
            call = ToolCall(name, item.text("arguments", "{}"), item.text("call_id"))
            last = found[-1] if found else None
            if last is not None and last.role is Role.ASSISTANT:
                found[-1] = replace(last, calls=(*last.calls, call))
            else:
                found.append(AskedMessage(Role.ASSISTANT, "", calls=(call,)))
        case "function_call_output":
            found.append(parts_of(item, "output").message(Role.TOOL, item.text("call_id")))
        case "reasoning":
            return  # the exact tokens of the answer are kept, with its thinking
        case kind:
            raise unsupported(f"{item.path}type", f'It reads no "{kind[:60]}".')


def _thinking(fields: Fields) -> ThinkingChoice:
    wanted = fields.inner("reasoning")
    effort = "" if wanted is None else wanted.text("effort")
    if effort in _NO_EFFORTS:
        return NO_THINKING
    return ThinkingChoice(effort=effort) if effort else DEFAULT_THINKING


def _form(fields: Fields) -> Constraint | None:
    text = fields.inner("text")
    wanted = None if text is None else text.inner("format")
    if wanted is None:
        return None
    match wanted.choice("type", ("text", "json_object", "json_schema"), "text"):
        case "json_object":
            return Constraint(ConstraintKind.JSON_SCHEMA, '{"type": "object"}')
        case "json_schema":
            schema = wanted.raw("schema")
            if schema is None:
                raise bad_field(f"{wanted.path}schema", "is missing.")
            return Constraint(ConstraintKind.JSON_SCHEMA, json.dumps(schema))
        case _:
            return None


def _n_likely(fields: Fields) -> int | None:
    n_likely = fields.count("top_logprobs", 0, MOST_LIKELY)
    if n_likely is None and _LOGPROBS in fields.texts("include", 100):
        return 0
    return n_likely


def _tool(tool: Fields) -> dict[str, Any] | None:
    if not tool.text("type"):
        raise bad_field(f"{tool.path}type", "is missing.")
    return function_tool(tool) if tool.text("type") == "function" else None
