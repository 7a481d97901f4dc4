"""Forms, stops, seeds, several answers and counts, driven by OpenAI's own client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.api_server import ApiServer, noted_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTION = {"role": "user", "content": "Say something of the sea."}
SCHEMA = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "minimum": 1, "maximum": 3},
        "is_big": {"type": "boolean"},
    },
    "required": ["n", "is_big"],
    "additionalProperties": False,
}
FORM = {"type": "json_schema", "json_schema": {"name": "size", "strict": True, "schema": SCHEMA}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[Any]:
    with server.openai() as made:
        yield made


def ask(client: Any, **options: Any) -> Any:
    given = {"model": "", "messages": [QUESTION], "max_tokens": 20, "temperature": 0} | options
    return client.chat.completions.create(**given)


def said(chunks: Any, number: int = 0) -> str:
    return "".join(
        choice.delta.content or ""
        for chunk in chunks
        for choice in chunk.choices
        if choice.index == number
    )


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_has_the_form_of_its_schema(client: Any, stream: bool) -> None:
    options = {"response_format": FORM, "max_tokens": 200, "temperature": 1, "stream": stream}
    answer = ask(client, **options)
    text = said(answer) if stream else answer.choices[0].message.content
    found = json.loads(text)
    assert found["n"] in (1, 2, 3)
    assert found["is_big"] in (True, False)


def test_an_answer_is_an_object_of_json(client: Any) -> None:
    no_blanks = {str(ord(char)): -100 for char in " \t\n"}
    text = (
        ask(
            client,
            response_format={"type": "json_object"},
            max_tokens=60,
            logit_bias=no_blanks | {str(ord("}")): 100},  # a random model finds no end by itself
        )
        .choices[0]
        .message.content
    )
    assert json.loads(text) == {}


@pytest.mark.parametrize("stream", [False, True])
def test_a_text_ends_the_answer_and_is_not_told(client: Any, stream: bool) -> None:
    whole = ask(client).choices[0].message.content
    answer = ask(client, stop=["never said", whole[8:10]], stream=stream)
    chunks = list(answer) if stream else []
    text = said(chunks) if stream else answer.choices[0].message.content
    reason = (chunks[-1] if stream else answer).choices[0].finish_reason
    assert text == whole[: whole.index(whole[8:10])]
    assert reason == "stop"


def test_a_seed_makes_the_same_answer_again(client: Any) -> None:
    first, again, other = (
        ask(client, temperature=1, seed=seed).choices[0].message.content for seed in (7, 7, 8)
    )
    assert first == again != other


def test_several_answers_come_in_one_stream(client: Any) -> None:
    options = {"n": 3, "temperature": 1, "seed": 5, "stream_options": {"include_usage": True}}
    chunks = list(ask(client, stream=True, **options))
    whole = ask(client, n=3, temperature=1, seed=5)
    assert [said(chunks, n) for n in range(3)] == [one.message.content for one in whole.choices]
    ended = [choice.index for one in chunks for choice in one.choices if choice.finish_reason]
    assert ended == [0, 1, 2]
    assert chunks[-1].usage.completion_tokens == whole.usage.completion_tokens == 60


def test_what_was_at_hand_is_counted_alike_in_a_stream(client: Any) -> None:
    messages = [{"role": "user", "content": "A long story of the sea. " * 15}]
    ask(client, messages=messages)
    whole = ask(client, messages=messages).usage
    *_chunks, last = ask(
        client, messages=messages, stream=True, stream_options={"include_usage": True}
    )
    for usage in (whole, last.usage):
        cached = usage.prompt_tokens_details.cached_tokens
        assert usage.prompt_tokens - 1 == cached
        assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens


def metrics_of(text: str) -> dict[str, float]:
    """Read Prometheus' text format, strictly: every sample has its help and its type before it."""
    types: dict[str, str] = {}
    helped: set[str] = set()
    samples: dict[str, float] = {}
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# HELP "):
            helped.add(line.split(" ")[2])
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in ("counter", "gauge", "histogram")
            assert name not in types
            types[name] = kind
        else:
            sample, value = line.rsplit(" ", 1)
            name = sample.partition("{")[0]
            family = name if name in types else name.rpartition("_")[0]
            assert family in types
            assert family in helped
            assert types[family] == "histogram" or name == family
            assert (types[family] == "counter") == name.endswith("_total")
            samples[sample] = float(value)
    return samples


def test_counts_grow_by_what_was_asked(server: ApiServer, client: Any) -> None:
    with server.http() as http:
        noted_in(server.service)  # what other tests have asked
        before = metrics_of(http.get("/metrics").text)
        usage = ask(client).usage
        noted_in(server.service)
        after = metrics_of(http.get("/metrics").text)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grown("hearth_prompt_tokens_total") == usage.prompt_tokens
    assert grown("hearth_cached_tokens_total") == usage.prompt_tokens_details.cached_tokens
    assert grown("hearth_generated_tokens_total") == usage.completion_tokens
    assert grown('hearth_requests_total{path="/v1/chat/completions",status="200"}') == 1
    first = "hearth_time_to_first_token_seconds"
    assert grown(f"{first}_count") == grown(f'{first}_bucket{{le="+Inf"}}') == 1
    buckets = [value for name, value in after.items() if name.startswith(f"{first}_bucket")]
    assert buckets == sorted(buckets)
