"""The key that every request shows: a line in a file that only its owner can read.

Threads: any; nothing is kept.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from typing import TYPE_CHECKING, Final

from app.core.errors import KnownError
from app.core.files import write_atomically
from app.core.phrases import phrase

if TYPE_CHECKING:
    from pathlib import Path

_SHORTEST: Final = 16
_LONGEST: Final = 512
_VISIBLE = re.compile(r"[!-~]+")
_MOST_BYTES: Final = 4096


class KeyNotUsable(KnownError):
    """The file holds no key, or cannot be read or written."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            what=phrase(
                "The file with the API key cannot be used: {path} ({reason}).",
                path=path,
                reason=reason,
            ),
            effect=phrase("Other programs cannot ask Hearth; your chats are not affected."),
            remedy=phrase(
                "Write one line of {least} to {most} letters, digits and signs into it, or delete "
                "it and let Hearth make a new one.",
                least=_SHORTEST,
                most=_LONGEST,
            ),
        )


def key_in(path: Path) -> str:
    """Return the key in a file; makes a new one where there is no file.

    On systems with modes of files, others are kept from reading it.

    Raises:
        KeyNotUsable: there is none in it.
    """
    try:
        with path.open("rb") as file:
            found = file.read(_MOST_BYTES)
    except FileNotFoundError:
        return new_key(path)
    except OSError as error:
        raise KeyNotUsable(path, error.strerror or repr(error)) from error
    key = found.decode("ascii", "replace").strip()
    if not _VISIBLE.fullmatch(key):
        raise KeyNotUsable(path, "it is not one line of visible characters")
    if not _SHORTEST <= len(key) <= _LONGEST:
        raise KeyNotUsable(path, f"{len(key)} characters")
    with contextlib.suppress(OSError):  # of somebody else, who may let us read it
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    return key


def new_key(path: Path) -> str:
    """Put a new key into a file, in place of the one there, and return it.

    Raises:
        KeyNotUsable: the disk refused.
    """
    key = f"hearth-{secrets.token_urlsafe(32)}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, [f"{key}\n".encode()])
    except OSError as error:
        raise KeyNotUsable(path, error.strerror or repr(error)) from error
    return key
