"""Calls of tools, as llama.cpp's formats of real models' templates write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import openai
import pytest

from tests.helpers.api_server import ApiServer
from tests.helpers.chat_templates import template_named
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Iterator

WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "What the weather is like.",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "enum": ["Paris", "Rome"]},
                "hour": {"type": "integer", "minimum": 1, "maximum": 9},
            },
            "required": ["city", "hour"],
        },
    },
}
QUESTION = {"role": "user", "content": "How is the weather in Rome?"}


@pytest.fixture(
    scope="module",
    params=[
        "Qwen-Qwen2.5-7B-Instruct",
        "meta-llama-Llama-3.2-3B-Instruct",
        "mistralai-Mistral-Nemo-Instruct-2407",
        "Qwen3-Coder",
    ],
)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ApiServer]:
    folder = tmp_path_factory.mktemp("api")
    model = write_tiny_llama(
        folder / "tiny.gguf", chat_template=template_named(request.param), n_ctx=8192
    )
    with ApiServer(folder / "store", model, n_ctx=8192) as running:
        yield running


def ask(client: openai.OpenAI, **options: Any) -> Any:
    options.setdefault("tool_choice", "required")
    options.setdefault("messages", [QUESTION])
    return client.chat.completions.create(
        model="", tools=[WEATHER], max_tokens=200, parallel_tool_calls=False, **options
    )


def test_a_required_call_is_a_call(server: ApiServer) -> None:
    with server.openai() as client:
        answer = ask(client, seed=1)
        (choice,) = answer.choices
        assert choice.finish_reason == "tool_calls", choice
        (call,) = choice.message.tool_calls
        assert call.function.name == "weather"
        arguments = json.loads(call.function.arguments)
        assert arguments["city"] in ("Paris", "Rome")
        assert 1 <= arguments["hour"] <= 9


def test_a_streamed_call_is_the_same(server: ApiServer) -> None:
    with server.openai() as client:
        (call,) = ask(client, temperature=0).choices[0].message.tool_calls
        name, arguments, reasons = "", "", []
        for chunk in ask(client, temperature=0, stream=True):
            (choice,) = chunk.choices
            reasons.append(choice.finish_reason)
            for piece in choice.delta.tool_calls or ():
                assert piece.index == 0
                name += piece.function.name or ""
                arguments += piece.function.arguments or ""
        assert (name, json.loads(arguments)) == ("weather", json.loads(call.function.arguments))
        assert reasons[-1] == "tool_calls"


def test_what_came_of_a_call_goes_on_with_the_conversation(server: ApiServer) -> None:
    with server.openai() as client:
        message = ask(client, seed=2).choices[0].message
        (call,) = message.tool_calls
        messages = [
            QUESTION,
            message.model_dump(exclude_none=True),
            {"role": "tool", "tool_call_id": call.id, "content": "Sunny, 25 degrees."},
        ]
        answer = ask(client, messages=messages, tool_choice="none", temperature=0)
        assert answer.choices[0].message.content is not None
        assert answer.usage.prompt_tokens_details.cached_tokens > 300
