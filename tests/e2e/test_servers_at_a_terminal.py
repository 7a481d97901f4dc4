"""Models that answer on a server, from the command line, as processes over real sockets."""

from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from app.core.errors import EXIT_KNOWN_ERROR
from tests.e2e.conftest import REPOSITORY, command
from tests.helpers.chat_server import KEY, ChatServer
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.serving import Serving

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")


def with_input(said: str, *arguments: str, data_dir: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command(), "--data-dir", str(data_dir), *arguments],
        input=said,
        capture_output=True,
        encoding="utf-8",
        cwd=REPOSITORY,
        timeout=120,
        check=False,
    )


def until_loaded(serving: Serving) -> None:
    with serving.openai() as client:
        deadline = time.monotonic() + 60
        while not client.models.list().data:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_a_server_is_added_asked_listed_and_removed(hearth: Any) -> None:
    with ChatServer() as server:
        added = hearth("models", "add-server", server.address, "--name", "studio")
        assert added.code == 0, added.err
        assert "stay on this machine" in added.out
        assert "contacting localhost" in added.err
        asked = hearth("ask", "--server", "studio", "--json", "Why?")
        assert asked.code == 0, asked.err
        assert asked.out.startswith("Hello there.")
        assert asked.figures["finish_reason"] == "end"
        assert asked.figures["restored_tokens"] == 0
        [told] = hearth("models", "servers", "--check", "--json").figures["servers"]
        assert told["models"][0]["context"] == 4096
        assert (told["reach"], told["key"], told["problem"]) == ("this_machine", False, "")
        gone_on = hearth("ask", "--server", "studio", "--chat", "1", "And then?")
        assert gone_on.code == 0, gone_on.err
    roles = [one["role"] for one in server.bodies[-1]["messages"]]
    assert roles == ["user", "assistant", "user"]
    offline = hearth("models", "servers", "--check", "--json").figures["servers"]
    assert "refused the connection" in offline[0]["problem"]
    failed = hearth("ask", "--server", "studio", "Why?")
    assert failed.code == EXIT_KNOWN_ERROR
    assert "refused the connection" in failed.err
    assert hearth("models", "remove-server", "studio").code == 0
    assert hearth("models", "servers", "--json").figures == {"servers": []}
    for gone in (("ask", "--server", "studio", "Why?"), ("models", "remove-server", "studio")):
        refused = hearth(*gone)
        assert refused.code == EXIT_KNOWN_ERROR
        assert "no server “studio”" in refused.err


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("ftp://x", "is not a valid web address"),
        ("http://api.example.com/v1", "anyone between you and the server"),
        ("http://192.168.7.7:1/v1", "Others in your network"),
        ("https://localhost:1/v1", "refused the connection"),
    ],
)
def test_what_cannot_be_added_is_told_and_not_added(hearth: Any, address: str, words: str) -> None:
    ran = hearth("models", "add-server", address)
    assert ran.code == EXIT_KNOWN_ERROR
    assert words in ran.err
    assert "Traceback" not in ran.err
    assert hearth("models", "servers", "--json").figures == {"servers": []}


def test_a_key_is_read_from_a_pipe_and_never_written(tmp_path: Path) -> None:
    with ChatServer(key=KEY) as server:
        arguments = ("models", "add-server", server.address, "--name", "s", "--key", "--json")
        wrong = with_input("another-key\n", *arguments, data_dir=tmp_path)
        assert "rejected the key" in wrong.stderr
        kept = with_input(f"{KEY}\n", *arguments, data_dir=tmp_path)
        assert kept.returncode == 0, kept.stderr
        assert "The key was not saved" in kept.stderr
        file = tmp_path / "key"
        file.write_text(f"{KEY}\n")
        said = with_input(
            "", "ask", "--server", "s", "--key-file", str(file), "Why?", data_dir=tmp_path
        )
        assert said.stdout.startswith("Hello there."), said.stderr
    for path in tmp_path.rglob("*"):
        assert path == file or not path.is_file() or KEY.encode() not in path.read_bytes(), path


def test_another_hearth_answers_with_its_memory_also_after_its_restart(
    hearth: Any, tmp_path: Path
) -> None:
    model = write_tiny_llama(tmp_path / "tiny.gguf", n_ctx=8192)
    there = tmp_path / "there"
    with Serving(there, "--model", str(model)) as serving:
        (tmp_path / "key").write_text(serving.key)
        port = serving.address.rpartition(":")[2]
        pairing = f"hearth+http://localhost:{port}/v1#{serving.key}"
        until_loaded(serving)
        hearth("models", "add-server", pairing, "--name", "attic")
        key = ("--key-file", str(tmp_path / "key"))
        short = ("--max-tokens", "8", "--json")
        first = hearth("ask", "--server", "attic", *key, *short, "Tell me a long story. " * 20)
        assert first.code == 0, first.err
        assert serving.stop() == 0
    with Serving(there, "--model", str(model), "--port", port) as serving:
        until_loaded(serving)
        second = hearth("ask", "--server", "attic", *key, "--chat", "1", *short, "More.")
        assert second.code == 0, second.err
        figures = second.figures
        assert figures["reused_tokens"] > 0.8 * first.figures["prompt_tokens"]
        known = json.dumps(hearth("models", "servers", "--json").figures)
        assert '"kind": "hearth"' in known
        assert serving.key not in known


def test_a_line_that_pairs_two_hearths_is_printed_where_it_is_asked_for(
    hearth: Any, tmp_path: Path
) -> None:
    model = write_tiny_llama(tmp_path / "tiny.gguf", n_ctx=8192)
    with Serving(tmp_path / "there", "--model", str(model), "--pair") as serving:
        assert serving.process.stdout is not None
        line = serving.process.stdout.readline().strip()
        assert line.endswith(f"#{serving.key}")
        added = hearth("models", "add-server", line, "--name", "attic", "--json")
        until_loaded(serving)
        assert added.figures["name"] == "attic"
        (tmp_path / "key").write_text(serving.key)
        asked = hearth(
            *("ask", "--server", "attic", "--key-file", str(tmp_path / "key")),
            *("--max-tokens", "4", "--json", "Hello."),
        )
        assert asked.code == 0, asked.err
        assert hearth("models", "servers", "--json").figures["servers"][0]["kind"] == "hearth"
        assert serving.stop() == 0
    refused = hearth("serve", "--address", "0.0.0.0", "--pair", "--model", str(model))
    assert refused.code == EXIT_KNOWN_ERROR
    assert "--allow-host" in refused.err
