"""What can keep the store from storing, in plain words; chatting goes on in every case.

Damage to single files is no error to the user: `SegmentDamaged` (`format/segment_file.py`).
"""

from __future__ import annotations

import errno
import sqlite3
from typing import TYPE_CHECKING

from app.core.errors import Cause, KnownError, WordedError
from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pathlib import Path


_EFFECT = phrase(
    "Your chats still work and are saved, but the model will reread them from the start when "
    "you reopen them."
)
_PAUSE_EFFECT = phrase(
    "Your chats still work and are saved, and Hearth uses what is stored, but the model will "
    "reread new messages when you reopen a chat."
)
_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})


class StoreUnusable(WordedError):
    """The folder of the store cannot be created, written to or locked."""

    cause = Cause.SIDE_FOLDER

    what = phrase("Hearth cannot use its cache folder {root} ({reason}).")
    effect = _EFFECT
    remedy = phrase(
        "Make the folder writable, or choose another one with --data-dir, then restart."
    )


class StoreDiskFull(WordedError):
    """No room is left."""

    what = phrase("The disk with {root} is almost full, so Hearth no longer keeps chats warm.")
    effect = _EFFECT
    remedy = phrase("Free some disk space and restart Hearth.")


class StoreDiskLow(WordedError):
    """Less is free than the store leaves to others; it goes on by itself once there is more."""

    what = phrase(
        "Less than {reserve} is free on the disk with {root}, so Hearth stores nothing more there."
    )
    effect = _PAUSE_EFFECT
    remedy = phrase("Free some disk space; storing then resumes automatically.")


class EnoughForToday(WordedError):
    """As much was written today as the settings allow; it goes on by itself tomorrow."""

    what = phrase("Hearth has reached today's limit of {limit} of stored conversation memory.")
    effect = _PAUSE_EFFECT
    remedy = phrase("Storing resumes tomorrow; you can raise the limit under Conversation memory.")


class BudgetSpent(WordedError):
    """What may not be evicted fills the budget: the chat at work, and those that are pinned."""

    what = phrase("The memory of this chat no longer fits in the {limit} that Hearth may use.")
    effect = _PAUSE_EFFECT
    remedy = phrase("Allow more under Conversation memory, or unpin chats there.")


class StoreInUse(WordedError):
    """Another instance writes to the store, and it is to be changed as a whole."""

    what = phrase("Another Hearth is using the conversation memory.")
    effect = phrase("Nothing was changed.")
    remedy = phrase("Close it and try again; `hearth cache list` works in the meantime.")


class RowsNotDeleted(WordedError):
    """The system keeps files that are to go."""

    what = phrase("Hearth could not delete stored memory in {root} ({reason}); files left: {n}.")
    effect = phrase("Hearth no longer uses these files, but they are still on the disk.")
    remedy = phrase("Close other programs that use them; Hearth tries again at the next start.")


class StateTooLarge(WordedError):
    """One state takes more memory than may wait for the disk; the next one will too."""

    what = phrase(
        "The memory of a chat with this model takes {size}; Hearth stores at most {limit} at once."
    )
    effect = phrase(
        "The model rereads chats as long as this one when you open them; nothing is lost."
    )
    remedy = phrase(
        "Start a new chat from time to time; Hearth stores shorter chats with this model."
    )


class ChoicesUnreadable(KnownError):
    """The file of the choices for single chats makes no sense or cannot be read."""

    def __init__(self, path: Path, error: Exception, remedy: Phrase) -> None:
        super().__init__(
            what=phrase(
                "Hearth could not read the memory settings of individual chats ({path}: {reason}).",
                path=path,
                reason=getattr(error, "strerror", None) or error,
            ),
            effect=phrase(
                "Hearth restores them from your chats when its window opens. Until then, no "
                "chat is pinned or switched off."
            ),
            remedy=remedy,
            detail=repr(error),
        )


class ChoicesNotKept(WordedError):
    """The file of the choices for single chats cannot be written."""

    what = phrase(
        "Hearth could not save the memory settings of individual chats to {path} ({reason})."
    )
    effect = phrase("Your change applies until you close Hearth.")
    remedy = phrase("Make the file and its folder writable, or free some space.")


class StoreWriteFailed(WordedError):
    """The disk refused for another reason."""

    what = phrase("Hearth could not write to its cache folder {root} ({reason}).")
    effect = _EFFECT
    remedy = phrase("Check the disk and restart Hearth; you can safely delete the cache folder.")


class IndexFailed(KnownError):
    """The index of the store cannot be read or written."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            what=phrase("Hearth cannot use the index of stored chats {path}.", path=path),
            effect=_EFFECT,
            remedy=phrase("The disk is full: free some space and restart Hearth.")
            if _is_full(error)
            else phrase("Restart Hearth; it then rebuilds the index from the stored files."),
            detail=repr(error),
        )


def write_error(root: Path, error: OSError) -> KnownError:
    """Name the reason why a write failed."""
    if error.errno in _FULL:
        return StoreDiskFull(repr(error), root=root)
    return StoreWriteFailed(caught=error, root=root)


def _is_full(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def gb(n_bytes: int) -> str:
    """Return a size as the sentences here name it."""
    return f"{n_bytes / 10**9:.3g} GB"
