"""`/v1/chat/completions`, driven by OpenAI's own client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import openai
import pytest

from tests.helpers.api_server import ApiServer
from tests.helpers.tool_calls import WEATHER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTION = {"role": "user", "content": "Say something of the sea."}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[Any]:
    with server.openai() as made:
        yield made


def test_a_question_is_answered(client: Any) -> None:
    answer = client.chat.completions.create(
        model="any", messages=[QUESTION], max_tokens=12, temperature=0
    )
    assert answer.model == "tiny"
    assert answer.choices[0].message.content
    assert answer.choices[0].finish_reason == "length"
    assert answer.usage is not None
    assert answer.usage.completion_tokens == 12
    assert answer.usage.prompt_tokens > 10


def test_a_stream_says_the_same(client: Any) -> None:
    options = {"model": "", "messages": [QUESTION], "max_tokens": 20, "temperature": 0}
    whole = client.chat.completions.create(**options)
    stream = client.chat.completions.create(
        **options, stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    said = "".join(one.choices[0].delta.content or "" for one in chunks if one.choices)
    assert said == whole.choices[0].message.content
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-2].choices[0].finish_reason == "length"
    usage = chunks[-1].usage
    assert usage is not None
    assert usage.completion_tokens == 20
    assert usage.prompt_tokens_details is not None
    assert usage.prompt_tokens_details.cached_tokens > 5


def test_a_conversation_goes_on_where_it_was(client: Any) -> None:
    messages = [{"role": "user", "content": "Tell me a long story. " * 20}]
    first = client.chat.completions.create(
        model="", messages=messages, max_tokens=16, temperature=0
    )
    assert first.usage
    messages += [
        {"role": "assistant", "content": first.choices[0].message.content},
        {"role": "user", "content": "And then?"},
    ]
    second = client.chat.completions.create(model="", messages=messages, max_tokens=4)
    assert second.usage
    assert second.usage.prompt_tokens_details
    cached = second.usage.prompt_tokens_details.cached_tokens
    assert cached is not None
    assert cached >= first.usage.prompt_tokens + 15


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"temperature": "hot"}, "temperature"),
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "wizard", "content": "x"}]}, "messages[0].role"),
        ({"top_p": 7}, "top_p"),
        ({"tools": [{"type": "function"}]}, "tools[0].function"),
        ({"n": 1000}, "n"),
        ({"tools": [WEATHER], "tool_choice": {"type": "custom"}}, "tool_choice.type"),
    ],
)
def test_a_wrong_field_is_named(client: Any, wrong: dict[str, object], field: str) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        client.chat.completions.create(
            **{"model": "", "messages": [QUESTION], "max_tokens": 1} | wrong
        )
    assert raised.value.param == field
    assert field in raised.value.message


def test_two_answers_to_one_question(client: Any) -> None:
    answer = client.chat.completions.create(
        model="", messages=[QUESTION], max_tokens=8, n=2, seed=3, temperature=1
    )
    assert [one.index for one in answer.choices] == [0, 1]
    assert answer.choices[0].message.content != answer.choices[1].message.content


def test_what_is_too_long_is_refused(client: Any) -> None:
    long = [{"role": "user", "content": "word " * 20_000}]
    for stream in (False, True):
        with pytest.raises(openai.BadRequestError) as raised:
            client.chat.completions.create(model="", messages=long, stream=stream)
        assert raised.value.code == "context_length_exceeded"


def test_a_wrong_key(server: ApiServer) -> None:
    with (
        openai.OpenAI(
            api_key="another", base_url=f"{server.service.address}/v1", max_retries=0
        ) as client,
        pytest.raises(openai.AuthenticationError),
    ):
        client.models.list()


def test_the_model_is_listed(client: Any) -> None:
    assert [one.id for one in client.models.list()] == ["tiny"]


def test_how_likely_each_token_was(client: Any) -> None:
    options = {"model": "", "messages": [QUESTION], "max_tokens": 10, "temperature": 0}
    answer = client.chat.completions.create(**options, logprobs=True, top_logprobs=3)
    likely = answer.choices[0].logprobs
    assert likely is not None
    assert likely.content is not None
    assert "".join(one.token for one in likely.content) == answer.choices[0].message.content
    for one in likely.content:
        assert len(one.top_logprobs) == 3
        assert one.top_logprobs[0].logprob == one.logprob, "greedy says the likeliest"
    stream = client.chat.completions.create(**options, logprobs=True, top_logprobs=3, stream=True)
    streamed = [
        token
        for chunk in stream
        if chunk.choices[0].logprobs is not None
        for token in chunk.choices[0].logprobs.content or ()
    ]
    assert [one.token for one in streamed] == [one.token for one in likely.content]
    without = client.chat.completions.create(**options, logprobs=True)
    assert without.choices[0].logprobs is not None
    assert [one.top_logprobs for one in without.choices[0].logprobs.content or ()] == [[]] * 10
