"""Claude: `conversations.json` of the data export, alone or in its zip archive.

A conversation has "chat_messages" in order, each with a "sender", its words in "text" and, in
newer exports, part by part in "content". Exports that name the parent of each message are trees;
the parent of the first is an id that stands for none.
"""

from __future__ import annotations

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
)
from app.core.messages import Attachment

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat, Key


def _matches(facts: dict[str, Any]) -> bool:
    return isinstance(facts.get("chat_messages"), list)


def _read(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    notes: Counter[Note] = Counter()
    said = [mapping(one) for one in facts["chat_messages"]]
    ids = {key_or_none(one.get("uuid")) for one in said} - {None}
    parents = [key_or_none(one.get("parent_message_uuid")) for one in said]
    is_tree = not ids.isdisjoint(parents)
    nodes: list[LooseNode] = []
    before: Key | None = None
    for place, one in enumerate(said):
        key: Key = (key_or_none(one.get("uuid")) if is_tree else None) or place
        parent = before
        if is_tree:
            # Else it is the id of none, or of one that is gone.
            parent = parents[place] if parents[place] in ids else None
        nodes.append(LooseNode(key, parent, _message(one, notes)))
        before = key
    head = Head(
        title=string(facts.get("name")),
        created_at=time_of(facts.get("created_at")),
        updated_at=time_of(facts.get("updated_at")),
        shown=key_or_none(facts.get("current_leaf_message_uuid")),
        is_pinned=facts.get("is_starred") is True,
    )
    found = assembled(nodes, head, otherwise, notes=notes)
    return type(found)(found.chat, found.notes, string(facts.get("uuid")))


def _message(facts: dict[str, Any], notes: Counter[Note]) -> LooseMessage | None:
    words = Words(notes)
    content = sequence(facts.get("content"))
    for part in content:
        _add_part(part, words)
    if words.is_empty:
        words.add(facts.get("text"))
    attachments = []
    for attached in map(mapping, sequence(facts.get("attachments"))):
        text = string(attached.get("extracted_content"))
        name = name_of(attached) or "Pasted text"
        if text:
            attachments.append(Attachment(name, text))
        else:
            words.note(Note.FILE, "File", name)
    for file in sequence(facts.get("files")):
        words.note(Note.FILE, "File", name_of(mapping(file)))
    if words.is_empty and not attachments:
        return None
    return LooseMessage(
        role=role_of(facts.get("sender"), notes),
        text=words.text,
        thinking=words.thought,
        created_at=time_of(facts.get("created_at")),
        model=string(facts.get("model")),
        attachments=tuple(attachments),
    )


def _add_part(part: object, words: Words) -> None:
    facts = mapping(part)
    match facts.get("type"):
        case "tool_use":
            words.tool("Tool call", facts.get("name"), as_json(facts.get("input")), "json")
        case "tool_result":
            result = Words(words.notes)
            result.parts(facts.get("content"))
            words.tool("Tool result", facts.get("name"), result.text)
        case "token_budget":
            pass  # a figure of the program
        case _:
            words.part(part)


CLAUDE = Source("Claude", _matches, _read)
