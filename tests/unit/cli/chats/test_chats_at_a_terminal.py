"""`hearth chats`: what it prints, writes and refuses, on a database of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.cli import parse, run
from app.core.chats.store import ChatStore
from app.core.errors import EXIT_KNOWN_ERROR
from app.core.messages import Role
from app.core.system.paths import Paths

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    found = Paths.locate(tmp_path / "hearth")
    found.create()
    return found


def _fill(paths: Paths, *titles: str) -> list[int]:
    with ChatStore.open(paths.database) as store:
        ids: list[int] = []
        for title in titles:
            chat = store.create_chat(title=title)
            store.add_message(chat.id, parent_id=None, role=Role.USER, text=f"of {title}")
            ids.append(chat.id)
        return ids


def _run(paths: Paths, *words: object) -> int:
    assert paths.root is not None
    return run(parse(["chats", *map(str, words), "--data-dir", str(paths.root)]))


def test_chats_are_listed_newest_first(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(paths, "list") == 0
    assert "no chats yet" in capsys.readouterr().out
    first, second = _fill(paths, "one", "two\x1b[31m")

    assert _run(paths, "list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [str(second), str(first)]
    assert "\x1b" not in lines[0]

    _run(paths, "list", "--json")
    facts = json.loads(capsys.readouterr().out)
    assert [one["title"] for one in facts["chats"]] == ["two\x1b[31m", "one"]


def test_all_chats_go_out_and_come_in_elsewhere(
    paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _fill(paths, "one", "two")
    file = tmp_path / "all.json"

    assert _run(paths, "export", "--all", "--output", file) == 0
    assert capsys.readouterr().out.strip() == str(file)
    other = Paths.locate(tmp_path / "other")
    assert _run(other, "import", file, "--dry-run", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["chats"], facts["imported"]) == (2, 0)
    assert _run(other, "import", file) == 0
    assert "imported: 2 chats of Hearth" in capsys.readouterr().out
    assert _run(other, "import", file, "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["imported"], facts["already_there"]) == (0, 2)


def test_one_chat_goes_into_a_file_and_several_into_a_folder(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = _fill(paths, "one", "two")
    monkeypatch.chdir(tmp_path)

    assert _run(paths, "export", ids[0], "--format", "html") == 0
    assert _run(paths, "export", *ids, "--format", "markdown", "--output", "here") == 0

    assert (tmp_path / "one.html").is_file()
    assert {one.name for one in (tmp_path / "here").iterdir()} == {"one.md", "two.md"}


def test_a_file_that_is_there_is_replaced_by_force_only(
    paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _fill(paths, "one")
    file = tmp_path / "all.json"
    file.write_text("mine")

    assert _run(paths, "export", "--all", "--output", file) == EXIT_KNOWN_ERROR
    assert "already exists" in capsys.readouterr().err
    assert file.read_text() == "mine"
    assert _run(paths, "export", "--all", "--output", file, "--force") == 0
    assert json.loads(file.read_text())["format"] == "hearth-chats"


def test_the_list_is_printed_while_the_window_has_the_chats(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatStore.open(paths.database) as store:
        trashed = store.create_chat(title="gone")
        store.trash.put([trashed.id])
        kept = store.create_chat(title="kept")
        assert _run(paths, "list", "--json") == 0

    (listed,) = json.loads(capsys.readouterr().out)["chats"]
    assert listed == {
        "id": kept.id,
        "title": "kept",
        "created_at": kept.created_at.isoformat(),
        "updated_at": kept.updated_at.isoformat(),
    }


def test_a_list_that_cannot_be_read_is_told(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    paths.database.write_bytes(b"no database" * 1000)
    assert _run(paths, "list") == EXIT_KNOWN_ERROR
    assert "damaged" in capsys.readouterr().err


def test_there_are_no_chats_in_an_empty_file(
    paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    paths.database.touch()
    assert _run(paths, "list") == 0
    assert "no chats yet" in capsys.readouterr().out


def test_while_the_window_has_the_chats_that_is_said(
    paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatStore.open(paths.database):
        for words in (["export", "--all"], ["import", tmp_path]):
            assert _run(paths, *words) == EXIT_KNOWN_ERROR
            assert "Hearth is open, and only one program" in capsys.readouterr().err


def test_a_chat_that_is_not_there_and_a_file_that_is_none_are_told(
    paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(paths, "export", 7) == EXIT_KNOWN_ERROR
    assert "no longer exists" in capsys.readouterr().err
    assert _run(paths, "export", "--all", "--output", tmp_path / "a.json") == EXIT_KNOWN_ERROR
    assert "no chat to export" in capsys.readouterr().err
    assert _run(paths, "import", tmp_path / "none.json") == EXIT_KNOWN_ERROR
    assert "cannot be imported" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["export"], ["export", "1", "--all"], ["export", "--all",
                                   "--format", "pdf"], ["import"], []])  # fmt: skip
def test_what_is_no_command_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse(["chats", *words])

    assert "usage:" in capsys.readouterr().err
