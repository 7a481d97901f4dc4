"""`hearth serve`, as a process of its own: what it says, who may ask, what a restart keeps."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import httpx2
import openai
import pytest

from app.core.chats.store import ChatStore
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.serving import Serving
from tests.helpers.tool_calls import WEATHER

if TYPE_CHECKING:
    from pathlib import Path

LONG = "Tell me a long story of the sea and of those who live there. " * 30
by_signal = pytest.mark.unix("signals for another process")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_llama(tmp_path_factory.mktemp("model") / "tiny.gguf", n_ctx=4096)


def ask(client: Any, messages: list[Any], n_tokens: int = 16) -> Any:
    return client.chat.completions.create(
        model="", messages=messages, max_tokens=n_tokens, temperature=0
    )


@by_signal
def test_a_conversation_is_warm_after_a_restart(tmp_path: Path, model: Path) -> None:
    messages: list[Any] = [{"role": "user", "content": LONG}]
    with Serving(tmp_path, "--model", str(model)) as serving:
        with serving.openai() as client:
            first = ask(client, messages)
        assert first.usage
        assert serving.stop() == 0
        assert serving.errors.count(f"hearth: loading {model.name}\n") == 1
        assert "is loaded" in serving.errors
    messages += [
        {"role": "assistant", "content": first.choices[0].message.content},
        {"role": "user", "content": "And then?"},
    ]
    with Serving(tmp_path, "--model", str(model)) as serving, serving.openai() as client:
        second = ask(client, messages)
    cached = second.usage.prompt_tokens_details.cached_tokens
    assert cached >= first.usage.prompt_tokens + 15


def test_who_asks_at_once_finds_the_model_and_waits_for_it(tmp_path: Path, model: Path) -> None:
    with Serving(tmp_path, "--model", str(model)) as serving, serving.openai() as client:
        assert [one.id for one in client.models.list()] == ["tiny"]
        assert ask(client, [{"role": "user", "content": "Hi."}]).choices


@by_signal
def test_documents_are_listed_and_searched_where_the_chats_are_shared(
    tmp_path: Path, model: Path
) -> None:
    (tmp_path / "bread.md").write_text("The dough rests overnight.", "utf-8")
    with Serving(tmp_path / "hearth", "--model", str(model), "--share-chats") as serving:
        address = f"{serving.address}/hearth/v1/documents"
        headers = {"authorization": f"Bearer {serving.key}"}
        with httpx2.Client(headers=headers, timeout=60, trust_env=False) as http:
            added = http.post(address, json={"paths": [str(tmp_path / "bread.md")]})
            assert [one["title"] for one in added.json()["documents"]] == ["bread"]
            found = http.post(f"{address}/search", json={"query": "How long does dough rest?"})
            assert [one["file"] for one in found.json()["passages"]] == ["bread.md"]
        assert serving.stop() == 0


@by_signal
def test_nothing_is_kept_where_that_is_switched_off(tmp_path: Path, model: Path) -> None:
    messages: list[Any] = [{"role": "user", "content": LONG}]
    arguments = ("--model", str(model), "--no-keep")
    with Serving(tmp_path, *arguments) as serving:
        with serving.openai() as client:
            ask(client, messages)
        serving.stop()
    assert not (tmp_path / "cache" / "api-records.db").exists()
    assert not list((tmp_path / "cache").rglob("*.kvs"))
    with Serving(tmp_path, *arguments) as serving, serving.openai() as client:
        again = ask(client, messages)
    assert again.usage.prompt_tokens_details.cached_tokens == 0


@by_signal
def test_tools_that_a_model_does_not_get_are_told_once(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "tiny.gguf", n_ctx=4096)
    messages: list[Any] = [{"role": "user", "content": "What is the weather?"}]
    with Serving(tmp_path, "--model", str(model)) as serving:
        with serving.openai() as client:
            for _ in range(2):
                client.chat.completions.create(
                    model="",
                    messages=messages,
                    max_tokens=2,
                    tools=[WEATHER, {"type": "\x1b[31m", "custom": {"name": "x"}}],
                    extra_headers={"user-agent": "agent/1"},
                )
        serving.stop()
        told = [line for line in serving.errors.splitlines() if "agent/1" in line]
    assert told == [
        "hearth: agent/1: Tools that Hearth does not run were left out: �[31m.",
        "hearth: agent/1: The model got no tools: its chat template has no place for them.",
    ]


def test_no_word_of_a_request_is_kept(tmp_path: Path, model: Path) -> None:
    word = "xylophonequartz"
    with Serving(tmp_path, "--model", str(model)) as serving, serving.openai() as client:
        ask(client, [{"role": "user", "content": f"{word} " * 5}])
        found = [
            path
            for path in tmp_path.rglob("*")
            if path.is_file() and word.encode() in path.read_bytes()
        ]
    assert found == []


def test_a_taken_port_is_told(tmp_path: Path, model: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with Serving(tmp_path, "--model", str(model), "--port", port) as serving:
            assert serving.wait() == 1
            assert f"port {port}" in serving.errors
            assert "Choose another port" in serving.errors


def test_an_address_of_another_machine_is_told(tmp_path: Path, model: Path) -> None:
    with Serving(tmp_path, "--model", str(model), "--address", "192.0.2.1") as serving:
        assert serving.wait() == 1
        assert "192.0.2.1 is not an address of this machine" in serving.errors


def test_a_model_that_cannot_be_loaded_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad.gguf").write_bytes(b"this is no model")
    with Serving(tmp_path / "data", "--model", str(tmp_path / "bad.gguf")) as serving:
        assert serving.wait() == 1
        assert "bad.gguf" in serving.errors


def test_an_open_hearth_keeps_its_chats(tmp_path: Path, model: Path) -> None:
    for folder in ("data", "config", "cache", "state"):
        (tmp_path / folder).mkdir()
    with (
        ChatStore.open(tmp_path / "data" / "chats.db"),
        Serving(tmp_path, "--model", str(model)) as serving,
    ):
        assert serving.wait() == 1
        assert "Hearth is open" in serving.errors


@pytest.mark.parametrize("content", ["", "short", "two words of some length", "ä" * 40])
def test_a_file_without_a_key_is_told(tmp_path: Path, model: Path, content: str) -> None:
    key_file = tmp_path / "key"
    key_file.write_text(content, encoding="utf-8")
    arguments = ("--model", str(model), "--key-file", str(key_file))
    with Serving(tmp_path / "data", *arguments) as serving:
        assert serving.wait() == 1
        assert str(key_file) in serving.errors
        assert "delete it" in serving.errors


@pytest.mark.unix("modes of files")
def test_nobody_else_can_read_the_key(tmp_path: Path, model: Path) -> None:
    with Serving(tmp_path, "--model", str(model)) as serving:
        key_file = tmp_path / "config" / "api-key"
        assert key_file.stat().st_mode & 0o777 == 0o600
        assert len(serving.key) > 40
        assert serving.key not in serving.errors
    before = key_file.read_text()
    key_file.chmod(0o644)
    with Serving(tmp_path, "--model", str(model)):
        assert key_file.read_text() == before
        assert key_file.stat().st_mode & 0o777 == 0o600


def test_an_address_that_others_reach_is_warned_of(tmp_path: Path, model: Path) -> None:
    arguments = ("--model", str(model), "--address", "0.0.0.0", "--allow-host", "desk.example")
    with Serving(tmp_path, *arguments) as serving:
        port = serving.address.rpartition(":")[2]
        here = f"http://127.0.0.1:{port}"
        key = {"authorization": f"Bearer {serving.key}"}
        with httpx2.Client(base_url=here, headers=key, trust_env=False) as client:
            assert client.get("/v1/models").status_code == 200
            named = client.get("/v1/models", headers={"host": "desk.example"})
            assert named.status_code == 200
            assert client.get("/v1/models", headers={"host": "evil.example"}).status_code == 403
        serving.process.kill()
        serving.wait()
        assert "warning" in serving.errors


def test_an_engine_that_dies_comes_back(tmp_path: Path, model: Path) -> None:
    import psutil

    messages: list[Any] = [{"role": "user", "content": "Hello."}]
    with Serving(tmp_path, "--model", str(model)) as serving, serving.openai() as client:
        ask(client, messages)
        stream = client.chat.completions.create(
            model="", messages=messages, stream=True, max_tokens=3000
        )
        next(iter(stream))
        children = psutil.Process(serving.process.pid).children(recursive=True)
        (engine,) = [one for one in children if "engine-child" in one.cmdline()]
        engine.kill()
        with pytest.raises(openai.APIError):
            list(stream)
        assert ask(client, messages).choices[0].message.content


@by_signal
def test_requests_go_on_where_nobody_reads_the_notes(tmp_path: Path, model: Path) -> None:
    tools: list[Any] = [{"type": f"{letter * 60}"} for letter in "abcdef"]
    body = {"messages": [{"role": "user", "content": "Hi."}], "max_tokens": 1, "tools": tools}
    with (
        Serving(tmp_path, "--model", str(model), is_heard=False) as serving,
        httpx2.Client(base_url=serving.address, timeout=20, trust_env=False) as http,
    ):
        for number in range(160):  # and a pipe holds 64 KiB
            headers = {"authorization": f"Bearer {serving.key}", "user-agent": f"program {number}"}
            assert http.post("/v1/chat/completions", json=body, headers=headers).is_success
        assert serving.stop() == 0
        assert "hearth: program 7: Tools that Hearth does not run" in serving.errors
