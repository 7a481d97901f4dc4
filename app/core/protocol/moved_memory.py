"""What became of the stored memory of chats that went into a file, or came out of one.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
from typing import Final

from app.core.plain_value import PlainValue

# What lies in the folder of an `ExportMemory` or `ImportMemory`.
WANTED_FILE: Final = "wanted.jsonl"  # chats with their tokens; written by who asks
MEMORY_FILE: Final = "memory.json"  # what there is of their memory
MEMORY_FOLDER: Final = "memory"  # with the files of each namespace in a folder of its own


class MemoryOutcome(enum.StrEnum):
    """What became of the memory of one chat."""

    MOVED = "moved"  # out of the store; or into it, for a model that is known here
    OTHER_FILE = "other_file"  # a model of this name is known here: as another file, or set apart
    NO_MODEL = "no_model"  # no model of this name was ever used here
    NOTHING = "nothing"  # there is none
    OFF = "off"  # the user wants none of this chat
    DAMAGED = "damaged"  # what there was cannot be used
    NO_ROOM = "no_room"  # within what the store may take
    NEWER = "newer"  # written by a newer version of Hearth
    NOT_DONE = "not_done"  # it was stopped before, or something failed


class MovedMemory(PlainValue, frozen=True):
    """What became of the memory of one chat.

    Attributes:
        place: of the chat in the file.
        model: what the model is called; "" where nobody said.
        n_tokens: that need not be read again where that model is opened.
        n_lost: of those in the file, how many tokens more were left out.
    """

    place: int
    outcome: MemoryOutcome
    model: str = ""
    n_tokens: int = 0
    n_lost: int = 0
