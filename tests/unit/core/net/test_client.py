"""The HTTP client against servers on this machine that are honest, silent, rude or malicious."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest
from urllib3 import HTTPResponse

from app import __version__
from app.core.errors import KnownError
from app.core.net.client import HttpClient, HttpOptions
from app.core.net.errors import (
    AccessDenied,
    AddressInvalid,
    AnswerUnusable,
    ConnectionBroken,
    ConnectionNotAccepted,
    NetError,
    NotFound,
    ProxyFailed,
    RedirectRefused,
    ServerFailed,
    TimedOut,
    TlsFailed,
    TooManyRequests,
)
from app.core.system.stop_signal import TransferStopped
from tests.helpers.certificates import OwnCertificate
from tests.helpers.feed_server import FeedServer, http
from tests.helpers.hub_server import Answer, Drop, HubRepository, LoopbackHub, Stall, random_bytes
from tools.bench.free_port import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REPO = "maker/Model-GGUF"
FILE = "Model-Q4_K_M.gguf"
DATA = random_bytes(400_000)


@pytest.fixture
def hub() -> Iterator[LoopbackHub]:
    with LoopbackHub({REPO: HubRepository({FILE: DATA})}) as hub:
        yield hub


@pytest.fixture
def client() -> Iterator[HttpClient]:
    client = HttpClient(HttpOptions(connect_timeout_s=5.0, read_timeout_s=5.0))
    yield client
    client.close()


def file_address(hub: LoopbackHub) -> str:
    return f"{hub.address}/{REPO}/resolve/main/{FILE}"


def test_an_answer_in_json_is_understood_and_the_server_is_told_who_asks(
    hub: LoopbackHub, client: HttpClient
) -> None:
    answer = client.get_json(f"{hub.address}/api/models")

    assert [one["id"] for one in answer.value] == [REPO]
    assert hub.seen[0].headers["user-agent"] == f"Hearth/{__version__}"
    assert "cookie" not in hub.seen[0].headers


def test_a_file_comes_whole_from_where_the_redirect_leads(
    hub: LoopbackHub, client: HttpClient
) -> None:
    with client.open(file_address(hub), headers={"Range": "bytes=7-"}) as transfer:
        assert transfer.status == 206
        assert transfer.redirect_headers["x-linked-size"] == str(len(DATA))
        assert b"".join(transfer.chunks()) == DATA[7:]

    assert hub.ranges() == ["bytes=7-"]


def test_a_token_goes_to_its_server_and_to_no_other_also_not_to_another_port(
    hub: LoopbackHub, client: HttpClient
) -> None:
    with client.open(file_address(hub), token="hf_right") as transfer:
        assert b"".join(transfer.chunks()) == DATA

    assert hub.requests_of("hub")[0].headers["authorization"] == "Bearer hf_right"
    assert "authorization" not in hub.requests_of("files")[0].headers


def test_a_token_is_not_sent_where_others_could_read_it(client: HttpClient) -> None:
    # As the proxy we see what is sent without encryption to a server elsewhere.
    server = FeedServer([http(b"{}")])
    through = HttpClient(HttpOptions(proxy=server.feed.removesuffix("/latest.json")))
    try:
        assert through.get_json("http://hub.example/api", token="hf_secret").value == {}
    finally:
        through.close()
        server.close()

    assert server.requests[0].startswith("GET http://hub.example/api")
    assert "hf_secret" not in server.requests[0]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer(401), AccessDenied),
        (Answer(403, {"X-Error-Code": "GatedRepo"}), AccessDenied),
        (Answer(404), NotFound),
        (Answer(410), NotFound),
        (Answer(407), ProxyFailed),
        (Answer(408), TimedOut),
        (Answer(418), AnswerUnusable),
        (Answer(429), TooManyRequests),
        (Answer(500), ServerFailed),
        (Answer(503), ServerFailed),
        (Answer(200, {}, b"<html>Welcome to our hotel"), AnswerUnusable),
        (Answer(200, {}, b"[" * 100_000), AnswerUnusable),
        (Answer(200, {}, b"\xff\xfe"), AnswerUnusable),
    ],
)
def test_each_refusal_has_a_name_and_three_sentences(
    hub: LoopbackHub, client: HttpClient, answer: Answer, kind: type[NetError]
) -> None:
    hub.api_faults = [answer]

    with pytest.raises(kind) as raised:
        client.get_json(f"{hub.address}/api/models")

    problem = raised.value.problem()
    assert isinstance(raised.value, KnownError)
    assert all(str(words).endswith(".") for words in (problem.what, problem.effect, problem.remedy))


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "999999999"}, 3600.0),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"RateLimit": '"api";r=0;t=55'}, 55.0),
        ({}, None),
    ],
)
def test_how_long_a_busy_server_asks_to_wait_is_known(
    hub: LoopbackHub, client: HttpClient, headers: dict[str, str], wait_s: float | None
) -> None:
    hub.api_faults = [Answer(429, headers)]

    with pytest.raises(TooManyRequests) as raised:
        client.get_json(f"{hub.address}/api/models")

    assert raised.value.retry_after_s == wait_s
    assert raised.value.is_transient


def test_a_connection_that_breaks_in_the_middle_is_told_and_never_taken_for_the_end(
    hub: LoopbackHub, client: HttpClient
) -> None:
    hub.file_faults = [Drop(100_000)]
    received: list[bytes] = []

    with client.open(file_address(hub)) as transfer, pytest.raises(ConnectionBroken):
        received.extend(transfer.chunks())

    assert b"".join(received) == DATA[:100_000]


def test_silence_ends_after_the_time_that_was_set(hub: LoopbackHub) -> None:
    client = HttpClient(HttpOptions(read_timeout_s=0.2))
    hub.api_faults = [Stall(0)]
    hub.file_faults = [Stall(1000)]

    with pytest.raises(TimedOut):
        client.get_json(f"{hub.address}/api/models")
    with client.open(file_address(hub)) as transfer, pytest.raises(TimedOut):
        list(transfer.chunks())
    client.close()


def test_a_transfer_that_waits_for_bytes_can_be_stopped_from_another_thread(
    hub: LoopbackHub,
) -> None:
    client = HttpClient(HttpOptions(read_timeout_s=60.0))
    hub.file_faults = [Stall(1000)]
    with client.open(file_address(hub)) as transfer:
        chunks = transfer.chunks()
        next(chunks)
        stopper = threading.Thread(target=transfer.stop)
        stopper.start()
        with pytest.raises(TransferStopped):
            list(chunks)
        stopper.join()
    client.close()


def test_a_transfer_can_be_stopped_where_no_waiting_read_can_be_woken(
    hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HTTPResponse, "shutdown", lambda _response: None)
    client = HttpClient(HttpOptions(read_timeout_s=60.0))
    hub.file_faults = [Stall(1000)]
    with client.open(file_address(hub)) as transfer:
        chunks = transfer.chunks()
        next(chunks)
        stopper = threading.Thread(target=transfer.stop)
        stopper.start()
        with pytest.raises(TransferStopped):
            list(chunks)
        stopper.join()
    client.close()


@pytest.mark.parametrize("location", ["http://[", "file:///etc/passwd", "ftp://a.example/x"])
def test_a_redirect_to_what_is_no_web_address_is_refused(
    hub: LoopbackHub, client: HttpClient, location: str
) -> None:
    hub.hub_faults = [Answer(302, {"Location": location})]

    with pytest.raises(RedirectRefused):
        client.open(file_address(hub))


def test_a_redirect_in_a_circle_ends(hub: LoopbackHub, client: HttpClient) -> None:
    circle = Answer(302, {"Location": f"/{REPO}/resolve/main/{FILE}"})
    hub.hub_faults = [circle] * 50

    with pytest.raises(RedirectRefused):
        client.open(file_address(hub))

    assert len(hub.requests_of("hub")) == 11


def test_nobody_there_is_told_apart_from_somebody_who_says_no(client: HttpClient) -> None:
    with pytest.raises(ConnectionNotAccepted) as raised:
        client.get_json(f"http://127.0.0.1:{free_port()}/")

    assert raised.value.is_transient


@pytest.mark.parametrize(
    "address", ["", "nonsense", "http://", "http://a:b@c/", "http://a:99999/", "http://["]
)
def test_what_is_no_address_is_refused(client: HttpClient, address: str) -> None:
    with pytest.raises(AddressInvalid):
        client.get_json(address)


def test_a_server_whose_certificate_nobody_vouches_for_is_not_talked_to(
    tmp_path: Path, client: HttpClient
) -> None:
    with (
        _TlsServer(tmp_path) as server,
        pytest.raises(TlsFailed, match="Hearth cannot connect securely to"),
    ):
        client.get_json(f"https://127.0.0.1:{server.port}/")


@pytest.mark.unix("certificates of the system in a file that a variable names")
def test_the_certificates_of_the_system_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _TlsServer(tmp_path) as server:
        monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
        trusting = HttpClient()
        assert trusting.get_json(f"https://127.0.0.1:{server.port}/").value == {"safe": True}
        trusting.close()


class _TlsServer:
    """Answers over TLS with a certificate that it has signed itself."""

    def __init__(self, folder: Path) -> None:
        own = OwnCertificate.made(folder)
        self.certificate, self._context = own.file, own.context
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> _TlsServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        socket.create_connection(("127.0.0.1", self.port)).close()
        self._thread.join()
        self._socket.close()

    _is_over = False

    def _serve(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            with connection:
                if self._is_over:
                    return
                try:
                    with self._context.wrap_socket(connection, server_side=True) as safe:
                        safe.recv(65536)
                        safe.sendall(http(b'{"safe": true}'))
                except OSError:
                    continue  # it does not trust us
