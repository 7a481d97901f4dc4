"""All kinds of clients at once, as long as HEARTH_API_SOAK_S says: nothing grows, nothing fails.

A few seconds by default. The figures of a longer run are logged:

    HEARTH_API_SOAK_S=600 pytest tests/server/test_soak.py -o log_cli=true -o log_cli_level=INFO
"""

from __future__ import annotations

import itertools
import logging
import os
import random
import socket
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx2
import psutil

from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.serving import Serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

logger = logging.getLogger(__name__)

SOAK_S = float(os.environ.get("HEARTH_API_SOAK_S", "6"))
N_CLIENTS = 8
# Bytes after the first half, of either process. 64 MiB are what the engine keeps ready for the next
# restore: once, and on a busy machine only when the half is over.
MOST_GROWTH = (64 + 32) << 20
WORDS = ("the", "sea", "and", "a", "ship", "in", "storm", "of", "those", "who", "came", "home")


class Soak:
    """Clients of one server, each on a thread, until they are to end."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._has_ended = threading.Event()
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self._threads = [
            threading.Thread(target=self._run, args=(number,)) for number in range(N_CLIENTS)
        ]

    def run(self, seconds: float) -> None:
        """Let all ask for so long."""
        for thread in self._threads:
            thread.start()
        half = [0, 0]
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._has_ended.wait(min(left, seconds / 10))
            if not any(half) and left < seconds / 2:
                half = self.memory()
        self._has_ended.set()
        for thread in self._threads:
            thread.join()
        self.grown = [after - before for before, after in zip(half, self.memory(), strict=True)]

    def memory(self) -> list[int]:
        """Return the bytes that the server and its engine have in memory."""
        server = psutil.Process(self._serving.process.pid)
        (engine,) = [one for one in server.children() if "engine-child" in one.cmdline()]
        return [server.memory_info().rss, engine.memory_info().rss]

    def _run(self, number: int) -> None:
        chance = random.Random(number)
        headers = {"authorization": f"Bearer {self._serving.key}"}
        with httpx2.Client(
            base_url=self._serving.address, headers=headers, timeout=120, trust_env=False
        ) as http:
            client = Client(http, self._serving, chance, number)
            while not self._has_ended.is_set():
                kind, ask = client.next()
                try:
                    ask()
                except Exception as error:  # noqa: BLE001 - whatever it is, the test names it
                    with self._lock:
                        self.failures.append(f"{kind}: {error!r}")
                    return
                with self._lock:
                    self.counts[kind] += 1


class Client:
    """One client, which does now this and now that."""

    def __init__(
        self, http: httpx2.Client, serving: Serving, chance: random.Random, number: int
    ) -> None:
        self._http = http
        self._serving = serving
        self._chance = chance
        self._number = number
        self._turns: list[dict[str, str]] = []
        self._numbers = itertools.count()

    def next(self) -> tuple[str, Callable[[], None]]:
        """Return what it does next, and its name."""
        kinds = {
            "chat": self._chat,
            "stream": self._stream,
            "messages": self._messages,
            "responses": self._responses,
            "completion": self._completion,
            "gone": self._gone,
            "half a head": self._half_a_head,
            "wrong key": self._wrong_key,
            "no json": self._no_json,
            "count": self._count,
            "metrics": self._metrics,
        }
        kind = self._chance.choice(list(kinds))
        return kind, kinds[kind]

    def _text(self, n_words: int) -> str:
        return " ".join(self._chance.choice(WORDS) for _ in range(n_words))

    def _post(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = self._http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def _chat(self) -> None:
        """Go on with a conversation, or begin a new one."""
        if len(self._turns) > 6:
            self._turns = []
        self._turns.append({"role": "user", "content": self._text(12)})
        answer = self._post("/v1/chat/completions", messages=self._turns, max_tokens=8)
        said = answer["choices"][0]["message"]["content"]
        self._turns.append({"role": "assistant", "content": said})

    def _asked(self) -> list[dict[str, str]]:
        return [{"role": "user", "content": self._text(self._chance.randrange(1, 60))}]

    def _stream(self) -> None:
        body = {"messages": self._asked(), "max_tokens": 12, "stream": True}
        with self._http.stream("POST", "/v1/chat/completions", json=body) as answer:
            lines = list(answer.iter_lines())
        assert lines[-2] == "data: [DONE]", lines[-4:]

    def _messages(self) -> None:
        assert self._post("/v1/messages", messages=self._asked(), max_tokens=8)["content"]

    def _responses(self) -> None:
        assert self._post("/v1/responses", input=self._asked(), max_output_tokens=8)["output"]

    def _completion(self) -> None:
        assert self._post("/v1/completions", prompt=self._text(10), max_tokens=8)["choices"]

    def _gone(self) -> None:
        """Go away in the middle of an answer."""
        body = {"messages": self._asked(), "max_tokens": 500, "stream": True}
        with self._http.stream("POST", "/v1/chat/completions", json=body) as answer:
            next(answer.iter_lines())

    def _half_a_head(self) -> None:
        host, _, port = self._serving.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), 60) as connection:
            connection.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: loc")

    def _wrong_key(self) -> None:
        key = f"wrong {next(self._numbers)}"
        answer = self._http.get("/v1/models", headers={"authorization": f"Bearer {key}"})
        assert answer.status_code == 401

    def _no_json(self) -> None:
        json_type = {"content-type": "application/json"}
        answer = self._http.post("/v1/messages", content=b"{" * 2000, headers=json_type)
        assert answer.status_code == 400

    def _count(self) -> None:
        path = "/v1/messages/count_tokens"
        assert self._post(path, messages=self._asked())["input_tokens"] > 0

    def _metrics(self) -> None:
        assert "hearth_requests_total" in self._http.get("/metrics").text


def test_mixed_clients_meet_no_failure_and_memory_stays_flat(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "tiny.gguf", n_ctx=8192)
    with Serving(tmp_path / "data", "--model", str(model)) as serving:
        with serving.openai() as client:  # once all is loaded
            client.chat.completions.create(
                model="", messages=[{"role": "user", "content": "Hi."}], max_tokens=2
            )
        soak = Soak(serving)
        soak.run(SOAK_S)
        assert soak.failures == []
        assert soak.counts.total() > N_CLIENTS
        now = soak.memory()
        logger.info(
            "%.0f s, %d requests of %s; MB in memory at the end: server %.1f, engine %.1f; "
            "grown since the half: %.1f, %.1f",
            *(SOAK_S, soak.counts.total(), dict(soak.counts)),
            *(n_bytes / 2**20 for n_bytes in (*now, *soak.grown)),
        )
        assert max(soak.grown) < MOST_GROWTH, soak.grown
        assert serving.process.poll() is None
