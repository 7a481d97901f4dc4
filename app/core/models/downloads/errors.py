"""What ends a download before it is done, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.errors import ErrorRow, KnownError
from app.core.files import DISK_FULL
from app.core.phrases import Amount, phrase

if TYPE_CHECKING:
    from pathlib import Path

_KEPT = phrase("What was downloaded so far is kept; your chats and models are not affected.")
_NOTHING_DONE = phrase("Nothing was downloaded; your chats and models are not affected.")


class DiskTooSmall(KnownError):
    """There is no room for the files, or there is none any more."""

    def __init__(self, folder: Path, n_missing: int, detail: str = "") -> None:
        super().__init__(
            what=phrase(
                "The disk with {folder} is too full: {gb} GB are missing.",
                folder=folder,
                gb=Amount(max(n_missing, 10**8) / 1e9, 1),
            )
            if n_missing > 0
            else phrase("The disk with {folder} is full.", folder=folder),
            effect=_KEPT,
            remedy=phrase("Free some space or choose a smaller file, then go on."),
            detail=detail,
        )


class ModelsFolderRefuses(KnownError):
    """The folder for models cannot be written to or read."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(
            what=phrase(
                "Hearth cannot write to the folder {folder} ({reason}).",
                folder=folder,
                reason=error.strerror or error,
            ),
            effect=_KEPT,
            remedy=phrase("Connect its disk or make it writable, or choose another folder."),
            detail=repr(error),
        )


# Another file has the name already.
NAME_TAKEN = ErrorRow(
    what=phrase("There is another file called {name} already."),
    effect=phrase("It was not touched, and nothing was downloaded in its place."),
    remedy=phrase("Move or rename that file, or choose another folder."),
)


class FileNameUnsafe(KnownError):
    """A repository names a file so that it would lie elsewhere, or nowhere."""

    def __init__(self, name: str) -> None:
        super().__init__(
            what=phrase(
                "The hub names a file {name}, which is not safe on this disk.",
                name=ascii(name[:200]),
            ),
            effect=_NOTHING_DONE,
            remedy=phrase("Choose a repository of somebody else."),
        )


class DownloadInUse(KnownError):
    """Another Hearth downloads the same file to the same place."""

    def __init__(self, target: Path) -> None:
        super().__init__(
            what=phrase("Another Hearth is downloading {name} already.", name=target.name),
            effect=phrase("It goes on there, undisturbed."),
            remedy=phrase("Wait for it, or pause it there first."),
        )


# What the hub sends is not the file that it had listed.
REMOTE_FILE_CHANGED = ErrorRow(
    what=phrase("The hub sends another file than it listed as {name}."),
    effect=_NOTHING_DONE,
    remedy=phrase("Cancel this download, and choose the model again."),
)


# All bytes came, and they are not those of the file.
CHECKSUM_WRONG = ErrorRow(
    what=phrase("{name} arrived damaged: its checksum is wrong."),
    effect=phrase("The damaged file was deleted; your chats and models are not affected."),
    remedy=phrase(
        "Try again; if it happens again, the file on the hub, a proxy on the way or this disk has "
        "a fault."
    ),
)


def disk_problem(error: OSError, folder: Path) -> DiskTooSmall | ModelsFolderRefuses:
    """Return what a failure of the disk means for a download to `folder`."""
    if error.errno in DISK_FULL:
        return DiskTooSmall(folder, 0, repr(error))
    return ModelsFolderRefuses(folder, error)
