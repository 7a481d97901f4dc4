"""`hearth documents` as a user types it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.__main__ import main
from tests.helpers.embedding_models import write_tiny_bert

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "My papers"
    folder.mkdir()
    (folder / "bread.md").write_text("# Rye\n\nThe dough rests overnight.", "utf-8")
    (folder / "Vertrag.txt").write_text("Die Kündigungsfrist beträgt drei Monate.", "utf-8")
    (folder / "empty.pdf").write_bytes(b"")
    return folder


@pytest.fixture
def ran(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ran:
    """Run the command; returns its exit code, what it printed and what it complained of."""

    def run(verb: str, *arguments: str) -> tuple[int, str, str]:
        code = main(["documents", verb, "--data-dir", str(tmp_path / "hearth"), *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_a_folder_is_added_searched_listed_and_taken_off(ran: Ran, folder: Path) -> None:
    code, out, _err = ran("add", str(folder))
    assert code == 0
    assert out.startswith("Read: 2, left out: 1\n")
    assert "“empty.pdf” is empty." in out

    code, out, _err = ran("search", "how", "long", "does", "dough", "rest")
    assert (code, out.splitlines()[0]) == (0, "bread.md, Rye")
    assert "The dough rests overnight." in out
    _code, out, _err = ran("search", "Kündigung")
    assert out.startswith("Vertrag.txt")

    _code, out, _err = ran("list")
    assert out.startswith(f"{folder}  (read: 2 of 3)\n")
    assert "bread.md  about 9 tokens" in out

    assert ran("rm", str(folder))[0] == 0
    assert ran("list")[1].startswith("No documents yet.")
    assert ran("search", "dough")[1] == "Nothing found.\n"
    assert (folder / "bread.md").is_file()


def test_scripts_get_json(ran: Ran, folder: Path) -> None:
    added = json.loads(ran("add", "--json", str(folder))[1])["documents"]
    assert [one["path"].rpartition("/")[2] for one in added] == [
        *("Vertrag.txt", "bread.md", "empty.pdf"),
    ]
    (found,) = json.loads(ran("search", "--json", "--limit", "1", "overnight")[1])["passages"]
    assert (found["file"], found["headings"]) == ("bread.md", ["Rye"])
    listed = json.loads(ran("list", "--json")[1])
    assert listed["sources"] == [str(folder)]
    assert [bool(one["problem"]) for one in listed["documents"]] == [False, False, True]
    assert json.loads(ran("rm", "--json", str(folder))[1]) == {"sources": []}


def test_a_search_sees_what_changed_just_before(ran: Ran, folder: Path) -> None:
    ran("add", str(folder))
    (folder / "bread.md").write_text("Wheat rises in an hour.", "utf-8")
    (folder / "new.md").write_text("Salt goes in last.", "utf-8")

    assert ran("search", "wheat")[1].startswith("bread.md")
    assert ran("search", "salt")[1].startswith("new.md")
    assert "overnight" not in ran("search", "rye")[1]


def test_what_is_not_there_is_told(ran: Ran, folder: Path) -> None:
    code, _out, err = ran("add", str(folder / "nothing"))
    assert (code, "There is no file or folder" in err) == (1, True)
    code, _out, err = ran("rm", str(folder))
    assert (code, "is not in your list" in err) == (1, True)


def test_an_embedder_is_chosen_shown_and_taken_back(ran: Ran, folder: Path, tmp_path: Path) -> None:
    model = write_tiny_bert(tmp_path / "bert.gguf")
    ran("add", str(folder))
    without = "No embedding model: documents are searched by their words.\n"
    assert ran("embedder")[:2] == (0, without)

    code, out, err = ran("embedder", str(model))
    assert (code, err) == (0, "")
    assert out == f"Vectors: 2 of 2 passages, by {model}\n"
    assert ran("list")[1].endswith(out)
    assert ran("search", "dough")[1].startswith("bread.md")
    (folder / "new.md").write_text("The ship sails.", "utf-8")
    ran("add", str(folder / "new.md"))
    told = json.loads(ran("list", "--json")[1])["embedder"]
    assert told == {"path": str(model), "passages": 3, "embedded": 3, "problem": ""}

    assert ran("embedder", "none")[1] == without
    told = json.loads(ran("embedder", "--json")[1])
    assert told == {"path": "", "passages": 3, "embedded": 0, "problem": ""}


def test_what_is_no_embedder_is_not_chosen(ran: Ran, folder: Path, tmp_path: Path) -> None:
    model = write_tiny_bert(tmp_path / "bert.gguf")
    ran("embedder", str(model))

    code, _out, err = ran("embedder", str(folder / "bread.md"))
    assert (code, "is not a GGUF model file" in err) == (1, True)
    code, _out, err = ran("embedder", str(folder / "nothing.gguf"))
    assert (code, "There is no readable embedding model" in err) == (1, True)

    assert json.loads(ran("embedder", "--json")[1])["path"] == str(model)


def test_an_embedder_that_is_gone_is_told_and_words_are_searched(
    ran: Ran, folder: Path, tmp_path: Path
) -> None:
    model = write_tiny_bert(tmp_path / "bert.gguf")
    ran("embedder", str(model))
    model.unlink()

    code, _out, err = ran("add", str(folder))
    assert (code, "There is no readable embedding model" in err) == (0, True)
    assert ran("search", "dough")[1].startswith("bread.md")
    assert "There is no readable embedding model" in ran("list")[1]
