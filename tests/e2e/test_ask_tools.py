"""`hearth ask --tools`: which tools a chat gets, and what is said where they cannot be had."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.store import ChatStore
from app.core.conversations.texts.chat_sampling import tools_of
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.tools.frozen_sets import FrozenSets
from tests.e2e.conftest import command
from tests.helpers import tool_server
from tests.helpers.chat_server import DONE, ChatServer, chunk
from tests.helpers.chat_templates import template_named, template_names
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.system.paths import Paths
    from tests.helpers.chat_server import Exchange

QWEN = "Qwen-Qwen2.5-7B-Instruct"
EXIT_INTERRUPTED = 128 + signal.SIGINT


def tools_in(paths: Paths) -> list[str]:
    """Return the names of the tools of the newest chat."""
    with ChatStore.open(paths.database) as store:
        chat = store.list_chats()[0]
    found = FrozenSets(paths.data).find(tools_of(chat.setup))
    return [] if found is None else [tool.name for tool in found.tools]


def test_a_chat_keeps_the_tools_that_it_began_with(
    hearth: Any, paths: Paths, tmp_path: Path
) -> None:
    template = template_named(QWEN) if QWEN in template_names() else None
    if template is None:
        pytest.skip("the templates of llama.cpp are not there")
    model = write_tiny_llama(tmp_path / "m.gguf", chat_template=template, n_ctx=8192)
    asked = ("ask", "--model", str(model), "--temp", "0", "--max-tokens", "4")
    first = hearth(*asked, "--tools", "current_time", "calculate", "--json", "--", "Hello")
    assert first.code == 0, first.err
    assert tools_in(paths) == ["calculate", "current_time", "read_more"]
    alone = hearth(*asked, "--json", "Hello")
    assert first.figures["prompt_tokens"] > alone.figures["prompt_tokens"] + 100

    chat = str(first.figures["chat_id"])
    again = hearth(*asked, "--chat", chat, "--json", "And now?")
    assert again.figures["restored_tokens"] > first.figures["prompt_tokens"] - 40


def test_a_model_that_is_not_told_of_tools_is_named(hearth: Any, tiny_model: Path) -> None:
    asked = ("ask", "--model", str(tiny_model), "--temp", "0", "--max-tokens", "4")
    ran = hearth(*asked, "--tools", "calculate", "--", "Hello")
    assert ran.code == 0, ran.err
    assert "this model's chat template does not mention tools" in ran.err


def test_a_tool_that_there_is_not_ends_the_command_before_a_model_is_loaded(hearth: Any) -> None:
    ran = hearth("ask", "--model", "none.gguf", "--tools", "launch_rockets", "--", "Hello")
    assert ran.code == EXIT_KNOWN_ERROR
    assert "There is no tool launch_rockets." in ran.err


def calls(name: str, arguments: dict[str, str]) -> list[bytes]:
    """Return an answer that calls a tool, as servers stream it."""
    said = json.dumps(arguments)
    made = {"index": 0, "id": "call_1", "function": {"name": name, "arguments": said[:5]}}
    more = {"index": 0, "function": {"arguments": said[5:]}}
    return [
        chunk("I compute. ", tool_calls=[made]),
        chunk(tool_calls=[more]),
        chunk(finish="tool_calls"),
        DONE,
    ]


def foretold(name: str, arguments: dict[str, str]) -> Callable[[Exchange], None]:
    """Return what answers with a call, and with the result once it has one."""

    def answer(exchange: Exchange) -> None:
        last = exchange.asked.body["messages"][-1]
        if last["role"] == "tool":
            exchange.stream([chunk(f"It is {last['content']}", finish="stop"), DONE])
        else:
            exchange.stream(calls(name, arguments))

    return answer


@pytest.fixture
def asked(hearth: Any) -> Iterator[Any]:
    """Ask a server that answers as a test says."""
    with ChatServer() as server:

        def ask(answer: Callable[[Exchange], None], *arguments: str) -> Any:
            server.answer = answer
            return hearth("ask", "--server", "far", "--json", *arguments, "--", "What is it?")

        added = hearth("models", "add-server", server.address, "--name", "far")
        assert added.code == 0, added.err
        ask.server = server  # type: ignore[attr-defined]
        yield ask


def test_a_call_is_run_and_the_answer_goes_on_with_its_result(asked: Any, paths: Paths) -> None:
    answer = foretold("calculate", {"expression": "17*23"})
    ran = asked(answer, "--tools", "calculate")
    assert ran.code == 0, ran.err
    assert ran.figures["text"] == "It is 391"
    assert 'hearth: calculate {"expression":"17*23"}' in ran.err
    bodies = [one.body for one in asked.server.asked if one.body]
    first, second = bodies[-2:]
    assert [one["function"]["name"] for one in first["tools"]] == ["calculate", "read_more"]
    assert second["tools"] == first["tools"]
    called = second["messages"][-2]["tool_calls"][0]["function"]
    assert json.loads(called["arguments"]) == {"expression": "17*23"}
    with ChatStore.open(paths.database) as store:
        path = store.path(store.list_chats()[0].id)
    assert [str(one.role) for one in path] == ["user", "assistant", "tool", "assistant"]
    assert path[2].text == "391"


@pytest.mark.parametrize("is_allowed", [True, False])
def test_what_needs_the_users_word_is_run_with_it_alone(
    is_allowed: bool, asked: Any, hearth: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "rent.md").write_text("The rent is 940 euros.", "utf-8")
    assert hearth("tools", "set", "folder", str(folder)).code == 0
    answer = foretold("read_file", {"path": "rent.md"})
    allow = ("--allow", "read_file") if is_allowed else ()
    ran = asked(answer, "--tools", "read_file", *allow)
    assert ran.code == 0, ran.err
    assert ("940 euros" in ran.figures["text"]) is is_allowed
    assert ("did not allow" in ran.figures["text"]) is not is_allowed


def test_a_model_that_calls_the_same_again_and_again_is_stopped(asked: Any) -> None:
    def answer(exchange: Exchange) -> None:
        exchange.stream(calls("calculate", {"expression": "1+1"}))

    ran = asked(answer, "--tools", "calculate")
    assert ran.code == EXIT_KNOWN_ERROR
    assert "The model called a tool again with the same arguments." in ran.err


def test_an_interrupt_while_a_tool_runs_ends_the_command(
    asked: Any, hearth: Any, paths: Paths
) -> None:
    added = hearth("tools", "add", "far", "--", sys.executable, tool_server.__file__)
    assert added.code == 0, added.err
    asked.server.answer = foretold("far__slow", {"text": "a"})
    question = ("ask", "--server", "far", "--tools", "far__slow", "--allow", "far__slow", "--", "?")
    with subprocess.Popen(
        [*command("--data-dir", str(paths.data.parent)), *question],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        while "far__slow" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == EXIT_INTERRUPTED
