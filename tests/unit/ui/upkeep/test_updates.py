"""Asking the release feed, against a real server on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.system.updates import HOMEPAGE, RELEASE_FEED, Release, version_of
from app.ui.upkeep.updates import MAX_BYTES, UpdateCheck
from tests.helpers.feed_server import NEWS, FeedServer, http
from tools.bench.free_port import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from app.core.errors import Problem


@pytest.fixture
def server() -> Iterator[FeedServer]:
    running = FeedServer()
    yield running
    running.close()


@pytest.fixture
def ask(qtbot: QtBot, server: FeedServer) -> Callable[..., Release | Problem]:
    """Ask the server, which answers as given, and return what came of it."""

    def asked(*answers: bytes | None, timeout_ms: int = 10_000) -> Release | Problem:
        server.answers[:] = answers
        check = UpdateCheck(None, server.feed, timeout_ms)
        outcomes: list[Release | Problem] = []
        check.answered.connect(outcomes.append)
        check.failed.connect(outcomes.append)
        check.ask()
        was_asking = check.is_asking
        qtbot.waitUntil(lambda: bool(outcomes), timeout=10_000)
        assert (was_asking, check.is_asking) == (True, False)
        assert len(outcomes) == 1
        return outcomes[0]

    return asked


def test_the_answer_of_the_feed_arrives(ask: Callable[..., Release]) -> None:
    release = ask(http(json.dumps(NEWS).encode()))

    assert release == Release(version_of("99.0"), NEWS["page"], NEWS["notes"])


def test_the_server_is_told_that_this_is_hearth_and_nothing_else(
    ask: Callable[..., Release], server: FeedServer
) -> None:
    ask(http(json.dumps(NEWS).encode(), "200 OK", "Set-Cookie: id=7"))
    ask(http(json.dumps(NEWS).encode()))

    for request in server.requests:
        first, *lines = request.strip().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        assert first == "GET /latest.json HTTP/1.1"
        assert headers.pop("Host").startswith("127.0.0.1:")
        assert headers.pop("Connection", "") in ("", "Keep-Alive")
        assert headers == {
            "User-Agent": "Hearth",
            "Accept": "application/json",
            "Accept-Language": "en",
            "Accept-Encoding": "identity",
        }


def test_one_check_asks_again_and_sends_no_cookie_back(qtbot: QtBot, server: FeedServer) -> None:
    server.answers[:] = [http(json.dumps(NEWS).encode(), "200 OK", "Set-Cookie: id=7")] * 2
    check = UpdateCheck(None, server.feed)
    for _ in range(2):
        with qtbot.waitSignal(check.answered):
            check.ask()

    assert len(server.requests) == 2
    assert not any("cookie" in request.lower() for request in server.requests)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (http(b"<html>"), "is not JSON"),
        (http(b""), "is not JSON"),
        (http(b"gone", "404 Not Found"), "has no list of versions"),
        (http(b"broken", "500 Internal Server Error"), "responded with an error (500)"),
        (http(b"", "204 No Content"), "unexpected response (204)"),
        (http(b" " * (MAX_BYTES + 1) + b"{}"), "far too long"),
        (http(b" " * 10_000_000), "far too long"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{", "closed the connection"),
        (b"", "closed the connection"),
    ],
)
def test_what_is_no_answer_says_why_in_plain_words(
    ask: Callable[..., Problem], answer: bytes, words: str
) -> None:
    problem = ask(answer)

    assert words in str(problem.what)
    assert "nothing was changed" in str(problem.effect)
    assert str(problem.remedy)


def test_as_much_as_is_allowed_is_read(ask: Callable[..., Release]) -> None:
    said = json.dumps(NEWS).encode()

    assert ask(http(said + b" " * (MAX_BYTES - len(said)))).notes == "Faster."


def test_a_server_that_never_answers_is_waited_for_no_longer_than_said(
    ask: Callable[..., Problem], server: FeedServer
) -> None:
    problem = ask(None, timeout_ms=200)

    assert "did not respond within 0.2 seconds" in str(problem.what)
    assert server.left.wait(10)


def test_where_nobody_listens_it_is_said(qtbot: QtBot) -> None:
    check = UpdateCheck(None, f"http://127.0.0.1:{free_port()}/")

    with qtbot.waitSignal(check.failed) as failed:
        check.ask()

    assert "is not accepting connections" in str(failed.args[0].what)


def test_a_redirect_to_the_same_kind_of_address_is_followed(
    ask: Callable[..., Release], server: FeedServer
) -> None:
    moved = http(b"", "302 Found", "Location: /elsewhere.json")

    assert ask(moved, http(json.dumps(NEWS).encode())).notes == "Faster."
    # Qt may have sent one twice, as it does where a connection was lost.
    assert server.requests[-1].startswith("GET /elsewhere.json ")


@pytest.mark.parametrize("target", ["file:///etc/hostname", "ftp://127.0.0.1/x", "/latest.json"])
def test_a_redirect_elsewhere_or_in_a_circle_is_not(
    ask: Callable[..., Problem], server: FeedServer, target: str
) -> None:
    moved = http(b"", "302 Found", f"Location: {target}")

    problem = ask(moved)

    assert "nothing was changed" in str(problem.effect)
    assert len(server.requests) < 10


def test_what_was_cancelled_closes_the_connection_and_says_nothing(
    qtbot: QtBot, server: FeedServer
) -> None:
    server.answers[:] = [None]
    check = UpdateCheck(None, server.feed)
    outcomes: list[object] = []
    check.answered.connect(outcomes.append)
    check.failed.connect(outcomes.append)
    check.ask()
    check.ask()  # one question at a time
    qtbot.waitUntil(lambda: bool(server.requests))

    check.cancel()
    qtbot.waitUntil(server.left.is_set)

    assert outcomes == []
    assert not check.is_asking
    assert len(server.requests) == 1


def test_without_the_network_part_of_qt_it_is_said(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtNetwork", None)
    check = UpdateCheck(None, RELEASE_FEED)

    with qtbot.waitSignal(check.failed) as failed:
        check.ask()

    assert "This system lacks" in str(failed.args[0].what)
    assert HOMEPAGE in str(failed.args[0].remedy)


def test_the_window_does_not_load_qts_network_part() -> None:
    code = "import sys, app.ui.app; print('PySide6.QtNetwork' in sys.modules)"

    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=60, check=True
    )

    assert found.stdout.strip() == "False"


def test_the_addresses_are_stand_ins_under_a_reserved_domain() -> None:
    assert HOMEPAGE.startswith("https://hearth.example/")
    assert RELEASE_FEED.startswith(HOMEPAGE)
