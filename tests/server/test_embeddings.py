"""`/v1/embeddings`, driven by OpenAI's own client, and compared with llama.cpp by itself."""

from __future__ import annotations

import base64
import json
import re
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
import openai
import pytest

from app.core.protocol import Embed, ModelLoadFailed, Stop, UnloadModel
from tests.helpers.api_server import KEY, ApiServer
from tests.helpers.embedded_alone import embedded_alone
from tests.helpers.embedding_models import (
    N_BERT_CTX,
    write_tiny_bert,
    write_tiny_pooling_llama,
)
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXTS = ["the sea is wide", "a cat sleeps on the mat", "the ship sails", "x", "on the sea " * 20]
CLOSE = 2e-3  # flash attention rounds to 16 bits, otherwise in batches of other sizes; 1e-5 without


def write(folder: Path, name: str) -> Path:
    kind, pooling = name.split("-")
    writer = write_tiny_bert if kind == "bert" else write_tiny_pooling_llama
    return writer(folder / f"{name}.gguf", pooling=gguf.PoolingType[pooling.upper()])


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("model"), "bert-mean")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), model) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[Any]:
    with server.openai() as made:
        yield made


@pytest.fixture
def http(server: ApiServer) -> Iterator[Any]:
    with server.http() as made:
        yield made


def wait_for(server: ApiServer, kind: type) -> None:
    """Wait until the engine was asked something of a kind, and it was noted how that ended."""
    end = time.monotonic() + 60
    while not any(isinstance(one, kind) for one in server.posted) or (
        kind is Stop and server.service.log.n_open
    ):
        assert time.monotonic() < end
        time.sleep(0.01)


def vectors_of(told: Any) -> Any:
    return np.asarray([one.embedding for one in told.data], np.float32)


@pytest.mark.parametrize("name", ["bert-mean", "bert-cls", "bert-last", "llama-last", "llama-mean"])
def test_vectors_are_those_of_llama_cpp(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name)
    tokens, wanted = embedded_alone(path, TEXTS)
    with ApiServer(tmp_path / "api", path) as server, server.openai() as client:
        told = client.embeddings.create(model="", input=TEXTS, encoding_format="float")
        assert np.allclose(vectors_of(told), wanted, atol=CLOSE)
        assert told.usage.prompt_tokens == told.usage.total_tokens == sum(map(len, tokens))
        assert told.model == name
        by_tokens = client.embeddings.create(model="", input=tokens, encoding_format="float")
        assert np.allclose(vectors_of(by_tokens), wanted, atol=CLOSE)


def test_vectors_have_the_length_1(client: Any) -> None:
    told = client.embeddings.create(model="", input=TEXTS, encoding_format="float")
    assert np.allclose(np.linalg.norm(vectors_of(told), axis=1), 1.0, atol=1e-6)
    assert [one.index for one in told.data] == list(range(len(TEXTS)))


def test_one_text_is_a_list_of_one(client: Any) -> None:
    one = client.embeddings.create(model="", input=TEXTS[0], encoding_format="float")
    many = client.embeddings.create(model="", input=TEXTS, encoding_format="float")
    assert len(one.data) == 1
    assert np.allclose(vectors_of(one)[0], vectors_of(many)[0], atol=CLOSE)


def test_base64_says_the_same(client: Any, http: Any) -> None:
    plain = client.embeddings.create(model="", input=TEXTS, encoding_format="float")
    body = {"input": TEXTS, "encoding_format": "base64"}
    told = http.post("/v1/embeddings", json=body).json()["data"]
    found = [np.frombuffer(base64.b64decode(one["embedding"]), "<f4") for one in told]
    assert np.array_equal(np.asarray(found), vectors_of(plain))


def test_openais_client_asks_for_base64_by_itself_and_decodes_it(
    server: ApiServer, client: Any
) -> None:
    plain = client.embeddings.create(model="", input=TEXTS, encoding_format="float")
    with server.openai(strict=False) as usual:
        decoded = usual.embeddings.create(model="", input=TEXTS)
    assert np.allclose(vectors_of(decoded), vectors_of(plain), atol=1e-7)


def test_one_list_of_tokens_is_one_text(client: Any) -> None:
    told = client.embeddings.create(model="", input=[2, 5, 6, 3], encoding_format="float")
    assert len(told.data) == 1
    assert told.usage.prompt_tokens == 4


def test_fewer_dimensions_are_the_first_ones_of_length_1(client: Any) -> None:
    whole = vectors_of(client.embeddings.create(model="", input=TEXTS, encoding_format="float"))
    fewer = vectors_of(
        client.embeddings.create(model="", input=TEXTS, encoding_format="float", dimensions=8)
    )
    first = whole[:, :8] / np.linalg.norm(whole[:, :8], axis=1, keepdims=True)
    assert np.allclose(fewer, first, atol=1e-6)


def test_more_dimensions_than_there_are_are_refused_by_name(client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match='"dimensions" must be at most 32'):
        client.embeddings.create(model="", input="x", dimensions=33)


