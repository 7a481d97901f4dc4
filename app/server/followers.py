"""Takes an answer apart while it comes: thinking, words, calls of tools.

Calls are told by llama.cpp's own parser. It is given all that was said so far, each time: it knows
what may still become a mark, and takes nothing back. Arguments that it writes anew while they grow
are told when they are whole.

Threads: the server's event loop.
"""

from __future__ import annotations

import contextlib
import json
import logging
from typing import TYPE_CHECKING, Protocol

from app.core.messages import TextKind, ToolCall
from app.core.plain_value import PlainValue, replace
from app.core.prompts.chat_formats import (
    ChatFormat,
    ChatFormatFailed,
    ParsedAnswer,
    new_call_id,
)
from app.core.protocol import CallPiece

if TYPE_CHECKING:
    from app.core.prompts.chat_formats import ChatFormats
    from app.core.protocol import TextDelta

logger = logging.getLogger(__name__)


class NewParts(PlainValue, frozen=True):
    """What has come of an answer since the last time."""

    thinking: str = ""
    answer: str = ""
    calls: tuple[CallPiece, ...] = ()


NOTHING_NEW = NewParts()


class Follower(Protocol):
    """Follows one answer.

    Attributes:
        is_full: nothing that still comes would be told.
        loose: arguments of tools that calls are not bound to as their schema says.
    """

    is_full: bool
    loose: tuple[str, ...]

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls of tools so far."""

    def feed(self, event: TextDelta) -> NewParts:
        """Take new text."""

    def finish(self) -> NewParts:
        """Return what was held back."""


class WordFollower:
    """Follows a text in which everything is words."""

    calls: tuple[ToolCall, ...] = ()
    is_full = False
    loose: tuple[str, ...] = ()

    def feed(self, event: TextDelta) -> NewParts:
        """Take new text."""
        return NewParts(answer=event.text)

    def finish(self) -> NewParts:
        """Nothing was held back."""
        return NOTHING_NEW


class ThinkingFollower:
    """Follows an answer that may think before, and whose calls are told beside the text.

    Args:
        most_calls: that are told; None for all.
    """

    def __init__(self, most_calls: int | None = None) -> None:
        self._most_calls = most_calls
        self.is_full = False
        self.loose: tuple[str, ...] = ()
        self.calls: tuple[ToolCall, ...] = ()

    def feed(self, event: TextDelta) -> NewParts:
        """Take new text."""
        calls = tuple(filter(None, map(self._take, event.calls)))
        match event.kind:
            case TextKind.THINKING:
                return NewParts(thinking=event.text, calls=calls)
            case TextKind.ANSWER:
                return NewParts(answer=event.text, calls=calls)
            case TextKind.MARK:
                return NewParts(calls=calls)

    def finish(self) -> NewParts:
        """Nothing was held back."""
        return NOTHING_NEW

    def _take(self, piece: CallPiece) -> CallPiece | None:
        """Return what is to be told of a piece; None for nothing."""
        is_new = piece.number >= len(self.calls)
        if is_new and len(self.calls) == self._most_calls:
            self.is_full = True
            return None
        if is_new:
            piece = replace(piece, number=len(self.calls), id=piece.id or new_call_id())
            self.calls += (ToolCall(piece.name, piece.arguments, piece.id),)
            return piece
        before = self.calls[piece.number]
        grown = replace(before, arguments=before.arguments + piece.arguments)
        self.calls = (*self.calls[: piece.number], grown, *self.calls[piece.number + 1 :])
        return replace(piece, id="", name="")


class CallFollower:
    """Follows one answer.

    Args:
        formats: llama.cpp's parser.
        described: the format of the answer, as the engine tells it.
        most: calls that are told. llama.cpp's forms of some templates let a model call again where
            it is to call once.
    """

    def __init__(self, formats: ChatFormats, described: str, most: int | None = None) -> None:
        self._formats = formats
        self._most = most
        self.is_full = False
        self._format = ChatFormat.of_json(json.loads(described))
        self.loose = self._format.loose
        self._text = ""
        self._told = ParsedAnswer()
        self._ids: list[str] = []

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The calls so far."""
        return self._told.tool_calls

    def feed(self, event: TextDelta) -> NewParts:
        """Take new text."""
        self._text += event.text
        return self._new(is_partial=True)

    def finish(self) -> NewParts:
        """Return what was held back."""
        return self._new(is_partial=False)

    def _new(self, *, is_partial: bool) -> NewParts:
        parsed = self._parsed(is_partial=is_partial)
        if parsed is None and is_partial:
            return NOTHING_NEW
        if parsed is None:
            logger.info("an answer is told as it was said")
            parsed = replace(self._told, answer=self._told.answer + self._rest())
        elif self._most is not None:
            self.is_full = len(parsed.tool_calls) > self._most
            parsed = replace(parsed, tool_calls=parsed.tool_calls[: self._most])
        before = self._told
        calls = tuple(self._call(number, call) for number, call in enumerate(parsed.tool_calls))
        thinking = _added(before.thinking, parsed.thinking)
        answer = _added(before.answer, parsed.answer)
        pieces = tuple(
            piece
            for number, call in enumerate(calls)
            if (piece := self._piece(number, call, is_partial=is_partial)) is not None
        )
        told = before.tool_calls[len(calls) :]
        self._told = ParsedAnswer(
            before.thinking + thinking,
            before.answer + answer,
            (
                *(self._as_told(n, call, is_partial=is_partial) for n, call in enumerate(calls)),
                *told,
            ),
        )
        return NewParts(thinking, answer, pieces)

    def _parsed(self, *, is_partial: bool) -> ParsedAnswer | None:
        """Return what the parser makes of the text; None for nothing.

        The grammars of some formats let blanks through at the end that their parsers do not know.
        """
        texts = (self._text,) if is_partial else (self._text, self._text.rstrip())
        for text in texts:
            with contextlib.suppress(ChatFormatFailed):
                return self._formats.parse(self._format, text, is_partial=is_partial)
        return None

    def _rest(self) -> str:
        """Return what was said and not told, where nothing more is known of it."""
        is_new = not (self._told.thinking or self._told.answer or self._told.tool_calls)
        return self._text if is_new else ""

    def _call(self, number: int, call: ToolCall) -> ToolCall:
        """Return a call with an id that stays."""
        while len(self._ids) <= number:
            self._ids.append(call.id or new_call_id())
        return replace(call, id=self._ids[number])

    def _before(self, number: int) -> ToolCall | None:
        told = self._told.tool_calls
        return told[number] if number < len(told) else None

    def _piece(self, number: int, call: ToolCall, *, is_partial: bool) -> CallPiece | None:
        before = self._before(number)
        now = self._as_told(number, call, is_partial=is_partial)
        if before is None:
            return CallPiece(number, now.id, now.name, now.arguments) if now.name else None
        more = now.arguments[len(before.arguments) :]
        return CallPiece(number, "", "", more) if more else None

    def _as_told(self, number: int, call: ToolCall, *, is_partial: bool) -> ToolCall:
        """Return a call with as much of its arguments as can be told now."""
        before = self._before(number)
        told = "" if before is None else before.arguments
        if not call.arguments.startswith(told):
            if not is_partial:
                logger.warning("the arguments of a call came otherwise than they were told")
            return replace(call, arguments=told)
        return call


def _added(before: str, now: str) -> str:
    return now[len(before) :] if now.startswith(before) else ""
