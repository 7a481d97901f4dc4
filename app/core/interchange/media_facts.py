"""Pictures and sounds of messages as `hearth-chats` names them; their bytes go another way.

What a file says of them is not believed: a digest is nothing but a digest, so that no path comes of
it, a name becomes one line, numbers have limits, and of one message a hundred are taken.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.core.chats.media_names import is_digest, plain_medium
from app.core.interchange.notes import Note

if TYPE_CHECKING:
    from collections import Counter

    from app.core.content import MediaFile

MOST_OF_MESSAGE: Final = 100
MAX_ORIGINAL_BYTES: Final = 1 << 30  # of one file; an hour of sound, uncompressed, is 0.7 GB
_MOST_NUMBER = 1 << 31
_NUMBERS = ("width", "height", "duration_ms", "max_pixels")
_TEXTS = ("name", "alt_text")


def media_facts(medium: MediaFile) -> dict[str, Any]:
    """Return a medium as plain values for JSON; what has its usual value is left out."""
    facts: dict[str, Any] = {
        "kind": medium.kind.name.lower(),
        "name": medium.name,
        "digest": medium.digest,
        "bytes": medium.n_bytes,
    }
    optional = {name: getattr(medium, name) for name in (*_NUMBERS, "alt_text")}
    return facts | {name: value for name, value in optional.items() if value}


def media_of(facts: object, notes: Counter[Note]) -> tuple[MediaFile, ...]:
    """Return the media of a message; what cannot be one is left out and counted."""
    listed = facts if isinstance(facts, list) else []
    if not listed:
        return ()
    read = [_medium(one) for one in listed[:MOST_OF_MESSAGE]]
    found = tuple(one for one in read if one is not None)
    if len(found) < len(listed):
        notes[Note.MEDIUM] += len(listed) - len(found)
    return found


def _medium(facts: object) -> MediaFile | None:
    from app.core.content import MediaFile, MediaKind  # with numpy, which most imports do not need

    if not isinstance(facts, dict) or not is_digest(facts.get("digest")):
        return None
    kinds = {kind.name.lower(): kind for kind in MediaKind}
    kind, n_bytes = facts.get("kind"), _number(facts.get("bytes"))
    if not isinstance(kind, str) or kind not in kinds or not 0 < n_bytes <= MAX_ORIGINAL_BYTES:
        return None
    name, alt_text = (str(facts[key]) if isinstance(facts.get(key), str) else "" for key in _TEXTS)
    numbers = {key: _number(facts.get(key)) for key in _NUMBERS}
    medium = MediaFile(kinds[kind], name, facts["digest"], n_bytes, alt_text=alt_text, **numbers)
    return plain_medium(medium)


def _number(value: object) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 <= value < _MOST_NUMBER else 0  # type: ignore[operator, return-value]
