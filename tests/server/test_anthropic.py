"""`/v1/messages`, driven by Anthropic's own client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anthropic
import pytest

from tests.helpers.api_server import ApiServer
from tests.helpers.chat_templates import template_named
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.tool_calls import WEATHER, begun_with

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTION = {"role": "user", "content": "Say something of the sea."}
GREEDY = {"temperature": 0}  # which newer models of its maker do not take
TOOL = {
    "name": "weather",
    "description": WEATHER["function"]["description"],
    "input_schema": WEATHER["function"]["parameters"],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[Any]:
    with server.anthropic() as made:
        yield made


def ask(client: Any, **options: Any) -> Any:
    given = {"model": "x", "messages": [QUESTION], "max_tokens": 12, "extra_body": GREEDY} | options
    return client.messages.create(**given)


def test_a_question_is_answered(client: Any) -> None:
    answer = ask(client, system="Be short.")
    (block,) = answer.content
    assert block.type == "text"
    assert block.text
    assert answer.stop_reason == "max_tokens"
    assert answer.model == "tiny"
    assert answer.usage.output_tokens == 12
    assert answer.usage.input_tokens > 0


def test_a_stream_says_the_same(client: Any) -> None:
    whole = ask(client)
    given: Any = {
        "model": "x",
        "messages": [QUESTION],
        "max_tokens": 12,
        "extra_body": GREEDY,
    }
    with client.messages.stream(**given) as stream:
        text = "".join(stream.text_stream)
        message = stream.get_final_message()
    assert text == whole.content[0].text == message.content[0].text
    assert message.stop_reason == "max_tokens"
    assert message.usage.output_tokens == 12
    assert message.usage.cache_read_input_tokens > 5


def test_a_stream_begins_with_how_long_its_prompt_is(client: Any) -> None:
    for text in ("Hi.", "A long story. " * 60):  # read in one step, and in several
        question = {"role": "user", "content": text}
        counted = client.messages.count_tokens(model="x", messages=[question])
        events = list(ask(client, messages=[question], stream=True))
        assert events[0].type == "message_start"
        assert events[0].message.usage.input_tokens == counted.input_tokens
        (last,) = [one for one in events if one.type == "message_delta"]
        usage = last.usage
        assert usage.input_tokens + usage.cache_read_input_tokens == counted.input_tokens


def test_a_conversation_goes_on_where_it_was(client: Any) -> None:
    messages: list[Any] = [{"role": "user", "content": "Tell me a long story. " * 20}]
    first = ask(client, messages=messages, system="S")
    n_prompt = first.usage.input_tokens + first.usage.cache_read_input_tokens
    messages += [
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": [{"type": "text", "text": "And then?"}]},
    ]
    second = ask(client, messages=messages, system=[{"type": "text", "text": "S"}])
    assert second.usage.cache_read_input_tokens >= n_prompt + 11


def test_a_line_that_differs_in_each_request_makes_no_difference(
    client: Any,
) -> None:
    def system(number: int) -> str:
        return f"x-anthropic-billing-header: cc_version=2; cch={number};\n{'Rules. ' * 60}"

    first = ask(client, system=system(1))
    second = ask(client, system=system(22))
    n_prompt = first.usage.input_tokens + first.usage.cache_read_input_tokens
    assert second.usage.cache_read_input_tokens >= n_prompt - 1
    counted = client.messages.count_tokens(
        model="x",
        messages=[QUESTION],
        system=system(333),
    )
    assert counted.input_tokens == n_prompt


def test_a_text_that_ends_the_answer_is_named(client: Any) -> None:
    text = ask(client, max_tokens=30).content[0].text
    stop = text[10:12]
    answer = ask(client, max_tokens=30, stop_sequences=[stop])
    assert answer.stop_reason == "stop_sequence"
    assert answer.stop_sequence == stop
    one_of_two = ask(client, max_tokens=30, stop_sequences=["zzzz", stop])
    assert (one_of_two.stop_reason, one_of_two.stop_sequence) == ("stop_sequence", stop)
    assert stop not in answer.content[0].text


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "wizard", "content": "x"}]}, "messages[0].role"),
        ({"extra_body": {"temperature": 2}}, "temperature"),
        (
            {"messages": [{"role": "user", "content": [{"type": "document", "source": {}}]}]},
            "messages[0].content[0].type",
        ),
        (
            {"messages": [{"role": "user", "content": [{"type": "image", "source": {}}]}]},
            "messages[0].content[0].source.type",
        ),
        ({"tools": [TOOL], "tool_choice": {"type": "tool", "name": "x"}}, "tool_choice.name"),
    ],
)
def test_what_cannot_be_done_is_named(client: Any, wrong: dict[str, object], field: str) -> None:
    with pytest.raises(anthropic.BadRequestError) as raised:
        ask(client, **wrong)
    assert f'"{field}"' in raised.value.message
    body: Any = raised.value.body
    assert body["error"]["type"] == "invalid_request_error"


def test_a_wrong_key(server: ApiServer) -> None:
    client = anthropic.Anthropic(api_key="x", base_url=server.service.address, max_retries=0)
    with client, pytest.raises(anthropic.AuthenticationError):
        ask(client)


def test_a_tool_is_called_and_its_result_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = template_named("Qwen-Qwen2.5-7B-Instruct")
    model = write_tiny_llama(tmp_path / "tiny.gguf", chat_template=template, n_ctx=8192)
    begun_with(monkeypatch, "<tool_call>\n")
    given: Any = {
        "model": "x",
        "messages": [QUESTION],
        "max_tokens": 600,
        "tools": [TOOL],
        "tool_choice": {"type": "auto", "disable_parallel_tool_use": True},
        "extra_body": GREEDY,
    }
    with (
        ApiServer(tmp_path / "store", model, in_process=True, n_ctx=8192) as running,
        running.anthropic() as client,
    ):
        answer = client.messages.create(**given)
        call = answer.content[-1]
        assert call.type == "tool_use", answer
        assert call.name == "weather"
        assert 1 <= call.input["hour"] <= 9
        assert answer.stop_reason == "tool_use"
        with client.messages.stream(**given) as stream:
            streamed = stream.get_final_message()
        assert streamed.content[-1].input == call.input
        result = {"type": "tool_result", "tool_use_id": call.id, "content": "Sunny."}
        given["messages"] = [
            QUESTION,
            {"role": "assistant", "content": [block.model_dump() for block in answer.content]},
            {"role": "user", "content": [result, {"type": "text", "text": "And now?"}]},
        ]
        second = client.messages.create(**given)
        assert second.usage.cache_read_input_tokens is not None
        assert second.usage.cache_read_input_tokens > 300


def test_a_remark_on_the_way_leaves_all_before_it_in_use(tmp_path: Path) -> None:
    """As Claude Code makes them, with a template that takes one at the beginning alone."""
    template = template_named("Qwen3.5-4B")
    model = write_tiny_llama(tmp_path / "tiny.gguf", chat_template=template, n_ctx=8192)
    messages: list[Any] = [{"role": "user", "content": "Tell me a long story. " * 20}]
    given: Any = {"model": "x", "max_tokens": 8, "system": "Rules. " * 60, "extra_body": GREEDY}
    with (
        ApiServer(tmp_path / "store", model, n_ctx=8192) as running,
        running.anthropic() as client,
    ):
        for number in range(3):
            before = client.messages.count_tokens(
                model="x", system=given["system"], messages=messages
            )
            if number:
                messages.append({"role": "system", "content": f"{90 - number} tokens left."})
            answer = client.messages.create(messages=messages, **given)
            cached = answer.usage.cache_read_input_tokens
            if number:
                assert cached > 0.9 * before.input_tokens
            messages.append({"role": "assistant", "content": answer.content})
