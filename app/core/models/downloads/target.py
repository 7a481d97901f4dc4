"""Where the files of a repository lie on this disk: folder / author / name / the file's own name.

Every repository has a folder of its own, because many call their projectors alike. Names come from
outside: one that leads out of that folder, or that some system cannot have, is refused.

Threads: pure functions; any thread.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.models.downloads.errors import FileNameUnsafe

if TYPE_CHECKING:
    from app.core.models.downloads.values import DownloadOrder
    from app.core.models.hub import RemoteFile

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
