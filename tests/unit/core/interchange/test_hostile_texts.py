"""Texts in files of others that were made to slow a reader down, or whoever shows them."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from app.core.interchange.importing import preview_import, run_import
from tests.unit.core.interchange.test_files_from_outside import claude

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.store import ChatStore
    from app.core.interchange.chats_there import StoreCall


@pytest.mark.parametrize(
    "text",
    [
        "</details>" * 900 + "<details " * 900 + "x" * 1_000_000,
        "</details>" * 900 + "<details>" * 900 + "x" * 1_000_000,
        '<details type="reasoning">' + "<summary>" * 30_000 + "</details>",
        '<details type="reasoning" ' + "a" * 100_000 + ">x</details>",
        '<details type="tool_calls" arguments="' + "`" * 300_000 + '">x</details>',
        "```" * 100_000 + "<details>x</details>" * 10_000,
    ],
    ids=["tags", "details", "summaries", "attributes", "backticks", "quoted"],
)
def test_a_text_that_was_made_to_take_long_takes_no_time(
    store: ChatStore, call: StoreCall, tmp_path: Path, text: str
) -> None:
    message = {"id": "a", "parentId": None, "role": "assistant", "content": text}
    chat = {"history": {"currentId": "a", "messages": {"a": message}}}
    path = tmp_path / "c.json"
    path.write_text(json.dumps([{"id": "w", "title": "t", "chat": chat}]))
    began = time.monotonic()

    assert preview_import(path, call).n_chats == 1

    assert time.monotonic() - began < 5


@pytest.mark.parametrize("is_ours", [False, True])
def test_names_that_nobody_would_read_are_cut(
    store: ChatStore, call: StoreCall, tmp_path: Path, is_ours: bool
) -> None:
    long = "n" * 1_000_000
    value: Any = claude(long, "x")
    value["chat_messages"] += [
        {
            "sender": "assistant",
            "text": "y",
            "model": long,
            "attachments": [{"file_name": long, "extracted_content": "z"}],
        }
    ]
    if is_ours:
        answer = {"parent": None, "role": "assistant", "text": "y", "model": long,
                  "attachments": [{"name": long, "text": "z"}]}  # fmt: skip
        value = {"format": "hearth-chats", "version": 1,
                 "chats": [{"title": long, "leaf": 0, "messages": [answer]}]}  # fmt: skip
    path = tmp_path / "c.json"
    path.write_text(json.dumps(value))

    run_import(path, call)

    (chat,) = store.list_chats()
    said = store.path(chat.id)[-1]
    names = (chat.title, said.model, said.attachments[0].name)
    assert all(0 < len(name) <= 300 for name in names)
