"""What `hearth launch` makes of its command line, and what it says of the model."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from app.cli import parse
from app.cli.launch import _told
from app.cli.launch.clients import CLIENTS
from app.cli.launch.run import batch_command, past_proxies
from app.cli.launch.server import ToldModel
from app.core.errors import KnownError


def test_options_may_stand_before_the_program_and_behind_it() -> None:
    before = parse(["launch", "--model", "a.gguf", "--port", "9", "claude", "--", "-p", "--", "x"])
    behind = parse(["launch", "claude", "--model", "a.gguf", "--port", "9", "--", "-p", "--", "x"])
    for options in (before, behind):
        assert (options.model, options.port) == ("a.gguf", 9)
        assert options.arguments == ["-p", "--", "x"]
    given = parse(["launch", "claude", "--data-dir", "d", "--set", "model.context_tokens=4096"])
    assert (given.data_dir, given.given) == ("d", {"model.context_tokens": 4096})
    assert given.arguments == []


@pytest.mark.parametrize("words", [["launch"], ["launch", "vim"], ["launch", "claude", "-p"]])
def test_what_it_cannot_start_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse(words)
    assert "hearth launch" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("n_ctx", "knows_tools", "said"),
    [
        (65_536, True, ""),
        (65_536, None, ""),
        (16_384, True, "takes about 20,300 tokens"),
        (65_536, False, "knows no tools"),
    ],
)
def test_a_model_that_will_hardly_do_is_told_of(
    n_ctx: int, knows_tools: bool | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    model = ToldModel("m", n_ctx, knows_tools)
    _told(CLIENTS["claude"], "http://127.0.0.1:1", "key", model)
    warnings = [line for line in capsys.readouterr().err.splitlines() if "warning" in line]
    assert len(warnings) == bool(said)
    assert said.replace("takes", "take") in "".join(warnings)


@pytest.mark.parametrize(
    ("n_ctx", "said"),
    [(16_384, []), (8_192, ["short instructions"]), (4_096, ["short instructions", "2,600"])],
)
def test_codex_gets_short_instructions_in_a_small_context(
    n_ctx: int, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    client = CLIENTS["codex"]
    served = _told(client, "http://127.0.0.1:1", "key", ToldModel("m", n_ctx, knows_tools=True))
    lines = capsys.readouterr().err.splitlines()[1:]
    assert len(lines) == len(said)
    assert all(words in line for words, line in zip(said, lines, strict=True))
    files = client.setup(served, tmp_path).files
    told = tomllib.loads(files["hearth.config.toml"])
    names = set(files) - {"hearth.config.toml"}
    assert names == ({"short-instructions.md"} if said else set())
    if said:
        assert Path(told["model_instructions_file"]) == tmp_path / "short-instructions.md"


def test_the_shell_of_windows_hands_words_on_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMSPEC", r"C:\cmd.exe")
    line = batch_command(r"C:\my npm\claude.cmd", ["-p", 'a "b" & c', "100%", "end\\", "", "x=1"])
    assert line == (
        r'"C:\cmd.exe" /e:ON /v:OFF /d /c ""C:\my npm\claude.cmd" -p "a ""b"" & c" '
        r'"100%%cd:~,%" "end\\" "" x=1"'
    )
    with pytest.raises(KnownError, match="line breaks"):
        batch_command("claude.cmd", ["two\nlines"])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "127.0.0.1"),
        ({"NO_PROXY": "a.example"}, "a.example,127.0.0.1"),
        ({"NO_PROXY": "a.example", "no_proxy": "b.example"}, "b.example,127.0.0.1"),
        ({"NO_PROXY": "*"}, "*"),
    ],
)
def test_no_proxy_stands_between_a_program_and_the_model(given: dict[str, str], told: str) -> None:
    found = past_proxies(given)
    assert found["NO_PROXY"] == told
    assert set(found.values()) == {told}
