"""What becomes of a request at the desk, with no engine behind it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from app.server.desk import Desk
from app.server.model_switch import ModelSwitch
from app.server.request_log import RequestLog
from app.server.served_model import ServedModel

if TYPE_CHECKING:
    import pytest

    from app.server.desk import Taken

NOBODY: Any = None


def ask(log: RequestLog, path: str) -> list[dict[str, Any]]:
    """Send a request for "{}" to a desk; return the messages of ASGI that come of it."""
    state = ServedModel(None, lambda: None)
    desk = Desk(state, ModelSwitch(state, None), NOBODY, log)
    sent: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"user-agent", b"tests"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
    }

    async def run() -> None:
        is_gone = asyncio.Event()
        bodies = [{"type": "http.request", "body": b"{}", "more_body": False}]

        async def receive() -> Any:
            if bodies:
                return bodies.pop()
            await is_gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        async def serve(taken: Taken) -> None:
            async with taken.at_work:
                assert log.n_open == 1
                await taken.reply({"done": True})

        await desk.endpoint(serve)(scope, receive, send)

    asyncio.run(run())
    return sent


def test_a_request_is_served_and_noted_and_a_line_end_behind_its_address_is_not() -> None:
    log = RequestLog()
    start, body = ask(log, "/v1/completions\n")
    assert (start["status"], body["body"]) == (200, b'{"done":true}')
    assert [(one.client, one.path, one.status) for one in log.newest()] == [
        ("tests", "/v1/completions", 200)
    ]
    lines = log.metrics(is_loaded=False).splitlines()
    assert all(line.startswith(("# ", "hearth_")) for line in lines)
    assert log.n_open == 0


def test_one_too_many_is_told_to_come_again_and_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.server.fair_share.MOST_AT_ONCE", 0)
    log = RequestLog()
    start, _body = ask(log, "/v1/completions")
    assert start["status"] == 429
    assert dict(start["headers"])[b"retry-after"] == b"5"
    assert [one.status for one in log.newest()] == [429]
