"""`/v1/messages`, in: the words of Anthropic's requests.

Pure functions.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role, ToolCall
from app.core.protocol import (
    DEFAULT_THINKING,
    NO_THINKING,
    Constraint,
    ConstraintKind,
    SamplingParams,
    ThinkingChoice,
    ToolChoice,
)
from app.server.anthropic_writer import MessageWriter
from app.server.asked import LONGEST_ANSWER, Asked
from app.server.errors import bad_field, unsupported
from app.server.fields import Fields, fields_of
from app.server.given_media import AskedMessage, MessageParts, picture_in_block
from app.server.openai_options import read_stops
from app.server.openai_tools import (
    MOST_TOOLS,
    function_tool,
    parameters_of,
    refuse_both,
    required_name,
    tools_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.protocol import Tools

# Claude Code's first line of a system prompt: another checksum in each request, of which the model
# need not know, and for which all of the prompt would be read again.
_BILLING: Final = re.compile(r"\Ax-anthropic-billing-header:[^\n]*\n?")
_LEFT_OUT: Final = ("thinking", "redacted_thinking")  # blocks of earlier answers
_CHOICES: Final = {
    "auto": ToolChoice.AUTO,
    "any": ToolChoice.REQUIRED,
    "tool": ToolChoice.REQUIRED,
    "none": ToolChoice.NONE,
}


@dataclass(frozen=True, slots=True)
class Messages:
    """One request."""

    asked: Asked

    @classmethod
    def read(cls, fields: Fields) -> Messages:
        """Read a request for an answer.

        Raises:
            ApiError: it cannot be answered as it is.
        """
        n_tokens = fields.count("max_tokens", 1, LONGEST_ANSWER)
        if n_tokens is None:
            raise bad_field("max_tokens", "is missing.")
        return cls(_asked(fields, n_tokens))

    @classmethod
    def read_to_count(cls, fields: Fields) -> Messages:
        """Read a request for the number of its tokens.

        Raises:
            ApiError: they cannot be counted.
        """
        return cls(_asked(fields, 0))

    def writer(self, model: str) -> MessageWriter:
        """Return what writes the answer of a model."""
        return MessageWriter(model, self.asked.stop)


def _asked(fields: Fields, max_tokens: int) -> Asked:
    tools, constraint = _tools(fields), _form(fields)
    refuse_both(tools, constraint, "output_config.format")
    return Asked(
        model=fields.text("model"),
        messages=(*_system(fields), *_messages(fields)),
        sampling=SamplingParams(
            temperature=fields.number("temperature", 0.0, 1.0),
            top_k=fields.count("top_k", 0, 10_000_000),
            top_p=fields.number("top_p", 0.0, 1.0),
        ),
        max_tokens=max_tokens,
        stop=read_stops(fields, "stop_sequences"),
        thinking=_thinking(fields),
        constraint=constraint,
        is_streamed=fields.flag("stream"),
        tools=tools,
    )


def _system(fields: Fields) -> Iterator[AskedMessage]:
    value = fields.raw("system")
    texts = (
        [value]
        if isinstance(value, str)
        else [
            _text_of_block(fields_of(one, f"system[{number}]"))
            for number, one in enumerate(fields.items("system"))
        ]
    )
    words = "\n".join(filter(None, (_BILLING.sub("", text) for text in texts)))
    if words.strip():
        yield AskedMessage(Role.SYSTEM, words)


def _messages(fields: Fields) -> Iterator[AskedMessage]:
    given = fields.items("messages")
    if not given:
        raise bad_field("messages", "must hold at least one message.")
    for number, one in enumerate(given):
        message = fields_of(one, f"messages[{number}]")
        role = message.choice("role", ("user", "assistant", "system"), "")
        if role == "assistant":
            yield _answer(message)
        elif role == "system":
            yield AskedMessage(Role.SYSTEM, "\n".join(_texts(message, "content")))
        else:
            yield from _said_by_user(message)


def _blocks(fields: Fields, name: str) -> Iterator[Fields]:
    """Give the blocks of a message; plain text is one."""
    value = fields.raw(name)
    if isinstance(value, str):
        yield Fields({"type": "text", "text": value}, f"{fields.path}{name}.")
        return
    for number, one in enumerate(fields.items(name)):
        yield fields_of(one, f"{fields.path}{name}[{number}]")


def _texts(fields: Fields, name: str) -> list[str]:
    return [_text_of_block(block) for block in _blocks(fields, name)]


def _text_of_block(block: Fields) -> str:
    kind = block.text("type", "text")
    if kind != "text":
        raise unsupported(f"{block.path}type", f'It reads no "{kind[:60]}" there.')
    return block.text("text")


def _said_by_user(message: Fields) -> Iterator[AskedMessage]:
    """Give what came of calls, each in a message of its own, and what the user says."""
    where = f"{message.path}content"
    parts = MessageParts(where)
    for block in _blocks(message, "content"):
        if block.text("type", "text") != "tool_result":
            _add_block(parts, block)
            continue
        if parts:
            yield parts.message(Role.USER)
            parts = MessageParts(where)
        yield _result(block)
    if parts or not message.raw("content"):
        yield parts.message(Role.USER)


def _result(block: Fields) -> AskedMessage:
    """Return what came of a call."""
    is_error = block.flag("is_error")
    parts = MessageParts(f"{block.path}content", "Error: " if is_error else "")
    for one in _blocks(block, "content"):
        _add_block(parts, one)
    return parts.message(Role.TOOL, block.text("tool_use_id"))


def _add_block(parts: MessageParts, block: Fields) -> None:
    if block.text("type", "text") == "image":
        parts.add_medium(picture_in_block(block))
    else:
        parts.add_text(_text_of_block(block))


def _answer(message: Fields) -> AskedMessage:
    texts: list[str] = []
    calls: list[ToolCall] = []
    for block in _blocks(message, "content"):
        kind = block.text("type", "text")
        if kind == "tool_use":
            given = block.inner("input")
            arguments = json.dumps({} if given is None else block.raw("input"), ensure_ascii=False)
            calls.append(ToolCall(required_name(block), arguments, block.text("id")))
        elif kind not in _LEFT_OUT:
            texts.append(_text_of_block(block))
    return AskedMessage(Role.ASSISTANT, "\n".join(texts), calls=tuple(calls))


def _thinking(fields: Fields) -> ThinkingChoice:
    output = fields.inner("output_config")
    effort = "" if output is None else output.text("effort")
    wanted = fields.inner("thinking")
    if wanted is None:
        return ThinkingChoice(effort=effort) if effort else DEFAULT_THINKING
    kind = wanted.choice("type", ("enabled", "disabled", "adaptive"), "enabled")
    if kind == "disabled":
        return NO_THINKING
    return ThinkingChoice(True if kind == "enabled" else None, effort)


def _form(fields: Fields) -> Constraint | None:
    output = fields.inner("output_config")
    wanted = None if output is None else output.inner("format")
    wanted = wanted or fields.inner("output_format")
    if wanted is None:
        return None
    wanted.choice("type", ("json_schema",), "json_schema")
    schema = wanted.raw("schema")
    if schema is None:
        raise bad_field(f"{wanted.path}schema", "is missing.")
    return Constraint(ConstraintKind.JSON_SCHEMA, json.dumps(schema))


def _tools(fields: Fields) -> Tools | None:
    given = fields.items("tools")
    if not given:
        return None
    if len(given) > MOST_TOOLS:
        raise bad_field("tools", f"may hold at most {MOST_TOOLS} tools.")
    tools: list[dict[str, Any]] = []
    for number, one in enumerate(given):
        tool = fields_of(one, f"tools[{number}]")
        kind = tool.text("type", "custom")
        if kind != "custom":
            raise unsupported(f"{tool.path}type", f'"{kind[:60]}" runs on servers of Anthropic.')
        tools.append(
            function_tool(
                required_name(tool),
                tool.text("description"),
                parameters_of(tool, "input_schema"),
            )
        )
    choice = fields.inner("tool_choice") or Fields({})
    kind = choice.choice("type", tuple(_CHOICES), "auto")
    only = required_name(choice) if kind == "tool" else ""
    if only and only not in [one["function"]["name"] for one in tools]:
        raise bad_field("tool_choice.name", f'is "{only[:60]}", which is none of the tools.')
    many = not choice.flag("disable_parallel_tool_use")
    return tools_of(tools, _CHOICES[kind], only, many=many)
