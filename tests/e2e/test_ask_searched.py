"""`hearth ask --search`: passages of the user's documents, found in a process of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.core.chats.store import ChatStore
from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of
from app.core.errors import EXIT_KNOWN_ERROR
from tests.helpers.documents import pdf
from tests.helpers.trained_model import TRAINED, needs_trained_model

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths

COMMON = ("--temp", "0", "--max-tokens", "8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "My papers"
    (folder / "empty").mkdir(parents=True)
    pages = [[("The rent is 940 euros.", 11)], [("The notice period is seven weeks.", 11)]]
    (folder / "lease.pdf").write_bytes(pdf(pages))
    (folder / "bread.md").write_text("# Rye\n\nThe dough rests overnight.", "utf-8")
    (folder / "scan.pdf").write_bytes(pdf([[], []]))
    return folder


@pytest.fixture
def ask(hearth: Any, tiny_model: Path) -> Any:
    return lambda *arguments: hearth("ask", "--model", str(tiny_model), *COMMON, *arguments)


def listed(hearth: Any) -> list[str]:
    return list(json.loads(hearth("documents", "list", "--json").out)["sources"])


def searched_in(paths: Paths) -> list[tuple[str, ...]]:
    """Return what each chat searches, the newest first."""
    with ChatStore.open(paths.database) as store:
        return [searched_of(chat.setup) for chat in store.list_chats()]


def test_a_file_is_listed_read_and_searched_and_its_passages_are_told_aside(
    hearth: Any, ask: Any, paths: Paths, folder: Path
) -> None:
    lease = folder / "lease.pdf"
    ran = ask("--search", str(lease), "--json", "How long is the notice period?")
    assert ran.code == 0, ran.err
    assert ran.err.splitlines()[-1].startswith("[1] lease.pdf, page ")
    assert "lease.pdf" not in ran.out.splitlines()[0]
    passages = ran.figures["passages"]
    assert [one["number"] for one in passages] == [*range(1, len(passages) + 1)]
    assert passages[0]["path"] == str(lease)
    assert "seven weeks" in "".join(one["text"] for one in passages)
    assert ran.figures["doubtful_quotes"] == []
    assert ran.out.startswith(ran.figures["text"])
    assert listed(hearth) == [str(lease)]
    assert searched_in(paths) == [(str(lease),)]
    with ChatStore.open(paths.database) as store:
        (question, _answer) = store.path(store.list_chats()[0].id)
    assert [one.number for one in question.attachments] == [one["number"] for one in passages]


def test_what_is_listed_already_is_searched_and_not_listed_again(
    hearth: Any, ask: Any, paths: Paths, folder: Path
) -> None:
    hearth("documents", "add", str(folder))
    ran = ask("--search", str(folder / "bread.md"), "--json", "How long does the dough rest?")
    assert [one["file"] for one in ran.figures["passages"]] == ["bread.md"]
    assert "[1] bread.md, Rye\n" in ran.err
    ran = ask("--search", "all", "--json", "How long does the dough rest?")
    assert "bread.md" in [one["file"] for one in ran.figures["passages"]]
    ran = ask("--search", str(folder), "Dough?")
    assert "1 of 3 files in" in ran.err
    assert listed(hearth) == [str(folder)]
    assert searched_in(paths) == [(str(folder),), (ALL_DOCUMENTS,), (str(folder / "bread.md"),)]


def test_a_chat_goes_on_with_the_documents_that_are_named(
    ask: Any, paths: Paths, folder: Path
) -> None:
    chat = str(ask("--json", "--system", "Be brief.", "Hello").figures["chat_id"])
    ran = ask("--chat", chat, "--search", str(folder / "bread.md"), "--json", "Does dough rest?")
    assert [one["number"] for one in ran.figures["passages"]] == [1]
    (folder / "bread.md").write_text("# Wheat\n\nThe dough rests for an hour.", "utf-8")
    ran = ask("--chat", chat, "--json", "And how long does wheat rest?")  # looked at anew
    assert [one["number"] for one in ran.figures["passages"]] == [2]
    assert "[2] bread.md, Wheat\n" in ran.err
    with ChatStore.open(paths.database) as store:
        (one,) = store.list_chats()
    assert one.system_prompt == "Be brief."
    assert searched_of(one.setup) == (str(folder / "bread.md"),)
    ran = ask("--chat", chat, "--json", "And how long does wheat rest?")
    assert ran.figures["passages"] == []
    assert "no new passage fits" in ran.err


def test_while_hearth_is_open_documents_are_searched_all_the_same(
    hearth: Any, ask: Any, paths: Paths, folder: Path
) -> None:
    ask("Hello")
    with ChatStore.open(paths.database):
        ran = ask("--search", str(folder / "bread.md"), "--json", "Does dough rest?")
    assert ran.figures["chat_id"] is None
    assert [one["file"] for one in ran.figures["passages"]] == ["bread.md"]
    assert listed(hearth) == [str(folder / "bread.md")]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere.pdf", "There is no file or folder"),
        ("scan.pdf", "There is no text in this scan"),
        ("empty", "Hearth can read no file in"),
        ("all", "your list of documents has no file with text"),
    ],
)
def test_what_cannot_be_searched_is_told_before_a_model_is_loaded_and_is_not_listed(
    hearth: Any, folder: Path, name: str, told: str
) -> None:
    given = name if name == "all" else str(folder / name)
    ran = hearth("ask", "--model", str(folder / "none.gguf"), "--search", given, "What is this?")
    assert (ran.code, ran.out) == (EXIT_KNOWN_ERROR, "")
    assert told in ran.err
    assert "none.gguf" not in ran.err
    assert listed(hearth) == []


@needs_trained_model
def test_an_answer_says_what_the_passages_say_and_where_where_it_cites_none(
    hearth: Any, folder: Path
) -> None:
    (folder / "garden.md").write_text(
        "# Garden\n\nA plum tree stands there, and a notice board.", "utf-8"
    )
    question = "How long is the notice period?"
    given = ("--temp", "0", "--max-tokens", "40", "--search", str(folder), "--json")
    ran = hearth("ask", "--model", str(TRAINED), *given, question)
    assert ran.code == 0, ran.err
    said, passages = ran.figures["text"], ran.figures["passages"]
    assert any(words in said for words in ("seven weeks", "7 weeks")), said
    assert len(passages) > 1
    right = [one["number"] for one in passages if "seven weeks" in one["text"]]
    assert ran.figures["same_words"] == right, said
    assert f"hearth: the answer cites none; the same words are in [{right[0]}].\n" in ran.err
