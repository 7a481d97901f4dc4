"""Tool servers with an address that answer as they should, or not."""

from __future__ import annotations

import contextlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from app.core.errors import KnownError
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.core.tools.mcp.address import ServerAddress
from app.core.tools.mcp.client import McpClient

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}}


class OldServer:
    """A server of the earlier era with sessions.

    Attributes:
        answers: what comes in place of an answer, by method: status, type and body.
        seen: the method and the headers of each request.
    """

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, str, bytes]] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.sessions = ["s1"]
        self.held = threading.Event()
        self.released = threading.Event()

    def methods(self) -> list[str]:
        return [method for method, _headers in self.seen]

    def answer(self, message: dict[str, Any], headers: dict[str, str]) -> tuple[int, str, bytes]:
        method, number = message["method"], message.get("id")
        self.seen.append((method, headers))
        if method in self.answers:
            return self.answers[method]
        if method == "server/discover":
            return 400, "text/plain", b"no session"
        if method != "initialize" and headers.get("mcp-session-id") != self.sessions[-1]:
            return 404, "text/plain", b""
        if number is None:
            return 202, "text/plain", b""
        result: dict[str, Any] = {}
        if method == "initialize":
            result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}
        elif method == "tools/list":
            result = {"tools": [{"name": "echo", "inputSchema": TEXT}]}
        elif method == "tools/call":
            if message["params"]["arguments"].get("text") == "wait":
                self.held.set()
                self.released.wait(30)
            result = {"content": [{"type": "text", "text": message["params"]["arguments"]["text"]}]}
        said = {"jsonrpc": "2.0", "id": number, "result": result}
        return 200, "application/json", json.dumps(said).encode()


@pytest.fixture
def server() -> OldServer:
    return OldServer()


@pytest.fixture
def address(server: OldServer) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status, kind, data = server.answer(json.loads(body), headers)
            with contextlib.suppress(OSError):  # nobody waits any more
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                if server.methods()[-1] == "initialize":
                    self.send_header("Mcp-Session-Id", server.sessions[-1])
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{listening.server_address[1]}/mcp"
        server.released.set()
        listening.shutdown()
        thread.join()


@pytest.fixture
def client(address: str) -> Iterator[McpClient]:
    headers = {"Authorization": "Bearer k1"}
    client = McpClient(
        "web", address, lambda: ServerAddress("web", address, headers), holds_line=False
    )
    yield client
    client.close()


def said(client: McpClient, text: str = "bread", stop: StopSignal | None = None) -> str:
    tool = client.tools(StopSignal())[0]
    return client.call(tool, json.dumps({"text": text}), stop or StopSignal()).text


def test_a_session_and_a_key_go_along_with_each_request(
    client: McpClient, server: OldServer
) -> None:
    assert said(client) == "bread"

    assert server.methods() == [
        *("server/discover", "initialize", "notifications/initialized"),
        *("tools/list", "tools/call"),
    ]
    assert {headers["authorization"] for _method, headers in server.seen} == {"Bearer k1"}
    last = server.seen[-1][1]
    assert (last["mcp-session-id"], last["mcp-protocol-version"]) == ("s1", "2025-06-18")


def test_a_server_that_has_forgotten_us_is_met_again(client: McpClient, server: OldServer) -> None:
    said(client)
    server.sessions.append("s2")

    with pytest.raises(KnownError, match="no longer knows Hearth"):
        said(client)
    assert said(client) == "bread"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((401, "text/plain", b""), "does not let Hearth in. .*cannot sign in with OAuth yet"),
        ((403, "application/json", b"{}"), "does not let Hearth in"),
        ((503, "text/plain", b""), "has a problem at the moment"),
        ((429, "text/plain", b""), "too many requests"),
        ((400, "text/plain", b""), "refused: status 400"),
        (
            (400, "application/json", b'{"jsonrpc":"2.0","error":{"code":1,"message":"no"}}'),
            "refused: no",
        ),
        ((200, "text/html", b"<html>Welcome to our hotel"), "does not understand"),
        ((200, "application/json", b'{"jsonrpc":"2.0","id":'), "cannot read"),
        ((200, "application/json", b"[" * 100_000), "cannot read"),
        ((200, "application/json", b"x" * 17_000_000), "more than 16 MB"),
        ((200, "text/event-stream", b"data: hello\n\n"), "cannot read"),
        ((200, "text/event-stream", b"data: x" * 3_000_000), "more than 16 MB"),
        ((202, "text/plain", b""), "does not understand"),
    ],
)
def test_each_fault_of_a_call_is_one_sentence(
    client: McpClient, server: OldServer, answer: tuple[int, str, bytes], sentence: str
) -> None:
    server.answers["tools/call"] = answer

    with pytest.raises(KnownError) as caught:
        said(client)
    assert re.search(sentence, caught.value.problem().text())


def test_a_stream_of_events_has_the_answer_somewhere(client: McpClient, server: OldServer) -> None:
    answer = {"jsonrpc": "2.0", "id": 4, "result": {"content": [{"type": "text", "text": "yes"}]}}
    events = (
        ": wait\n\n"
        'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n'
        'data: {"jsonrpc":"2.0","id":99,"result":{}}\n\n'
        f"event: message\ndata: {json.dumps(answer)}\n\n"
    )
    server.answers["tools/call"] = (200, "text/event-stream", events.encode())

    assert said(client) == "yes"
    client.tools(StopSignal())
    assert server.methods().count("tools/list") == 2


def test_a_call_that_is_stopped_is_given_up_and_the_server_is_told(
    client: McpClient, server: OldServer
) -> None:
    client.tools(StopSignal())
    stop = StopSignal()

    def stop_when_held() -> None:
        server.held.wait(30)
        stop.stop()

    threading.Thread(target=stop_when_held).start()

    with pytest.raises(TransferStopped):
        said(client, "wait", stop)

    server.released.set()
    assert said(client, "next") == "next"
    transport = client._connection.transport if client._connection else None
    assert isinstance(transport, ServerAddress)
    assert transport._lane.wait(30)
    assert "notifications/cancelled" in server.methods()


def test_a_key_is_not_sent_where_others_could_read_it() -> None:
    with pytest.raises(KnownError, match="is not encrypted"):
        ServerAddress("web", "http://tools.example/mcp", {"Authorization": "Bearer k1"})
