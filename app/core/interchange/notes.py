"""What of a chat could not be taken over as it was, and how the report says so.

Threads: constants and pure functions, any thread.
"""

from __future__ import annotations

import enum

from app.core.phrases import Amount, Phrase, phrase


class Note(enum.Enum):
    """Something of a chat that could not be taken over as it was."""

    PICTURE = enum.auto()
    AUDIO = enum.auto()
    FILE = enum.auto()
    TOOL = enum.auto()
    UNKNOWN_PART = enum.auto()
    UNKNOWN_ROLE = enum.auto()
    HIDDEN = enum.auto()
    NO_TIME = enum.auto()
    BAD_PARENT = enum.auto()


def note_words(note: Note, n: int) -> Phrase:
    """Return what the report says of `n` such cases."""
    match note:
        case Note.PICTURE:
            return phrase("Pictures, kept as a note in the text: {n}", n=Amount(n))
        case Note.AUDIO:
            return phrase("Sound or video, kept as a note in the text: {n}", n=Amount(n))
        case Note.FILE:
            return phrase("Files without their text, kept as a note: {n}", n=Amount(n))
        case Note.TOOL:
            return phrase("Tool calls and their results, kept as text: {n}", n=Amount(n))
        case Note.UNKNOWN_PART:
            return phrase("Parts of an unknown kind, kept as a note: {n}", n=Amount(n))
        case Note.UNKNOWN_ROLE:
            return phrase("Messages of an unknown role, kept as the user’s: {n}", n=Amount(n))
        case Note.HIDDEN:
            return phrase("Hidden messages of the other program, left out: {n}", n=Amount(n))
        case Note.NO_TIME:
            return phrase("Messages without a usable time: {n}", n=Amount(n))
        case Note.BAD_PARENT:
            return phrase("Messages that followed none that is there: {n}", n=Amount(n))
