"""`/v1/completions`, driven by OpenAI's own client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import openai
import pytest

from tests.helpers.api_server import ApiServer, noted_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROMPT = "Once upon a time there was a king of the sea."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[Any]:
    with server.openai() as made:
        yield made


def complete(client: Any, **options: Any) -> Any:
    given = {"model": "", "prompt": PROMPT, "max_tokens": 12, "temperature": 0} | options
    return client.completions.create(**given)


def test_a_text_goes_on_without_a_template(client: Any) -> None:
    answer = complete(client)
    assert answer.choices[0].text
    assert answer.choices[0].finish_reason == "length"
    # A byte is a token of this model; a template would have added its words.
    assert answer.usage.prompt_tokens <= len(PROMPT) + 1
    assert complete(client, max_tokens=None).usage.completion_tokens == 16


@pytest.fixture
def lenient(server: ApiServer) -> Iterator[Any]:
    """A client that takes a piece whose answer has not ended, which its maker's types forget."""
    with server.openai(strict=False) as made:
        yield made


def test_a_stream_says_the_same(client: Any, lenient: Any) -> None:
    whole = complete(client).choices[0].text
    chunks = list(complete(lenient, stream=True, stream_options={"include_usage": True}))
    assert "".join(one.choices[0].text for one in chunks if one.choices) == whole
    assert chunks[-2].choices[0].finish_reason == "length"
    assert chunks[-1].usage.completion_tokens == 12


def test_a_text_that_begins_with_an_earlier_one_finds_its_memory(client: Any) -> None:
    prompt = f"{PROMPT} {'And the waves came. ' * 20}"
    first = complete(client, prompt=prompt, temperature=1, seed=5)
    longer = f"{prompt}{first.choices[0].text} Then"
    second = complete(client, prompt=longer)
    cached = second.usage.prompt_tokens_details.cached_tokens
    assert cached >= first.usage.prompt_tokens + first.usage.completion_tokens - 2


def test_how_likely_each_token_was(client: Any, lenient: Any) -> None:
    (choice,) = complete(client, logprobs=2).choices
    likely = choice.logprobs
    assert "".join(likely.tokens) == choice.text
    assert likely.text_offset[0] == 0
    assert likely.text_offset == sorted(likely.text_offset)
    assert len(likely.token_logprobs) == len(likely.top_logprobs) == len(likely.tokens)
    streamed = [
        offset
        for chunk in complete(lenient, logprobs=2, stream=True)
        if chunk.choices[0].logprobs
        for offset in chunk.choices[0].logprobs.text_offset
    ]
    assert streamed == likely.text_offset


def test_several_prompts_are_answered_in_their_order(
    server: ApiServer, client: Any, lenient: Any
) -> None:
    prompts = [PROMPT, "Somewhere else entirely:", "And the sea"]
    alone = [complete(client, prompt=one, n=2, seed=7, temperature=1) for one in prompts]
    said = [choice.text for one in alone for choice in one.choices]
    assert len({*said}) == 6
    n_prompt = sum(one.usage.prompt_tokens for one in alone)
    n_said = sum(one.usage.completion_tokens for one in alone)

    options = {"prompt": prompts, "n": 2, "seed": 7, "temperature": 1}
    together = complete(client, **options)
    assert [one.index for one in together.choices] == list(range(6))
    assert [one.text for one in together.choices] == said
    usage = together.usage
    assert (usage.prompt_tokens, usage.completion_tokens) == (n_prompt, n_said)
    logged = noted_in(server.service).newest()[-1]
    assert (logged.n_prompt, logged.n_generated) == (n_prompt, n_said)

    streamed = [""] * 6
    *chunks, last = complete(
        lenient, stream=True, stream_options={"include_usage": True}, **options
    )
    for chunk in chunks:
        streamed[chunk.choices[0].index] += chunk.choices[0].text
    assert streamed == said
    assert (last.usage.prompt_tokens, last.usage.completion_tokens) == (n_prompt, n_said)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"prompt": ["one", ""]}, "prompt"),
        ({"prompt": ["one", 2]}, "prompt"),
        ({"prompt": []}, "prompt"),
        ({"prompt": ["x"] * 2049}, "prompt"),
        ({"prompt": [1, 2, 3]}, "prompt"),
        ({"prompt": [[1, 2], [3]]}, "prompt"),
        ({"prompt": ""}, "prompt"),
        ({"suffix": "the end"}, "suffix"),
        ({"echo": True}, "echo"),
        ({"best_of": 4}, "best_of"),
    ],
)
def test_what_cannot_be_done_is_named(client: Any, wrong: dict[str, object], field: str) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        complete(client, **wrong)
    assert raised.value.param == field
