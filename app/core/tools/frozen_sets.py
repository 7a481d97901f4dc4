"""The sets of tools that chats have: written once under their digest, and never changed.

A chat names the set that it began with, so that its prompt stays as it is when a server changes
what it says of its tools.

Threads: any.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

import msgspec

from app.core.errors import KnownError
from app.core.system.files import write_atomically
from app.core.tools.values import ToolSet

if TYPE_CHECKING:
    from pathlib import Path

_MOST_BYTES: Final = 8_000_000
_log = logging.getLogger(__name__)


class FrozenSets:
    """The sets of one installation.

    Args:
        folder: of the files; made when something is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._known: dict[str, ToolSet] = {}  # guarded by _lock

    def keep(self, tools: ToolSet) -> str:
        """Keep a set; return the digest by which it is found.

        Raises:
            OSError: the disk refuses.
        """
        digest = tools.digest
        if self.find(digest) is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file(digest), [msgspec.json.encode(tools)])
            with self._lock:
                self._known[digest] = tools
        return digest

    def find(self, digest: str) -> ToolSet | None:
        """Return a set; None where it is not there, or is not what it was."""
        with self._lock:
            known = self._known.get(digest)
        if known is not None or not (digest.isascii() and digest.isalnum()):
            return known
        try:
            file = self._file(digest)
            if file.stat().st_size > _MOST_BYTES:
                return None
            tools = msgspec.json.decode(file.read_bytes(), type=ToolSet)
        except (OSError, msgspec.MsgspecError, KnownError) as error:
            if not isinstance(error, FileNotFoundError):
                _log.info("a set of tools cannot be read: %s", error)
            return None
        if tools.digest != digest:
            return None
        with self._lock:
            self._known[digest] = tools
        return tools

    def _file(self, digest: str) -> Path:
        return self._folder / f"tools-{digest}.json"
