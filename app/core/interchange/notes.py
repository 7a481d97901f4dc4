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
    MEDIUM = enum.auto()
    NO_ORIGINAL = enum.auto()


def note_words(note: Note, n: int) -> Phrase:
    """Return what the report says of `n` such cases."""
    amount = Amount(n)
    words = {
        Note.PICTURE: phrase("Pictures, kept as a note in the text: {n}", n=amount),
        Note.AUDIO: phrase("Sound or video, kept as a note in the text: {n}", n=amount),
        Note.FILE: phrase("Files without their text, kept as a note: {n}", n=amount),
        Note.TOOL: phrase("Tool calls and their results, kept as text: {n}", n=amount),
        Note.UNKNOWN_PART: phrase("Parts of an unknown kind, kept as a note: {n}", n=amount),
        Note.UNKNOWN_ROLE: phrase("Messages of an unknown role, kept as the user’s: {n}", n=amount),
        Note.HIDDEN: phrase("Hidden messages of the other program, left out: {n}", n=amount),
        Note.NO_TIME: phrase("Messages without a usable time: {n}", n=amount),
        Note.BAD_PARENT: phrase("Messages that followed none that is there: {n}", n=amount),
        Note.MEDIUM: phrase("Pictures and sounds that could not be read, left out: {n}", n=amount),
        Note.NO_ORIGINAL: phrase(
            "Pictures and sounds whose files did not come along: {n}", n=amount
        ),
    }
    return words[note]
