"""What is too long is told in the words that programs look for, and their numbers are found in it.

`LOOKS_FOR` has the expressions of each program, as its package of this version holds them.
"""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any, Final

import psutil
import pytest

from app.core.protocol import BackendChoice, Generate, Overflow, OverflowRule, UnloadModel
from app.core.remote.errors import TooLongForServer
from app.server.errors import too_long
from tests.helpers.api_server import ApiServer, noted_in
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx2

CHAT, TEXT = "/v1/chat/completions", "/v1/completions"
RESPONSES, MESSAGES = "/v1/responses", "/v1/messages"
N_CTX: Final = 512
WORDS = "lorem ipsum " * 5000  # far more than is counted to the end
FEW = "lorem " * 120  # a little more than fits
N_BYTES: Final = len(FEW)

# What programs compare, each with the part of its package that does.
LOOKS_FOR: Final = {
    CHAT: {
        "litellm 1.110.2, exception_mapping_utils.py": r"this model's maximum context length is",
        "langchain-openai 1.7.4, chat_models/base.py": r"context_length_exceeded",
        "opencode 1.18.33, the list of its binary": r"maximum context length is \d+ tokens",
        "Continue 1.5.47, dist/index.js": r"maximum context length",
        "Qwen Code 0.15.10, contextLengthError.ts": (
            r"maximum context length is\s*(\d[\d,]*)\s*tokens?[\s\S]*?"
            r"(?:resulted in|requested|used)\s*(\d[\d,]*)\s*tokens?"
        ),
    },
    TEXT: {
        "litellm 1.110.2, exception_mapping_utils.py": r"this model's maximum context length is",
    },
    RESPONSES: {
        "litellm 1.110.2, exception_mapping_utils.py": r"this model's maximum context length is",
        "langchain-openai 1.7.4, _handle_openai_bad_request": r"context_length_exceeded",
        "langchain-openai 1.7.4, _handle_openai_api_error": r"exceeds the context window",
        "opencode 1.18.33, the list of its binary": r"exceeds the context window",
    },
    MESSAGES: {
        "litellm 1.110.2, exception_mapping_utils.py": r"prompt is too long",
        "langchain-anthropic 1.7.10, chat_models.py": r"prompt is too long",
        "Claude Code 2.1.197, the strings of its binary": (
            r"prompt is too long[^0-9]*(\d+)\s*tokens?\s*>\s*(\d+)"
        ),
        "opencode 1.18.33, the list of its binary": r"prompt is too long",
        "Qwen Code 0.15.10, contextLengthError.ts": r"(\d[\d,]*)\s*tokens?\s*>\s*(\d[\d,]*)",
    },
}
FIELDS: Final = {CHAT: "messages", TEXT: "prompt", RESPONSES: "input", MESSAGES: None}
# Which programs take for another failure, whatever else it says.
MISLEADS = re.compile(r"rate limit|too many requests|timed out|timeout|deadline", re.IGNORECASE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model, n_ctx=N_CTX) as running:
        yield running


@pytest.fixture
def http(server: ApiServer) -> Iterator[httpx2.Client]:
    with server.http() as made:
        yield made


def body_of(path: str, words: str) -> dict[str, Any]:
    match path:
        case "/v1/completions":
            return {"prompt": words}
        case "/v1/responses":
            return {"input": words}
        case _:
            return {"messages": [{"role": "user", "content": words}], "max_tokens": 4}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("words", [WORDS, FEW], ids=["far", "a little"])
@pytest.mark.parametrize("path", LOOKS_FOR)
def test_each_program_finds_its_words(
    http: httpx2.Client, path: str, words: str, stream: bool
) -> None:
    answer = http.post(path, json={**body_of(path, words), "stream": stream})
    assert answer.status_code == 400
    error = answer.json()["error"]
    told = error["message"]
    for program, pattern in LOOKS_FOR[path].items():
        assert re.search(pattern, told, re.IGNORECASE), program
    assert not MISLEADS.search(told)
    assert error.get("param") == FIELDS[path]
    if path != MESSAGES:
        assert error["code"] == "context_length_exceeded"
    assert error["type"] == "invalid_request_error"


