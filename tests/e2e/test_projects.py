"""`hearth projects`, and chats that begin with one: read once, and never changed by it."""

from __future__ import annotations

import base64
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, PngImagePlugin

from app.core.chats.records import ChatId
from app.core.chats.store import ChatStore

if TYPE_CHECKING:
    from pathlib import Path

ASK = ("--temp", "0", "--max-tokens", "12", "--json")
RULES = "You keep the lighthouse, and you answer like a sailor who has seen every storm. " * 3


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    path = tmp_path / "Der Mietvertrag.md"
    path.write_text("The rent is due on the first. No snakes are allowed. " * 12, "utf-8")
    return path


def said(ran: Any) -> Any:
    assert ran.code == 0, ran.err
    return json.loads(ran.out.splitlines()[-1])


def test_a_second_chat_of_a_project_reads_the_question_alone(
    hearth: Any, tiny_model: Path, lease: Path
) -> None:
    made = hearth(
        *("projects", "set", "Lighthouse", "--instructions", RULES, "--document", str(lease)),
        "--json",
    )
    assert said(made) == {"name": "Lighthouse", "version": 1}
    model = ("--model", str(tiny_model), "--project", "Lighthouse", *ASK)
    first = hearth("ask", *model, "When is the rent due?")
    assert first.code == 0, first.err
    second = hearth("ask", *model, "What of snakes?").figures
    assert second["prompt_tokens"] - second["restored_tokens"] < 60
    assert second["restored_tokens"] > 700


def test_a_changed_project_changes_no_chat_that_has_begun(
    hearth: Any, tiny_model: Path, paths: Any
) -> None:
    hearth("projects", "set", "Work", "--instructions", "Be brief.")
    model = ("--model", str(tiny_model), *ASK)
    chat = hearth("ask", *model, "--project", "Work", "Hello").figures["chat_id"]
    assert said(hearth("projects", "set", "Work", "--instructions", "Be long.", "--json")) == {
        "name": "Work",
        "version": 2,
    }
    gone_on = hearth("ask", *model, "--chat", str(chat), "Go on.").figures
    assert gone_on["prompt_tokens"] - gone_on["restored_tokens"] < 60
    new = hearth("ask", *model, "--project", "Work", "Hello").figures["chat_id"]
    with ChatStore.open(paths.database) as store:
        old_chat, new_chat = store.chat(ChatId(chat)), store.chat(ChatId(new))
    assert (old_chat.system_prompt, old_chat.project_version) == ("Be brief.", 1)
    assert (new_chat.system_prompt, new_chat.project_version) == ("Be long.", 2)
    assert old_chat.folder_id == new_chat.folder_id

    assert hearth("projects", "rm", "Work").code == 0
    assert "no project Work" in hearth("ask", *model, "--project", "Work", "Hello").err
    assert (
        "keeps what it began with"
        in hearth(*("ask", *model, "--chat", str(chat), "--project", "Work", "Hello")).err
    )


def _card(folder: Path) -> Path:
    """Write a character card, as other programs do."""
    data = {
        "name": "Nuur",
        "system_prompt": "Nuur keeps the light.",
        "first_mes": "Who goes there, {{user}}?",
        "extensions": {"hearth": {"version": 1, "documents": ["passwd"], "tools": ["x"]}},
    }
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}
    texts = PngImagePlugin.PngInfo()
    texts.add_text("chara", base64.b64encode(json.dumps(card).encode()).decode())
    picture = io.BytesIO()
    Image.new("RGB", (40, 60), "teal").save(picture, "PNG", pnginfo=texts)
    path = folder / "nuur.png"
    path.write_bytes(picture.getvalue())
    return path


def test_a_card_becomes_a_project_and_goes_out_again(hearth: Any, tmp_path: Path) -> None:
    added = hearth("projects", "add", str(_card(tmp_path)))
    assert added.code == 0, added.err
    assert "Added: Nuur" in added.out
    shown = said(hearth("projects", "show", "Nuur", "--json"))
    assert "Nuur keeps the light." in shown["instructions"]
    assert shown["openings"] == ["Who goes there, {{user}}?"]
    assert shown["documents"] == []  # what a stranger's file names is not taken over

    written = said(hearth("projects", "export", "Nuur", str(tmp_path / "out"), "--json"))
    assert written["file"].endswith("out.png")
    hearth("projects", "rm", "Nuur")
    hearth("projects", "add", written["file"])
    assert said(hearth("projects", "show", "Nuur", "--json")) == shown
    assert said(hearth("projects", "list", "--json"))["projects"] == [
        {"name": "Nuur", "version": 1, "chats": 0, "documents": 0}
    ]


def test_what_is_no_project_says_so_and_adds_nothing(hearth: Any, tmp_path: Path) -> None:
    other = tmp_path / "note.json"
    other.write_text('{"a": 1}', "utf-8")
    for file, words in ((other, "note.json"), (tmp_path / "missing.png", "could not read")):
        ran = hearth("projects", "add", str(file))
        assert ran.code == 1
        assert words in ran.err
    assert "no projects yet" in hearth("projects", "list").out
