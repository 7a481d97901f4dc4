"""A llama-server as a peer to compare with: its slots, and the save and restore of the first.

Start it with the same model; for saving with `--slot-save-path DIR -np 1`, for several answers at
once with `-np N` and a context that holds them all.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from app.core.errors import KnownError
from app.core.phrases import phrase
from tools.bench.free_port import free_port
from tools.bench.timed import Timed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_FILE = "hearth-bench.bin"
_TIMEOUT_S = 3600.0
_LOOK_S = 0.005


class LlamaServerFailed(KnownError):
    """The llama-server does not answer as expected."""

    def __init__(self, url: str, cause: str) -> None:
        super().__init__(
            what=phrase(
                "The llama-server at {url} does not answer as expected ({cause}).",
                url=url,
                cause=cause,
            ),
            effect=phrase("Nothing was compared."),
            remedy=phrase(
                "Start it with the same model and --slot-save-path, and name its address."
            ),
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """One prompt: its tokens, how many of them were computed, and how long that took."""

    n_prompt: int
    n_read: int
    prompt_ms: float


class LlamaServer:
    """One slot of a llama-server.

    Args:
        url: such as http://127.0.0.1:8080

    Every method raises `LlamaServerFailed` when the server does not do it.
    """

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")

    def complete(self, text: str) -> Completion:
        """Compute a prompt, reusing what the slot holds, and one token."""
        answer = self._post(
            "/completion",
            {"prompt": text, "n_predict": 1, "cache_prompt": True, "id_slot": 0, "temperature": 0},
        )
        try:
            timings = answer["timings"]
            return Completion(
                int(answer["tokens_evaluated"]),
                int(timings["prompt_n"]),
                float(timings["prompt_ms"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise LlamaServerFailed(self._url, repr(error)) from error

    def answer_all(self, prompts: Sequence[str], n_tokens: int) -> list[Timed]:
        """Answer all prompts at once, each in a slot of its own, from nothing."""
        with ThreadPoolExecutor(len(prompts)) as pool:
            return list(
                pool.map(self._answer, range(len(prompts)), prompts, [n_tokens] * len(prompts))
            )

    def _answer(self, slot: int, text: str, n_tokens: int) -> Timed:
        body = {
            "prompt": text,
            "n_predict": n_tokens,
            "cache_prompt": False,
            "id_slot": slot,
            "temperature": 0,
            "ignore_eos": True,
            "stream": True,
        }
        asked_s, last = time.perf_counter(), b""
        said_s: list[float] = []
        try:
            with urllib.request.urlopen(
                self._request("/completion", body), timeout=_TIMEOUT_S
            ) as lines:
                for line in lines:
                    if line.startswith(b"data: "):
                        said_s.append(time.perf_counter())
                        last = line
            answer = json.loads(last.removeprefix(b"data: "))
            n_prompt, n_said = int(answer["tokens_evaluated"]), int(answer["tokens_predicted"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LlamaServerFailed(self._url, repr(error)) from error
        ended_s = time.perf_counter()
        first_s = said_s[0] if said_s else ended_s
        return Timed(n_prompt, n_said, asked_s, first_s, ended_s, tuple(said_s))

    def first_token(self, text: str) -> None:
        """Wait for the first token of an answer, which goes on with what the slot holds."""
        body = {
            "prompt": text,
            "n_predict": 8,
            "cache_prompt": True,
            "id_slot": 0,
            "temperature": 0,
            "stream": True,
        }
        request = self._request("/completion", body)
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as lines:
                if not any(line.startswith(b"data: ") for line in lines):
                    raise LlamaServerFailed(self._url, "no token")
        except OSError as error:
            raise LlamaServerFailed(self._url, str(error)) from error

    def is_ready(self) -> bool:
        """Whether it listens and has loaded its model."""
        try:
            with urllib.request.urlopen(f"{self._url}/health", timeout=_TIMEOUT_S) as response:
                return bool(response.status == HTTPStatus.OK)
        except OSError:
            return False

    def save(self) -> None:
        """Write the slot to a file."""
        self._post("/slots/0?action=save", {"filename": _FILE})

    def erase(self) -> None:
        """Empty the slot."""
        self._post("/slots/0?action=erase", {})

    def restore(self) -> None:
        """Read the slot from its file."""
        self._post("/slots/0?action=restore", {"filename": _FILE})

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(self._request(path, body), timeout=_TIMEOUT_S) as response:
                answer = json.load(response)
        except (OSError, ValueError) as error:
            raise LlamaServerFailed(self._url, str(error)) from error
        if not isinstance(answer, dict):
            raise LlamaServerFailed(self._url, "no JSON object")
        return answer

    def _request(self, path: str, body: dict[str, Any]) -> urllib.request.Request:
        return urllib.request.Request(
            self._url + path,
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )


class StartedPeer:
    """A llama-server that is started anew for each measurement, with one slot.

    Args:
        program: llama-server.
        model: its file.
        folder: for the file of its slot.
        n_ctx: tokens of the context.

    Attributes:
        slot: the file.

    Every method raises `LlamaServerFailed` when the server does not do it.
    """

    def __init__(self, program: str, model: str, folder: Path, n_ctx: int) -> None:
        self.slot = folder / _FILE
        self._prompt = ""
        self._program = program
        slots = ("-np", "1", "-c", str(n_ctx), "--slot-save-path", str(folder))
        self._arguments = ("-m", model, *slots, "--host", "127.0.0.1")

    def keep(self, prompt: str) -> None:
        """Have it read a prompt, and keep its slot for later starts."""
        self._prompt = prompt
        with self._started() as server:
            server.complete(prompt)
            server.save()

    def first_token_ms(self, more: str) -> float:
        """Start it, restore the slot and go on with more text; return what that took."""
        began = time.perf_counter()
        with self._started() as server:
            server.restore()
            server.first_token(self._prompt + more)
            return (time.perf_counter() - began) * 1e3

    @contextlib.contextmanager
    def _started(self) -> Iterator[LlamaServer]:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        command = (self._program, *self._arguments, "--port", str(port))
        try:
            child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise LlamaServerFailed(url, str(error)) from error
        server = LlamaServer(url)
        try:
            while not server.is_ready():
                if child.poll() is not None:
                    raise LlamaServerFailed(url, f"it ended with {child.returncode}")
                time.sleep(_LOOK_S)
            yield server
        finally:
            child.kill()
            child.wait()
