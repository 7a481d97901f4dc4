"""Tools and likelihoods for a client, when the model that answers it is one of a server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import openai
import pytest

from app.core.conversations.api_records import ApiRecords
from app.core.media.library import MediaLibrary
from app.server import AccessRules, ApiOptions, ApiService
from tests.helpers.api_server import KEY
from tests.helpers.chat_server import DONE, ChatServer, chunk, event
from tests.helpers.remote_run import RemoteRun, server_at
from tests.helpers.tool_calls import WEATHER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTION = {"role": "user", "content": "How is the weather in Rome?"}
ARGUMENTS = '{"hour": 7, "is_long": false}'


def piece(number: int, arguments: str, **begin: Any) -> dict[str, Any]:
    name = {"name": begin.pop("name")} if "name" in begin else {}
    return {"index": number, **begin, "function": {**name, "arguments": arguments}}


def begun(number: int, name: str) -> dict[str, Any]:
    return piece(number, "", id=f"call{number}", type="function", name=name)


TWO_CALLS = [
    chunk(reasoning_content="I have to look."),
    chunk(tool_calls=[begun(0, "weather")]),
    chunk(tool_calls=[piece(0, ARGUMENTS[:9])]),
    chunk(tool_calls=[piece(0, ARGUMENTS[9:])]),
    chunk(tool_calls=[begun(1, "weather"), piece(1, ARGUMENTS)]),
    chunk(finish="tool_calls"),
    DONE,
]


@pytest.fixture
def there() -> Iterator[ChatServer]:
    """The server that the model is of."""
    with ChatServer() as server:
        server.answer = lambda exchange: exchange.stream(TWO_CALLS)
        yield server


@pytest.fixture
def client(tmp_path: Path, there: ChatServer) -> Iterator[Any]:
    """OpenAI's client of the API here."""
    with RemoteRun(tmp_path / "run", server_at(there.address)) as run:
        run.loaded()
        media = MediaLibrary(tmp_path / "originals", tmp_path / "run" / "media")
        records = ApiRecords(tmp_path / "api-records.db")
        options = ApiOptions(AccessRules(KEY), port=0)
        service = ApiService(
            options, run.link, records, wake=lambda: None, keeps=lambda: False, media=media
        )
        try:
            with openai.OpenAI(
                api_key=KEY,
                base_url=f"{service.address}/v1",
                max_retries=0,
                _strict_response_validation=True,
            ) as asking:
                yield asking
        finally:
            service.close()
            records.close()
            media.close()


def ask(client: Any, **options: Any) -> Any:
    options.setdefault("messages", [QUESTION])
    return client.chat.completions.create(model="", tools=[WEATHER], **options)


def test_tools_go_there_and_calls_come_back(client: Any, there: ChatServer) -> None:
    (choice,) = ask(client).choices
    assert choice.finish_reason == "tool_calls"
    calls = choice.message.tool_calls
    assert [call.id for call in calls] == ["call0", "call1"]
    assert [(call.function.name, call.function.arguments) for call in calls] == [
        ("weather", ARGUMENTS)
    ] * 2
    (body,) = there.bodies
    assert body["tools"] == [WEATHER]
    assert body["tool_choice"] == "auto"


def test_calls_come_as_they_are_written(client: Any) -> None:
    told: dict[int, str] = {}
    for told_now in ask(client, stream=True):
        (choice,) = told_now.choices
        for call in choice.delta.tool_calls or ():
            told[call.index] = told.get(call.index, "") + (call.function.arguments or "")
    assert told == {0: ARGUMENTS, 1: ARGUMENTS}
    assert choice.finish_reason == "tool_calls"


def test_one_call_is_one_whatever_the_server_says(client: Any, there: ChatServer) -> None:
    (choice,) = ask(client, parallel_tool_calls=False).choices
    assert len(choice.message.tool_calls) == 1
    assert there.bodies[0]["parallel_tool_calls"] is False


def test_what_came_of_calls_is_sent_with_the_next_question(client: Any, there: ChatServer) -> None:
    message = ask(client).choices[0].message.model_dump(exclude_none=True)
    results = [
        {"role": "tool", "tool_call_id": call["id"], "content": "Sunny."}
        for call in message["tool_calls"]
    ]
    there.answer = lambda exchange: exchange.stream([chunk("Sunny.", finish="stop"), DONE])
    answer = ask(client, messages=[QUESTION, message, *results])
    assert answer.choices[0].message.content == "Sunny."
    sent = there.bodies[-1]["messages"]
    assert [one["id"] for one in sent[1]["tool_calls"]] == ["call0", "call1"]
    assert sent[1]["tool_calls"][0]["function"] == {"name": "weather", "arguments": ARGUMENTS}
    assert sent[2:] == results


def test_a_call_without_an_id_gets_one(client: Any, there: ChatServer) -> None:
    there.answer = lambda exchange: exchange.stream(
        [chunk(tool_calls=[piece(0, ARGUMENTS, name="weather")], finish="stop"), DONE]
    )
    (choice,) = ask(client).choices
    assert choice.finish_reason == "tool_calls"
    assert choice.message.tool_calls[0].id


def likely(text: str, *others: str) -> dict[str, Any]:
    top = [{"token": one, "logprob": -at, "bytes": None} for at, one in enumerate((text, *others))]
    return {"token": text, "logprob": -0.25, "bytes": None, "top_logprobs": top}


def test_how_likely_tokens_were_comes_back(client: Any, there: ChatServer) -> None:
    first = chunk("Sun", logprobs={"content": [likely("Sun", "Rain")], "refusal": None})
    more = {"content": [likely("ny"), likely(".", "!")]}
    second = chunk("ny.", finish="stop", logprobs=more)
    there.answer = lambda exchange: exchange.stream([first, second, DONE])
    answer = client.chat.completions.create(
        model="", messages=[QUESTION], logprobs=True, top_logprobs=2
    )
    (choice,) = answer.choices
    assert [one.token for one in choice.logprobs.content] == ["Sun", "ny", "."]
    assert choice.logprobs.content[0].logprob == -0.25
    assert [one.token for one in choice.logprobs.content[0].top_logprobs] == ["Sun", "Rain"]
    assert there.bodies[0]["logprobs"] is True
    assert there.bodies[0]["top_logprobs"] == 2


def test_without_being_asked_no_likelihoods_are_asked_for(client: Any, there: ChatServer) -> None:
    ask(client)
    assert not {"logprobs", "top_logprobs"} & there.bodies[0].keys()


def test_completions_have_them_in_the_old_form_too(client: Any, there: ChatServer) -> None:
    told = {"tokens": ["Sun", "ny"], "token_logprobs": [-0.5, None], "top_logprobs": None}
    end = {"text": "Sunny", "index": 0, "finish_reason": "stop", "logprobs": told}
    there.answer = lambda exchange: exchange.stream([event(json.dumps({"choices": [end]})), DONE])
    answer = client.completions.create(model="", prompt="The weather: ", logprobs=0)
    (choice,) = answer.choices
    assert choice.text == "Sunny"
    assert choice.logprobs.tokens == ["Sun"]
    assert there.bodies[0]["logprobs"] == 0
