"""Bodies of requests that wait take no more memory together than there is set aside for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.server.errors import ApiError
from app.server.fair_share import BodyRoom
from tests.helpers.api_server import ApiServer

if TYPE_CHECKING:
    from pathlib import Path

CHAT = "/v1/chat/completions"
LARGE = " " * 12_000


def body(n_tokens: int, padding: str = "") -> dict[str, Any]:
    messages = [{"role": "user", "content": "Talk."}]
    return {"messages": messages, "max_tokens": n_tokens, "stream": True, "unknown": padding}


def test_room_that_is_taken_is_free_again_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.server.fair_share.MOST_BODY_BYTES", 100)
    room = BodyRoom()
    with room.hold() as take:
        take(60)
        take(40)
        with room.hold() as take_other, pytest.raises(ApiError, match="as large as") as refused:
            take_other(1)
        assert refused.value.status == 429
        assert refused.value.retry_after_s
    with room.hold() as take:
        take(100)


def test_a_body_that_finds_no_room_beside_others_is_told_to_come_again(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.server.fair_share.MOST_BODY_BYTES", 20_000)
    with ApiServer(tmp_path, tiny_model) as server, server.http() as http:
        with http.stream("POST", CHAT, json=body(1900, LARGE)) as running:
            said = running.iter_lines()  # closes the stream when it goes
            next(said)
            refused = http.post(CHAT, json=body(4, LARGE))
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) > 0
            assert http.post(CHAT, json=body(4)).status_code == 200
        while server.service.log.n_open:
            assert http.get("/health").status_code == 200
        assert http.post(CHAT, json=body(4, LARGE)).status_code == 200
