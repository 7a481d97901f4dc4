"""LM Studio: a `.conversation.json` for each chat.

A chat is a line of messages; each has "versions", and "currentlySelected" names the one that is
shown and that the next message follows. A version of the user's has "content"; an answer has
"steps", of which those that are blocks of content hold the words.
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
    name_of,
    parsed,
    role_of,
    string,
    without_instructions,
)

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat, Key

_SYSTEM_PROMPT = "llm.prediction.systemPrompt"


def _matches(facts: dict[str, Any]) -> bool:
    messages = sequence(facts.get("messages"))
    return any(isinstance(mapping(one).get("versions"), list) for one in messages)


def _read(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    notes: Counter[Note] = Counter()
    model = string(mapping(facts.get("lastUsedModel")).get("identifier"))
    nodes: list[LooseNode] = []
    before: Key | None = None
    for row, message in enumerate(map(mapping, facts["messages"])):
        versions = sequence(message.get("versions"))
        chosen = message.get("currentlySelected")
        is_place = isinstance(chosen, int) and 0 <= chosen < len(versions)
        keys = [f"{row}:{number}" for number in range(len(versions))]
        nodes += [
            LooseNode(key, before, _version(mapping(version), model, notes))
            for key, version in zip(keys, versions, strict=True)
        ]
        if keys:
            before = keys[chosen if is_place else 0]  # type: ignore[index]
    nodes, instructions = without_instructions(nodes)
    head = Head(
        title=string(facts.get("name")),
        created_at=time_of(facts.get("createdAt")),
        updated_at=time_of(facts.get("userLastMessagedAt")),
        shown=before,
        system_prompt=_system_prompt(facts) or instructions,
        is_pinned=facts.get("pinned") is True,
    )
    found = assembled(nodes, head, otherwise, notes=notes)
    return type(found)(found.chat, found.notes, "")


def _system_prompt(facts: dict[str, Any]) -> str:
    fields = sequence(mapping(facts.get("perChatPredictionConfig")).get("fields"))
    named = {string(mapping(one).get("key")): mapping(one).get("value") for one in fields}
    return string(named.get(_SYSTEM_PROMPT)) or string(facts.get("systemPrompt"))


def _version(version: dict[str, Any], model: str, notes: Counter[Note]) -> LooseMessage | None:
    words = Words(notes)
    role = role_of(version.get("role"), notes)
    if version.get("type") == "multiStep":
        for step in map(mapping, sequence(version.get("steps"))):
            _add_step(step, words)
        sender = mapping(version.get("senderInfo")).get("senderName")
        model = string(sender) or model
    else:
        for part in sequence(version.get("content")) or [version.get("content")]:
            if mapping(part).get("type") == "file" and "image" in string(part.get("fileType")):
                words.note(Note.PICTURE, "Picture", name_of(part))
            elif part is not None:
                words.part(part)
        model = ""
    if words.is_empty:
        return None
    return LooseMessage(role, words.text, thinking=words.thought, model=model)


def _add_step(step: dict[str, Any], words: Words) -> None:
    kind = string(step.get("type"))
    if kind == "contentBlock":
        is_thinking = mapping(step.get("style")).get("type") == "thinking"
        for part in sequence(step.get("content")):
            facts = mapping(part)
            match facts.get("type"):
                case "text" if is_thinking:
                    words.think(facts.get("text"))
                case "toolCallRequest":
                    asked = facts.get("parameters", facts.get("arguments"))
                    words.tool("Tool call", facts.get("name"), as_json(asked), "json")
                case "toolCallResult":
                    result = Words(words.notes)
                    result.parts(_parts_in(facts.get("content")))
                    words.tool("Tool result", facts.get("name"), result.text)
                case _:
                    words.part(part)
    elif kind == "toolStatus":
        words.note(Note.TOOL, "Tool call", "")
    elif kind and "debug" not in kind.casefold() and kind != "status":
        words.note(Note.UNKNOWN_PART, "Part that cannot be shown", kind)


def _parts_in(content: object) -> object:
    """Return the parts that a text holds as JSON; else the text."""
    found = parsed(content)
    are_parts = isinstance(found, list) and all("type" in mapping(one) for one in found)
    return found if are_parts else content


LM_STUDIO = Source("LM Studio", _matches, _read)
