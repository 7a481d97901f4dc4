"""What stands behind options: what cannot be meant is refused in a sentence, not by a crash."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from app.cli import parse, run
from app.cli.arguments import day, positive
from app.cli.cache import _table
from app.core.chats.store import ChatStore
from app.core.kvstore.chain import Fingerprint
from app.core.kvstore.records import ChatUse, ModelUse, Owner, StoreOverview, StoreState, Usage
from app.core.messages import Role
from app.core.phrases import NO_WORDS
from app.core.protocol import Limits
from app.core.system.paths import Paths

if TYPE_CHECKING:
    from pathlib import Path

HUGE = "9" * 30


@pytest.mark.parametrize(
    "words",
    [
        ["search", "x", "--until", "9999-12-31"],
        ["search", "x", "--since", "0001-01-01"],
        ["search", "x", "--since", "tomorrow"],
        ["search", "x", "--chat", HUGE],
        ["search", "x", "--limit", HUGE],
        ["ask", "x", "--chat", HUGE],
        ["ask", "x", "--chat", "0"],
        ["ask", "x", "--max-tokens", "-5"],
        ["ask", "x", "--max-tokens", HUGE],
        ["ask", "x", "--temp", "nan"],
        ["ask", "x", "--temp", "-1"],
        ["ask", "x", "--temp", "inf"],
        ["ask", "x", "--seed", "-1"],
        ["ask", "x", "--seed", HUGE],
        ["models", "fit", "x.gguf", "--context", "-1"],
        ["chats", "export", HUGE],
        ["cache", "drop", "--chat", HUGE],
    ],
)
def test_what_cannot_be_meant_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse(words)

    assert left.value.code == 2
    assert "is not a" in capsys.readouterr().err


def test_what_is_meant_is_read() -> None:
    assert day("2026-01-31") == date(2026, 1, 31)
    assert positive("12") == 12
    assert parse(["search", "x", "--chat", "7"]).chat == 7


@pytest.mark.parametrize(
    "words",
    [
        ["chats", "export", "1", "--format", "docx"],
        ["models", "list", "--sort", "colour"],
        ["models", "list", "--kind", "colour"],
        ["models", "list", "--from", "colour"],
    ],
)
def test_a_choice_that_there_is_not_is_told_with_those_that_there_are(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse(words)

    told = capsys.readouterr().err.splitlines()[-1]
    assert "choose from" in told
    assert "<" not in told  # no name of a class


def test_a_terminal_obeys_nothing_of_what_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = Paths.locate(tmp_path)
    paths.create()
    with ChatStore.open(paths.database) as store:
        chat = store.create_chat(title="red\x1b[31m")
        said = "needle \x1b]0;title\x07 \U0001f469\u200d\U0001f692"
        store.add_message(chat.id, parent_id=None, role=Role.USER, text=said)

    assert run(parse(["search", "needle", "--data-dir", str(tmp_path)])) == 0

    found = capsys.readouterr().out
    assert "needle" in found
    assert not {"\x1b", "\x07"} & set(found)
    assert "\U0001f469\u200d\U0001f692" in found


def test_what_hearth_starts_itself_as_is_offered_to_nobody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        parse(["frob"])

    assert "-child" not in capsys.readouterr().err
    assert parse(["probe-child", "devices"]).command == "probe-child"


@pytest.mark.unix("such names of files")
def test_a_terminal_obeys_no_name_of_a_file_or_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "red\x1b[31m.json"
    path.write_text("[]")
    evil = ModelUse(Fingerprint("f"), "red\x1b[31m", 1, 1)
    use = ChatUse(Owner("7"), models=(evil.name,))
    overview = StoreOverview(
        StoreState.ON, NO_WORDS, Limits(), Usage(), budget_bytes=1, chats=(use,), models=(evil,)
    )

    assert run(parse(["chats", "import", str(path), "--data-dir", str(tmp_path / "d")])) == 1

    told = capsys.readouterr().err
    assert "cannot be imported" in told
    assert "\x1b" not in told
    assert _table(overview).count("red�[31m") == 2


def test_a_model_that_is_named_before_the_command_is_the_one_that_is_asked() -> None:
    assert parse(["--model", "a.gguf", "ask", "hi"]).model == "a.gguf"
    assert parse(["--model", "a.gguf", "ask", "hi", "--model", "b.gguf"]).model == "b.gguf"
    assert parse(["ask", "hi"]).model is None
    assert parse(["--model", "a.gguf", "search", "x"]).model is None  # who answered, there
