"""Asks `/v1/responses` what Open Responses' compliance test asks, and checks the answers' form.

The form is that of the package `openresponses-types`, made of the specification. Each case is a
line of JSON on the output: its name, and what is wrong. Runs in an environment of its own; see
`open_responses.py`. Usage: python open_responses_cases.py ADDRESS KEY
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

import openresponses_types as spec
from pydantic import ValidationError

_TIMEOUT_S = 120
_PICTURE = "data:image/png;base64,iVBORw0KGgo="
_TOOL = {
    "type": "function",
    "name": "weather",
    "description": "The weather at a place.",
    "parameters": {
        "type": "object",
        "properties": {"place": {"type": "string"}},
        "required": ["place"],
    },
}
_EVENTS = {
    next(iter(kind.model_fields["type"].annotation)).value: kind
    for name, kind in vars(spec).items()
    if name.endswith("StreamingEvent")
}


@dataclass(frozen=True)
class Case:
    """One request.

    Attributes:
        item: kind of item that the answer must hold.
        is_whole: the answer must have come to its end.
    """

    name: str
    body: dict[str, Any]
    item: str = "message"
    is_whole: bool = True


def _said(*words: tuple[str, Any]) -> list[dict[str, Any]]:
    return [{"type": "message", "role": role, "content": text} for role, text in words]


_CALL = {"input": _said(("user", "How is the weather in Rome?")), "tools": [_TOOL]}
_SEEN = [
    {"type": "input_text", "text": "What is this?"},
    {"type": "input_image", "image_url": _PICTURE},
]
CASES = (
    Case("basic response", {"input": _said(("user", "Hello."))}),
    Case("streaming response", {"input": _said(("user", "Hello.")), "stream": True}),
    Case("system prompt", {"input": _said(("system", "You are a pirate."), ("user", "Hello."))}),
    Case("tool calling", _CALL | {"tool_choice": "required"}, "function_call", is_whole=False),
    Case(
        "tool calling (streaming)",
        _CALL | {"tool_choice": "required", "stream": True},
        "function_call",
        is_whole=False,
    ),
    Case("image input", {"input": _said(("user", _SEEN))}),
    Case(
        "multi-turn conversation",
        {"input": _said(("user", "I am Ada."), ("assistant", "Hello Ada."), ("user", "Who am I?"))},
    ),
)


def ask(address: str, key: str, body: dict[str, Any]) -> tuple[Any, list[str]]:
    """Return the whole answer to a request, and what is wrong with the events of a stream."""
    request = urllib.request.Request(
        f"{address}/v1/responses",
        json.dumps({"model": "any", "max_output_tokens": 400, **body}).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {key}"},
    )
    with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:
        if not body.get("stream"):
            return json.load(answer), []
        sent = [line[6:] for line in answer if line.startswith(b"data: ")]
    events = [json.loads(line) for line in sent if line.strip() != b"[DONE]"]
    wrong = [problem for one in events for problem in problems(_EVENTS.get(one["type"]), one)]
    return events[-1].get("response"), wrong


def problems(kind: Any, value: Any) -> list[str]:
    """Return how something differs from its form."""
    if kind is None:
        return [f"{value['type']}: no event of the specification"]
    try:
        kind.model_validate(value)
    except ValidationError as error:
        where = value.get("type", value.get("object"))
        return [
            f"{where}: {'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()
        ]
    return []


def wrong_with(case: Case, address: str, key: str) -> list[str]:
    """Return what is wrong with the answer to a case."""
    try:
        answer, wrong = ask(address, key, case.body)
    except urllib.error.HTTPError as error:
        return [f"{error.code}: {json.load(error)['error']['message']}"]
    wrong += problems(spec.ResponseResource, answer)
    if case.item not in [one["type"] for one in answer["output"]]:
        wrong.append(f"no item of type {case.item}")
    if case.is_whole and answer["status"] != "completed":
        wrong.append(f"the status is {answer['status']}")
    return wrong


if __name__ == "__main__":
    for one in CASES:
        print(json.dumps([one.name, wrong_with(one, *sys.argv[1:3])]), flush=True)
