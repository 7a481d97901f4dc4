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


class StoreUnusable(KnownError):
    """The folder of the store cannot be created, written to or locked."""

    cause = Cause.SIDE_FOLDER

    def __init__(self, root: Path, error: Exception) -> None:
        super().__init__(
            what=phrase(
                "Hearth cannot use its cache folder {root} ({reason}).",
                root=root,
                reason=_reason(error),
            ),
            effect=_EFFECT,
            remedy=phrase(
                "Make the folder writable or choose another one with --data-dir, then restart."
            ),
            detail=repr(error),
        )


class StoreDiskFull(WordedError):
    """No room is left."""

    what = phrase("The disk that holds {root} is almost full, so chats are no longer kept warm.")
    effect = _EFFECT
    remedy = phrase("Free some disk space and restart Hearth.")


class StoreDiskLow(KnownError):
    """Less is free than the store leaves to others; it goes on by itself once there is more."""

    def __init__(self, root: Path, free_bytes: int, reserve_bytes: int) -> None:
        super().__init__(
            what=phrase(
                "Less than {reserve} are free on the disk that holds {root}, so "
                "nothing more is stored there.",
                reserve=_gb(reserve_bytes),
                root=root,
            ),
            effect=_PAUSE_EFFECT,
            remedy=phrase("Free some disk space; storing then goes on by itself."),
            detail=f"{free_bytes} bytes free",
        )


class EnoughForToday(KnownError):
    """As much was written today as the settings allow; it goes on by itself tomorrow."""

    def __init__(self, daily_bytes: int) -> None:
        super().__init__(
            what=phrase(
                "Hearth has stored {limit} of conversation memory today, its limit.",
                limit=_gb(daily_bytes),
            ),
            effect=_PAUSE_EFFECT,
            remedy=phrase(
                "Storing goes on tomorrow; the limit can be raised under Conversation memory."
            ),
        )


class BudgetSpent(KnownError):
    """What may not be evicted fills the budget: the chat at work, and those that are pinned."""

    def __init__(self, budget_bytes: int) -> None:
        super().__init__(
            what=phrase(
                "The memory of this chat no longer fits the {limit} that Hearth may use.",
                limit=_gb(budget_bytes),
            ),
            effect=_PAUSE_EFFECT,
            remedy=phrase("Allow more under Conversation memory, or unpin chats there."),
        )


class StoreInUse(WordedError):
    """Another instance writes to the store, and it is to be changed as a whole."""

    what = phrase("Another Hearth is using the stored memory of your chats.")
    effect = phrase("Nothing was changed.")
    remedy = phrase("Close it and try again; `hearth cache list` works meanwhile.")


class RowsNotDeleted(KnownError):
    """The system keeps files that are to go."""

    def __init__(self, root: Path, n_files: int, error: OSError) -> None:
        super().__init__(
            what=phrase(
                "Stored memory in {root} could not be deleted ({reason}); files left: {n}.",
                n=n_files,
                root=root,
                reason=_reason(error),
            ),
            effect=phrase("They are not used any more, but they are still on the disk."),
            remedy=phrase(
                "Close other programs that may use them; Hearth tries again at the next start."
            ),
            detail=repr(error),
        )


class StateTooLarge(KnownError):
    """One state takes more memory than may wait for the disk; the next one will too."""

    def __init__(self, n_bytes: int, limit_bytes: int) -> None:
        super().__init__(
            what=phrase(
                "What this model keeps of a chat takes {size}, and Hearth stores at most "
                "{limit} at once.",
                size=_gb(n_bytes),
                limit=_gb(limit_bytes),
            ),
            effect=phrase("Chats as long as this one are read again when opened; nothing is lost."),
            remedy=phrase(
                "Start a new chat now and then; shorter chats with this model are stored."
            ),
        )


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


class ChoicesNotKept(KnownError):
    """The file of the choices for single chats cannot be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            what=phrase(
                "What was chosen for single chats could not be saved to {path} ({reason}).",
                path=path,
                reason=_reason(error),
            ),
            effect=phrase("The choice holds until Hearth is closed."),
            remedy=phrase("Make that file and its folder writable, or free some space."),
            detail=repr(error),
        )


class StoreWriteFailed(KnownError):
    """The disk refused for another reason."""

    def __init__(self, root: Path, error: Exception) -> None:
        super().__init__(
            what=phrase(
                "Hearth could not write to its cache folder {root} ({reason}).",
                root=root,
                reason=_reason(error),
            ),
            effect=_EFFECT,
            remedy=phrase(
                "Check the disk and restart Hearth; the cache folder can be deleted safely."
            ),
            detail=repr(error),
        )


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
    cause = getattr(error, "orig", error)  # what SQLAlchemy wraps
    return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _gb(n_bytes: int) -> str:
    return f"{n_bytes / 10**9:.3g} GB"


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
