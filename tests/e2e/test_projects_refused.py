"""What `hearth projects` refuses, and changes nothing for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.__main__ import main
from app.core.chats.records import ChatId
from app.core.chats.store import ChatStore

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from app.core.system.paths import Paths

ASK = ("--temp", "0", "--max-tokens", "2", "--json")


def test_a_document_that_the_project_has_goes_along_once(
    hearth: Any, tiny_model: Path, tmp_path: Path, paths: Any
) -> None:
    lease = tmp_path / "lease.md"
    lease.write_text("The rent is due on the first. No snakes are allowed. " * 12, "utf-8")
    hearth("projects", "set", "Work", "--document", str(lease))
    asked = ("ask", "--model", str(tiny_model), "--project", "Work", *ASK)
    chat = hearth(*asked, "--document", str(lease), "When?").figures["chat_id"]
    with ChatStore.open(paths.database) as store:
        first = store.path(ChatId(chat))[0]
    assert [one.name for one in first.attachments] == ["lease.md"]


def test_a_project_whose_name_was_cleaned_is_found_again(hearth: Any) -> None:
    hearth("projects", "set", "A  B", "--instructions", "one")
    hearth("projects", "set", "A  B", "--instructions", "two")
    listed = hearth("projects", "list").out
    assert listed.count("A B") == 1, listed


def test_what_is_refused_makes_no_folder(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ("--data-dir", str(paths.data.parent))  # no other process takes so long a line
    assert main([*folder, "projects", "set", "Big", "--instructions", "x" * 400_001]) == 1
    assert "unchanged" in capsys.readouterr().err
    assert main([*folder, "projects", "list"]) == 0
    assert "Big" not in capsys.readouterr().out


def test_a_language_that_is_none_is_said(hearth: Any) -> None:
    ran = hearth("projects", "set", "Work", "--language", "de_DE", "--json")
    shown = hearth("projects", "show", "Work", "--json").out
    assert ran.code == 1 or '"language": ""' not in shown, (ran.out, shown)


def test_one_word_is_said_as_one(hearth: Any) -> None:
    assert "1 words" not in hearth("projects", "set", "Work", "--instructions", "Brief.").out


def test_a_document_that_is_not_there_is_said(hearth: Any, tmp_path: Path) -> None:
    ran = hearth("projects", "set", "Work", "--document", str(tmp_path / "typo.pdf"))
    assert ran.code == 1 or "typo" in ran.err
