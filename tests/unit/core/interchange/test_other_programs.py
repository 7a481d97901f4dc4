"""What other programs write, as far as it is known: samples written by hand after descriptions.

Longer than other files: the samples of all programs stand side by side.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from app.core.interchange.errors import Note, NotImported
from app.core.interchange.importing import preview_import, run_import

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.records import Chat
    from app.core.chats.store import ChatStore
    from app.core.interchange.chats_there import StoreCall
    from app.core.interchange.importing import ImportSummary


def imported(
    store: ChatStore, call: StoreCall, path: Path, value: Any
) -> tuple[Chat, ImportSummary]:
    """Import one value as JSON and return the newest chat."""
    path.write_text(json.dumps(value), encoding="utf-8")
    summary = run_import(path, call)
    return store.list_chats()[0], summary


def said(store: ChatStore, chat: Chat) -> list[tuple[str, str]]:
    """Return who says what in the branch that is shown."""
    return [(one.role.value, one.text) for one in store.path(chat.id)]


def _gpt_node(
    key: str, parent: str | None, children: list[str], role: str, content: Any, **more: Any
) -> dict[str, Any]:
    author = {"role": role, "name": more.pop("name", None), "metadata": {}}
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    message = {
        "id": key,
        "author": author,
        "content": content,
        "create_time": 1_700_000_000.5,
        "metadata": more.pop("metadata", {}),
        "recipient": more.pop("recipient", "all"),
    }
    return {"id": key, "message": message, "parent": parent, "children": children}


def _gpt(nodes: list[dict[str, Any]], current: str, **more: Any) -> dict[str, Any]:
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": ["s"]}}
    mapping |= {node["id"]: node for node in nodes}
    return {
        "title": "Bridges",
        "create_time": 1_700_000_000.25,
        "update_time": 1_700_000_100.0,
        "mapping": mapping,
        "current_node": current,
        "conversation_id": "c-1",
        **more,
    }


def test_a_tree_of_chatgpt_stays_a_tree(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    nodes = [
        _gpt_node(
            "s",
            "root",
            ["q"],
            "system",
            "",
            metadata={"is_visually_hidden_from_conversation": True},
        ),
        _gpt_node("q", "s", ["a1", "a2"], "user", "How long is it?"),
        _gpt_node("a2", "q", [], "assistant", "Two miles.", metadata={"model_slug": "gpt-x"}),
        _gpt_node("a1", "q", [], "assistant", "One mile.", metadata={"model_slug": "gpt-x"}),
    ]

    chat, summary = imported(store, call, tmp_path / "c.json", [_gpt(nodes, "a1")])

    assert summary.programs == (("ChatGPT", 1),)
    assert chat.title == "Bridges"
    assert chat.created_at.timestamp() == 1_700_000_000.25
    assert said(store, chat) == [("user", "How long is it?"), ("assistant", "One mile.")]
    shown = store.path(chat.id)[-1]
    assert shown.model == "gpt-x"
    versions = [store.message(one).text for one in store.versions(chat.id)[shown.id]]
    assert versions == ["One mile.", "Two miles."]


def test_tools_thinking_and_pictures_of_chatgpt_become_words(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    nodes = [
        _gpt_node(
            "s",
            "root",
            ["u"],
            "user",
            {
                "content_type": "user_editable_context",
                "user_profile": "p",
                "user_instructions": "i",
            },
        ),
        _gpt_node(
            "u",
            "s",
            ["t"],
            "user",
            {
                "content_type": "multimodal_text",
                "parts": [
                    {"content_type": "image_asset_pointer", "asset_pointer": "file-service://1"},
                    "What is this?",
                ],
            },
        ),
        _gpt_node(
            "t",
            "u",
            ["r"],
            "assistant",
            {
                "content_type": "thoughts",
                "thoughts": [{"summary": "Look", "content": "It is red."}],
            },
        ),
        _gpt_node(
            "r",
            "t",
            ["k"],
            "assistant",
            {"content_type": "reasoning_recap", "content": "Thought for 3 s"},
        ),
        _gpt_node(
            "k",
            "r",
            ["o"],
            "assistant",
            {"content_type": "code", "language": "unknown", "text": "print(1)"},
            recipient="python",
        ),
        _gpt_node(
            "o",
            "k",
            ["f"],
            "tool",
            {"content_type": "execution_output", "text": "1"},
            name="python",
        ),
        _gpt_node("f", "o", [], "assistant", "An apple."),
    ]

    chat, summary = imported(store, call, tmp_path / "c.json", [_gpt(nodes, "f")])

    question, answer = said(store, chat)
    assert question == ("user", "[Picture]\n\nWhat is this?")
    assert answer[0] == "assistant"
    assert answer[1].startswith("<think>\n**Look**\n\nIt is red.\n</think>\n\n")
    assert answer[1].endswith("```\n1\n```\n\nAn apple.")
    assert "Tool call (python):" in answer[1]
    assert dict(summary.notes) == {Note.PICTURE: 1, Note.TOOL: 2, Note.HIDDEN: 1}


def test_circles_missing_parents_and_absurd_times_keep_every_word(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    nodes = [
        _gpt_node("a", "b", ["b"], "user", "one"),
        _gpt_node("b", "a", ["a"], "assistant", "two"),
        _gpt_node("c", "nowhere", [], "user", "three"),
        _gpt_node("d", "d", ["d"], "user", "four"),
    ]
    nodes[2]["message"]["create_time"] = -1e300
    nodes[3]["message"]["create_time"] = "soon"

    chat, summary = imported(
        store, call, tmp_path / "c.json", [_gpt(nodes, "nobody", create_time=1e99)]
    )

    whole = store.transfer.whole_chat(chat.id)
    assert sorted(one.text for one in whole.messages) == ["four", "one", "three", "two"]
    assert dict(summary.notes)[Note.BAD_PARENT] == 3
    assert dict(summary.notes)[Note.NO_TIME] == 2


def test_a_chain_of_100_000_messages_is_read_without_recursion(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    n = 100_000
    nodes = [
        _gpt_node(
            str(row),
            str(row - 1) if row else "root",
            [str(row + 1)],
            "assistant" if row % 2 else "user",
            f"m{row}",
        )
        for row in range(n)
    ]

    chat, summary = imported(store, call, tmp_path / "c.json", [_gpt(nodes, str(n - 1))])

    assert summary.n_messages == n
    assert store.tail(chat.id, 1)[0].text == f"m{n - 1}"


def test_lone_surrogates_are_replaced_and_the_chat_is_known_again(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    path = tmp_path / "c.json"
    nodes = [_gpt_node("q", "root", [], "user", "a\ud800b")]

    chat, _ = imported(store, call, path, [_gpt(nodes, "q")])

    assert said(store, chat) == [("user", "a\ufffdb")]
    assert preview_import(path, call).n_known == 1


def test_a_conversation_of_claude(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    chat, summary = imported(
        store,
        call,
        tmp_path / "c.json",
        [
            {
                "uuid": "u-1",
                "name": "Soup",
                "created_at": "2025-03-01T08:00:00.123456Z",
                "updated_at": "2025-03-02T08:00:00Z",
                "account": {"uuid": "x"},
                "chat_messages": [
                    {
                        "uuid": "m1",
                        "text": "Recipe?",
                        "sender": "human",
                        "created_at": "2025-03-01T08:00:01Z",
                        "content": [{"type": "text", "text": "Recipe?"}],
                        "files": [{"file_name": "p.png"}],
                        "attachments": [{"file_name": "old.txt", "extracted_content": "Leeks"}],
                    },
                    {
                        "uuid": "m2",
                        "text": "",
                        "sender": "assistant",
                        "created_at": "2025-03-01T08:00:02Z",
                        "content": [
                            {"type": "thinking", "thinking": "Leeks, then."},
                            {"type": "tool_use", "name": "search", "input": {"q": "leek"}},
                            {
                                "type": "tool_result",
                                "name": "search",
                                "content": [{"type": "text", "text": "found"}],
                            },
                            {"type": "text", "text": "Chop them."},
                        ],
                    },
                ],
            }
        ],
    )

    (_, question), (_, answer) = said(store, chat)
    assert question == "Recipe?\n\n[File: p.png]"
    assert [one.text for one in store.path(chat.id)[0].attachments] == ["Leeks"]
    assert answer.startswith("<think>\nLeeks, then.\n</think>")
    assert answer.endswith("Chop them.")
    assert '"q": "leek"' in answer
    assert chat.created_at.microsecond == 123456
    assert summary.programs == (("Claude", 1),)


def test_a_tree_of_claude_shows_the_leaf_that_it_names(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    none = "00000000-0000-4000-8000-000000000000"
    chat, _ = imported(
        store,
        call,
        tmp_path / "c.json",
        {
            "uuid": "u",
            "name": "",
            "current_leaf_message_uuid": "m2",
            "chat_messages": [
                {"uuid": "m1", "sender": "human", "text": "Hi", "parent_message_uuid": none},
                {"uuid": "m2", "sender": "assistant", "text": "one", "parent_message_uuid": "m1"},
                {"uuid": "m3", "sender": "assistant", "text": "two", "parent_message_uuid": "m1"},
            ],
        },
    )

    assert said(store, chat) == [("user", "Hi"), ("assistant", "one")]
    assert chat.title == "Hi"  # the first words, where there is none
    assert len(store.versions(chat.id)) == 2


def test_a_chat_of_open_webui(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    reasoning = (
        '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds'
        "</summary>\n&gt; Is it &lt;b&gt;?\n&gt; Yes.\n</details>\nIt is."
    )
    chat, summary = imported(
        store,
        call,
        tmp_path / "c.json",
        [
            {
                "id": "w1",
                "title": "Maps",
                "created_at": 1_710_000_000,
                "updated_at": 1_710_000_500,
                "pinned": True,
                "archived": False,
                "chat": {
                    "title": "Maps",
                    "params": {"system": "Be kind."},
                    "history": {
                        "currentId": "c",
                        "messages": {
                            "a": {
                                "id": "a",
                                "parentId": None,
                                "childrenIds": ["b", "c"],
                                "role": "user",
                                "content": "Is it?",
                                "timestamp": 1_710_000_001,
                            },
                            "b": {
                                "id": "b",
                                "parentId": "a",
                                "childrenIds": [],
                                "role": "assistant",
                                "content": "No.",
                                "timestamp": 1_710_000_002,
                                "model": "m:1b",
                            },
                            "c": {
                                "id": "c",
                                "parentId": "a",
                                "childrenIds": [],
                                "role": "assistant",
                                "content": reasoning,
                                "timestamp": 1_710_000_003,
                                "model": "m:1b",
                            },
                        },
                    },
                },
            }
        ],
    )

    assert said(store, chat) == [
        ("user", "Is it?"),
        ("assistant", "<think>\nIs it <b>?\nYes.\n</think>\n\nIt is."),
    ]
    assert chat.system_prompt == "Be kind."
    assert store.path(chat.id)[-1].model == "m:1b"
    assert summary.programs == (("Open WebUI", 1),)


def test_threads_of_jan_in_a_folder(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    folder = tmp_path / "threads" / "jan_17"
    folder.mkdir(parents=True)
    (folder / "thread.json").write_text(
        json.dumps(
            {
                "id": "jan_17",
                "object": "thread",
                "title": "Trees",
                "created": 1_700_000_000_000,
                "assistants": [{"id": "jan", "instructions": "Be green.", "model": {"id": "tiny"}}],
            }
        )
    )
    lines = [
        {
            "id": "2",
            "object": "thread.message",
            "role": "assistant",
            "created_at": 1_700_000_002,
            "content": [{"type": "text", "text": {"value": "An oak.", "annotations": []}}],
        },
        {
            "id": "1",
            "object": "thread.message",
            "role": "user",
            "created_at": 1_700_000_001,
            "content": [{"type": "text", "text": {"value": "Which?", "annotations": []}}],
        },
    ]
    text = "\n".join(map(json.dumps, lines)) + '\n{"id": "3", "ro'
    (folder / "messages.jsonl").write_text(text)

    summary = run_import(tmp_path / "threads", call)

    (chat,) = store.list_chats()
    assert said(store, chat) == [("user", "Which?"), ("assistant", "An oak.")]
    assert (chat.title, chat.system_prompt) == ("Trees", "Be green.")
    assert store.path(chat.id)[-1].model == "tiny"
    assert summary.programs == (("Jan", 1),)
    for name in ("thread.json", "messages.jsonl"):
        assert preview_import(folder / name, call).n_known == 1


def test_a_conversation_of_lm_studio(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    chat, summary = imported(
        store,
        call,
        tmp_path / "1.conversation.json",
        {
            "name": "Knots",
            "createdAt": 1_720_000_000_123,
            "pinned": False,
            "perChatPredictionConfig": {
                "fields": [{"key": "llm.prediction.systemPrompt", "value": "Be short."}]
            },
            "lastUsedModel": {"identifier": "some-model"},
            "messages": [
                {
                    "currentlySelected": 0,
                    "versions": [
                        {
                            "type": "singleStep",
                            "role": "user",
                            "content": [
                                {"type": "text", "text": "Which knot?"},
                                {"type": "file", "fileType": "image", "name": "k.png"},
                            ],
                        }
                    ],
                },
                {
                    "currentlySelected": 1,
                    "versions": [
                        {
                            "type": "multiStep",
                            "role": "assistant",
                            "steps": [
                                {
                                    "type": "contentBlock",
                                    "content": [{"type": "text", "text": "A bow."}],
                                }
                            ],
                        },
                        {
                            "type": "multiStep",
                            "role": "assistant",
                            "senderInfo": {"senderName": "other-model"},
                            "steps": [
                                {
                                    "type": "contentBlock",
                                    "style": {"type": "thinking"},
                                    "content": [{"type": "text", "text": "Hmm."}],
                                },
                                {
                                    "type": "contentBlock",
                                    "content": [{"type": "text", "text": "A hitch."}],
                                },
                                {"type": "debugInfoBlock", "debugInfo": "x"},
                            ],
                        },
                    ],
                },
            ],
        },
    )

    assert said(store, chat) == [
        ("user", "Which knot?\n\n[Picture: k.png]"),
        ("assistant", "<think>\nHmm.\n</think>\n\nA hitch."),
    ]
    assert chat.system_prompt == "Be short."
    assert store.path(chat.id)[-1].model == "other-model"
    assert len(store.versions(chat.id)) == 2
    assert summary.programs == (("LM Studio", 1),)


def test_lists_of_messages(store: ChatStore, call: StoreCall, tmp_path: Path) -> None:
    sharegpt = [
        {
            "id": "x1",
            "conversations": [
                {"from": "system", "value": "Rules."},
                {"from": "human", "value": "Hello"},
                {"from": "gpt", "value": "Good day"},
            ],
        }
    ]
    chat, _ = imported(store, call, tmp_path / "s.json", sharegpt)
    assert said(store, chat) == [("user", "Hello"), ("assistant", "Good day")]
    assert chat.system_prompt == "Rules."

    openai = [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Look"},
                {"type": "image_url", "image_url": {"url": "data:x"}},
            ],
        },
        {"role": "assistant", "content": "Nice", "reasoning_content": "A cat."},
        {"role": "oracle", "content": "???"},
    ]
    chat, summary = imported(store, call, tmp_path / "o.json", openai)
    assert said(store, chat) == [
        ("user", "Look\n\n[Picture]"),
        ("assistant", "<think>\nA cat.\n</think>\n\nNice"),
        ("user", "???"),
    ]
    assert dict(summary.notes)[Note.UNKNOWN_ROLE] == 1

    lines = "\n".join(json.dumps({"messages": [{"role": "user", "content": str(n)}]}) for n in "ab")
    (tmp_path / "l.jsonl").write_text(lines)
    assert run_import(tmp_path / "l.jsonl", call).n_chats == 2


_LLAMA_CPP = {
    "conv": {"id": "c", "name": "Bridges", "currNode": "a"},
    "messages": [
        {"id": "u", "parent": "r", "role": "user", "content": "How long?"},
        {"id": "a", "parent": "u", "role": "assistant", "content": "One mile."},
    ],
}
_LLAMA_CPP_LINES = [
    {"type": "session", "id": "c", "name": "Bridges", "currNode": "a"},
    {"type": "message", "message": {"id": "u", "parent": "r", "role": "user", "content": "Long?"}},
]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("gpt4all-9.chat", b"\xf5\xd5\x53\xcc\0\0\0\x0c"),
        ("2026_conversations.json", json.dumps([_LLAMA_CPP]).encode()),
        ("2026_conv_c1.jsonl", b"\n".join(json.dumps(one).encode() for one in _LLAMA_CPP_LINES)),
    ],
)
def test_chats_of_programs_that_are_not_known_are_refused_with_one_sentence(
    call: StoreCall, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)

    with pytest.raises(NotImported, match=r"It contains no chats( in a known format)?\."):
        preview_import(tmp_path / name, call)
