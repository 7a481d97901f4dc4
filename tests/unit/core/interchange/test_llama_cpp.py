"""What the web interface of llama.cpp exports, after its source code."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any

from app.core.interchange import looks_like_chats, preview_import, run_import

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.store import ChatStore
    from app.core.interchange import StoreCall

_CONV = {"id": "c1", "name": "Bridges", "currNode": "a2", "lastModified": 1_760_000_009_000}


def _said(key: str, parent: str | None, role: str, content: str, **more: Any) -> dict[str, Any]:
    n = int(more.pop("n"))
    return {
        "id": key,
        "convId": "c1",
        "type": "root" if parent is None else "text",
        "role": role,
        "content": content,
        "parent": parent,
        "children": [],
        "timestamp": 1_760_000_000_000 + n * 1_000,
        **more,
    }


_SAID = [
    _said("r", None, "system", "", n=0),
    _said("s", "r", "system", "Be brief.", n=1),
    _said(
        "u",
        "s",
        "user",
        "How long?",
        n=2,
        extra=[
            {"type": "TEXT", "name": "notes.txt", "content": "a bridge"},
            {"type": "IMAGE", "name": "b.png", "base64Url": "data:image/png;base64,AA"},
        ],
    ),
    _said("a1", "u", "assistant", "One mile.", n=3, model="tiny"),
    _said("a2", "u", "assistant", "Two miles.", n=4, model="tiny", reasoningContent="Hmm."),
]


def _check_bridges(store: ChatStore) -> None:
    (chat,) = store.list_chats()
    question, answer = store.path(chat.id)
    assert (chat.title, chat.system_prompt) == ("Bridges", "Be brief.")
    assert question.text == "How long?\n\n[Picture: b.png]"
    assert [(one.name, one.text) for one in question.attachments] == [("notes.txt", "a bridge")]
    assert answer.text == "<think>\nHmm.\n</think>\n\nTwo miles."
    assert answer.model == "tiny"
    assert [store.message(one).text for one in store.versions(chat.id)[answer.id]] == [
        "One mile.",
        answer.text,
    ]


def test_chats_of_llama_cpp_keep_their_versions(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "2026-01-01_conversations.json"
    path.write_text(json.dumps([{"conv": _CONV, "messages": _SAID}]))

    summary = run_import(path, call)

    assert summary.programs == (("llama.cpp", 1),)
    assert looks_like_chats(path)
    _check_bridges(store)


def test_lines_of_llama_cpp_are_chats_alone_and_in_an_archive(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    lines = [{"harness": "llama.app", "type": "session", **_CONV}]
    lines += [{"message": one, "type": "message"} for one in _SAID]
    text = "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)
    path = tmp_path / "2026-01-01_conv_c1_bridges.jsonl"
    path.write_text(text)
    archive = tmp_path / "2026-01-01_conversations.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(path.name, text)

    assert run_import(path, call).programs == (("llama.cpp", 1),)
    assert preview_import(archive, call).n_known == 1

    assert looks_like_chats(path)
    assert looks_like_chats(archive)
    _check_bridges(store)


def test_lines_that_end_in_the_middle_give_what_stands_before(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    lines = [{"harness": "llama.app", "type": "session", **_CONV}]
    lines += [{"message": one, "type": "message"} for one in _SAID]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines))[:-9])
    plain = [{"role": "user", "content": "Which?"}, {"role": "assistant", "content": "That."}]
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, plain)) + '\n{"role": "us')

    first = run_import(tmp_path / "a.jsonl", call)
    second = run_import(tmp_path / "b.jsonl", call)

    assert (first.n_chats, first.n_messages, first.n_unread) == (1, 2, 1)
    assert (second.n_chats, second.n_messages, second.n_unread) == (1, 2, 1)
