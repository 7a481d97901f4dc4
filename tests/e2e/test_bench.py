"""`hearth bench`: the figures belong together, whatever the machine is doing."""

from __future__ import annotations

import http.server
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.__main__ import main
from app.core.models.builtin import guide_path
from tests.helpers.memory_kinds import write_tiny_mamba

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["bench", *arguments, "--json"]) == 0
    return dict(json.loads(capsys.readouterr().out.strip().splitlines()[-1]))


class FakeServer(http.server.BaseHTTPRequestHandler):
    """Answers like a llama-server with one slot."""

    seen: list[str] = []  # noqa: RUF012 - of the test, reset by its fixture

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(size))
        self.seen.append(self.path)
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

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def peer() -> Iterator[str]:
    FakeServer.seen.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), FakeServer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_resume_restores_all_but_the_end_and_its_parts_make_the_whole(
    capsys: pytest.CaptureFixture[str], peer: str
) -> None:
    found = figures(
        capsys, "resume", "--model", str(guide_path()), "--tokens", "600", "--peer", peer
    )
    assert abs(found["tokens"] - 600) < 60
    assert found["restored_tokens"] >= found["tokens"] - 4
    assert found["tokens_read_after_resume"] < 40
    assert sum(found["split_ms"].values()) <= found["restore_ms"] * 1.05 + 1
    assert found["bytes_per_token"] > 2560
    assert found["peer"]["cold_ttft_ms"] == 40.0
    assert [path for path in FakeServer.seen if "restore" in path] == [
        "/slots/0?action=restore"
    ] * 3


def test_a_chat_of_snapshots_can_be_measured_as_well(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    model = write_tiny_mamba(tmp_path / "m.gguf")
    found = figures(capsys, "resume", "--model", str(model), "--tokens", "400", "--repeat", "1")
    assert found["restored_tokens"] >= found["tokens"] - 4


def test_saving_costs_what_the_rows_are_and_shares_what_chats_begin_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    model = str(guide_path())
    found = figures(capsys, "save", "--model", model, "--tokens", "600", "--chats", "3")
    assert 1.0 < found["bytes_written_to_rows"] < 1.05
    assert found["saved_tokens"] >= found["tokens"]
    assert found["separate_to_shared"] > 2
    assert found["save_ms_per_512_tokens"] > 0


@pytest.mark.usefixtures("qapp")
def test_the_window_is_measured_with_chats_of_any_length(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "ui", "--messages", "1", "130", "--seconds", "0.2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert [one["messages"] for one in found] == [1, 130]
    for one in found:
        assert one["open_ms"] > 0
        for name in ("scroll", "jump", "resize", "streaming_late"):
            assert 0 <= one[name]["median_ms"] <= one[name]["p99_ms"] <= one[name]["max_ms"]


def test_a_missing_model_and_a_missing_peer_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nowhere = str(tmp_path / "nowhere.gguf")
    assert main(["bench", "resume", "--model", nowhere]) == 1
    assert "no readable model" in capsys.readouterr().out
    address = "http://127.0.0.1:9"
    arguments = ["--tokens", "200", "--repeat", "1", "--peer", address]
    assert main(["bench", "resume", "--model", str(guide_path()), *arguments]) == 1
    assert address in capsys.readouterr().out
