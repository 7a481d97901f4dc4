"""What answers say beside their bodies: whether to ask again, and how the log calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anthropic
import openai
import pytest

from tests.helpers.api_server import ApiServer, noted_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx2

QUESTION = {"role": "user", "content": "Hi."}
BODY = {"messages": [QUESTION], "max_tokens": 1}
CHAT, MESSAGES = "/v1/chat/completions", "/v1/messages"
AS_ANTHROPIC = {"anthropic-version": "2023-06-01"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model) as running:
        yield running


@pytest.fixture
def http(server: ApiServer) -> Iterator[httpx2.Client]:
    with server.http() as made:
        yield made


@pytest.mark.parametrize("path", [CHAT, MESSAGES, "/v1/responses", "/v1/completions"])
@pytest.mark.parametrize(
    ("status", "wrong"),
    [
        (400, {"json": {"messages": 7}}),
        (401, {"json": BODY, "headers": {"authorization": "Bearer wrong"}}),
        (403, {"json": BODY, "headers": {"origin": "https://evil.example"}}),
        (415, {"content": b"{}", "headers": {"content-type": "text/plain"}}),
    ],
)
def test_what_no_retry_mends_says_so(
    http: httpx2.Client, path: str, status: int, wrong: dict[str, Any]
) -> None:
    answer = http.post(path, **wrong)
    assert answer.status_code == status
    assert answer.headers["x-should-retry"] == "false"


def test_so_does_what_is_not_there(http: httpx2.Client) -> None:
    for answer, status in (
        (http.get("/v1/nothing"), 404),
        (http.get("/v1/models/nothing"), 404),
        (http.get(CHAT), 405),
    ):
        assert answer.status_code == status
        assert answer.headers["x-should-retry"] == "false"


def test_what_may_pass_is_tried_again(http: httpx2.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "x-should-retry" not in http.post(CHAT, json=BODY).headers
    monkeypatch.setattr("app.server.fair_share.MOST_AT_ONCE", 0)
    answer = http.post(CHAT, json=BODY)
    assert answer.status_code == 429
    assert "x-should-retry" not in answer.headers


def test_the_log_has_a_request_by_the_name_that_its_client_was_told(server: ApiServer) -> None:
    with server.openai() as client:
        answer = client.chat.completions.create(model="", messages=[QUESTION], max_tokens=1)
    told = [answer._request_id]
    with server.anthropic() as client:
        message = client.messages.create(model="", messages=[QUESTION], max_tokens=1)
    told.append(message._request_id)
    assert [one.request_id for one in noted_in(server.service).newest()[-2:]] == told
    assert len({*told}) == 2
    assert all(one.startswith("req_") for one in told)


def test_a_refusal_has_a_name_too(server: ApiServer) -> None:
    with server.openai() as client, pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(model="", messages=[])
    told = [refused.value.request_id]
    with server.anthropic() as client, pytest.raises(anthropic.BadRequestError) as raised:
        client.messages.create(model="", messages=[], max_tokens=1)
    told.append(raised.value.request_id)
    body: Any = raised.value.body
    assert body["request_id"] == told[1]
    with (
        openai.OpenAI(api_key="wrong", base_url=f"{server.service.address}/v1") as client,
        pytest.raises(openai.AuthenticationError) as wrong,
    ):
        client.models.list()
    told.append(wrong.value.request_id)
    assert [one.request_id for one in noted_in(server.service).newest()[-3:]] == told


def test_whoever_speaks_anthropics_words_is_answered_in_them(http: httpx2.Client) -> None:
    for answer in (
        http.get("/v1/files", headers=AS_ANTHROPIC),
        http.post(CHAT, json={}, headers=AS_ANTHROPIC),
        http.get("/v1/models", headers={**AS_ANTHROPIC, "authorization": "Bearer wrong"}),
        http.post(MESSAGES, json={}),
    ):
        told = answer.json()
        assert (told["type"], told["request_id"]) == ("error", answer.headers["request-id"])
        assert "x-request-id" not in answer.headers
    told = http.get("/v1/files").json()
    assert told["error"]["code"] == "not_found"


def test_models_in_anthropics_words(server: ApiServer, http: httpx2.Client) -> None:
    with server.anthropic() as client:
        (listed,) = client.models.list()
        one = client.models.retrieve(listed.id)
    assert (listed.id, listed.type, listed.display_name) == ("tiny", "model", "tiny")
    assert one == listed
    told = http.get("/v1/models", headers=AS_ANTHROPIC).json()
    ends = {"has_more": False, "first_id": "tiny", "last_id": "tiny"}
    assert told == {"data": told["data"], **ends}
    missing = http.get("/v1/models/nothing", headers=AS_ANTHROPIC)
    assert missing.json()["error"]["type"] == "not_found_error"