@pytest.mark.parametrize(
    ("value", "match"),
    [
        (None, '"input" is missing'),
        ("", "must not be empty"),
        (["a", ""], r"input\[1\]"),
        ([], "at least one"),
        ([[]], "list of texts"),
        (["a", 1], "list of texts"),
        ([True], "list of texts"),
        (5, "must be text"),
        (["a"] * 2049, "2,048"),
    ],
)
def test_what_is_no_input_is_refused_by_name(http: Any, value: Any, match: str) -> None:
    reply = http.post("/v1/embeddings", json={"input": value})
    assert reply.status_code == 400
    error = reply.json()["error"]
    assert error["param"].startswith("input")
    assert re.search(match, error["message"])


def test_a_text_that_is_too_long_is_refused_with_the_limit(client: Any) -> None:
    with pytest.raises(
        openai.BadRequestError, match=rf"Text 2 has .* this model accepts at most {N_BERT_CTX}"
    ):
        client.embeddings.create(model="", input=["x", "the sea " * 100])


def test_a_token_of_another_vocabulary_is_refused(client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match=r"token 100257"):
        client.embeddings.create(model="", input=[[2, 3], [100257]])
    with pytest.raises(openai.BadRequestError, match="token -1"):
        client.embeddings.create(model="", input=[-1])


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    """A server of a model that needs seconds for many texts."""
    folder = tmp_path_factory.mktemp("slow")
    path = write_tiny_bert(folder / "slow.gguf", n_embd=128, n_layers=6)
    with ApiServer(folder / "api", path) as running:
        yield running


def test_many_texts_hold_up_nobody(slow: ApiServer) -> None:
    done: list[str] = []

    def ask(http: Any, name: str, texts: list[str]) -> None:
        told = http.post("/v1/embeddings", json={"input": texts}).json()
        assert len(told["data"]) == len(texts)
        done.append(name)

    with slow.http() as first, slow.http() as second:
        second.get("/health")
        many = threading.Thread(target=ask, args=(first, "many", ["the sea is wide " * 25] * 150))
        many.start()
        wait_for(slow, Embed)
        ask(second, "few", ["a cat"])
        many.join()
    assert done == ["few", "many"]


def test_a_client_that_goes_away_ends_its_request(slow: ApiServer) -> None:
    slow.posted.clear()
    body = json.dumps({"input": ["the sea " * 60] * 2048}).encode()
    head = (
        f"POST /v1/embeddings HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    with socket.create_connection(("127.0.0.1", slow.service.port), 60) as connection:
        connection.sendall(head + body)
        wait_for(slow, Embed)
    wait_for(slow, Stop)
    assert slow.service.log.newest()[-1].status == 499
    with slow.http() as http:
        assert http.post("/v1/embeddings", json={"input": "a cat"}).status_code == 200
    assert not slow.harness.host._ledger._calls, "the texts of those who went away are let go"


def test_the_model_is_listed_with_the_length_of_its_vectors(http: Any) -> None:
    (listed,) = http.get("/v1/models").json()["data"]
    assert listed["id"] == "bert-mean"
    assert listed["meta"]["n_embd"] == 32


def test_it_answers_no_chats_and_says_so(client: Any) -> None:
    with pytest.raises(openai.BadRequestError, match="makes embeddings; it cannot chat"):
        client.chat.completions.create(model="", messages=[{"role": "user", "content": "Hello."}])


def test_it_counts_no_tokens_of_chats_and_says_so(http: Any) -> None:
    asked = {"messages": [{"role": "user", "content": "Hello."}]}
    told = http.post("/v1/messages/count_tokens", json=asked)
    assert told.status_code == 400
    assert "cannot chat" in told.json()["error"]["message"]


def test_a_model_for_chats_makes_no_embeddings_and_says_so(
    tmp_path: Path, tiny_model: Path
) -> None:
    with (
        ApiServer(tmp_path, tiny_model) as server,
        server.openai() as client,
        pytest.raises(openai.BadRequestError, match="answers chats and makes no embeddings"),
    ):
        client.embeddings.create(model="", input="x")


def test_one_model_takes_the_place_of_the_other(
    tmp_path: Path, tiny_model: Path, model: Path
) -> None:
    with ApiServer(tmp_path, tiny_model) as server, server.openai() as client:
        for path in (model, tiny_model):
            server.harness.post(UnloadModel())
            server.harness._model = path
            server.harness.load()
            (listed,) = client.models.list()
            assert listed.id == path.stem
        answer = client.chat.completions.create(
            model="", messages=[{"role": "user", "content": "Hello."}], max_tokens=4
        )
        assert answer.choices[0].message.content


def test_a_model_that_names_no_end_of_a_text_is_refused(tmp_path: Path, model: Path) -> None:
    path = write_tiny_bert(tmp_path / "endless.gguf", has_ends=False)
    with ApiServer(tmp_path / "api", model) as server:
        server.harness.post(load_command(path))
        failed = server.harness.wait(ModelLoadFailed)
        assert "endless.gguf" in failed.problem.text()
