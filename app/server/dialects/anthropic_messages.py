"""`/v1/messages`: the words of Anthropic's requests and answers.

Pure functions.
"""

from __future__ import annotations

import json
import re
import secrets
from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role, ToolCall
from app.core.plain_value import PlainValue
from app.core.protocol import (
    DEFAULT_THINKING,
    NO_THINKING,
    AnswerStats,
    Constraint,
    ConstraintKind,
    FinishReason,
    SamplingParams,
    ThinkingChoice,
    ToolChoice,
)
from app.server.answering import Ended, Reading, SaidWords
from app.server.asked import LONGEST_ANSWER, Asked, AskedMessage, MessageParts, picture_in_block
from app.server.dialects.blocks import (
    AnswerBlock,
    AnswerBlockKind,
    BlockBegun,
    BlockEnded,
    BlockEvent,
    BlockGrown,
    Blocks,
    blocks_of,
)
from app.server.dialects.openai_options import read_stops
from app.server.dialects.tools import (
    function_tool,
    of_these,
    offered_tools,
    ran_elsewhere,
    required_name,
    tool_of_clients,
)
from app.server.errors import bad_field, unsupported
from app.server.fields import Fields, fields_of
from app.server.replies import event, reading_comment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.server.answering import Piece
    from app.server.dialects.tools import Choice
    from app.server.errors import ApiError


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


