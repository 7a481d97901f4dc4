"""A client of a local API, for measurements: OpenAI's chat completions over a real socket.

Hearth and llama-server are asked by the same code, so that both are measured alike.
"""

from __future__ import annotations

import json
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.errors import KnownError
from app.core.phrases import phrase
from tools.bench.timed import Timed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Messages = Sequence[dict[str, str]]

_TIMEOUT_S = 3600.0
_DATA = b"data: "
_END = b"[DONE]"


class ApiFailed(KnownError):
    """A server does not answer as clients of OpenAI's expect."""

    def __init__(self, url: str, cause: str) -> None:
        super().__init__(
            what=phrase(
                "The server at {url} does not answer as expected ({cause}).", url=url, cause=cause
            ),
            effect=phrase("Nothing was measured."),
            remedy=phrase("Start it with the same model, and name its address."),
        )


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """One answer.

    Attributes:
        text: without its thinking.
        n_cached: tokens of the prompt that were not computed again.
    """

    text: str
    n_cached: int
    timed: Timed

    @property
    def first_token_ms(self) -> float:
        """From the request to the first text."""
        return (self.timed.first_s - self.timed.asked_s) * 1e3


class ApiClient:
    """Asks one server.

    Args:
        url: such as http://127.0.0.1:8080, without "/v1".
        key: that it wants; "" for none.

    Every method raises `ApiFailed` when the server does not do it.
    """

    def __init__(self, url: str, key: str = "") -> None:
        self._url = url.rstrip("/").removesuffix("/v1")
        self._key = key

    def ask(self, messages: Messages, n_tokens: int) -> ApiAnswer:
        """Have one answer streamed, of so many tokens at most, always the likeliest."""
        body = {
            "model": "",
            "messages": list(messages),
            "max_tokens": n_tokens,
            "temperature": 0,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        asked_s = time.perf_counter()
        try:
            with urllib.request.urlopen(self._request(body), timeout=_TIMEOUT_S) as lines:
                return _answer(lines, asked_s)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ApiFailed(self._url, str(error) or repr(error)) from error

    def ask_all(self, conversations: Sequence[Messages], n_tokens: int) -> list[ApiAnswer]:
        """Have all conversations answered at once, each over a connection of its own."""
        with ThreadPoolExecutor(len(conversations)) as pool:
            return list(pool.map(lambda one: self.ask(one, n_tokens), conversations))

    def n_prompt_of(self, text: str) -> int:
        """Return how many tokens the prompt of a text has."""
        return self.ask([user(text)], 1).timed.n_prompt

    def _request(self, body: dict[str, Any]) -> urllib.request.Request:
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        address = f"{self._url}/v1/chat/completions"
        return urllib.request.Request(address, json.dumps(body).encode(), headers)


def user(text: str) -> dict[str, str]:
    """Return a message of the user."""
    return {"role": "user", "content": text}


def _answer(lines: Iterable[bytes], asked_s: float) -> ApiAnswer:
    """Read a stream of events as they come."""
    texts: list[str] = []
    first_s, usage = 0.0, None
    for line in lines:
        if not line.startswith(_DATA) or line.strip().endswith(_END):
            continue
        chunk = json.loads(line.removeprefix(_DATA))
        if "error" in chunk:
            raise ValueError(chunk["error"]["message"])
        usage = chunk.get("usage") or usage
        for choice in chunk["choices"]:
            delta = choice["delta"]
            texts.append(delta.get("content") or "")
            if not first_s and (texts[-1] or delta.get("reasoning_content")):
                first_s = time.perf_counter()
    ended_s = time.perf_counter()
    if usage is None:
        raise ValueError("the stream has no usage")
    n_cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)
    n_said = usage["completion_tokens"]
    timed = Timed(usage["prompt_tokens"], n_said, asked_s, first_s or ended_s, ended_s)
    return ApiAnswer("".join(texts), n_cached, timed)
