"""Open WebUI: the JSON of "Export chats", a list of chats or a single one.

The chat proper stands in "chat"; its "history" holds all messages by id, each with its "parentId",
and "currentId" names the last one that is shown. Older exports have a list "messages" only. What
the model thought stands in its text, in `<details type="reasoning">`.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.interchange.loose_chats import Head, LooseMessage, LooseNode, assembled, time_of
from app.core.interchange.notes import Note
from app.core.interchange.sources.source import (
    Source,
    Words,
    key_or_none,
    mapping,
    name_of,
    role_of,
    sequence,
    string,
)
from app.core.interchange.sources.system_words import without_instructions
from app.core.messages import Attachment

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat, Key

_DETAILS = re.compile(r"<details\b([^>]*)>(.*?)</details>\s*", re.DOTALL)
_SUMMARY = re.compile(r"<summary>.*?</summary>", re.DOTALL)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)


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
    if isinstance(content, str):
        thinking, content = _without_thinking(content)
        for thought in thinking:
            words.think(thought)
    words.parts(content)
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


def _without_thinking(text: str) -> tuple[list[str], str]:
    thinking: list[str] = []

    def taken(found: re.Match[str]) -> str:
        if "reasoning" not in found[1]:
            return found[0]
        inside = html.unescape(_SUMMARY.sub("", found[2], count=1))
        thinking.append(_QUOTED.sub("", inside.strip()))
        return ""

    # The pattern looks to the end of the text for each beginning, so not for thousands of them.
    if text.count("<details") <= text.count("</details>") < 1_000:
        text = _DETAILS.sub(taken, text)
    return thinking, text


OPEN_WEBUI = Source("Open WebUI", _matches, _read)
