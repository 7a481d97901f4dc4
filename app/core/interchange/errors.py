"""What can go wrong with export and import, in the user's words, and notes on what was left out."""

from __future__ import annotations

import enum

from app.core.errors import ErrorRow, WordedError
from app.core.phrases import Amount, Phrase, phrase

# A file cannot be written; nothing half-written is left.
NOT_EXPORTED = ErrorRow(
    what=phrase("Hearth cannot write {path} ({reason})."),
    effect=phrase("Your chats are unchanged; files written earlier are complete."),
    remedy=phrase("Choose another folder, or free some space, then export again."),
)


# A file of that name exists, and nobody said that it may be replaced.
ALREADY_THERE = ErrorRow(
    phrase("{path} already exists."),
    phrase("Nothing was written, and that file is unchanged."),
    phrase("Choose another name, or choose to replace the file."),
)
NOTHING_TO_EXPORT = ErrorRow(
    phrase("There is no chat to export."),
    phrase("Nothing was written."),
    phrase("Choose an existing chat, or start one first."),
)


class NotImported(WordedError):
    """What was chosen cannot be read at all."""

    what = phrase("{name} cannot be imported: {reason}")
    effect = phrase("Nothing was imported; your chats are unchanged.")
    remedy = phrase(
        "Choose a file exported from Hearth, ChatGPT, Claude, Open WebUI, Jan or LM Studio."
    )


# The file of a picture or a sound could not be put beside the chats.
ORIGINAL_NOT_STORED = ErrorRow(
    what=phrase("Hearth could not store a picture or sound from the file in {folder} ({reason})."),
    effect=phrase("Chats imported before the error are complete; the others are missing."),
    remedy=phrase("Free some space on that disk, then import the file again."),
)


class NotAChat(Exception):
    """One chat of a file cannot be read; the others can.

    Args:
        reason: one sentence for the report.
        title: of that chat, as far as it is known.
    """

    def __init__(self, reason: Phrase, title: str = "") -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.title = title


class BrokenFile(Exception):
    """A file cannot be read on from here; what was read before counts."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Cancelled(Exception):
    """The user wanted it no more."""


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
        Note.UNKNOWN_ROLE: phrase(
            "Messages with an unknown role, kept as the user’s: {n}", n=amount
        ),
        Note.HIDDEN: phrase("Hidden messages of the other program, left out: {n}", n=amount),
        Note.NO_TIME: phrase("Messages without a valid time: {n}", n=amount),
        Note.BAD_PARENT: phrase("Messages whose previous message is missing: {n}", n=amount),
        Note.MEDIUM: phrase("Unreadable pictures and sounds, left out: {n}", n=amount),
        Note.NO_ORIGINAL: phrase("Pictures and sounds whose files are missing: {n}", n=amount),
    }
    return words[note]
