"""Finds the calls of tools in an answer that has ended.

Threads: the worker thread of `Conversations`.
"""

from __future__ import annotations

import json
import logging
import re
from typing import TYPE_CHECKING

from app.core.content.tool_steps import NO_CALLS, CallsMade
from app.core.messages import ToolCall
from app.core.plain_value import replace
from app.core.protocol import FinishReason

if TYPE_CHECKING:
    from app.core.conversations.recorder import RunningAnswer
    from app.core.protocol import AnswerFinished, CallPiece

_USABLE_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")  # others are refused by templates
_WHOLE = frozenset({FinishReason.END, FinishReason.STOP_STRING})
_log = logging.getLogger(__name__)


def calls_of(running: RunningAnswer, event: AnswerFinished) -> CallsMade:
    """Return the tools that an answer calls; none of one that was cut off.

    What its parser does not understand is no call, and stays in the words of the answer.
    """
    if not running.may_call or event.finish_reason not in _WHOLE or running.is_stopped:
        return NO_CALLS
    text = running.message.text
    if running.pieces:
        return _named(CallsMade(_joined(running.pieces), len(text)))
    if not running.format:
        return NO_CALLS
    parts = event.parts or running.message.parts
    return calls_in(running.format, text, parts.answer_begin if parts is not None else 0)


def calls_in(how_to_call: str, text: str, begin: int = 0) -> CallsMade:
    """Return the tools that a text calls.

    Args:
        how_to_call: as the engine describes that.
        begin: characters of the text before the answer.
    """
    from app.core.prompts.chat_formats import (
        ChatFormat,
        ChatFormatFailed,
        TriggerKind,
        find_chat_formats,
    )

    how = ChatFormat.of_json(json.loads(how_to_call))
    for said in (text, text.rstrip()):  # some grammars let blanks through that parsers do not know
        try:
            parsed = find_chat_formats().parse(how, said, is_partial=False)
        except ChatFormatFailed as error:
            _log.info("the calls of an answer are not understood: %s", error)
            continue
        if parsed.tool_calls:
            words = parsed.answer.strip()
            at = text.find(words, begin) if words else begin
            made = CallsMade(parsed.tool_calls, begin if at < 0 else at + len(words))
            return _named(made)
    marks = (one.value.strip() for one in how.triggers if one.kind is TriggerKind.WORD)
    return CallsMade(is_unread=any(mark and mark in text[begin:] for mark in marks))


def _joined(pieces: list[CallPiece]) -> tuple[ToolCall, ...]:
    calls: dict[int, ToolCall] = {}
    for piece in pieces:
        before = calls.get(piece.number, ToolCall("", ""))
        calls[piece.number] = ToolCall(
            before.name + piece.name, before.arguments + piece.arguments, before.id or piece.id
        )
    return tuple(calls[number] for number in sorted(calls))


def _named(made: CallsMade) -> CallsMade:
    """Return calls of which each has a name of its own; what small models say twice once."""
    from app.core.prompts.chat_formats import new_call_id

    calls, seen = [], set[str]()
    once: dict[tuple[str, str], ToolCall] = {}
    for call in made.calls:
        once.setdefault((call.name, call.arguments), call)
    for call in once.values():
        is_usable = _USABLE_ID.fullmatch(call.id) is not None and call.id not in seen
        name = call.id if is_usable else new_call_id()
        seen.add(name)
        calls.append(replace(call, id=name))
    return replace(made, calls=tuple(calls))
