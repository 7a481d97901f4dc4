"""`hearth search` as a user types it, beside a window and without one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.__main__ import main
from app.core.chats.store import ChatStore
from app.core.messages import Attachment, Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.system.paths import Paths

    Searched = Callable[..., tuple[int, str, str]]


@pytest.fixture
def chats(paths: Paths) -> Path:
    paths.create()
    with ChatStore.open(paths.database) as store:
        chat = store.create_chat(title="Baking")
        files = (Attachment("recipe.txt", "Rye flour"),)
        asked = store.add_message(
            chat.id, parent_id=None, role=Role.USER, text="Why sour dough?", attachments=files
        )
        store.add_message(
            chat.id,
            parent_id=asked.id,
            role=Role.ASSISTANT,
            text="Because dough turns **sour**.",
            model="tiny",
        )
    return paths.database


@pytest.fixture
def searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Searched:
    """Run the command; returns its exit code, what it printed and what it complained of."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["search", "--data-dir", str(tmp_path / "hearth"), *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.mark.usefixtures("chats")
def test_words_are_found_and_printed_with_their_chat(searched: Searched) -> None:
    code, out, _err = searched("sour", "dough")

    assert code == 0
    assert out.startswith("2 found")
    assert "Baking  (tiny)" in out
    assert "  Because dough turns sour." in out


@pytest.mark.usefixtures("chats")
def test_json_has_every_fact_and_the_places(searched: Searched) -> None:
    _code, out, _err = searched("--json", "sour dough")

    facts = json.loads(out)
    (hit,) = facts["results"]
    assert (facts["found"], hit["role"], hit["title"]) == (1, "user", "Baking")
    assert [hit["snippet"][a:b] for a, b in hit["ranges"]] == ["sour dough"]


@pytest.mark.usefixtures("chats")
def test_filters_and_files(searched: Searched) -> None:
    assert "in recipe.txt" in searched("rye")[1]
    assert "1 found" in searched("dough", "--model", "tiny")[1]
    assert "1 found" in searched("dough", "--role", "user")[1]
    assert "Nothing found" in searched("dough", "--until", "2020-01-01")[1]
    assert "2 found" in searched("dough", "--since", "2020-01-01", "--chat", "1")[1]
    assert "Nothing found" in searched("--", "dough", "-sour")[1]


def test_it_works_while_a_window_has_the_chats_open(chats: Path, searched: Searched) -> None:
    with ChatStore.open(chats) as store:
        store.create_chat(title="Dough of today")
        assert "3 found" in searched("dough")[1]


def test_it_says_what_is_missing(paths: Paths, searched: Searched) -> None:
    code, _out, err = searched("dough")
    assert code != 0
    assert "not indexed for search" in err
    assert not paths.database.exists()

    paths.create()
    with ChatStore.open(paths.database) as store:
        chat = store.create_chat()
        message = store.add_message(chat.id, parent_id=None, role=Role.USER, text="dough")
        store.copy_branch(message.id, title="")
    code, out, err = searched("dough")
    assert (code, out[:7]) == (0, "1 found")
    assert "1 messages are not indexed yet" in err


def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["search", "dough", "--since", "yesterday"])
    assert "not a day" in capsys.readouterr().err
