"""One program that asks without end keeps no other out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from typing import TYPE_CHECKING

import pytest

from app.core.protocol import Generate
from app.server import fair_share
from app.server.errors import ApiError
from app.server.fair_share import MOST_AT_ONCE, FairShares, Program
from tests.helpers.api_server import KEY, ApiServer

if TYPE_CHECKING:
    from pathlib import Path

CHAT = "/v1/chat/completions"


def n_taken(shares: FairShares, held: contextlib.ExitStack, programs: list[Program]) -> list[int]:
    """Have programs ask in turn until each is refused; return how much each holds."""
    counts = dict.fromkeys(programs, 0)
    asking = list(programs)
    while asking:
        for one in tuple(asking):
            try:
                held.enter_context(shares.hold(one))
            except ApiError:
                asking.remove(one)
            else:
                counts[one] += 1
    return list(counts.values())


@pytest.mark.parametrize("n_programs", [1, 2, 5])
def test_whoever_comes_next_finds_room_and_who_is_there_has_equal_parts(n_programs: int) -> None:
    shares = FairShares()
    with contextlib.ExitStack() as held:
        programs = [Program("127.0.0.1", str(number)) for number in range(n_programs)]
        counts = n_taken(shares, held, programs)
        assert max(counts) - min(counts) <= 1
        n_free = MOST_AT_ONCE - sum(counts)
        assert 0 < n_free < MOST_AT_ONCE / 7
        (late,) = n_taken(shares, held, [Program("127.0.0.1", "late")])
        assert late >= n_free * 3 // 4
    assert not shares._shares


def test_the_same_name_on_another_machine_is_another_program() -> None:
    shares = FairShares()
    with contextlib.ExitStack() as held:
        n_taken(shares, held, [Program("10.0.0.1", "client")])
        with shares.hold(Program("10.0.0.2", "client")):
            pass
        with pytest.raises(ApiError, match="rest is for others") as refused:
            held.enter_context(shares.hold(Program("10.0.0.1", "client")))
        assert refused.value.status == 429
        assert refused.value.retry_after_s > 0


def test_few_answers_of_one_program_are_at_work_and_the_rest_wait_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_share, "_MOST_AT_WORK", 2)
    one, other = Program("127.0.0.1", "one"), Program("127.0.0.1", "other")

    async def run() -> None:
        shares = FairShares()
        begun: list[str] = []
        may_end = asyncio.Event()

        async def ask(program: Program, label: str) -> None:
            with shares.hold(program):
                async with shares.at_work(program):
                    begun.append(label)
                    await may_end.wait()

        asked = [(one, "1"), (one, "2"), (one, "3"), (one, "4"), (other, "other")]
        tasks = [asyncio.ensure_future(ask(*each)) for each in asked]
        await asyncio.sleep(0.01)
        assert begun == ["1", "2", "other"]
        tasks[2].cancel()  # who goes away while waiting takes no turn
        may_end.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert begun == ["1", "2", "other", "4"]

    asyncio.run(run())


def test_what_another_program_asks_waits_behind_few_requests_of_one_that_asks_without_end(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_share, "_MOST_AT_WORK", 2)
    body = {"messages": [{"role": "user", "content": "Talk."}], "max_tokens": 1900, "stream": True}
    written = json.dumps(body).encode()
    head = (
        f"POST {CHAT} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {KEY}\r\nUser-Agent: many\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(written)}\r\n\r\n"
    ).encode()
    with ApiServer(tmp_path, tiny_model) as server, server.http() as http:
        with contextlib.ExitStack() as held:
            for _ in range(20):
                connection = socket.create_connection(("127.0.0.1", server.service.port), 60)
                held.enter_context(connection)
                connection.sendall(head + written)
            while server.service.log.n_open < 20:
                assert http.get("/health").status_code == 200
            answered = http.post(CHAT, json=body | {"max_tokens": 2, "stream": False})
            assert answered.status_code == 200
            asked = [one.max_tokens for one in server.posted if isinstance(one, Generate)]
            n_before = asked.index(2)
        while server.service.log.n_open:
            assert http.get("/health").status_code == 200
    assert n_before <= 2, "of the twenty that were asked before"
