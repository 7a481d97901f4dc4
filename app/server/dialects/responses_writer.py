"""`/v1/responses`, out: answers in the words of OpenAI's responses.

Pure functions, but for the names and the time of an answer.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any, Final

from msgspec import field

from app.core.plain_value import PlainValue
from app.core.protocol import FinishReason
from app.server.answering import Ended, Reading, SaidWords
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
from app.server.dialects.openai_chat import logprob_of, usage_of
from app.server.replies import event, reading_comment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from app.core.protocol import AnswerStats, InspectedToken
    from app.server.answering import Piece
    from app.server.errors import ApiError

_CUT: Final = (FinishReason.LENGTH, FinishReason.CONTEXT_FULL)
_ID_PREFIXES: Final = {
    AnswerBlockKind.THINKING: "rs",
    AnswerBlockKind.WORDS: "msg",
    AnswerBlockKind.CALL: "fc",
}
_DONE, _IN_PROGRESS, _INCOMPLETE = "completed", "in_progress", "incomplete"


class Echo(PlainValue, frozen=True):
    """What an answer repeats of its request.

    Attributes:
        namespaces: as in `Offered`.
    """

    fields: Mapping[str, Any]
    namespaces: Mapping[str, tuple[str, str]] = field(default_factory=dict)


class ResponseWriter:
    """Writes the answer to one request.

    Args:
        model: the name of the one that answers.
    """

    def __init__(self, model: str, echo: Echo) -> None:
        self._name = secrets.token_hex(16)
        self._head = {
            "id": f"resp_{self._name}",
            "object": "response",
            "created_at": int(time.time()),
            "model": model,
            **echo.fields,
            "background": False,
            "previous_response_id": None,
            "service_tier": "default",
            "store": False,
        }
        self._namespaces = echo.namespaces
        self._blocks = Blocks()
        self._n_events = 0
        self._tokens: list[InspectedToken] = []

    def whole(self, ended: Sequence[Ended]) -> dict[str, Any]:
        """Return the body of an answer in one piece."""
        (one,) = ended
        self._tokens = list(one.tokens)
        return self._complete(one, blocks_of(one))

    def events(self, piece: Piece) -> Iterator[bytes]:
        """Give what a piece of an answer is in a stream."""
        match piece:
            case SaidWords():
                yield from self._begin()
                self._tokens += piece.tokens
                for change in self._blocks.feed(piece):
                    yield from self._changed(change, piece.tokens)
            case Ended():
                yield from self._begin()
                status = _INCOMPLETE if piece.reason in _CUT else _DONE
                for change in self._blocks.finish():
                    yield from self._changed(change, ())
                response = self._complete(piece, self._blocks.all)
                yield self._event(f"response.{status}", {"response": response})
            case Reading():
                yield reading_comment(piece)

    def last_events(self) -> Iterator[bytes]:
        """Give what comes behind the answer in a stream."""
        return iter(())

    def error_event(self, error: ApiError) -> bytes:
        """Return what tells a failure in the middle of a stream."""
        code, param = error.code or error.kind, error.field or None
        told = {"code": code, "message": error.message, "param": param}
        failed = {
            "response": {
                **self._response("failed", []),
                "error": {"code": error.code or "server_error", "message": error.message},
            }
        }
        return self._event("error", told) + self._event("response.failed", failed)

    def _complete(self, ended: Ended, blocks: Sequence[AnswerBlock]) -> dict[str, Any]:
        is_cut = ended.reason in _CUT
        output = [self._item(block, _DONE) for block in blocks]
        if is_cut and output and "status" in output[-1]:
            output[-1]["status"] = _INCOMPLETE
        return {
            **self._response(_INCOMPLETE if is_cut else _DONE, output),
            "completed_at": None if is_cut else int(time.time()),
            "incomplete_details": {"reason": "max_output_tokens"} if is_cut else None,
            "usage": _usage(ended.stats),
        }

    def _response(self, status: str, output: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            **self._head,
            "status": status,
            "completed_at": None,
            "error": None,
            "incomplete_details": None,
            "output": output,
            "usage": None,
        }

    def _begin(self) -> Iterator[bytes]:
        if not self._n_events:
            begun = {"response": self._response(_IN_PROGRESS, [])}
            yield self._event("response.created", begun)
            yield self._event("response.in_progress", begun)

    def _event(self, name: str, data: dict[str, Any]) -> bytes:
        number, self._n_events = self._n_events, self._n_events + 1
        return event({"type": name, "sequence_number": number, **data}, name)

    def _changed(self, change: BlockEvent, tokens: Sequence[InspectedToken]) -> Iterator[bytes]:
        match change:
            case BlockBegun(block):
                yield from self._begun(block)
            case BlockGrown(block, more):
                yield self._grown(block, more, tokens)
            case BlockEnded(block):
                yield from self._ended(block)

    def _begun(self, block: AnswerBlock) -> Iterator[bytes]:
        item = self._item(
            AnswerBlock(block.number, block.kind, name=block.name, call_id=block.call_id),
            _IN_PROGRESS,
        )
        if block.kind is not AnswerBlockKind.CALL:
            item["content"] = []
        yield self._event(
            "response.output_item.added", {"output_index": block.number, "item": item}
        )
        if block.kind is not AnswerBlockKind.CALL:
            part = self._part(block.kind, "", ())
            yield self._event("response.content_part.added", {**self._where(block), "part": part})

    def _grown(self, block: AnswerBlock, more: str, tokens: Sequence[InspectedToken]) -> bytes:
        data = {**self._where(block), "delta": more}
        match block.kind:
            case AnswerBlockKind.THINKING:
                return self._event("response.reasoning_text.delta", data)
            case AnswerBlockKind.WORDS:
                data["logprobs"] = _logprobs(tokens)
                return self._event("response.output_text.delta", data)
            case AnswerBlockKind.CALL:
                return self._event("response.function_call_arguments.delta", data)

    def _ended(self, block: AnswerBlock) -> Iterator[bytes]:
        where = self._where(block)
        match block.kind:
            case AnswerBlockKind.THINKING:
                yield self._event("response.reasoning_text.done", {**where, "text": block.text})
            case AnswerBlockKind.WORDS:
                likely = _logprobs(self._tokens)
                yield self._event(
                    "response.output_text.done", {**where, "text": block.text, "logprobs": likely}
                )
            case AnswerBlockKind.CALL:
                yield self._event(
                    "response.function_call_arguments.done",
                    {**where, "name": self._called(block)["name"], "arguments": block.text},
                )
        if block.kind is not AnswerBlockKind.CALL:
            part = self._part(block.kind, block.text, self._tokens)
            yield self._event("response.content_part.done", {**where, "part": part})
        item = self._item(block, _DONE)
        yield self._event("response.output_item.done", {"output_index": block.number, "item": item})

    def _where(self, block: AnswerBlock) -> dict[str, Any]:
        found = {"item_id": self._item_id(block), "output_index": block.number}
        return found if block.kind is AnswerBlockKind.CALL else {**found, "content_index": 0}

    def _item_id(self, block: AnswerBlock) -> str:
        return f"{_ID_PREFIXES[block.kind]}_{self._name}_{block.number}"

    def _item(self, block: AnswerBlock, status: str) -> dict[str, Any]:
        item: dict[str, Any] = {"id": self._item_id(block), "status": status}
        match block.kind:
            case AnswerBlockKind.THINKING:
                content = [self._part(block.kind, block.text, ())]
                return item | {"type": "reasoning", "summary": [], "content": content}
            case AnswerBlockKind.WORDS:
                content = [self._part(block.kind, block.text, self._tokens)]
                return item | {"type": "message", "role": "assistant", "content": content}
            case AnswerBlockKind.CALL:
                called = {"call_id": block.call_id, "arguments": block.text}
                return item | {"type": "function_call", **self._called(block), **called}

    def _called(self, block: AnswerBlock) -> dict[str, str]:
        """Return how the client calls a function."""
        if block.name not in self._namespaces:
            return {"name": block.name}
        namespace, name = self._namespaces[block.name]
        return {"name": name, "namespace": namespace}

    @staticmethod
    def _part(kind: AnswerBlockKind, text: str, tokens: Sequence[InspectedToken]) -> dict[str, Any]:
        if kind is AnswerBlockKind.THINKING:
            return {"type": "reasoning_text", "text": text}
        likely = _logprobs(tokens)
        return {"type": "output_text", "text": text, "annotations": [], "logprobs": likely}


def _logprobs(tokens: Sequence[InspectedToken]) -> list[dict[str, Any]]:
    return [
        logprob_of(one.said) | {"top_logprobs": [logprob_of(choice) for choice in one.likeliest]}
        for one in tokens
        if one.said is not None
    ]


def _usage(stats: AnswerStats) -> dict[str, Any]:
    counted = usage_of([stats])
    cached = counted["prompt_tokens_details"]["cached_tokens"]
    return {
        "input_tokens": counted["prompt_tokens"],
        "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": 0},
        "output_tokens": counted["completion_tokens"],
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": counted["total_tokens"],
    }
