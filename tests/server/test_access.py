"""Who may ask: pages in browsers, other names of this machine, wrong keys, and what they send."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from app.server import AccessRules, ApiOptions
from tests.helpers.api_server import KEY, ApiServer, noted_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog

PAGE = "http://localhost:3000"
BODY = {"messages": [{"role": "user", "content": "Hi."}], "max_tokens": 1}
CHAT = "/v1/chat/completions"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, tiny_model: Path) -> Iterator[ApiServer]:
    rules = AccessRules(KEY, names=("desk.example",), origins=(PAGE,))
    with ApiServer(tmp_path_factory.mktemp("api"), tiny_model, rules) as running:
        yield running


@pytest.fixture
def client(server: ApiServer) -> Iterator[httpx2.Client]:
    with server.http() as made:
        yield made


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:80", "[::1]:11435", "desk.example:1"])
def test_names_of_this_machine(client: httpx2.Client, host: str) -> None:
    assert client.get("/v1/models", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("127.0.0.1", ()),
        ("::1", ()),
        ("0.0.0.0", ()),
        ("::", ()),
        ("192.168.1.5", ("192.168.1.5",)),
        ("FD00::7", ("fd00::7",)),
        ("127.0.0.2", ("127.0.0.2",)),
    ],
)
def test_a_machine_is_called_by_the_one_address_that_it_listens_at(
    address: str, names: tuple[str, ...]
) -> None:
    rules = AccessRules(KEY, names=("desk.example",))
    assert ApiOptions(rules, address).names == ("desk.example", *names)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "10.0.0.1"]
)
def test_other_names_are_refused_with_a_remedy(client: httpx2.Client, host: str) -> None:
    answer = client.post(CHAT, json=BODY, headers={"host": host})
    assert answer.status_code == 403
    error = answer.json()["error"]
    assert "--allow-host" in error["message"]
    assert error["code"] == "host_not_allowed"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:3001"])
def test_pages_are_refused(client: httpx2.Client, origin: str) -> None:
    answer = client.post(CHAT, json=BODY, headers={"origin": origin})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "origin_not_allowed"
    assert "access-control-allow-origin" not in answer.headers
    asked = client.options(CHAT, headers={"origin": origin})
    assert asked.status_code == 403


def test_a_page_on_the_list_may_ask(client: httpx2.Client) -> None:
    asked = client.options(CHAT, headers={"origin": PAGE})
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == PAGE
    answer = client.post(CHAT, json=BODY, headers={"origin": PAGE})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == PAGE


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer wrong"},
        {"authorization": f"Basic {KEY}"},
        {"authorization": "", "x-api-key": f"{KEY}x"},
        {"authorization": ""},
        {"authorization": "Bearer ä".encode()},
    ],
)
def test_a_wrong_key(client: httpx2.Client, headers: Any) -> None:
    answer = client.post(CHAT, json=BODY, headers=headers)
    assert answer.status_code == 401
    assert "Bearer KEY" in answer.json()["error"]["message"]


def test_the_key_as_anthropic_has_it(client: httpx2.Client) -> None:
    headers = {"authorization": "", "x-api-key": KEY}
    assert client.get("/v1/models", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_what_a_form_could_send_is_refused(client: httpx2.Client, content_type: str) -> None:
    answer = client.post(CHAT, content=b"{}", headers={"content-type": content_type})
    assert answer.status_code == 415


def test_whether_it_lives_anybody_may_know(client: httpx2.Client) -> None:
    answer = client.get("/health", headers={"authorization": ""})
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_whether_anybody_is_there_is_told_and_not_noted(
    server: ApiServer, client: httpx2.Client, method: str
) -> None:
    before = noted_in(server.service).newest()
    answer = client.request(method, "/", headers={"authorization": ""})
    assert answer.status_code == 200
    assert answer.text == ("" if method == "HEAD" else "Hearth is running.\n")
    assert noted_in(server.service).newest() == before
    elsewhere = client.request(method, "/", headers={"host": "evil.example"})
    assert elsewhere.status_code == 403


def test_a_file_that_is_sent_to_no_address_is_told_that(client: httpx2.Client) -> None:
    for path in ("/v1/files", "/v1/audio/transcriptions"):
        answer = client.post(path, data={"purpose": "x"}, files={"file": b"words"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/v1/nothing", "/../../etc/passwd", "/v1/models/../x"])
def test_what_is_not_there(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] in ("not_found", "model_not_found")


def test_a_wrong_method(client: httpx2.Client) -> None:
    refused = client.get(CHAT)
    assert refused.status_code == 405
    assert refused.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'"text"', b"\xff\xfe", b"[" * 200_000, b'{"a": 1e999999}']
)
def test_a_body_that_is_no_request(client: httpx2.Client, content: bytes) -> None:
    answer = client.post(CHAT, content=content, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("temperature", 10**400, 400),
        ("temperature", float("nan"), 400),
        ("temperature", float("inf"), 400),
        ("max_tokens", 10**400, 400),
        ("seed", 10**400, 400),
        ("logit_bias", {"9" * 5000: 1}, 400),
        ("logit_bias", {"4000000000": 1}, 200),  # a token that there is not
        ("metadata", {"half": "\ud83d"}, 200),
        ("messages", [{"role": "user", "content": "half a face: \ud83d"}], 200),
        ("messages", [{"role": "\ud83d", "content": "x"}], 400),
        ("stop", ["\ud83d"], 200),
    ],
    ids=lambda value: str(value)[:20],
)
def test_values_that_no_program_should_send(
    client: httpx2.Client, field: str, value: object, status: int
) -> None:
    content = json.dumps(BODY | {field: value}).encode()
    answer = client.post(CHAT, content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    answer.json()


def test_a_body_that_is_too_large_is_not_read(client: httpx2.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * (1 << 20)

    headers = {"content-type": "application/json"}
    try:
        answer = client.post(CHAT, content=endless(), headers=headers)
    except httpx2.WriteError:
        return  # the server has closed the connection meanwhile
    assert answer.status_code == 413


def test_a_body_in_pieces_of_two_bytes(server: ApiServer) -> None:
    body = b'{"messages":[{"role":"user","content":"Hi."}],"max_tokens":1}'
    head = (
        f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    ).encode()
    with socket.create_connection(("127.0.0.1", server.service.port), 60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sent = head + body
        for at in range(0, len(sent), 2):
            connection.sendall(sent[at : at + 2])
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 200")


def test_headers_without_end(server: ApiServer, expect_log: ExpectLog) -> None:
    expect_log("Invalid HTTP request")
    with socket.create_connection(("127.0.0.1", server.service.port), 60) as connection:
        connection.sendall(b"GET /v1/models HTTP/1.1\r\n")
        try:
            for number in range(10_000):
                connection.sendall(b"X-%d: %s\r\n" % (number, b"x" * 200))
            answer = connection.recv(4096)
        except OSError:
            return  # closed
    assert answer == b"" or b" 4" in answer.split(b"\r\n")[0]


def test_counts_for_whoever_watches(client: httpx2.Client) -> None:
    client.post(CHAT, json=BODY)
    text = client.get("/metrics").text
    assert f'hearth_requests_total{{path="{CHAT}",status="200"}}' in text
    assert "hearth_model_loaded 1" in text
    assert "hearth_time_to_first_token_seconds_count" in text


def test_another_key_holds_from_the_next_request_on(tmp_path: Path, tiny_model: Path) -> None:
    with ApiServer(tmp_path / "api", tiny_model) as server, server.http() as client:
        assert client.get("/v1/models").status_code == 200
        server.service.change_rules(AccessRules("another-key-for-tests"))
        assert client.get("/v1/models").status_code == 401  # over the same connection
        other = {"authorization": "Bearer another-key-for-tests"}
        assert client.get("/v1/models", headers=other).status_code == 200


def test_what_is_refused_and_what_is_not_there_stand_in_the_log(
    server: ApiServer, client: httpx2.Client
) -> None:
    client.get("/v1/models", headers={"authorization": "Bearer wrong", "user-agent": "One"})
    client.get("/v1/nothing", headers={"user-agent": "Two"})
    told = [(one.client, one.path, one.status) for one in server.service.log.newest()[-2:]]
    assert told == [("One", "/v1/models", 401), ("Two", "/v1/nothing", 404)]
