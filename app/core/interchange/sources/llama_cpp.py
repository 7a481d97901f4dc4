"""llama.cpp: what its web interface exports.

A chat is a "conv" with its name and "currNode", the last message that is shown, beside "messages",
each with its "id" and "parent". Newer versions write a line for the chat and one for each message,
in an archive where there are several chats; `joined` puts such lines together.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.interchange.errors import BrokenFile
from app.core.interchange.loose_chats import Head, LooseMessage, LooseNode, assembled, time_of
from app.core.interchange.notes import Note
from app.core.interchange.sources.source import (
    TOOL_ROLES,
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
from app.core.messages import Attachment, Role
from app.core.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat

_MOST_MESSAGES = 1_000_000


def joined(elements: Iterator[Any]) -> Iterator[Any]:
    """Put the line of each chat together with those of its messages; anything else is passed on.

    Raises:
        BrokenFile: after what was read before, as `elements` does.
    """
    session: dict[str, Any] = {}
    try:
        for element in elements:
            facts = mapping(element)
            if facts.get("type") == "session" and "currNode" in facts:
                if session:
                    yield session
                session = {"conv": facts, "messages": []}
            elif session and facts.get("type") == "message":
                session["messages"].append(facts.get("message"))
                if len(session["messages"]) > _MOST_MESSAGES:
                    session.clear()
                    raise BrokenFile(phrase("A single chat in it has too many messages."))
            else:
                yield element
    except BrokenFile:
        if session:
            yield session
        raise
    if session:
        yield session


def _matches(facts: dict[str, Any]) -> bool:
    return isinstance(facts.get("conv"), dict) and isinstance(facts.get("messages"), list)


def _read(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    conv, said = mapping(facts["conv"]), [mapping(one) for one in facts["messages"]]
    notes: Counter[Note] = Counter()
    ids = {key_or_none(one.get("id")) for one in said} - {None}
    nodes = []
    for place, one in enumerate(said):
        parent = key_or_none(one.get("parent"))
        # Of a chat that was open only what was shown is exported, without the root.
        kept = parent if parent in ids else None
        nodes.append(LooseNode(key_or_none(one.get("id")) or place, kept, _message(one, notes)))
    nodes, instructions = without_instructions(nodes)
    head = Head(
        title=string(conv.get("name")),
        updated_at=time_of(conv.get("lastModified")),
        shown=key_or_none(conv.get("currNode")),
        system_prompt=instructions,
    )
    found = assembled(nodes, head, otherwise, notes=notes)
    return type(found)(found.chat, found.notes, string(conv.get("id")))


def _message(facts: dict[str, Any], notes: Counter[Note]) -> LooseMessage | None:
    words = Words(notes)
    role_name = string(facts.get("role"))
    is_tool = role_name.casefold() in TOOL_ROLES
    words.think(facts.get("reasoningContent") or facts.get("thinking"))
    if is_tool:
        words.tool_result("", string(facts.get("content")))
    else:
        words.parts(facts.get("content"))
    words.calls(facts.get("toolCalls"))
    attachments: list[Attachment] = []
    for extra in map(mapping, sequence(facts.get("extra"))):
        _add_extra(extra, words, attachments)
    if words.is_empty and not attachments:
        return None
    return LooseMessage(
        role=Role.ASSISTANT if is_tool else role_of(role_name, notes),
        text=words.text,
        thinking=words.thought,
        created_at=time_of(facts.get("timestamp")),
        model=string(facts.get("model")),
        attachments=tuple(attachments),
    )


def _add_extra(extra: dict[str, Any], words: Words, attachments: list[Attachment]) -> None:
    kind, name, text = string(extra.get("type")).casefold(), name_of(extra), extra.get("content")
    if "image" in kind:
        words.note(Note.PICTURE, "Picture", name)
    elif "audio" in kind or "video" in kind:
        words.note(Note.AUDIO, "Sound or video", name)
    elif isinstance(text, str) and text:
        attachments.append(Attachment(name or "File", text))
    else:
        words.note(Note.FILE, "File", name)


LLAMA_CPP = Source("llama.cpp", _matches, _read)
