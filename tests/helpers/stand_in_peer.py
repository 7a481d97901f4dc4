"""A server that answers like a llama-server, without a model.

usage: python -m tests.helpers.stand_in_peer --port N --slot-save-path FOLDER ...
"""

from __future__ import annotations

import argparse
import http.server
import json
from pathlib import Path
from typing import Any


class FakeServer(http.server.BaseHTTPRequestHandler):
    """Answers like a llama-server with one slot."""

    seen: list[str] = []  # noqa: RUF012 - of the test, reset by its fixture

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(size))
        self.seen.append(self.path)
        if body.get("stream"):
            self._stream(body)
            return
        n_prompt = len(body.get("prompt", "").split())
        answer = {
            "tokens_evaluated": n_prompt,
            "timings": {"prompt_n": 3, "prompt_ms": 40.0},
        }
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, body: dict[str, Any]) -> None:
        """Answer as a stream of events, the last of which has the counts."""
        events: list[dict[str, Any]]
        if "messages" in body:
            n_prompt, n_said = len(body["messages"][-1]["content"].split()), body["max_tokens"]
            events = [{"choices": [{"delta": {"content": "word "}}]} for _ in range(n_said)]
            usage = {"prompt_tokens": n_prompt, "completion_tokens": n_said}
            events.append({"choices": [], "usage": usage})
        else:
            n_prompt, n_said = len(body["prompt"].split()), body["n_predict"]
            events = [{"content": "word "} for _ in range(n_said)]
            events.append({"tokens_evaluated": n_prompt, "tokens_predicted": n_said})
        self.send_response(200)
        self.end_headers()
        for event in events:
            self.wfile.write(b"data: " + json.dumps(event).encode() + b"\n\n")

    def log_message(self, *_: object) -> None:
        pass


def _serve() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--slot-save-path", type=Path)
    options, _others = parser.parse_known_args()
    (options.slot_save_path / "hearth-bench.bin").touch()
    http.server.ThreadingHTTPServer(("127.0.0.1", options.port), FakeServer).serve_forever()


if __name__ == "__main__":
    _serve()
