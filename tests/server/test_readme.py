"""What the README and the page about the API show works as it stands there, but for the port."""

from __future__ import annotations

import json
import shlex
import textwrap
from typing import TYPE_CHECKING

import httpx2
import pytest

from tests.helpers.api_server import KEY, ApiServer
from tests.helpers.child_run import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = "http://localhost:11435"


def shown_after(words: str, page: str = "docs/api.md") -> str:
    """Return the indented block of a page that comes first behind some words."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    block: list[str] = []
    for line in text[text.index(words) :].splitlines()[1:]:
        if line.startswith("    ") or (block and not line):
            block.append(line)
        elif block:
            break
    return textwrap.dedent("\n".join(block)).strip()


def test_the_command_with_curl(tmp_path: Path, tiny_model: Path) -> None:
    _export, _newline, command = shown_after("hearth serve --model", "README.md").partition("\n")
    words = shlex.split(command.replace("\\\n", " ").replace("$HEARTH_KEY", KEY))
    assert words.pop(0) == "curl"
    url = words.pop(0)
    options = dict.fromkeys(words[0::2], "")
    headers = {}
    for name, value in zip(words[0::2], words[1::2], strict=True):
        if name == "-H":
            header, _colon, said = value.partition(": ")
            headers[header] = said
        else:
            options[name] = value
    body = json.loads(options["-d"]) | {"max_tokens": 8}
    with ApiServer(tmp_path / "api", tiny_model) as server:
        here = url.replace(SHOWN, server.service.address)
        answer = httpx2.post(here, headers=headers, json=body, timeout=60, trust_env=False)
    assert answer.status_code == 200
    assert answer.json()["choices"][0]["message"]["content"]


def test_the_program_in_python(
    tmp_path: Path,
    tiny_model: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HEARTH_KEY", KEY)
    program = shown_after("In Python, with OpenAI's own package").replace(
        "stream=True", "stream=True, max_tokens=8"
    )
    with ApiServer(tmp_path / "api", tiny_model) as server:
        exec(program.replace(SHOWN, server.service.address), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("words", ["Zed, in `settings.json`", "Continue, for VS Code"])
def test_the_configurations_name_the_usual_port(words: str) -> None:
    assert SHOWN in shown_after(words)
