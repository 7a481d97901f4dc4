"""`hearth tools` as a user types it."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from app.__main__ import main
from app.core.chats.store import ChatStore
from app.core.messages import Role
from tests.helpers import tool_server
from tests.helpers.code_runs import with_place
from tests.helpers.memory_keyring import keyring_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.system.paths import Paths

    Ran = Callable[..., tuple[int, str, str]]

SERVER = (sys.executable, str(tool_server.__file__))


@pytest.fixture
def ran(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ran:
    """Run the command; returns its exit code, what it printed and what it complained of."""

    def run(verb: str, *arguments: str) -> tuple[int, str, str]:
        code = main(["tools", verb, "--data-dir", str(tmp_path / "hearth"), *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def at_the_terminal(words: str) -> None:
        monkeypatch.setattr(sys, "stdin", _Terminal(words))

    return at_the_terminal


def test_tools_of_our_own_need_no_server(ran: Ran) -> None:
    listed = json.loads(ran("list", "--json")[1])
    names = [*(one["name"] for one in listed["tools"]), *listed["lacking"]]
    assert sorted(names) == [
        *("calculate", "current_time", "fetch_page", "read_more", "run_python", "search_chats"),
    ]

    assert ran("call", "calculate", '{"expression": "6*7"}')[:2] == (0, "42\n")
    code, _out, err = ran("call", "calculate", '{"expression": "6*"}')
    assert (code, "cannot be computed" in err) == (1, True)


def test_a_server_is_added_listed_called_and_removed(ran: Ran) -> None:
    assert ran("add", "web", "--", *SERVER)[0] == 0
    assert "web__echo  Say it again." in ran("list")[1]

    code, out, err = ran("call", "web__echo", '{"text": "bread", "token": "t0p"}', "--yes")
    assert (code, out) == (0, "bread\n")
    assert '"token":"***"' in err  # arguments are told without secrets
    assert json.loads(ran("call", "web__echo", '{"text": "x"}', "--yes", "--json")[1]) == {
        "text": "x",
        "error": False,
        "links": [],
        "passages": [],
        "media": [],
    }

    assert ran("servers")[1].startswith(f"web  {sys.executable} ")
    assert ran("rm", "web")[0] == 0
    assert ran("servers")[1].startswith("You have no tool servers yet")
    assert "no tool web__echo" in ran("call", "web__echo", "{}", "--yes")[2]


def test_a_call_waits_for_the_users_word(ran: Ran, say: Callable[[str], None]) -> None:
    ran("add", "web", "--", *SERVER)
    code, out, err = ran("call", "web__echo", '{"text": "a\\u202eb"}')
    assert (code, out) == (1, "")
    assert '{"text": "a\\u202eb"}' in err  # all of it, with what nobody would see
    assert "was not confirmed" in err

    say("n\n")
    assert ran("call", "web__echo", '{"text": "bread"}')[0] == 1
    say("y\n")
    assert ran("call", "web__echo", '{"text": "bread"}')[:2] == (0, "bread\n")
    assert ran("call", "web__echo", '{"text": "bread"}')[0] == 1  # once was once
    say("y\n")
    assert ran("call", "web__echo", '{"text": "bread"}', "--always")[0] == 0
    say("")
    assert ran("call", "web__echo", '{"text": "other"}')[:2] == (0, "other\n")


def test_servers_of_another_program_start_when_their_commands_were_agreed_to(
    ran: Ran, say: Callable[[str], None], tmp_path: Path
) -> None:
    file = tmp_path / "mcp.json"
    command = {"command": SERVER[0], "args": [SERVER[1]]}
    listed = {"one": command, "two": {**command, "env": {"KEY": "s3cret"}}, "off": {}}
    file.write_text(json.dumps({"mcpServers": listed}), "utf-8")

    say("y\n")
    with keyring_in_memory():
        code, out, err = ran("import", str(file))

        assert (code, out) == (0, "Added: 2\n")
        assert "off has neither a command nor an address" in err
        assert f"one: {SERVER[0]}" in err
        assert "KEY=***" in err
        assert "s3cret" not in err
        say("")
        offered = json.loads(ran("list", "--json")[1])
    assert "two" in offered["problems"]
    assert "one__echo" in [one["name"] for one in offered["tools"]]


def test_a_server_that_fails_says_what_it_printed(ran: Ran) -> None:
    ran("add", "web", "--", *SERVER, "crashes at start")

    code, _out, err = ran("list")

    assert code == 0
    assert "The tool server web ended with code 2" in err
    assert "    no such file: config.json, key ***" in err


def test_a_folder_is_chosen_and_read(ran: Ran, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "bread.md").write_text("# Rye\n\nFlour and water.", "utf-8")

    assert ran("set", "folder", str(folder))[0] == 0
    assert ran("call", "read_file", "--yes")[1] == "bread.md\n"
    assert "Flour and water." in ran("call", "read_file", '{"path": "bread.md"}', "--yes")[1]
    assert ran("call", "read_file", '{"path": "../secret"}', "--yes")[0] == 1
    assert ran("set", "folder", "none")[0] == 0
    assert ran("call", "read_file", "--yes")[0] == 1
    assert ran("set", "folder", str(folder / "bread.md"))[0] == 1


def test_documents_are_searched_and_read(ran: Ran, tmp_path: Path) -> None:
    (tmp_path / "lease.md").write_text("# Notice\n\nThe notice period is three months.", "utf-8")
    main(["documents", "add", "--data-dir", str(tmp_path / "hearth"), str(tmp_path / "lease.md")])

    found = ran("call", "search_documents", '{"question": "notice period"}', "--yes")[1]
    assert "The notice period is three months." in found
    assert "[1] lease.md, Notice\n" in found
    name = found.partition("lease.md has the id ")[2].partition(".")[0]
    read = ran("call", "read_document", json.dumps({"document": name}), "--yes")[1]
    assert read.startswith("[1] lease.md, Notice\n")
    assert "three months" in read


def test_chats_are_searched(ran: Ran, paths: Paths) -> None:
    paths.create()
    with ChatStore.open(paths.database) as store:
        chat = store.create_chat(title="Baking")
        store.add_message(chat.id, parent_id=None, role=Role.USER, text="Why sour dough?")

    found = ran("call", "search_chats", '{"words": "dough sour"}', "--yes")[1]
    assert found.startswith("Baking, ")
    assert found.endswith(", user:\nWhy sour dough?\n")
    title = ran("call", "search_chats", '{"words": "baking"}', "--yes")[1]
    assert title.startswith("Baking, ")
    nothing = ran("call", "search_chats", '{"words": "butter"}', "--yes")[1]
    assert nothing == "Nothing was found.\n"


def test_a_search_engine_is_chosen(ran: Ran) -> None:
    assert ran("set", "search", "searxng")[0] == 1  # without its address
    assert ran("set", "search", "altavista")[0] == 1
    assert ran("set", "search", "searxng", "http://localhost:8888")[0] == 0
    tools = {one["name"]: one for one in json.loads(ran("list", "--json")[1])["tools"]}
    assert "searxng (localhost)" in tools["web_search"]["description"]
    assert ran("set", "search", "none")[0] == 0
    assert "web_search" not in ran("list")[1]


@with_place
def test_code_is_run_and_its_files_are_saved_beside_what_is_there(ran: Ran, tmp_path: Path) -> None:
    code = json.dumps({"code": "open('plot.png', 'wb').write(b'x'); print('done')"})
    folder = tmp_path / "saved"

    for _time in range(2):
        code_of, out, err = ran("call", "run_python", code, "--yes", "--files", str(folder))
        assert (code_of, out.startswith("done\n")) == (0, True)
        assert "an image plot.png of 1 bytes" in err
    assert sorted(one.name for one in folder.iterdir()) == ["plot-2.png", "plot.png"]
    code_of, _out, err = ran(
        "call", "run_python", code, "--yes", "--files", str(folder / "plot.png")
    )
    assert "could not be saved" in err
    assert code_of == 1
    assert ran("call", "run_python", '{"code": "exit(3)"}', "--yes")[0] == 1


def test_a_tool_that_cannot_be_used_here_is_listed_with_the_reason(
    ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    assert "run_python  (not here) Running code needs " in ran("list")[1]
    code, _out, err = ran("call", "run_python", '{"code": "1"}', "--yes")
    assert (code, "Running code needs " in err) == (1, True)
