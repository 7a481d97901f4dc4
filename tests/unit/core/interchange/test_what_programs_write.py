"""What other programs write, after their source code and samples that others have published."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.core.interchange.errors import Note
from app.core.interchange.importing import preview_import, run_import

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.chats.store import ChatStore
    from app.core.interchange.chats_there import StoreCall


def answer_of(store: ChatStore, call: StoreCall, path: Path, value: Any) -> str:
    """Import one value as JSON and return the last message that is shown."""
    path.write_text(json.dumps(value), encoding="utf-8")
    run_import(path, call)
    return store.path(store.list_chats()[0].id)[-1].text


# -- ChatGPT --


def _chatgpt(text: str, references: list[dict[str, Any]]) -> dict[str, Any]:
    message = {
        "author": {"role": "assistant"},
        "content": {"content_type": "text", "parts": [text]},
        "recipient": "all",
        "metadata": {"content_references": references},
    }
    return {
        "title": "Sources",
        "create_time": 1_760_000_000.0,
        "current_node": "a",
        "mapping": {"a": {"parent": None, "children": [], "message": message}},
    }


def test_marks_of_chatgpt_become_the_links_that_it_shows(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    cite = "\ue200cite\ue202turn0search1\ue202turn0search4\ue201"
    entity = '\ue200entity\ue202["city","Ulm","in Germany"]\ue201'
    text = f"\ue203It is 161 m\ue204 high. {cite} {entity} has it. \ue200cite\ue202turn9view0\ue201"
    alt = "([ulm.example](https://ulm.example/minster))"
    references: list[dict[str, Any]] = [
        {"matched_text": cite, "alt": alt, "type": "grouped_webpages"},
        {"matched_text": " ", "alt": None, "type": "sources_footnote"},
    ]

    said = answer_of(store, call, tmp_path / "c.json", [_chatgpt(text, references)])

    assert said.rstrip() == f"It is 161 m high. {alt} Ulm has it."


# -- Open WebUI --


def _open_webui(message: dict[str, Any]) -> list[dict[str, Any]]:
    said = {"id": "a", "parentId": None, "childrenIds": [], "role": "assistant", **message}
    chat = {"history": {"currentId": "a", "messages": {"a": said}}}
    return [{"id": "w", "title": "Weather", "created_at": 1_760_000_000, "chat": chat}]


def test_calls_of_tools_in_the_text_of_open_webui_are_told_as_such(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    asked = "{&quot;city&quot;: &quot;Ulm&quot;}"
    content = (
        '<details type="reasoning" done="true" duration="7">\n<summary>Thought for 7 seconds'
        "</summary>\n&gt; Look it up.\n</details>\n"
        f'<details type="tool_calls" done="true" id="1" name="weather" arguments="{asked}" '
        'result="&quot;21 &lt; 25&quot;" files="">\n<summary>Tool Executed</summary>\n</details>\n'
        "It is mild."
    )
    path = tmp_path / "c.json"

    said = answer_of(store, call, path, _open_webui({"content": content}))

    assert said == (
        "<think>\nLook it up.\n</think>\n\n"
        'Tool call (weather):\n\n```json\n{"city": "Ulm"}\n```\n\n'
        "Tool result (weather):\n\n```\n21 < 25\n```\n\n"
        "It is mild."
    )
    assert dict(preview_import(path, call).notes)[Note.TOOL] == 2


def test_a_result_that_stands_inside_of_a_call_of_open_webui_is_kept(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    content = (
        "Before.\n"
        '<details type="tool_calls" done="true" id="1" name="rows">\n<summary>Tool Executed'
        "</summary>\n{&quot;rows&quot;: 3}\n</details>\nAfter.\n\n```html\n"
        '<details type="tool_calls" name="quoted">\n<summary>s</summary>\n</details>\n```'
    )

    said = answer_of(store, call, tmp_path / "c.json", _open_webui({"content": content}))

    assert said.startswith(
        'Before.\n\n[Tool call (rows)]\n\nTool result (rows):\n\n```\n{"rows": 3}\n```\n\nAfter.'
    )
    assert '<details type="tool_calls" name="quoted">' in said


def test_what_open_webui_keeps_beside_the_text_is_read(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    output = [
        {
            "type": "reasoning",
            "content": [{"type": "output_text", "text": "Ask."}],
            "summary": None,
        },
        {"type": "function_call", "call_id": "1", "name": "weather", "arguments": '{"a": 1}'},
        {
            "type": "function_call_output",
            "call_id": "1",
            "output": [{"type": "input_text", "text": "sunny"}],
        },
        {"type": "message", "content": [{"type": "output_text", "text": "Sunny."}]},
    ]
    whole = (
        "<think>\nAsk.\n</think>\n\n"
        'Tool call (weather):\n\n```json\n{"a": 1}\n```\n\n'
        "Tool result:\n\n```\nsunny\n```\n\nSunny."
    )

    both = answer_of(
        store, call, tmp_path / "a.json", _open_webui({"content": "Sunny.", "output": output})
    )
    alone = answer_of(
        store, call, tmp_path / "b.json", _open_webui({"content": "", "output": output})
    )

    assert both == whole
    assert alone == whole


# -- Jan --


def test_what_a_model_thought_and_called_in_jan_is_kept(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    thread = {
        "id": "j",
        "object": "thread",
        "title": "Weather",
        "updated": 1_760_000_000,
        "assistants": [],
        "messages": [
            {
                "object": "thread.message",
                "role": "assistant",
                "created_at": 1_760_000_000,
                "content": [
                    {"type": "reasoning", "text": {"value": "Look it up.", "annotations": []}},
                    {
                        "type": "tool_call",
                        "tool_call_id": "1",
                        "tool_name": "weather",
                        "input": {"city": "Ulm"},
                        "output": {"degrees": 21},
                    },
                    {"type": "text", "text": {"value": "Mild.", "annotations": []}},
                ],
            }
        ],
    }

    said = answer_of(store, call, tmp_path / "thread.json", thread)

    assert said == (
        "<think>\nLook it up.\n</think>\n\n"
        'Tool call (weather):\n\n```json\n{\n  "city": "Ulm"\n}\n```\n\n'
        'Tool result (weather):\n\n```json\n{\n  "degrees": 21\n}\n```\n\nMild.'
    )


# -- LM Studio --


def test_calls_of_tools_and_files_of_lm_studio_are_told_as_they_were(
    store: ChatStore, call: StoreCall, tmp_path: Path
) -> None:
    result = '[{"type": "text", "text": "21 degrees"}]'
    steps = [
        {
            "type": "contentBlock",
            "content": [
                {
                    "type": "toolCallRequest",
                    "callId": 7,
                    "name": "weather",
                    "parameters": {"city": "Ulm", "now": True},
                }
            ],
        },
        {
            "type": "contentBlock",
            "content": [{"type": "toolCallResult", "callId": 7, "content": result}],
        },
        {"type": "contentBlock", "content": [{"type": "text", "text": "Mild."}]},
    ]
    picture = {"type": "file", "fileIdentifier": "17 - sky.png", "fileType": "image"}
    asked = {"type": "singleStep", "role": "user", "content": [picture]}
    answered = {"type": "multiStep", "role": "assistant", "steps": steps}
    messages = [
        {"currentlySelected": 0, "versions": [asked]},
        {"currentlySelected": 0, "versions": [answered]},
    ]
    value = {"name": None, "createdAt": 1_760_000_000_000, "messages": messages}

    said = answer_of(store, call, tmp_path / "1.conversation.json", value)

    assert said == (
        'Tool call (weather):\n\n```json\n{\n  "city": "Ulm",\n  "now": true\n}\n```\n\n'
        "Tool result:\n\n```\n21 degrees\n```\n\nMild."
    )
    assert store.path(store.list_chats()[0].id)[0].text == "[Picture: 17 - sky.png]"