@pytest.mark.parametrize("path", LOOKS_FOR)
def test_a_stream_that_waited_for_its_model_says_the_same(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("app.server.desk._SILENCE_S", 0.05)
    with ApiServer(tmp_path / "api", tiny_model) as server, server.http() as http:
        server.harness.post(UnloadModel())
        while http.get("/health").json()["status"] != "no model":
            time.sleep(0.01)
        engine = psutil.Process(server.harness.pid)
        engine.suspend()
        server.harness.post(load_command(tiny_model, n_ctx=N_CTX, backend=BackendChoice()))
        with http.stream("POST", path, json={**body_of(path, FEW), "stream": True}) as answer:
            assert answer.status_code == 200
            lines = answer.iter_lines()
            assert next(lines) == ": waiting"
            engine.resume()
            told = [line for line in lines if line.startswith("data: {")]
        for pattern in LOOKS_FOR[path].values():
            assert re.search(pattern, told[-1], re.IGNORECASE)
        name = answer.headers["request-id" if path == MESSAGES else "x-request-id"]
        logged = noted_in(server.service).newest()[-1]
        assert (logged.status, logged.request_id) == (400, name)


def test_the_numbers_are_those_of_the_request(http: httpx2.Client) -> None:
    told = {
        path: http.post(path, json=body_of(path, FEW)).json()["error"]["message"]
        for path in LOOKS_FOR
    }
    counted = http.post(f"{MESSAGES}/count_tokens", json=body_of(MESSAGES, FEW)).json()
    n_tokens = counted["input_tokens"]
    assert n_tokens > N_BYTES > N_CTX
    assert told[CHAT].startswith(
        f"This model's maximum context length is {N_CTX} tokens. However, your messages resulted "
        f"in {n_tokens} tokens. "
    )
    assert told[MESSAGES].startswith(f"prompt is too long: {n_tokens} tokens > {N_CTX} maximum. ")
    assert told[RESPONSES].startswith("Your input exceeds the context window of this model. ")
    assert f"is {N_CTX} tokens, and your input resulted in {n_tokens} tokens" in told[RESPONSES]
    assert told[TEXT].startswith(
        f"This model's maximum context length is {N_CTX} tokens, however you requested "
    )


def test_the_long_one_of_several_texts_is_refused_with_what_a_client_can_do(
    http: httpx2.Client,
) -> None:
    answer = http.post(TEXT, json={"prompt": ["lorem", FEW], "max_tokens": 2})
    assert answer.status_code == 400
    told = answer.json()["error"]["message"]
    assert "Send less" in told
    assert "Nothing was computed" not in told  # the first one was


def test_a_server_that_has_not_counted_is_understood_too() -> None:
    error = too_long(TooLongForServer("no room", server="Attic").problem(), "messages")
    told = json.dumps(error.for_openai())
    assert "context_length_exceeded" in error.message
    assert "exceeds the context window" in told
    assert error.message_for_anthropic.startswith("prompt is too long. ")


TURNS: Final = [
    {"role": role, "content": f"{number} {role}: " + "word " * 20}
    for number in range(8)
    for role in ("user", "assistant")
]
LONG: Final = {"instructions": "Be short.", "input": [*TURNS, {"role": "user", "content": "Now?"}]}


@pytest.mark.parametrize("stream", [False, True])
def test_the_oldest_turns_are_left_out_where_that_is_asked(
    server: ApiServer, http: httpx2.Client, stream: bool
) -> None:
    body = {**LONG, "max_output_tokens": 8, "stream": stream}
    assert http.post(RESPONSES, json=body).status_code == 400
    answer = http.post(RESPONSES, json={**body, "truncation": "auto"})
    assert answer.status_code == 200
    told = answer.text.splitlines()[-2].removeprefix("data: ") if stream else answer.text
    response = json.loads(told)["response"] if stream else answer.json()
    assert response["truncation"] == "auto"
    assert 0 < response["usage"]["input_tokens"] < N_CTX
    asked = [one for one in server.posted if isinstance(one, Generate)][-1]
    assert asked.overflow == Overflow(OverflowRule.LEAVE_OUT, "Be short.", has_all=True)


def test_what_stays_is_warm_from_turn_to_turn(http: httpx2.Client) -> None:
    items: list[dict[str, str]] = []
    read = []
    for number in range(24):
        items.append({"role": "user", "content": f"{number}: and then?"})
        body = {"instructions": "Be short.", "input": items, "max_output_tokens": 8}
        told = http.post(RESPONSES, json={**body, "truncation": "auto"}).json()
        items.append({"role": "assistant", "content": told["output"][0]["content"][0]["text"]})
        usage = told["usage"]
        read.append(usage["input_tokens"] - usage["input_tokens_details"]["cached_tokens"])
    assert http.post(RESPONSES, json=body).status_code == 400, "it has outgrown the context"
    assert 1 <= sum(n_read > N_CTX // 8 for n_read in read) <= 5, read


def test_a_question_that_fits_by_no_means_is_refused(http: httpx2.Client) -> None:
    body = {**body_of(RESPONSES, FEW), "instructions": "Be short.", "truncation": "auto"}
    answer = http.post(RESPONSES, json=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "context_length_exceeded"
    unknown = http.post(RESPONSES, json={**body, "truncation": "middle"})
    assert unknown.json()["error"]["param"] == "truncation"
