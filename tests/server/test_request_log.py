"""What stands in the log of requests, and what of it is counted."""

from __future__ import annotations

from app.server.request_log import RequestLog

CHAT = "/v1/chat/completions"


class Clock:
    """A second later each time."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_a_refusal_stands_in_the_log_and_is_counted_nowhere() -> None:
    log = RequestLog(Clock())
    log.refuse("curl/8.5", '/v1/"} 1\nevil', 401)
    assert [(one.client, one.path, one.status) for one in log.newest()] == [
        ("curl/8.5", '/v1/"} 1evil', 401)
    ]
    assert "evil" not in log.metrics(is_loaded=True)


def test_the_same_refusal_again_stands_there_once_with_its_last_time() -> None:
    log = RequestLog(Clock())
    for _ in range(1000):
        log.refuse("a page", CHAT, 403)
    log.refuse("curl", CHAT, 401)
    log.refuse("a page", CHAT, 403)
    assert [one.client for one in log.newest()] == ["a page", "curl", "a page"]
    assert log.newest()[0].began_at == 1100.0


def test_names_and_addresses_of_strangers_are_cut() -> None:
    log = RequestLog(Clock())
    log.refuse("\x1b[31m" + "x" * 10_000, "/" + "y" * 10_000, 404)
    told = log.newest()[0]
    assert told.client.startswith("[31mx")
    assert len(told.client) == 80
    assert len(told.path) == 120


def test_whoever_watches_is_told_of_each_change() -> None:
    log = RequestLog(Clock())
    seen: list[tuple[int, int]] = []
    log.on_change = lambda: seen.append((log.n_open, len(log.newest())))
    log.end(log.begin("curl", CHAT))
    log.refuse("curl", CHAT, 401)
    assert seen == [(1, 0), (0, 1), (0, 2)]


def test_a_request_is_in_one_of_the_lists_at_every_moment() -> None:
    seen: list[tuple[int, int]] = []

    def look() -> float:
        seen.append((log.n_open, len(log.newest())))
        return 100.0

    log = RequestLog(look)
    log.end(log.begin("curl", CHAT))
    assert seen == [(0, 0), (1, 0)]
