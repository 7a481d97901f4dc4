"""A message taken apart for people who read it in a file: who speaks, thinking, words, sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.core.content.tool_steps import step_of_stats
from app.core.documents.same_words import unnamed_sources
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.parts.transfer import TransferredMessage
    from app.core.content.media import MediaFile
    from app.core.messages import Attachment

SAME_WORDS: Final = "Same words in:"  # before the passages that an answer does not name
_LEAST_FENCE = 3
_NAME_CHARS = 64
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


def without_thinking(message: TransferredMessage) -> tuple[str, str]:
    """Return what a model thought, "" for nothing, and what it then said."""
    return (message.said.thinking or "").strip(), message.said.answer


def sources_of(
    message: TransferredMessage, before: Sequence[TransferredMessage]
) -> tuple[Attachment, ...]:
    """Return the passages that have words of an answer, where it names none itself."""
    is_answer = message.role is Role.ASSISTANT
    return unnamed_sources(message.said.answer, before) if is_answer else ()


def speaker(message: TransferredMessage) -> str:
    """Return who says it."""
    match message.role:
        case Role.USER:
            return "You"
        case Role.SYSTEM:
            return "Instructions"
        case Role.ASSISTANT:
            return message.model or "Answer"
        case Role.TOOL:
            step = step_of_stats(dict(message.stats))
            return "Tool" if step is None else f"Tool {step.call.name[:_NAME_CHARS]}"


def medium_line(medium: MediaFile) -> str:
    """Return what a picture or a sound is, in words: its name, and what the user says it shows."""
    kind = {"IMAGE": "Picture", "SOUND": "Sound"}[medium.kind.name]
    named = f"{kind}: {medium.name}" if medium.name else kind
    return f"{named} — {medium.alt_text}" if medium.alt_text else named


def fenced(text: str, language: str = "") -> str:
    """Return a text between fences longer than any in it."""
    runs = re.findall(r"`+", text)
    fence = "`" * max(_LEAST_FENCE, 1 + max(map(len, runs), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def with_closed_code(text: str) -> str:
    """Return Markdown whose last block of code ends, so that it does not swallow what follows."""
    begun = ""
    for line in text.split("\n"):
        found = _FENCE.fullmatch(line)
        if found is None:
            continue
        mark, rest = found.groups()
        if not begun:
            begun = mark if mark[0] == "~" or "`" not in rest else ""
        elif mark.startswith(begun) and not rest.strip():
            begun = ""
    return f"{text}\n{begun}" if begun else text
