"""Media in the text of a prompt: a mark in place of each, which templates leave as it is.

A template sees text alone. The mark has the name of the medium, so that whatever remembers a text
by its digest remembers the media in it, too. Nobody can write a mark: characters that begin one are
taken out of what the users of a chat with media have written.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from app.core.content import MediaDigest
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from app.core.content import MediaRef
    from app.core.protocol import PromptMessage

# For private use: nobody's message has them, or needs them.
_OPEN, _CLOSE, _INSTEAD = "\ue0a9", "\ue0aa", "\ufffd"
_MARK = re.compile(f"{_OPEN}([0-9a-f]{{32}}){_CLOSE}")


class TextPiece(NamedTuple):
    """A piece of a prompt without media in it, or the mark of one.

    Attributes:
        medium: the name of the medium that it is the mark of; None of text.
    """

    text: str
    medium: MediaDigest | None = None


def mark_of(digest: MediaDigest) -> str:
    """Return the mark of a medium, 34 characters."""
    return f"{_OPEN}{digest.hex()}{_CLOSE}"


def with_marks(
    messages: Sequence[PromptMessage], names: Mapping[MediaRef, MediaDigest]
) -> list[PromptMessage]:
    """Return messages with marks in place of their media.

    Args:
        names: of all their media.
    """
    return [_with_marks(message, names) for message in messages]


def _with_marks(message: PromptMessage, names: Mapping[MediaRef, MediaDigest]) -> PromptMessage:
    text = message.text.replace(_OPEN, _INSTEAD)
    parts: list[str] = []
    begin = 0
    for placed in sorted(message.media, key=lambda one: one.at):
        at = max(begin, min(placed.at, len(text)))
        parts += [text[begin:at], mark_of(names[placed.medium])]
        begin = at
    return replace(message, text="".join([*parts, text[begin:]]), media=())


def pieces_of(text: str) -> Iterator[TextPiece]:
    """Yield a text in pieces: what lies between marks, and the marks; nothing that is empty."""
    begin = 0
    for match in _MARK.finditer(text):
        if match.start() > begin:
            yield TextPiece(text[begin : match.start()])
        yield TextPiece(match.group(), MediaDigest(bytes.fromhex(match.group(1))))
        begin = match.end()
    if begin < len(text):
        yield TextPiece(text[begin:])


def media_in(text: str) -> Iterator[MediaDigest]:
    """Yield the names of the media in a text, in their order."""
    for match in _MARK.finditer(text):
        yield MediaDigest(bytes.fromhex(match.group(1)))
