"""Chats in which any value is of another kind than it should be: none of them ends an import."""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from app.core.interchange import hearth_format
from app.core.interchange.errors import NotAChat
from app.core.interchange.sources import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.chats.store import ChatStore

_NOW = datetime(2026, 1, 2, tzinfo=UTC)
_WRONG: tuple[Any, ...] = (
    None, True, 0, -1, 10**400, float("nan"), float("inf"), 1e308, "", "x", "\ud800", "\0",
    [], [None], [[]], [{}], {}, {"a": []},
)  # fmt: skip

_CHATGPT = {
    "title": "t",
    "create_time": 1_700_000_000.5,
    "update_time": 1_700_000_001,
    "current_node": "b",
    "conversation_id": "c",
    "is_starred": True,
    "mapping": {
        "root": {"id": "root", "parent": None, "children": ["a"], "message": None},
        "a": {
            "parent": "root",
            "children": ["b"],
            "message": {
                "author": {"role": "user", "name": "n"},
                "content": {"content_type": "multimodal_text", "parts": ["x", {"text": "y"}]},
                "create_time": 1_700_000_000,
                "recipient": "all",
                "metadata": {"attachments": [{"name": "f"}]},
            },
        },
        "b": {
            "parent": "a",
            "children": [],
            "message": {
                "author": {"role": "assistant"},
                "content": {
                    "content_type": "thoughts",
                    "thoughts": [{"summary": "s", "content": "c"}],
                },
                "recipient": "all",
                "metadata": {
                    "model_slug": "m",
                    "content_references": [{"matched_text": "\ue200cite\ue201", "alt": "a"}],
                },
            },
        },
    },
}
_CLAUDE = {
    "uuid": "u",
    "name": "n",
    "created_at": "2025-03-01T08:00:00Z",
    "current_leaf_message_uuid": "2",
    "chat_messages": [
        {"uuid": "1", "sender": "human", "text": "x", "parent_message_uuid": "0", "files": [{}]},
        {
            "uuid": "2",
            "sender": "assistant",
            "parent_message_uuid": "1",
            "content": [
                {"type": "text", "text": "y"},
                {"type": "tool_use", "name": "n", "input": {}},
                {"type": "tool_result", "name": "n", "content": [{"type": "text", "text": "z"}]},
            ],
            "attachments": [{"file_name": "f", "extracted_content": "words"}],
        },
    ],
}
_OPEN_WEBUI = {
    "id": "w",
    "title": "t",
    "created_at": 1_710_000_000,
    "chat": {
        "params": {"system": "s"},
        "history": {
            "currentId": "b",
            "messages": {
                "a": {"parentId": None, "childrenIds": ["b"], "role": "user", "content": "x"},
                "b": {
                    "parentId": "a",
                    "childrenIds": [],
                    "role": "assistant",
                    "content": '<details type="reasoning">r</details>y',
                    "error": {"content": "e"},
                    "files": [{"type": "file", "name": "f", "file": {"data": {"content": "c"}}}],
                    "output": [
                        {"type": "reasoning", "content": [{"type": "output_text", "text": "r"}]},
                        {"type": "function_call", "name": "n", "arguments": "{}"},
                        {"type": "function_call_output", "output": [{"text": "o"}]},
                        {"type": "message", "content": [{"type": "output_text", "text": "m"}]},
                    ],
                },
            },
        },
    },
}
_LM_STUDIO = {
    "name": "n",
    "createdAt": 1_720_000_000_123,
    "lastUsedModel": {"identifier": "m"},
    "perChatPredictionConfig": {"fields": [{"key": "k", "value": "v"}]},
    "messages": [
        {
            "currentlySelected": 0,
            "versions": [
                {
                    "type": "singleStep",
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "x"},
                        {"type": "file", "fileType": "image", "fileIdentifier": "f"},
                    ],
                }
            ],
        },
        {
            "currentlySelected": 0,
            "versions": [
                {
                    "type": "multiStep",
                    "role": "assistant",
                    "senderInfo": {"senderName": "s"},
                    "steps": [
                        {
                            "type": "contentBlock",
                            "style": {"type": "thinking"},
                            "content": [
                                {"type": "text", "text": "y"},
                                {"type": "toolCallRequest", "name": "n", "parameters": {"a": 1}},
                                {"type": "toolCallResult", "content": "r"},
                            ],
                        }
                    ],
                }
            ],
        },
    ],
}
_JAN = {
    "id": "j",
    "object": "thread",
    "title": "t",
    "updated": 1_700_000_000,
    "assistants": [{"instructions": "i", "model": {"id": "m"}}],
    "metadata": {"is_favorite": True},
    "messages": [
        {
            "role": "user",
            "created_at": 1_700_000_001,
            "content": [{"type": "text", "text": {"value": "x"}}],
            "attachments": [{"name": "f"}],
        },
        {
            "role": "assistant",
            "created_at": 1_700_000_002,
            "content": [
                {"type": "reasoning", "text": {"value": "r"}},
                {"type": "tool_call", "tool_name": "n", "input": {"a": 1}, "output": "o"},
            ],
        },
    ],
}
_PLAIN = {
    "id": "p",
    "title": "t",
    "created": 1_700_000_000,
    "system": "s",
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "x"}], "timestamp": 1_700_000_000},
        {
            "role": "assistant",
            "content": "y",
            "reasoning_content": "r",
            "tool_calls": [{"function": {"name": "n", "arguments": {"a": 1}}}],
        },
        {"role": "tool", "name": "n", "content": "o"},
    ],
}
_HEARTH = {
    "title": "t",
    "title_origin": "user",
    "title_from": 1,
    "created_at": "2026-01-01T00:00:00+00:00",
    "updated_at": "2026-01-01T00:00:00+00:00",
    "leaf": 1,
    "system_prompt": "s",
    "sampling": {"temperature": 0.5, "top_k": 40, "max_tokens": 10},
    "context_from": 0,
    "memory_pinned": True,
    "folder": "f",
    "messages": [
        {"parent": None, "role": "user", "text": "x", "attachments": [{"name": "n", "text": "t"}]},
        {
            "parent": 0,
            "role": "assistant",
            "text": "y",
            "status": "stopped",
            "stats": {"n_generated": 3, "reason": "stop"},
            "tokens": {
                "base": None,
                "token_base": 0,
                "n_chars": 1,
                "text_digest": "00" * 16,
                "vocabulary": "v",
                "ids": "AQAAAA==",
            },
        },
    ],
}


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value inside of one."""
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, one in inside:
        yield (key,)
        for way in _places(one):
            yield (key, *way)


def _variants(sample: Any) -> Iterator[Any]:
    for way in _places(sample):
        for wrong in _WRONG:
            changed = copy.deepcopy(sample)
            inner = changed
            for key in way[:-1]:
                inner = inner[key]
            inner[way[-1]] = copy.deepcopy(wrong)
            yield changed


@pytest.mark.parametrize(
    "sample", [_CHATGPT, _CLAUDE, _OPEN_WEBUI, _LM_STUDIO, _JAN, _PLAIN],
    ids=["chatgpt", "claude", "open_webui", "lm_studio", "jan", "plain"],
)  # fmt: skip
def test_readers_take_values_of_any_kind(store_of_module: ChatStore, sample: Any) -> None:
    n_read = 0
    for facts in [sample, *_variants(sample)]:
        for source in SOURCES:
            if not source.matches(facts):
                continue
            try:
                found = source.read(facts, _NOW)
            except NotAChat:
                continue
            n_read += 1
            if n_read % 20 == 1:  # all of them would take minutes
                store_of_module.transfer.add_chat(found.chat)
    assert n_read


def test_the_reader_of_hearths_own_format_takes_values_of_any_kind(
    store_of_module: ChatStore,
) -> None:
    for number, facts in enumerate([_HEARTH, *_variants(_HEARTH)]):
        try:
            found = hearth_format.read_chat(facts, _NOW)
        except NotAChat:
            continue
        if number % 5 == 0:
            store_of_module.transfer.add_chat(found.chat)
