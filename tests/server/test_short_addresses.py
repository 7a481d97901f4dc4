"""Addresses without "/v1", as clients of llama.cpp's server often have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import openai
import pytest

from tests.helpers.api_server import KEY, ApiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model) as running:
        yield running


def test_a_client_that_was_told_no_version_is_answered(server: ApiServer) -> None:
    client: Any = openai.OpenAI(api_key=KEY, base_url=server.service.address, max_retries=0)
    with client:
        assert [one.id for one in client.models.list()] == ["tiny"]
        chat = client.chat.completions.create(
            model="", messages=[{"role": "user", "content": "Hi."}], max_tokens=2
        )
        assert chat.usage.completion_tokens == 2
        assert client.completions.create(model="", prompt="Hi", max_tokens=2).choices[0].text
        assert client.responses.create(model="", input="Hi.", max_output_tokens=2).output_text


def test_they_need_the_key_as_well(server: ApiServer) -> None:
    with server.http() as http:
        for path in ("/models", "/models/"):
            assert http.get(path).status_code == 200
            assert http.get(path, headers={"authorization": ""}).status_code == 401


def test_they_are_counted_as_the_addresses_that_they_stand_for(server: ApiServer) -> None:
    with server.http() as http:
        http.post("/chat/completions", json={"messages": []})
        assert 'path="/v1/chat/completions",status="400"' in http.get("/metrics").text
