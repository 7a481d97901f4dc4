"""Calls of tools, as llama.cpp's formats of real models' templates write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import openai
import pytest

from tests.helpers.api_server import ApiServer
from tests.helpers.chat_templates import template_named
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.tool_calls import WEATHER, begun_with

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTION = {"role": "user", "content": "How is the weather in Rome?"}


BEGINNINGS = {
    "Qwen-Qwen2.5-7B-Instruct": "<tool_call>\n",
    "mistralai-Mistral-Nemo-Instruct-2407": "[TOOL_CALLS]",
}


@pytest.fixture(params=BEGINNINGS)
def server(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ApiServer]:
    """A server of a model that begins every answer with a call."""
    template = template_named(request.param)
    model = write_tiny_llama(tmp_path / "tiny.gguf", chat_template=template, n_ctx=8192)
    begun_with(monkeypatch, BEGINNINGS[request.param])
    with ApiServer(tmp_path / "store", model, in_process=True, n_ctx=8192) as running:
        yield running


def ask(client: Any, **options: Any) -> Any:
    options.setdefault("messages", [QUESTION])
    # Tokens are bytes: no blanks, of which a random model says too many.
    options.setdefault("logit_bias", {str(ord(char)): -100 for char in " \t\n"})
    return client.chat.completions.create(
        model="", tools=[WEATHER], max_tokens=400, parallel_tool_calls=False, **options
    )


def test_a_call_has_what_the_tool_takes(server: ApiServer) -> None:
    with server.openai() as client:
        answer = ask(client, seed=1)
        (choice,) = answer.choices
        assert choice.finish_reason == "tool_calls", choice
        (call,) = choice.message.tool_calls
        assert call.function.name == "weather"
        arguments = json.loads(call.function.arguments)
        assert arguments["is_long"] in (True, False)
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


def test_where_none_may_be_called_the_answer_is_words(server: ApiServer) -> None:
    with server.openai() as client:
        for options in ({}, {"response_format": {"type": "json_object"}}):
            (choice,) = ask(client, tool_choice="none", **options).choices
            assert not choice.message.tool_calls
            assert choice.finish_reason != "tool_calls"
    tool = {"name": "weather", "input_schema": WEATHER["function"]["parameters"]}
    with server.anthropic() as client:
        answer = client.messages.create(
            model="", messages=[QUESTION], tools=[tool], tool_choice={"type": "none"}, max_tokens=99
        )
    assert {block.type for block in answer.content} <= {"text"}


def test_what_came_of_a_call_goes_on_with_the_conversation(server: ApiServer) -> None:
    with server.openai() as client:
        message = ask(client, seed=2).choices[0].message
        (call,) = message.tool_calls
        messages = [
            QUESTION,
            message.model_dump(exclude_none=True),
            {"role": "tool", "tool_call_id": call.id, "content": "Sunny, 25 degrees."},
        ]
        answer = ask(client, messages=messages, temperature=0)
        assert answer.usage.prompt_tokens_details.cached_tokens > 300


def test_a_call_is_not_promised_of_a_model_that_knows_no_tools(
    tmp_path: Path, tiny_model: Path
) -> None:
    with ApiServer(tmp_path / "store", tiny_model) as running, running.openai() as client:
        for choice in ("required", {"type": "function", "function": {"name": "weather"}}):
            with pytest.raises(openai.BadRequestError, match="tool"):
                ask(client, tool_choice=choice)
        assert ask(client, tool_choice="auto").choices[0].message.content
