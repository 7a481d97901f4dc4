"""Open WebUI: the JSON of "Export chats", a list of chats or a single one.

The chat proper stands in "chat"; its "history" holds all messages by id, each with its "parentId",
and "currentId" names the last one that is shown. Older exports have a list "messages" only. What
the model thought stands in its text, in `<details type="reasoning">`.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.content.loose_json import mapping, sequence
from app.core.interchange.errors import Note
from app.core.interchange.loose_chats import Head, LooseMessage, LooseNode, assembled, time_of
from app.core.interchange.sources.source import (
    Source,
    Words,
    as_json,
    key_or_none,
    name_of,
    role_of,
    string,
    text_of,
    without_instructions,
)
from app.core.messages import Attachment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat, Key

_DETAILS, _DETAILS_END = "<details", "</details>"
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_ATTRIBUTE = re.compile(r'(?<![\w-])([\w-]++)="([^"]*)"')
_FENCE = "```"


def _matches(facts: dict[str, Any]) -> bool:
    chat = mapping(facts.get("chat")) or facts
    history = mapping(chat.get("history"))
    return isinstance(history.get("messages"), dict) or (
        "chat" in facts and isinstance(chat.get("messages"), list)
    )


def _read(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    chat = mapping(facts.get("chat")) or facts
    history = mapping(chat.get("history"))
    notes: Counter[Note] = Counter()
    by_id = mapping(history.get("messages"))
    listed = [mapping(one) for one in sequence(chat.get("messages"))]
    nodes = _tree(by_id, notes) if by_id else _line(listed, notes)
    nodes, instructions = without_instructions(nodes)
    shown = history.get("currentId", history.get("current_id"))
    system = string(mapping(chat.get("params")).get("system")) or string(chat.get("system"))
    head = Head(
        title=string(facts.get("title")) or string(chat.get("title")),
        created_at=time_of(facts.get("created_at")) or time_of(chat.get("timestamp")),
        updated_at=time_of(facts.get("updated_at")),
        shown=key_or_none(shown),
        system_prompt=system or instructions,
        is_pinned=facts.get("pinned") is True,
        is_archived=facts.get("archived") is True,
    )
    found = assembled(nodes, head, otherwise, notes=notes)
    source_id = string(facts.get("id")) or string(chat.get("id"))
    return type(found)(found.chat, found.notes, source_id)


def _tree(by_id: dict[str, Any], notes: Counter[Note]) -> list[LooseNode]:
    """Return the messages, versions in the order in which their parent names them."""
    ranks = {
        child: rank
        for message in by_id.values()
        for rank, child in enumerate(sequence(mapping(message).get("childrenIds")))
        if isinstance(child, str)
    }
    keys = sorted(by_id, key=lambda key: ranks.get(key, 0))
    return [
        LooseNode(
            key, key_or_none(mapping(by_id[key]).get("parentId")), _message(by_id[key], notes)
        )
        for key in keys
    ]


def _line(listed: list[dict[str, Any]], notes: Counter[Note]) -> list[LooseNode]:
    nodes: list[LooseNode] = []
    before: Key | None = None
    for place, one in enumerate(listed):
        nodes.append(LooseNode(place, before, _message(one, notes)))
        before = place
    return nodes


def _message(value: object, notes: Counter[Note]) -> LooseMessage | None:
    facts = mapping(value)
    words = Words(notes)
    content = facts.get("content")
    has_details = isinstance(content, str) and _add_text(content, words)
    if not isinstance(content, str):
        words.parts(content)
    if not has_details:
        _add_output(facts.get("output"), words)
    attachments: list[Attachment] = []
    for file in map(mapping, sequence(facts.get("files"))):
        _add_file(file, words, attachments)
    if words.is_empty and not attachments:
        return None
    failure = facts.get("error")
    problem = string(mapping(failure).get("content")) or string(failure)
    return LooseMessage(
        role=role_of(facts.get("role"), notes),
        text=words.text,
        thinking=words.thought,
        created_at=time_of(facts.get("timestamp")),
        model=string(facts.get("modelName")) or string(facts.get("model")),
        problem=problem,
        attachments=tuple(attachments),
    )


def _add_text(text: str, words: Words) -> bool:
    """Add a text, of its details what was thought and called as such; return whether it had any."""
    begin = looked_at = n_fences = 0
    has_details = False
    for start, end, attributes, inside in _details(text):
        said = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}
        n_fences += text.count(_FENCE, looked_at, start)
        looked_at = start
        if said.get("type") not in ("reasoning", "tool_calls") or n_fences % 2:  # quoted
            continue
        words.add(text[begin:start].strip("\n"))
        begin = looked_at = end
        has_details = True
        body = html.unescape(_without_summary(inside)).strip()
        if said["type"] == "reasoning":
            words.think(_QUOTED.sub("", body))
        else:
            words.tool("Tool call", said.get("name"), _text_in(said.get("arguments")), "json")
            words.tool_result(said.get("name"), _text_in(said.get("result")) or body)
    words.add(text[begin:].strip("\n") if has_details else text)
    return has_details


def _details(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield where details begin and end, their attributes and what is inside; in one pass."""
    end = 0
    while (start := text.find(_DETAILS, end)) >= 0:
        opened = text.find(">", start)
        closed = text.find(_DETAILS_END, opened)
        if opened < 0 or closed < 0:
            return
        end = closed + len(_DETAILS_END)
        yield start, end, text[start:opened], text[opened + 1 : closed]


def _without_summary(inside: str) -> str:
    before, _, rest = inside.partition("<summary>")
    _, closed, after = rest.partition("</summary>")
    return before + after if closed else inside


def _text_in(value: str | None) -> str:
    """Return a text that is JSON of a text as that text, anything else as it is."""
    try:
        found = json.loads(value or "")
    except (ValueError, RecursionError):
        return value or ""
    return found if isinstance(found, str) else value or ""


def _add_output(output: object, words: Words) -> None:
    """Add what newer versions keep beside the text, in the form of OpenAI's responses."""
    was_empty, text = not words.pieces, words.pieces
    words.pieces = []
    for item in map(mapping, sequence(output)):
        match item.get("type"):
            case "reasoning":
                for part in sequence(item.get("content")) or sequence(item.get("summary")):
                    words.think(text_of(mapping(part)))
            case "function_call":
                words.tool("Tool call", item.get("name"), as_json(item.get("arguments")), "json")
            case "function_call_output":
                result = Words(words.notes)
                result.parts(item.get("output"))
                words.tool_result("", result.text)
            case "message" if was_empty:
                words.parts(item.get("content"))
    words.pieces += text


def _add_file(file: dict[str, Any], words: Words, attachments: list[Attachment]) -> None:
    described = mapping(file.get("file"))
    text = string(mapping(described.get("data")).get("content"))
    name = name_of(file) or name_of(described)
    if file.get("type") == "image":
        words.note(Note.PICTURE, "Picture", name)
    elif text:
        attachments.append(Attachment(name or "File", text))
    else:
        words.note(Note.FILE, "File", name)


OPEN_WEBUI = Source("Open WebUI", _matches, _read)
