"""Servers that behave badly cost a call and one sentence, and nothing else."""

from __future__ import annotations

import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.errors import KnownError
from app.core.system.other_program import plain_environment
from app.core.system.stop_signal import StopSignal, TransferStopped
from app.core.tools.mcp.client import McpClient, McpTimes
from app.core.tools.mcp.program import ServerProgram
from tests.helpers import tool_server
from tests.helpers.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.tools.values import Tool

SCRIPT = Path(tool_server.__file__)
SHORT = McpTimes(probe=20.0, start=30.0, listing=30.0, call=30.0)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., McpClient]]:
    clients: list[McpClient] = []

    def started(*how: str, times: McpTimes = SHORT, **variables: str) -> McpClient:
        command = (sys.executable, str(SCRIPT), *how)

        def connect() -> ServerProgram:
            return ServerProgram("web", command, plain_environment(variables), tmp_path)

        client = McpClient("web", "a command", connect, times=times)
        clients.append(client)
        return client

    yield started
    for client in clients:
        client.close()


def tool_of(client: McpClient, name: str = "echo") -> Tool:
    tools = client.tools(StopSignal())
    return next(one for one in tools if one.own_name == name)


def said(client: McpClient, text: str = "bread", name: str = "echo") -> str:
    tool = tool_of(client, name)
    return client.call(tool, f'{{"text": "{text}"}}', StopSignal()).text


@pytest.mark.parametrize(
    "how",
    [
        (),
        ("modern",),
        ("dies of discover",),
        ("logs to stdout",),
        ("strange tools",),
        ("same page",),
        ("gigantic log line",),
    ],
)
def test_a_server_of_either_era_is_listed_and_called(
    serve: Callable[..., McpClient], how: tuple[str, ...]
) -> None:
    client = serve(*how)

    assert [one.name for one in client.tools(StopSignal())] == ["web__echo", "web__slow"]
    assert said(client, "bread") == "bread"
    assert said(client, "butter") == "butter"


def test_a_server_that_keeps_silent_before_the_handshake_is_of_the_earlier_era(
    serve: Callable[..., McpClient],
) -> None:
    client = serve("silent before handshake", times=McpTimes(probe=0.1, start=30.0, call=30.0))

    assert said(client) == "bread"


def test_what_a_server_prints_beside_messages_is_logged_and_skipped(
    serve: Callable[..., McpClient],
) -> None:
    client = serve("logs to stdout")
    said(client)

    assert client.log()[:3] == ("Starting up!", "{not json}", "[1, 2]")


def test_a_server_gets_little_of_our_environment(
    serve: Callable[..., McpClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    client = serve(NOTES="notes")

    assert said(client, "environment NOTES") == "notes"
    assert said(client, "environment HF_TOKEN") == "none"
    assert said(client, "environment HEARTH_DATA_DIR") == "none"


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("crashes", "ended with code 3: the disk of the server is full"),
        ("floods", "sent far more messages than it was asked for"),
        ("gigantic line", "more than 16 MB in one message"),
        ("deep JSON", "an answer that Hearth cannot read"),
        ("refuses", "refused: text is missing"),
        ("wants input", "asked for input that Hearth cannot give yet"),
        ("crashes behind a grandchild", "ended with code 3"),
    ],
)
def test_each_fault_of_a_call_is_one_sentence(
    serve: Callable[..., McpClient], how: str, sentence: str
) -> None:
    client = serve(how)

    with pytest.raises(KnownError, match=sentence):
        said(client)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("crashes at start", r"ended with code 2: no such file: config.json, key \*\*\*"),
        ("too new", r"no version of MCP that Hearth knows \(2031-01-01\)"),
        ("far too new", r"no version of MCP that Hearth knows \(2031-01-01\)"),
    ],
)
def test_each_fault_of_a_start_is_one_sentence(
    serve: Callable[..., McpClient], how: str, sentence: str
) -> None:
    with pytest.raises(KnownError, match=sentence):
        serve(how).tools(StopSignal())


