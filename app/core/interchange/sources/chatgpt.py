"""ChatGPT: `conversations.json` of the data export, alone or in its zip archive.

A conversation is a "mapping" from an id to a node with a parent, children and a message; the node
"current_node" is the one that was shown last. A message has an author with a role, and a content
whose "content_type" says which field holds the words.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.content.loose_json import mapping, sequence
from app.core.interchange.errors import NotAChat, Note
from app.core.interchange.loose_chats import Head, LooseMessage, LooseNode, assembled, time_of
from app.core.interchange.sources.source import (
    TOOL_ROLES,
    Source,
    Words,
    key_or_none,
    role_of,
    string,
    without_instructions,
)
from app.core.messages import Role
from app.core.phrases import phrase

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat

_CONTEXT = frozenset(("user_editable_context", "model_editable_context"))
_TOOL_OUTPUT = frozenset(("execution_output", "tether_browsing_display", "tether_quote",
                          "system_error"))  # fmt: skip

# What ChatGPT shows as something else: kind and values between marks, and marks around a text.
_SHOWN = re.compile("\ue200([^\ue200\ue201]*)\ue201")
_AROUND = re.compile("[\ue203-\ue206]")


def _matches(facts: dict[str, Any]) -> bool:
    return isinstance(facts.get("mapping"), dict)


def _read(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    mapped = facts["mapping"]
    title = string(facts.get("title"))
    if not mapped:
        raise NotAChat(phrase("It has no messages with text."), title)
    notes: Counter[Note] = Counter()
    nodes, instructions = without_instructions(
        [_node(key, mapping(mapped[key]), notes) for key in _in_order(mapped)]
    )
    head = Head(
        title=title,
        created_at=time_of(facts.get("create_time")),
        updated_at=time_of(facts.get("update_time")),
        shown=key_or_none(facts.get("current_node")),
        system_prompt=instructions,
        is_archived=facts.get("is_archived") is True,
        is_pinned=facts.get("is_starred") is True or bool(time_of(facts.get("pinned_time"))),
    )
    found = assembled(nodes, head, otherwise, notes=notes)
    source_id = string(facts.get("conversation_id")) or string(facts.get("id"))
    return type(found)(found.chat, found.notes, source_id)


def _in_order(mapped: dict[str, Any]) -> list[str]:
    """Return all keys, parents before children and children as their parent names them."""
    order: dict[str, None] = {}
    begins = [
        key
        for key, node in mapped.items()
        if key_or_none(mapping(node).get("parent")) not in mapped
    ]
    due = list(reversed(begins))
    while due:
        key = due.pop()
        if key in order:
            continue
        order[key] = None
        children = sequence(mapping(mapped[key]).get("children"))
        due.extend(
            child for child in reversed(children) if isinstance(child, str) and child in mapped
        )
    return [*order, *(key for key in mapped if key not in order)]


def _node(key: str, node: dict[str, Any], notes: Counter[Note]) -> LooseNode:
    parent = key_or_none(node.get("parent"))
    message = node.get("message")
    if not isinstance(message, dict):
        return LooseNode(key, parent, None)
    return LooseNode(key, parent, _message(message, notes))


def _message(facts: dict[str, Any], notes: Counter[Note]) -> LooseMessage | None:
    content, metadata = mapping(facts.get("content")), mapping(facts.get("metadata"))
    kind = string(content.get("content_type"))
    author = mapping(facts.get("author"))
    if metadata.get("is_visually_hidden_from_conversation") is True or kind in _CONTEXT:
        if content.get("parts") not in (None, [], [""]) or kind in _CONTEXT:
            notes[Note.HIDDEN] += 1
        return None
    role_name = string(author.get("role"))
    is_tool = role_name.casefold() in TOOL_ROLES
    words = Words(notes)
    if is_tool:
        _add_tool_output(content, kind, string(author.get("name")), words)
    else:
        _add_content(content, kind, string(facts.get("recipient")), words)
    for attached in sequence(metadata.get("attachments")):
        words.note(Note.FILE, "File", mapping(attached).get("name"))
    if words.is_empty:
        return None
    return LooseMessage(
        role=Role.ASSISTANT if is_tool else role_of(role_name, notes),
        text=_with_links(words.text, metadata),
        thinking=words.thought,
        created_at=time_of(facts.get("create_time")) or time_of(facts.get("update_time")),
        model=string(metadata.get("model_slug")) if role_name == "assistant" else "",
    )


def _with_links(text: str, metadata: dict[str, Any]) -> str:
    """Put what ChatGPT shows, such as links to its sources, in the place of its marks."""
    if not _SHOWN.search(text) and not _AROUND.search(text):
        return text
    references = map(mapping, sequence(metadata.get("content_references")))
    shown = {string(one.get("matched_text")).strip(): string(one.get("alt")) for one in references}

    def said(mark: re.Match[str]) -> str:
        kind, _, values = mark[1].partition("\ue202")
        if kind == "entity":
            return shown.get(mark[0]) or _name_of_entity(values)
        # A mark of another kind that nothing is said of may hold words.
        return shown.get(mark[0], "" if "cite" in kind else mark[0])

    return _AROUND.sub("", _SHOWN.sub(said, text))


def _name_of_entity(values: str) -> str:
    """Return what an entity is called: its values are a list of its kind, its name and more."""
    try:
        return string(sequence(json.loads(values))[1])
    except (ValueError, RecursionError, IndexError):
        return values


def _add_content(content: dict[str, Any], kind: str, recipient: str, words: Words) -> None:
    match kind:
        case "thoughts":
            for thought in sequence(content.get("thoughts")):
                said = mapping(thought)
                title, body = string(said.get("summary")), string(said.get("content"))
                words.think("\n\n".join(filter(None, (f"**{title}**" if title else "", body))))
        case "reasoning_recap":
            pass  # says only how long the model thought
        case "code" if recipient not in ("", "all"):
            language = string(content.get("language")).replace("unknown", "")
            words.tool("Tool call", recipient, content.get("text"), language)
        case "code":
            words.add(f"```\n{string(content.get('text'))}\n```")
        case _ if kind in _TOOL_OUTPUT:
            _add_tool_output(content, kind, "", words)
        case _ if recipient not in ("", "all"):
            words.tool("Tool call", recipient, "\n".join(_strings(content.get("parts"))))
        case _:
            if "parts" in content:
                words.parts(content["parts"])
            else:
                words.part(content)


def _add_tool_output(content: dict[str, Any], kind: str, name: str, words: Words) -> None:
    if kind == "multimodal_text":
        words.parts(content.get("parts"))
        return
    said = [string(content.get("result")), string(content.get("text")),
            *_strings(content.get("parts"))]  # fmt: skip
    output = "\n".join(filter(None, said))
    if output.strip():
        words.tool("Tool result", name, output)


def _strings(parts: object) -> list[str]:
    return [part for part in sequence(parts) if isinstance(part, str)]


CHATGPT = Source("ChatGPT", _matches, _read)
