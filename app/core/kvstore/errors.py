"""What can keep the store from storing, in plain words; chatting goes on in every case."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from app.core.errors import KnownError

if TYPE_CHECKING:
    from pathlib import Path

_EFFECT = "Chats go on and are saved, but they will be read again from the start when reopened."
_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})


class StoreUnusable(KnownError):
    """The folder of the store cannot be created, written to or locked."""

    def __init__(self, root: Path, error: Exception) -> None:
        super().__init__(
            what=f"Hearth cannot use its cache folder {root} ({_reason(error)}).",
            effect=_EFFECT,
            remedy="Make the folder writable or choose another one with --data-dir, then restart.",
            detail=repr(error),
        )


class StoreDiskFull(KnownError):
    """No room is left, or less than the store leaves to others."""

    def __init__(self, root: Path, detail: str) -> None:
        super().__init__(
            what=f"The disk that holds {root} is almost full, so chats are no longer kept warm.",
            effect=_EFFECT,
            remedy="Free some disk space and restart Hearth.",
            detail=detail,
        )


class StoreWriteFailed(KnownError):
    """The disk refused for another reason."""

    def __init__(self, root: Path, error: Exception) -> None:
        super().__init__(
            what=f"Hearth could not write to its cache folder {root} ({_reason(error)}).",
            effect=_EFFECT,
            remedy="Check the disk and restart Hearth; the cache folder can be deleted safely.",
            detail=repr(error),
        )


class IndexFailed(KnownError):
    """The index of the store cannot be read or written."""

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            what=f"The index of stored chats {path} cannot be used.",
            effect=_EFFECT,
            remedy="Restart Hearth; the index is then built again from the stored files.",
            detail=repr(error),
        )


def write_error(root: Path, error: OSError) -> KnownError:
    """Name the reason why a write failed."""
    if error.errno in _FULL:
        return StoreDiskFull(root, repr(error))
    return StoreWriteFailed(root, error)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
