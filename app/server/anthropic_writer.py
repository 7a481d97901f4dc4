"""`/v1/messages`, out: answers in the words of Anthropic's clients.

Pure functions, but for the name of an answer.
"""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any, Final

from app.core.protocol import AnswerStats, FinishReason
from app.server.answering import Ended, Reading, SaidWords
from app.server.blocks import (
    AnswerBlock,
    AnswerBlockKind,
    BlockBegun,
    BlockEnded,
    BlockEvent,
    BlockGrown,
    Blocks,
    blocks_of,
)
from app.server.replies import event, reading_comment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.server.answering import Piece
    from app.server.errors import ApiError

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
        reason = _REASONS.get(ended.reason, "end_turn")
        if ended.calls and reason == "end_turn":
            reason = "tool_use"
        # Which of several it was, the engine does not tell.
        is_known = reason == "stop_sequence" and len(self._stop) == 1
        return {"stop_reason": reason, "stop_sequence": self._stop[0] if is_known else None}


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
