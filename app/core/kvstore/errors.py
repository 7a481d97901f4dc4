"""What can keep the store from storing, in plain words; chatting goes on in every case."""

from __future__ import annotations

import errno
import sqlite3
from typing import TYPE_CHECKING

from app.core.errors import Cause, KnownError, WordedError
from app.core.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pathlib import Path


_EFFECT = phrase(
    "Chats go on and are saved, but they will be read again from the start when reopened."
)
_PAUSE_EFFECT = phrase(
    "Chats go on and are saved, and what is stored is used, but what is new in them "
    "will be read again when they are reopened."
)
_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})


class StoreUnusable(WordedError):
    """The folder of the store cannot be created, written to or locked."""

    cause = Cause.SIDE_FOLDER

    what = phrase("Hearth cannot use its cache folder {root} ({reason}).")
    effect = _EFFECT
    remedy = phrase("Make the folder writable or choose another one with --data-dir, then restart.")

    def __init__(self, root: Path, error: Exception) -> None:
        super().__init__(repr(error), root=root, reason=_reason(error))


class StoreDiskFull(WordedError):
    """No room is left."""

    what = phrase("The disk that holds {root} is almost full, so chats are no longer kept warm.")
    effect = _EFFECT
    remedy = phrase("Free some disk space and restart Hearth.")


class StoreDiskLow(WordedError):
    """Less is free than the store leaves to others; it goes on by itself once there is more."""

    what = phrase(
        "Less than {reserve} are free on the disk that holds {root}, so "
        "nothing more is stored there."
    )
    effect = _PAUSE_EFFECT
    remedy = phrase("Free some disk space; storing then goes on by itself.")

    def __init__(self, root: Path, free_bytes: int, reserve_bytes: int) -> None:
        super().__init__(f"{free_bytes} bytes free", reserve=_gb(reserve_bytes), root=root)


class EnoughForToday(WordedError):
    """As much was written today as the settings allow; it goes on by itself tomorrow."""

    what = phrase("Hearth has stored {limit} of conversation memory today, its limit.")
    effect = _PAUSE_EFFECT
    remedy = phrase("Storing goes on tomorrow; the limit can be raised under Conversation memory.")

    def __init__(self, daily_bytes: int) -> None:
        super().__init__(limit=_gb(daily_bytes))


class BudgetSpent(WordedError):
    """What may not be evicted fills the budget: the chat at work, and those that are pinned."""

    what = phrase("The memory of this chat no longer fits the {limit} that Hearth may use.")
    effect = _PAUSE_EFFECT
    remedy = phrase("Allow more under Conversation memory, or unpin chats there.")

    def __init__(self, budget_bytes: int) -> None:
        super().__init__(limit=_gb(budget_bytes))


class StoreInUse(WordedError):
    """Another instance writes to the store, and it is to be changed as a whole."""

    what = phrase("Another Hearth is using the stored memory of your chats.")
    effect = phrase("Nothing was changed.")
    remedy = phrase("Close it and try again; `hearth cache list` works meanwhile.")


class RowsNotDeleted(WordedError):
    """The system keeps files that are to go."""

    what = phrase("Stored memory in {root} could not be deleted ({reason}); files left: {n}.")
    effect = phrase("They are not used any more, but they are still on the disk.")
    remedy = phrase("Close other programs that may use them; Hearth tries again at the next start.")

    def __init__(self, root: Path, n_files: int, error: OSError) -> None:
        super().__init__(repr(error), n=n_files, root=root, reason=_reason(error))


class StateTooLarge(WordedError):
    """One state takes more memory than may wait for the disk; the next one will too."""

    what = phrase(
        "What this model keeps of a chat takes {size}, and Hearth stores at most {limit} at once."
    )
    effect = phrase("Chats as long as this one are read again when opened; nothing is lost.")
    remedy = phrase("Start a new chat now and then; shorter chats with this model are stored.")

    def __init__(self, n_bytes: int, limit_bytes: int) -> None:
        super().__init__(size=_gb(n_bytes), limit=_gb(limit_bytes))


class ChoicesUnreadable(KnownError):
    """The file of the choices for single chats makes no sense or cannot be read."""

    def __init__(self, path: Path, error: Exception, remedy: Phrase) -> None:
        super().__init__(
            what=phrase(
                "What was chosen for single chats ({path}) could not be read ({reason}).",
                path=path,
                reason=_reason(error),
            ),
            effect=phrase(
                "They are taken from your chats when the window opens. Until then no chat is "
                "pinned and none is switched off."
            ),
            remedy=remedy,
            detail=repr(error),
        )


class ChoicesNotKept(WordedError):
    """The file of the choices for single chats cannot be written."""

    what = phrase("What was chosen for single chats could not be saved to {path} ({reason}).")
    effect = phrase("The choice holds until Hearth is closed.")
    remedy = phrase("Make that file and its folder writable, or free some space.")

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(repr(error), path=path, reason=_reason(error))


class StoreWriteFailed(WordedError):
    """The disk refused for another reason."""

    what = phrase("Hearth could not write to its cache folder {root} ({reason}).")
    effect = _EFFECT
    remedy = phrase("Check the disk and restart Hearth; the cache folder can be deleted safely.")

    def __init__(self, root: Path, error: Exception) -> None:
        super().__init__(repr(error), root=root, reason=_reason(error))


class IndexFailed(KnownError):
    """The index of the store cannot be read or written."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            what=phrase("The index of stored chats {path} cannot be used.", path=path),
            effect=_EFFECT,
            remedy=phrase("Its disk is full: free some space and restart Hearth.")
            if _is_full(error)
            else phrase("Restart Hearth; the index is then built again from the stored files."),
            detail=repr(error),
        )


def write_error(root: Path, error: OSError) -> KnownError:
    """Name the reason why a write failed."""
    if error.errno in _FULL:
        return StoreDiskFull(repr(error), root=root)
    return StoreWriteFailed(root, error)


def _is_full(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _gb(n_bytes: int) -> str:
    return f"{n_bytes / 10**9:.3g} GB"


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
