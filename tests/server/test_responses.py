"""`/v1/responses`, driven by OpenAI's own client."""

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

QUESTION = "Say something of the sea."
TOOL = {"type": "function", "strict": False, **WEATHER["function"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[Any]:
    with server.openai() as made:
        yield made


def ask(client: Any, **options: Any) -> Any:
    given = {"model": "", "input": QUESTION, "max_output_tokens": 20, "temperature": 0} | options
    return client.responses.create(**given)


def test_a_question_is_answered(client: Any) -> None:
    answer = ask(client, instructions="Be short.", metadata={"of": "a test"})
    assert answer.output_text
    assert answer.status == "incomplete"
    assert answer.incomplete_details.reason == "max_output_tokens"
    assert answer.usage.output_tokens == 20
    assert answer.instructions == "Be short."
    assert answer.metadata == {"of": "a test"}
    assert answer.model == "tiny"


def test_a_stream_says_the_same(client: Any) -> None:
    whole = ask(client)
    events = list(ask(client, stream=True))
    assert [one.sequence_number for one in events] == list(range(len(events)))
    said = "".join(one.delta for one in events if one.type == "response.output_text.delta")
    assert said == whole.output_text
    assert [one.type for one in events if "delta" not in one.type] == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.incomplete",
    ]
    last = events[-1].response
    assert last.output_text == whole.output_text
    assert last.usage.input_tokens_details.cached_tokens > 5


def test_an_answer_repeats_all_that_the_specification_wants(server: ApiServer) -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    given = {
        "input": QUESTION,
        "max_output_tokens": 2,
        "presence_penalty": 0.5,
        "prompt_cache_key": "a",
        "reasoning": {"effort": "low"},
        "text": {"format": {"type": "json_schema", "name": "n", "schema": schema}},
    }
    with server.http() as http:
        plain = http.post("/v1/responses", json={"input": QUESTION, "max_output_tokens": 2}).json()
        full = http.post("/v1/responses", json=given).json()
        tools = [{"type": "function", "name": "weather"}]
        asked = {"input": QUESTION, "max_output_tokens": 2, "tools": tools}
        called = http.post("/v1/responses", json=asked).json()
    numbers = {"temperature": 1, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0}
    assert {name: plain[name] for name in numbers} == numbers
    assert plain["top_logprobs"] == 0
    absent = ("max_tool_calls", "safety_identifier", "prompt_cache_key", "completed_at")
    assert [plain[name] for name in absent] == [None] * 4
    assert full["presence_penalty"] == 0.5
    assert full["prompt_cache_key"] == "a"
    assert full["reasoning"] == {"effort": "low", "summary": None}
    assert full["text"]["format"]["strict"] is False
    assert full["text"]["format"]["schema"] == schema
    (tool,) = called["tools"]
    assert tool == {
        "type": "function",
        "name": "weather",
        "description": None,
        "parameters": None,
        "strict": None,
    }


def test_the_tokens_of_a_request_are_counted_without_an_answer(client: Any) -> None:
    counted = client.responses.input_tokens.count(model="", input=QUESTION)
    assert counted.object == "response.input_tokens"
    assert counted.input_tokens == ask(client).usage.input_tokens


def test_a_conversation_goes_on_where_it_was(client: Any) -> None:
    items: list[Any] = [{"role": "user", "content": "Tell me a long story. " * 20}]
    first = ask(client, input=items)
    items += [one.model_dump(exclude_none=True) for one in first.output]
    items.append({"role": "user", "content": [{"type": "input_text", "text": "And then?"}]})
    second = ask(client, input=items)
    cached = second.usage.input_tokens_details.cached_tokens
    assert cached >= first.usage.input_tokens + 19


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"previous_response_id": "resp_1"}, "previous_response_id"),
        ({"background": True}, "background"),
        ({"input": []}, "input"),
        ({"input": [{"type": "item_reference", "id": "x"}]}, "input[0].type"),
        ({"tools": [{"name": "x"}]}, "tools[0].type"),
        ({"tools": [TOOL], "tool_choice": {"type": "web_search"}}, "tool_choice.type"),
    ],
)
def test_what_cannot_be_done_is_named(client: Any, wrong: dict[str, object], field: str) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        ask(client, **wrong)
    assert raised.value.param == field


def test_an_answer_in_a_form(client: Any) -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 1, "maximum": 3}},
        "required": ["n"],
        "additionalProperties": False,
    }
    form = {"type": "json_schema", "name": "number", "schema": schema}
    answer = ask(client, text={"format": form}, max_output_tokens=200, temperature=1)
    assert json.loads(answer.output_text)["n"] in (1, 2, 3)
    assert answer.status == "completed"


def test_a_tool_is_called_and_its_result_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = template_named("Qwen-Qwen2.5-7B-Instruct")
    model = write_tiny_llama(tmp_path / "tiny.gguf", chat_template=template, n_ctx=8192)
    begun_with(monkeypatch, "<tool_call>\n")
    given: Any = {"tools": [TOOL], "max_output_tokens": 600, "parallel_tool_calls": False}
    with (
        ApiServer(tmp_path / "store", model, in_process=True, n_ctx=8192) as running,
        running.openai() as client,
    ):
        answer = ask(client, **given)
        call = answer.output[-1]
        assert call.type == "function_call", answer
        assert call.name == "weather"
        assert 1 <= json.loads(call.arguments)["hour"] <= 9
        events = list(ask(client, stream=True, **given))
        (done,) = [one for one in events if one.type == "response.function_call_arguments.done"]
        assert json.loads(done.arguments) == json.loads(call.arguments)
        items = [
            {"role": "user", "content": QUESTION},
            *(one.model_dump(exclude_none=True) for one in answer.output),
            {"type": "function_call_output", "call_id": call.call_id, "output": "Sunny."},
        ]
        second = ask(client, input=items, **given)
        assert second.usage.input_tokens_details.cached_tokens > 300