def test_a_server_that_hangs_at_its_start_is_ended(serve: Callable[..., McpClient]) -> None:
    client = serve("hangs at start", times=McpTimes(probe=0.1, start=0.3))

    with pytest.raises(KnownError, match="did not answer within 0 s of its start"):
        client.tools(StopSignal())
    assert not client.is_running


def test_a_server_that_hangs_in_a_call_is_ended_and_started_again(
    serve: Callable[..., McpClient],
) -> None:
    client = serve("hangs", times=McpTimes(call=0.3))

    with pytest.raises(KnownError, match="did not answer within 0 s"):
        said(client)
    assert not client.is_running
    assert tool_of(client)


def test_a_server_that_keeps_crashing_rests_longer_and_longer(
    serve: Callable[..., McpClient],
) -> None:
    client = serve("crashes")
    for _ in range(2):
        with pytest.raises(KnownError, match="ended with code 3"):
            said(client)

    with pytest.raises(KnownError, match="keeps failing; Hearth starts it again in 4 s"):
        said(client)


def test_bytes_that_are_no_text_are_read_as_far_as_they_are(
    serve: Callable[..., McpClient],
) -> None:
    assert said(serve("invalid UTF-8")) == "Zo\ufffd"


def test_requests_of_a_server_are_answered_and_none_is_fulfilled(
    serve: Callable[..., McpClient],
) -> None:
    assert said(serve("asks back")) == '[["ping-1", null], [99, -32601]]'


def test_pages_without_end_end(serve: Callable[..., McpClient]) -> None:
    assert len(serve("endless pages").tools(StopSignal())) == 20


@pytest.mark.parametrize("era", ["modern", ""])
def test_a_tool_that_changes_is_not_called_any_more(
    serve: Callable[..., McpClient], era: str
) -> None:
    client = serve("changing", era)
    tool = tool_of(client)
    assert client.call(tool, '{"text": "bread"}', StopSignal()).text == "bread"
    wait_until(lambda: tool_of(client).description.endswith("elsewhere."))

    with pytest.raises(KnownError, match="another one than the one you allowed"):
        client.call(tool, '{"text": "bread"}', StopSignal())


def test_a_call_that_is_stopped_ends_at_once_and_its_late_answer_is_dropped(
    serve: Callable[..., McpClient],
) -> None:
    client = serve()
    tool, stop = tool_of(client, "slow"), StopSignal()
    threading.Timer(0.2, stop.stop).start()

    with pytest.raises(TransferStopped):
        client.call(tool, "{}", stop)

    assert said(client, "next") == "next"  # of the same run, whose late answer came before
    assert client.is_running


@pytest.mark.parametrize("how", ["grandchildren", "outlives its input"])
def test_what_a_server_has_started_ends_with_it(serve: Callable[..., McpClient], how: str) -> None:
    client = serve(how)
    said(client)
    wait_until(lambda: how != "grandchildren" or bool(client.log()))
    numbers = [int(line.split()[-1]) for line in client.log()]
    program = client._connection.transport if client._connection else None
    assert isinstance(program, ServerProgram)

    client.close()

    wait_until(lambda: not any(map(is_alive, (*numbers, program.pid))))


def is_alive(number: int) -> bool:
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="there is no program no-such-program"):
        ServerProgram("web", ("no-such-program",), plain_environment({}), tmp_path)
    with pytest.raises(KnownError, match="cannot be started"):
        ServerProgram("web", (sys.executable,), plain_environment({}), tmp_path / "gone")


def test_a_server_that_is_closed_while_it_is_asked_lets_go(
    serve: Callable[..., McpClient],
) -> None:
    client = serve()
    tool = tool_of(client, "slow")
    failures: list[KnownError] = []

    def call() -> None:
        try:
            client.call(tool, "{}", StopSignal())
        except KnownError as error:
            failures.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    wait_until(lambda: client._connection is not None and bool(waiting(client)))
    with closing(client):
        pass
    thread.join(30)

    assert "was ended" in str(failures[0])


def waiting(client: McpClient) -> bool:
    program = client._connection.transport if client._connection else None
    return isinstance(program, ServerProgram) and bool(program._waiting)