class Messages(PlainValue, frozen=True):
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
    choice = fields.inner("tool_choice") or Fields({})
    many = not choice.flag("disable_parallel_tool_use")
    offered = offered_tools(fields, _tool, _choice, many=many)
    left_out: list[str] = []
    if not (messages := tuple(_messages(fields, left_out))):
        raise bad_field("messages", "must hold at least one message.")
    return Asked(
        model=fields.text("model"),
        messages=(*_system(fields), *messages),
        sampling=SamplingParams(
            temperature=fields.number("temperature", 0.0, 1.0),
            top_k=fields.count("top_k", 0, 10_000_000),
            top_p=fields.number("top_p", 0.0, 1.0),
        ),
        max_tokens=max_tokens,
        stop=read_stops(fields, "stop_sequences"),
        thinking=_thinking(fields),
        constraint=offered.form(_form(fields)),
        is_streamed=fields.flag("stream"),
        tools=offered.tools,
        notes=offered.notes(left_out),
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


def _messages(fields: Fields, left_out: list[str]) -> Iterator[AskedMessage]:
    for number, one in enumerate(fields.items("messages")):
        message = fields_of(one, f"messages[{number}]")
        role = message.choice("role", ("user", "assistant", "system"), "")
        if role == "assistant":
            yield from _answer(message, left_out)
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
    parts = MessageParts(f"{block.path}content", "Error: " if block.flag("is_error") else "")
    for one in _blocks(block, "content"):
        _add_block(parts, one)
    return parts.message(Role.TOOL, block.text("tool_use_id"))


def _add_block(parts: MessageParts, block: Fields) -> None:
    if block.text("type", "text") == "image":
        parts.add_medium(picture_in_block(block))
    else:
        parts.add_text(_text_of_block(block))


def _answer(message: Fields, left_out: list[str]) -> Iterator[AskedMessage]:
    """Give an earlier answer, where something is left of it."""
    n_before = len(left_out)
    texts: list[str] = []
    calls: list[ToolCall] = []
    for block in _blocks(message, "content"):
        kind = block.text("type", "text")
        if kind == "tool_use":
            given = block.inner("input")
            arguments = json.dumps({} if given is None else block.raw("input"), ensure_ascii=False)
            calls.append(ToolCall(required_name(block), arguments, block.text("id")))
        elif ran_elsewhere(kind):
            left_out.append(kind)
        elif kind not in _LEFT_OUT:
            texts.append(_text_of_block(block))
    if texts or calls or len(left_out) == n_before:
        yield AskedMessage(Role.ASSISTANT, "\n".join(texts), calls=tuple(calls))


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


def _tool(tool: Fields) -> dict[str, Any] | None:
    kind = tool.text("type", "custom")
    if kind == "custom":
        return function_tool(tool, "input_schema")
    return tool_of_clients(kind, required_name(tool)) if tool.has("name") else None


def _choice(fields: Fields, names: Sequence[str]) -> Choice:
    choice = fields.inner("tool_choice") or Fields({})
    kind = choice.choice("type", tuple(_CHOICES), "auto")
    if kind != "tool":
        return _CHOICES[kind], ()
    return ToolChoice.REQUIRED, (of_these(required_name(choice), names, "tool_choice.name"),)


_REASONS: Final = {
    FinishReason.LENGTH: "max_tokens",
    FinishReason.CONTEXT_FULL: "model_context_window_exceeded",
    FinishReason.STOP_STRING: "stop_sequence",
}


class MessageWriter:
    """Writes the answer to one request.

    Args:
        model: the name of the one that answers.
        stop: texts that end the answer.
    """

    def __init__(self, model: str, stop: tuple[str, ...]) -> None:
        self._stop = stop
        self._head = {
            "id": f"msg_{secrets.token_hex(12)}",
            "type": "message",
            "role": "assistant",
            "model": model,
        }
        self._blocks = Blocks()
        self._has_begun = False
        self._n_prompt = 0  # as far as it is known

    def whole(self, ended: Sequence[Ended]) -> dict[str, Any]:
        """Return the body of an answer in one piece."""
        (one,) = ended
        content = [_content(block) for block in blocks_of(one)]
        return {**self._head, "content": content, **self._why(one), "usage": _usage(one.stats)}

    def events(self, piece: Piece) -> Iterator[bytes]:
        """Give what a piece of an answer is in a stream."""
        match piece:
            case SaidWords():
                yield from self._begin()
                yield from map(_block_event, self._blocks.feed(piece))
            case Ended():
                yield from self._begin()
                yield from map(_block_event, self._blocks.finish())
                yield _event(
                    "message_delta", {"delta": self._why(piece), "usage": _usage(piece.stats)}
                )
                yield _event("message_stop", {})
            case Reading():
                self._n_prompt = piece.n_total or self._n_prompt
                yield reading_comment(piece)

    def last_events(self) -> Iterator[bytes]:
        """Give what comes behind the answer in a stream."""
        return iter(())

    def error_event(self, error: ApiError) -> bytes:
        """Return what tells a failure in the middle of a stream."""
        return event(error.for_anthropic(), "error")

    def _begin(self) -> Iterator[bytes]:
        if not self._has_begun:
            self._has_begun = True
            # How much of the prompt was at hand shows with the end of the answer.
            usage = _usage(AnswerStats(n_prompt=self._n_prompt))
            message: dict[str, Any] = {
                **self._head,
                "content": [],
                "stop_reason": None,
                "stop_sequence": None,
            }
            yield _event("message_start", {"message": {**message, "usage": usage}})

    def _why(self, ended: Ended) -> dict[str, Any]:
        is_own = bool(ended.stopped_by) and ended.stopped_by not in self._stop  # of the template
        reason = "end_turn" if is_own else _REASONS.get(ended.reason, "end_turn")
        if ended.calls and reason == "end_turn":
            reason = "tool_use"
        # Models on servers do not tell which of several it was.
        known = ended.stopped_by or "".join(self._stop[:1] if len(self._stop) == 1 else ())
        stop = known if reason == "stop_sequence" else ""
        return {"stop_reason": reason, "stop_sequence": stop or None}


def _usage(stats: AnswerStats) -> dict[str, Any]:
    n_cached = stats.n_reused + stats.n_restored
    return {
        "input_tokens": stats.n_prompt - n_cached,
        "output_tokens": stats.n_generated,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": n_cached,
    }


def _content(block: AnswerBlock) -> dict[str, Any]:
    match block.kind:
        case AnswerBlockKind.THINKING:
            return {"type": "thinking", "thinking": block.text, "signature": ""}
        case AnswerBlockKind.WORDS:
            return {"type": "text", "text": block.text}
        case AnswerBlockKind.CALL:
            given = _arguments(block.text)
            return {"type": "tool_use", "id": block.call_id, "name": block.name, "input": given}


def _arguments(text: str) -> dict[str, Any]:
    """Return arguments as an object; an answer that was cut may have half of them."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _block_event(change: BlockEvent) -> bytes:
    number = {"index": change.block.number}
    match change:
        case BlockBegun(block):
            empty = block.empty()
            return _event("content_block_start", {**number, "content_block": _content(empty)})
        case BlockGrown(block, more):
            return _event("content_block_delta", {**number, "delta": _delta(block, more)})
        case BlockEnded():
            return _event("content_block_stop", number)


def _delta(block: AnswerBlock, more: str) -> dict[str, Any]:
    match block.kind:
        case AnswerBlockKind.THINKING:
            return {"type": "thinking_delta", "thinking": more}
        case AnswerBlockKind.WORDS:
            return {"type": "text_delta", "text": more}
        case AnswerBlockKind.CALL:
            return {"type": "input_json_delta", "partial_json": more}


def _event(name: str, data: dict[str, Any]) -> bytes:
    return event({"type": name, **data}, name)
