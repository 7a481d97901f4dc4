"""What a format is made of, and how parts of any format are taken into words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.content.loose_json import mapping, sequence
from app.core.interchange.errors import Note
from app.core.interchange.written_message import fenced
from app.core.messages import Role
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from app.core.interchange.loose_chats import AssembledChat, LooseNode


_ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "prompter": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "gpt": Role.ASSISTANT,
    "chatgpt": Role.ASSISTANT,
    "bing": Role.ASSISTANT,
    "bard": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
}
TOOL_ROLES = frozenset(("tool", "function", "function_call", "tool_call", "observation"))
_PICTURES = frozenset(("image", "image_url", "image_file", "image_asset_pointer", "input_image"))
_SOUNDS = frozenset(("audio", "input_audio", "video", "audio_asset_pointer", "video_container"))
_FILES = frozenset(("file", "input_file", "document", "file_url"))
_LONGEST_NAME = 200


class Source(PlainValue, frozen=True):
    """One format.

    Attributes:
        name: of the program, for people.
        matches: whether plain values of JSON are a chat of it.
        read: makes a chat of them; the time is for what says none. Raises `NotAChat`.
    """

    name: str
    matches: Callable[[dict[str, Any]], bool]
    read: Callable[[dict[str, Any], datetime], AssembledChat]


@dataclass(slots=True)
class Words:
    """Collects what a message says, part by part."""

    notes: Counter[Note]
    pieces: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)

    def add(self, text: object) -> None:
        """Add text."""
        if isinstance(text, str) and text.strip():
            self.pieces.append(text)

    def think(self, text: object) -> None:
        """Add what the model thought."""
        if isinstance(text, str) and text.strip():
            self.thinking.append(text.strip())

    def note(self, note: Note, what: str, name: object = "") -> None:
        """Put something that is no text into words, and count it."""
        self.notes[note] += 1
        named = f": {name[:_LONGEST_NAME]}" if isinstance(name, str) and name.strip() else ""
        self.pieces.append(f"[{what}{named}]")

    def tool(self, what: str, name: object, words: object, language: str = "") -> None:
        """Add what went to a tool, or came from it, as it was written."""
        self.notes[Note.TOOL] += 1
        title = f"{what} ({name})" if isinstance(name, str) and name else what
        text = words if isinstance(words, str) else ""
        body = f"\n\n{fenced(text, language)}" if text.strip() else ""
        self.pieces.append(f"{title}:{body}" if body else f"[{title}]")

    def tool_result(self, name: object, words: str) -> None:
        """Add what came back from a tool, if that is anything."""
        if words.strip():
            self.tool("Tool result", name, words)

    def calls(self, calls: object) -> None:
        """Add the calls of tools in OpenAI's form, as a list or as JSON of one."""
        for call in sequence(calls if isinstance(calls, list) else parsed(calls)):
            called = mapping(mapping(call).get("function"))
            asked = as_json(called.get("arguments"))
            self.tool("Tool call", called.get("name"), asked, "json")

    def part(self, part: object) -> None:
        """Add one part of a list, in the forms that most programs share."""
        if isinstance(part, str):
            self.add(part)
            return
        if not isinstance(part, dict):
            self.note(Note.UNKNOWN_PART, "Part that cannot be shown")
            return
        kind = str(part.get("type") or part.get("content_type") or "")
        if kind in _PICTURES or "image" in kind:
            self.note(Note.PICTURE, "Picture", name_of(part))
        elif kind in _SOUNDS or "audio_video" in kind:
            self.note(Note.AUDIO, "Sound or video", name_of(part))
        elif kind in _FILES:
            self.note(Note.FILE, "File", name_of(part))
        elif kind in ("thinking", "reasoning"):
            self.think(part.get("thinking") or text_of(part) or part.get("reasoning"))
        else:
            text = text_of(part)
            if text is None:
                self.note(Note.UNKNOWN_PART, "Part that cannot be shown", kind)
            else:
                self.add(text)

    def parts(self, content: object) -> None:
        """Add what a field says that holds a text, or a list of parts."""
        if isinstance(content, list):
            for part in content:
                self.part(part)
        elif isinstance(content, dict):
            self.part(content)
        else:
            self.add(content)

    @property
    def text(self) -> str:
        """All of it."""
        return "\n\n".join(self.pieces)

    @property
    def thought(self) -> str:
        """All that was thought."""
        return "\n\n".join(self.thinking)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing."""
        return not self.pieces and not self.thinking


def text_of(part: dict[str, Any]) -> str | None:
    """Return the text of a part; None where it has none."""
    text = part.get("text")
    if isinstance(text, dict):  # as in {"text": {"value": "..."}}
        text = text.get("value")
    if not isinstance(text, str):
        text = part.get("content")
    return text if isinstance(text, str) else None


def name_of(part: dict[str, Any]) -> str:
    """Return by what name a part goes; never an address that holds the whole file."""
    for key in ("name", "file_name", "filename", "fileName", "fileIdentifier", "title"):
        found = part.get(key)
        if isinstance(found, str) and found and not found.startswith("data:"):
            return found
    return ""


def role_of(value: object, notes: Counter[Note]) -> Role:
    """Return a role; what nobody knows speaks as the user, never as the model."""
    role = _ROLES.get(value.casefold()) if isinstance(value, str) else None
    if role is None:
        notes[Note.UNKNOWN_ROLE] += 1
        return Role.USER
    return role


def string(value: object) -> str:
    """Return a text, "" for anything else."""
    return value if isinstance(value, str) else ""


def key_or_none(value: object) -> str | None:
    """Return what names a message, None for nothing."""
    return value if isinstance(value, str) and value else None


def parsed(text: object) -> object:
    """Return what a text says in JSON; None for anything else."""
    try:
        return json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None


def as_json(value: object) -> str:
    """Return a value as JSON that is easily read; a text as it is, "" for nothing."""
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return json.dumps(value, ensure_ascii=False, indent=2)
    except RecursionError:  # newer versions of Python read what is nested deeper than they write
        return "…"


def without_instructions(nodes: Sequence[LooseNode]) -> tuple[list[LooseNode], str]:
    """Take the instructions at the beginning out of the messages; return them beside what is left.

    Where a chat gives others later, they stay where they are, as words of the user's.
    """
    kept: list[LooseNode] = []
    instructions = ""
    has_begun = False
    for node in nodes:
        message = node.message
        if message is None or message.role is not Role.SYSTEM:
            has_begun |= message is not None
            kept.append(node)
        elif not has_begun:
            instructions = "\n\n".join(filter(None, (instructions, message.text.strip())))
            kept.append(replace(node, message=None))
        elif message.text.strip():
            as_said = replace(message, role=Role.USER, text=f"[Instructions]\n\n{message.text}")
            kept.append(replace(node, message=as_said))
        else:
            kept.append(replace(node, message=None))
    return kept, instructions
