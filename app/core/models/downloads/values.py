"""What a download is, where its files go, what state it is in, and what is told of it.

Threads: pure values, any thread.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING, NewType

from app.core.errors import ErrorRow, KnownError, WordedError
from app.core.models.hub.repositories import RemoteFile
from app.core.phrases import Amount, phrase
from app.core.plain_value import PlainValue
from app.core.system.files import DISK_FULL

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.models.hub.repositories import HubListing, ModelChoice


_KEPT = phrase("The part already downloaded is kept; your chats and models are not affected.")
_NOTHING_DONE = phrase("Nothing was downloaded; your chats and models are not affected.")


class DiskTooSmall(KnownError):
    """There is no room for the files, or there is none any more."""

    def __init__(self, folder: Path, n_missing: int, detail: str = "") -> None:
        super().__init__(
            what=phrase(
                "The disk with {folder} needs {gb} GB more free space.",
                folder=folder,
                gb=Amount(max(n_missing, 10**8) / 1e9, 1),
            )
            if n_missing > 0
            else phrase("The disk with {folder} is full.", folder=folder),
            effect=_KEPT,
            remedy=phrase("Free some space or choose a smaller file, then resume."),
            detail=detail,
        )


class ModelsFolderRefuses(WordedError):
    """The folder for models cannot be written to or read."""

    what = phrase("Hearth cannot write to the folder {folder} ({reason}).")
    effect = _KEPT
    remedy = phrase("Connect its disk or make it writable, or choose another folder.")


# Another file has the name already.
NAME_TAKEN = ErrorRow(
    what=phrase("Another file named {name} already exists."),
    effect=phrase("Hearth did not touch it and downloaded nothing."),
    remedy=phrase("Move or rename that file, or choose another folder."),
)


class FileNameUnsafe(WordedError):
    """A repository names a file so that it would lie elsewhere, or nowhere."""

    what = phrase("The hub lists a file named {name}, which is not a safe name on this disk.")
    effect = _NOTHING_DONE
    remedy = phrase("Choose a repository from another author.")

    def __init__(self, name: str) -> None:
        super().__init__(name=ascii(name[:200]))


class DownloadInUse(WordedError):
    """Another Hearth downloads the same file to the same place."""

    what = phrase("Another Hearth is already downloading {name}.")
    effect = phrase("That download continues.")
    remedy = phrase("Wait for it to finish, or pause it there first.")


# What the hub sends is not the file that it had listed.
REMOTE_FILE_CHANGED = ErrorRow(
    what=phrase("The file that the hub sent differs from the {name} it listed."),
    effect=_NOTHING_DONE,
    remedy=phrase("Cancel this download, then choose the model again."),
)


# All bytes came, and they are not those of the file.
CHECKSUM_WRONG = ErrorRow(
    what=phrase("{name} arrived damaged: its checksum is wrong."),
    effect=phrase("The damaged file was deleted; your chats and models are not affected."),
    remedy=phrase(
        "Try again; if it keeps happening, the file on the hub, a proxy or this disk may be faulty."
    ),
)


def disk_problem(error: OSError, folder: Path) -> DiskTooSmall | ModelsFolderRefuses:
    """Return what a failure of the disk means for a download to `folder`."""
    if error.errno in DISK_FULL:
        return DiskTooSmall(folder, 0, repr(error))
    return ModelsFolderRefuses(caught=error, folder=folder)


DownloadId = NewType("DownloadId", str)


class DownloadOrder(PlainValue, frozen=True):
    """Everything that is needed to download one choice, and where it goes.

    Attributes:
        repo: "author/name".
        title: what the choice is called, such as "Qwen3-8B-Q4_K_M".
        quantisation: may be "".
        files: of one revision; the parts of the model in order, its head and its projector.
        has_projector: whether the last file is one.
        folder: absolute; the files lie in it under author and name.
    """

    repo: str
    title: str
    quantisation: str
    files: tuple[RemoteFile, ...]
    has_projector: bool
    folder: str

    @property
    def id(self) -> DownloadId:
        """Names the download: the same for the same file in the same folder, in every program."""
        words = "\0".join((str(Path(self.folder)), self.repo, self.files[0].name))
        return DownloadId(hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:24])

    @property
    def n_bytes(self) -> int:
        """Of all files."""
        return sum(file.size_bytes for file in self.files)


def order_of(listing: HubListing, choice: ModelChoice, folder: Path) -> DownloadOrder:
    """Return the order for one choice of a repository."""
    return DownloadOrder(
        repo=listing.model.repo,
        title=choice.name,
        quantisation=choice.quantisation,
        files=choice.all_files,
        has_projector=choice.projector is not None,
        folder=str(folder.absolute()),
    )


# -- states --


class Queued(PlainValue, frozen=True):
    """Waits for those before it."""


class Running(PlainValue, frozen=True):
    """Bytes are coming.

    Attributes:
        bytes_per_s: over the last seconds; 0 until that is known.
        seconds_left: None until that is known.
        is_stalled: for a while nothing has come, and nothing has ended it yet.
    """

    bytes_per_s: float = 0.0
    seconds_left: float | None = None
    is_stalled: bool = False


class Retrying(PlainValue, frozen=True):
    """Something came in between that may pass; it goes on by itself.

    Attributes:
        wait_s: from now until the next attempt; told anew each second.
    """

    problem: Problem
    wait_s: float


class Paused(PlainValue, frozen=True):
    """Goes on when the user lets it."""


class Verifying(PlainValue, frozen=True):
    """All bytes of a file are there and are compared with its digest.

    Attributes:
        n_checked: bytes of that file so far.
    """

    n_checked: int = 0


class Failed(PlainValue, frozen=True):
    """Came to an end that passes only if somebody does something; what is there is kept.

    Attributes:
        wants_token: it goes on when the user gives Hearth a token; told in the run in which it
            failed.
    """

    problem: Problem
    wants_token: bool = False


class Done(PlainValue, frozen=True):
    """Everything is there and right.

    Attributes:
        path: of the file to open.
        projector: of what it needs to see pictures; "" without one.
    """

    path: str
    projector: str = ""


DownloadState = Queued | Running | Retrying | Paused | Verifying | Failed | Done


class Download(PlainValue, frozen=True):
    """One download as it stands.

    Attributes:
        n_done: bytes that are on the disk, of `order.n_bytes`.
    """

    id: DownloadId
    order: DownloadOrder
    n_done: int
    state: DownloadState


# -- events --


class DownloadChanged(PlainValue, frozen=True):
    """A download is new, in another state, or further on (that at most ten times a second)."""

    download: Download


class DownloadRemoved(PlainValue, frozen=True):
    """A download was cancelled; nothing of it is left."""

    id: DownloadId


class DownloadRefused(PlainValue, frozen=True):
    """What was asked for was not done, and nothing was changed."""

    id: DownloadId
    problem: Problem


DownloadEvent = DownloadChanged | DownloadRemoved | DownloadRefused


PART_SUFFIX = ".part"
_DIGITS = 16  # of the digest, in the name of a part
_MOST_NAME_BYTES = 200  # of 255, so that there is room for what a part adds
_MOST_FOLDERS = 8
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_WINDOWS_DEVICES = re.compile(  # with any extension, and with blanks before it
    r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\..*)?", re.IGNORECASE
)


def target_of(order: DownloadOrder, file: RemoteFile) -> Path:
    """Return the path that a file gets when it is complete.

    Raises:
        FileNameUnsafe: its name, or that of the repository, is no name for a file here.
    """
    parts = [*order.repo.split("/"), *file.name.split("/")]
    if len(parts) > _MOST_FOLDERS or not all(map(_is_safe, parts)):
        raise FileNameUnsafe(f"{order.repo}/{file.name}")
    if not file.name.lower().endswith(".gguf"):
        raise FileNameUnsafe(file.name)
    return Path(order.folder, *parts)


def targets_of(order: DownloadOrder) -> list[Path]:
    """Return the paths of all files of an order.

    Raises:
        FileNameUnsafe: a name is no name for a file here, or two are one on some systems.
    """
    targets = [target_of(order, file) for file in order.files]
    if len({str(target).casefold() for target in targets}) != len(targets):
        raise FileNameUnsafe(order.files[-1].name)
    return targets


def part_of(target: Path, file: RemoteFile) -> Path:
    """Return the path under which the bytes of a file gather.

    The digest in it makes a part belong to one content: what was begun of another revision is never
    continued with this one.
    """
    return target.with_name(f"{target.name}.{file.sha256[:_DIGITS] or 'unknown'}{PART_SUFFIX}")


def lock_of(part: Path) -> Path:
    """Return the file that whoever writes a part has locked."""
    return part.with_name(f"{part.name}.lock")


def _is_safe(part: str) -> bool:
    try:
        n_bytes = len(part.encode("utf-8"))
    except UnicodeEncodeError:
        return False
    return (
        0 < n_bytes <= _MOST_NAME_BYTES
        and part.isprintable()
        and not part.startswith((".", " ", "-"))
        and not part.endswith((".", " "))
        and not _FORBIDDEN.search(part)
        and not _WINDOWS_DEVICES.fullmatch(part)
    )
