"""Which tools of a request the model is told of, which it has to call, and what is noted of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import openai
import pytest

from tests.helpers.api_server import ApiServer, noted_in
from tests.helpers.chat_templates import template_named
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.tool_calls import WEATHER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTION = {"role": "user", "content": "How is the weather in Rome?"}
NO_BLANKS = {str(ord(char)): -100 for char in " \t\n"}  # of which a random model says too many
FORM = {
    "type": "object",
    "properties": {"kind": {"enum": ["dry", "wet"]}},
    "required": ["kind"],
    "additionalProperties": False,
}
NO_TOOLS = "The model got no tools: its chat template has no place for them."
HERE = {"type": "function", "strict": False, **WEATHER["function"]}
HOSTED = [{"type": "web_search"}, {"type": "custom", "name": "patch"}, {"type": "local_shell"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    """A server of a random model whose template knows tools."""
    folder = tmp_path_factory.mktemp("api")
    template = template_named("Qwen-Qwen2.5-7B-Instruct")
    model = write_tiny_llama(folder / "tiny.gguf", chat_template=template, n_ctx=8192)
    with ApiServer(folder / "store", model, n_ctx=8192) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[Any]:
    with server.openai() as made:
        yield made


def chat(client: Any, **options: Any) -> Any:
    given = {"messages": [QUESTION], "max_tokens": 400, "logit_bias": NO_BLANKS} | options
    return client.chat.completions.create(model="", parallel_tool_calls=False, **given)


def respond(client: Any, **options: Any) -> Any:
    given = {"input": [QUESTION], "max_output_tokens": 800, "temperature": 0} | options
    return client.responses.create(model="", parallel_tool_calls=False, **given)


def notes(server: ApiServer) -> list[str]:
    return [str(note) for note in noted_in(server.service).newest()[-1].notes]


def tool(name: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "name": name, "parameters": schema}


def in_chat(given: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": {k: v for k, v in given.items() if k != "type"}}


@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "b"}}])
def test_a_call_that_is_required_comes_each_time(client: Any, choice: Any) -> None:
    tools = [in_chat(tool(name, n={"enum": [1, 2]})) for name in ("a", "b")]
    for seed in range(8):
        (answer,) = chat(client, tools=tools, tool_choice=choice, seed=seed).choices
        assert answer.finish_reason == "tool_calls", answer
        assert not answer.message.content
        (call,) = answer.message.tool_calls
        assert call.function.name in ("b" if choice != "required" else "ab")
        assert json.loads(call.function.arguments)["n"] in (1, 2)


@pytest.mark.parametrize("mode", ["auto", "required"])
def test_only_allowed_tools_are_called(server: ApiServer, client: Any, mode: str) -> None:
    tools = [tool(name, n={"enum": [1]}) for name in ("a", "b", "c")]
    allowed = [{"type": "function", "name": "c"}, {"type": "image_generation"}]
    choice = {"type": "allowed_tools", "mode": mode, "tools": allowed}
    answer = respond(client, tools=tools, tool_choice=choice, max_output_tokens=250)
    names = {one.name for one in answer.output if one.type == "function_call"}
    assert names == ({"c"} if mode == "required" else set())
    allowed = {"mode": mode, "tools": [{"type": "function", "function": {"name": "c"}}]}  # type: ignore[assignment]
    answer = chat(
        client,
        tools=list(map(in_chat, tools)),
        tool_choice={"type": "allowed_tools", "allowed_tools": allowed},
        max_tokens=250,
    )
    called = answer.choices[0].message.tool_calls or ()
    assert {one.function.name for one in called} == names
    with pytest.raises(openai.BadRequestError, match="none of the tools"):
        respond(client, tools=tools, tool_choice=choice | {"tools": [tool("x")]})


def test_functions_of_a_namespace_are_called_in_it(server: ApiServer, client: Any) -> None:
    agents = {
        "type": "namespace",
        "name": "agents",
        "description": "Sub-agents.",
        "tools": [tool("close", n={"enum": [1]}), tool("open"), HOSTED[1]],
    }
    given: dict[str, Any] = {"tools": [tool("open"), agents, *HOSTED]}
    answer = respond(client, **given, tool_choice={"type": "function", "name": "close"})
    call = answer.output[-1]
    assert (call.type, call.name, call.namespace) == ("function_call", "close", "agents")
    assert notes(server) == [
        "Tools that Hearth does not run were left out: custom, web_search, local_shell."
    ]
    given["tool_choice"] = {"type": "function", "name": "agents_open"}  # there is another "open"
    events = list(respond(client, **given, stream=True))
    (done,) = [one.item for one in events if one.type == "response.output_item.done"]
    assert (done.name, done.namespace) == ("open", "agents")
    items = [
        QUESTION,
        *(one.model_dump(exclude_none=True) for one in answer.output),
        {"type": "function_call_output", "call_id": call.call_id, "output": "Closed."},
    ]
    second = respond(client, input=items, **given)
    assert second.usage.input_tokens_details.cached_tokens >= answer.usage.input_tokens


def test_no_name_that_a_namespace_makes_is_that_of_another_function(client: Any) -> None:
    agents = {
        "type": "namespace",
        "name": "agents",
        "description": "Sub-agents.",
        "tools": [tool("open", n={"enum": [1]})],
    }
    tools = [agents, tool("open"), tool("agents_open", n={"enum": [2]})]
    answer = respond(client, tools=tools, tool_choice={"type": "function", "name": "agents_open"})
    call = answer.output[-1]
    assert (call.name, json.loads(call.arguments)) == ("agents_open", {"n": 2})
    assert call.namespace is None


@pytest.mark.parametrize("line_end", ["\u2028", "\x85"])
def test_a_schema_with_line_ends_of_unicode_binds_a_required_call(
    client: Any, line_end: str
) -> None:
    given = [in_chat(tool("a", kind={"enum": [f"two{line_end}lines"]}))]
    (answer,) = chat(client, tools=given, tool_choice="required").choices
    (call,) = answer.message.tool_calls
    assert json.loads(call.function.arguments) == {"kind": f"two{line_end}lines"}


@pytest.mark.parametrize("depth", [250, 800])
def test_a_schema_that_is_too_deep_is_refused_for_good(server: ApiServer, depth: int) -> None:
    schema: dict[str, Any] = {}
    for _ in range(depth):
        schema = {"a": schema}
    body = {"messages": [QUESTION], "tools": [in_chat(tool("a", k=schema))], "max_tokens": 1}
    with server.http() as http:
        answer = http.post("/v1/chat/completions", json=body)
    assert answer.status_code == 400, answer.text
    assert "too deep" in answer.json()["error"]["message"]


def test_tools_that_run_elsewhere_are_left_out(server: ApiServer, client: Any) -> None:
    answer = chat(client, tools=[WEATHER, {"type": "custom", "custom": {"name": "patch"}}],
                  tool_choice="required")  # fmt: skip
    assert answer.choices[0].message.tool_calls[0].function.name == "weather"
    assert notes(server) == ["Tools that Hearth does not run were left out: custom."]
    assert respond(client, tools=HOSTED, max_output_tokens=8).output_text
    with pytest.raises(openai.BadRequestError, match="runs none of these"):
        respond(client, tools=HOSTED, tool_choice="required")
    with pytest.raises(openai.BadRequestError, match='no tools of the type "web_search"'):
        respond(client, tools=[HERE, *HOSTED], tool_choice={"type": "web_search"})


SAID = {"role": "assistant", "content": "Sunny."}
THEN = {"role": "user", "content": "And tomorrow?"}
CALLS_LEFT_OUT = "Calls of tools that Hearth does not run were left out: {}."
OF_OTHERS: list[dict[str, Any]] = [
    {"type": "web_search_call", "id": "ws_1", "status": "completed"},
    {"type": "computer_call", "call_id": "c", "action": {"type": "screenshot"}},
    {"type": "computer_call_output", "call_id": "c", "output": {"type": "computer_screenshot"}},
    {"type": "custom_tool_call", "call_id": "d", "name": "patch", "input": "*** Begin"},
    {"type": "custom_tool_call_output", "call_id": "d", "output": "Done."},
    {"type": "mcp_list_tools", "server_label": "x", "tools": []},
]


def test_calls_of_tools_that_run_elsewhere_are_left_out(server: ApiServer, client: Any) -> None:
    def n_tokens(*items: Any) -> int:
        answer = respond(client, input=list(items), max_output_tokens=4)
        return int(answer.usage.input_tokens)

    plain = n_tokens(QUESTION, SAID, THEN)
    assert notes(server) == []
    assert n_tokens(QUESTION, *OF_OTHERS, SAID, THEN) == plain
    kinds = ", ".join(str(one["type"]) for one in OF_OTHERS)
    assert notes(server) == [CALLS_LEFT_OUT.format(kinds)]
    assert n_tokens(QUESTION, OF_OTHERS[0], SAID, OF_OTHERS[1], THEN) == plain
    with pytest.raises(openai.BadRequestError, match=r'"input\[1\].type". It reads no "poem"'):
        n_tokens(QUESTION, {"type": "poem", "content": "The sea"}, SAID)
    with pytest.raises(openai.BadRequestError, match="at least one message"):
        n_tokens(OF_OTHERS[0])


def test_what_follows_calls_that_are_left_out_stays_warm(server: ApiServer, client: Any) -> None:
    items: list[Any] = [QUESTION, OF_OTHERS[0]]
    n_before = 0
    for number in range(3):
        answer = respond(client, input=items, max_output_tokens=8)
        assert answer.usage.input_tokens_details.cached_tokens >= n_before
        n_before = answer.usage.input_tokens
        said = [one.model_dump(exclude_none=True) for one in answer.output]
        items += [*said, *OF_OTHERS[: number + 1], THEN]


def test_blocks_of_tools_that_ran_at_anthropic_are_left_out(server: ApiServer) -> None:
    ran = [
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "Rome"}},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": []},
    ]
    text = {"type": "text", "text": "Sunny."}
    with server.http() as http:

        def asked(*blocks: Any) -> Any:
            said = {"role": "assistant", "content": list(blocks)}
            body = {"messages": [QUESTION, said, THEN], "max_tokens": 4}
            return http.post("/v1/messages", json=body).json()

        def n_tokens(*blocks: Any) -> int:
            usage = asked(*blocks)["usage"]
            return int(usage["input_tokens"] + usage["cache_read_input_tokens"])

        plain = n_tokens(text)
        assert n_tokens(*ran, text) == plain
        assert notes(server) == [CALLS_LEFT_OUT.format("server_tool_use, web_search_tool_result")]
        assert asked(*ran)["type"] == "message"  # nothing is left of that answer
        told = asked(text, {"type": "poem", "poem": "The sea"})["error"]["message"]
        assert '"messages[1].content[1].type"' in told
        assert 'no "poem"' in told
        alone = {"messages": [{"role": "assistant", "content": ran}], "max_tokens": 4}
        assert http.post("/v1/messages", json=alone).status_code == 400


def test_custom_calls_of_a_chat_are_left_out_with_their_results(
    server: ApiServer, client: Any
) -> None:
    custom = {"id": "c", "type": "custom", "custom": {"name": "patch", "input": "*** Begin"}}
    called = {"role": "assistant", "content": None, "tool_calls": [custom]}
    result = {"role": "tool", "tool_call_id": "c", "content": "Done."}
    left = chat(client, messages=[QUESTION, called, result, SAID, THEN], max_tokens=4)
    assert notes(server) == [CALLS_LEFT_OUT.format("custom")]
    plain = chat(client, messages=[QUESTION, SAID, THEN], max_tokens=4)
    assert left.usage.prompt_tokens == plain.usage.prompt_tokens


def test_tools_of_anthropic_that_programs_run_are_functions(server: ApiServer) -> None:
    tools = [
        {"type": "bash_20250124", "name": "bash"},
        {"type": "text_editor_20250728", "name": "str_replace_based_edit_tool"},
        {"type": "web_search_20250305", "name": "web_search"},
    ]
    given: Any = {"model": "x", "messages": [QUESTION], "max_tokens": 800, "tools": tools}
    given["extra_body"] = {"temperature": 0}
    with server.anthropic() as client:
        for name in ("bash", "str_replace_based_edit_tool"):
            choice = {"type": "tool", "name": name}
            answer = client.messages.create(**given, tool_choice=choice)
            assert answer.content[-1].type == "tool_use", answer
            assert answer.content[-1].name == name
        assert notes(server) == [
            "Tools that Hearth does not run were left out: web_search_20250305."
        ]


def test_an_answer_beside_tools_is_a_call_or_of_its_form(server: ApiServer, client: Any) -> None:
    form = {"type": "json_schema", "json_schema": {"name": "x", "schema": FORM}}
    likelier = NO_BLANKS | {str(ord("{")): 20}  # a call begins otherwise
    given: Any = {"tools": [WEATHER], "response_format": form}
    answer = chat(client, **given, logit_bias=likelier)
    assert json.loads(answer.choices[0].message.content)["kind"] in ("dry", "wet")
    (answer,) = chat(client, **given, logit_bias=NO_BLANKS | {str(ord("{")): -100}).choices
    assert answer.finish_reason == "tool_calls"
    (answer,) = chat(client, **given, tool_choice="required").choices
    assert answer.finish_reason == "tool_calls"
    (answer,) = chat(client, **given, tool_choice="none").choices
    assert json.loads(answer.message.content)["kind"] in ("dry", "wet")


def test_both_come_together_in_all_words(server: ApiServer, client: Any) -> None:
    form = {"type": "json_schema", "name": "x", "schema": FORM}
    answer = respond(client, tools=[HERE], text={"format": form})
    if answer.output[-1].type == "message":
        assert json.loads(answer.output_text)["kind"] in ("dry", "wet")
    else:
        assert json.loads(answer.output[-1].arguments)["hour"] in range(1, 10)
    named = {"name": "weather", "input_schema": WEATHER["function"]["parameters"]}
    output = {"format": {"type": "json_schema", "schema": FORM}}
    with server.anthropic() as other:
        said = other.messages.create(
            model="x", messages=[QUESTION], max_tokens=800, tools=[named], output_config=output,
            extra_body={"temperature": 0},
        ).content[-1]  # fmt: skip
    if said.type == "text":
        assert json.loads(said.text)["kind"] in ("dry", "wet")
    else:
        assert said.input["hour"] in range(1, 10)


def test_what_a_call_is_not_bound_to_is_noted(server: ApiServer, client: Any) -> None:
    odd = tool("odd", code={"type": "string", "pattern": "^(?!x)y"}, n={"enum": [1]})
    odder = tool("odder", day={"type": "date"})
    tools = list(map(in_chat, [odd, odder]))
    (answer,) = chat(client, tools=tools, tool_choice="required", max_tokens=40).choices
    assert answer.message.tool_calls
    assert notes(server) == ["Calls were not bound to the schema of odder.day, odd.code."]


def test_a_model_without_tools_is_told_of_none_and_that_is_noted(
    server: ApiServer, client: Any, tmp_path: Path, tiny_model: Path
) -> None:
    (model,) = client.models.list().data
    assert model.meta["tools"] is True
    with ApiServer(tmp_path / "store", tiny_model) as other, other.openai() as without:
        (model,) = without.models.list().data
        assert model.meta["tools"] is False
        for is_streamed in (False, True):
            answer = chat(without, tools=[WEATHER], max_tokens=4, stream=is_streamed)
            if is_streamed:
                list(answer)
            assert notes(other) == [NO_TOOLS]
        chat(without, max_tokens=4)
        assert notes(other) == []


def test_a_refusal_in_the_history_is_what_the_model_said(client: Any) -> None:
    said = {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    refused = chat(client, messages=[QUESTION, said, QUESTION], max_tokens=4)
    said["content"] = "No."
    assert (
        chat(client, messages=[QUESTION, said, QUESTION], max_tokens=4).usage.prompt_tokens
        == refused.usage.prompt_tokens
    )
