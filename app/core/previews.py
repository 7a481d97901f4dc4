"""Pages for the user's browser as files, and the script that draws Mermaid in them.

Pages lie in the cache, a few at a time, and are gone with the next start. Mermaid is downloaded
once, when the user agrees, and used only where its digest is the one that is written here.

Threads: one at a time, never the interface thread; `has_mermaid` and others read and write files.
"""

from __future__ import annotations

import contextlib
import hashlib
from typing import TYPE_CHECKING, Final

from app.core.content.browser_page import PageKind, browser_page
from app.core.errors import ErrorRow
from app.core.phrases import phrase
from app.core.plain_value import PlainValue
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.net.client import HttpClient
    from app.core.system.stop_signal import StopSignal

_FOLDER: Final = "pages"
_MOST_PAGES: Final = 12
_DIGEST_CHARS: Final = 16

PAGE_NOT_WRITTEN = ErrorRow(
    what=phrase("Hearth could not write the page for your browser ({reason})."),
    effect=phrase("Nothing was opened."),
    remedy=phrase("Free some space, or make the cache folder writable."),
)


class ScriptSource(PlainValue, frozen=True):
    """A script and where it comes from.

    Attributes:
        address: whole.
        name: of the file in the data folder.
        n_bytes: of the script.
        sha256: of the script, hexadecimal.
    """

    address: str
    name: str
    n_bytes: int
    sha256: str


# Mermaid's own file in its package on npm, MIT licence.
MERMAID: Final = ScriptSource(
    "https://cdn.jsdelivr.net/npm/mermaid@11.12.0/dist/mermaid.min.js",
    "mermaid-11.12.0.min.js",
    2_748_992,
    "07e37dfa97b337ccc85365d57eddf99b9706f09db3b59b260d0333b23b343c4b",
)


class Pages:
    """Writes pages.

    Args:
        cache: the folder for what may be deleted at any time.
        data: the folder for what stays.
        mermaid: the script and its source.
    """

    def __init__(self, cache: Path, data: Path, mermaid: ScriptSource = MERMAID) -> None:
        self.mermaid = mermaid
        self._folder = cache / _FOLDER
        self._script = data / mermaid.name

    def has_mermaid(self) -> bool:
        """Return whether Mermaid is here, whole."""
        return bool(self._read_mermaid())

    def write(self, kind: PageKind, text: str, title: str) -> Path:
        """Write a page, and delete old ones.

        Raises:
            KnownError: it cannot be written.
        """
        script = self._read_mermaid() if kind is PageKind.MERMAID else ""
        page = browser_page(kind, text, title, script).encode("utf-8", "replace")
        name = hashlib.sha256(page).hexdigest()[:_DIGEST_CHARS]
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for old in sorted(self._folder.iterdir(), key=_age_ns)[: 1 - _MOST_PAGES]:
                old.unlink(missing_ok=True)
            target = self._folder / f"{name}.html"
            write_atomically(target, [page])
        except OSError as error:
            raise PAGE_NOT_WRITTEN(caught=error) from error
        return target

    def clear(self) -> None:
        """Delete all pages, as far as it can be done."""
        with contextlib.suppress(OSError):
            for page in list(self._folder.iterdir()):
                with contextlib.suppress(OSError):
                    page.unlink()

    def fetch_mermaid(self, client: HttpClient, stop: StopSignal) -> None:
        """Download Mermaid.

        Raises:
            NetError: it cannot be had, or is something else.
            KnownError: it cannot be written.
            TransferStopped: it was stopped.
        """
        from app.core.net.errors import AnswerUnusable  # with all that speaks HTTP

        received = bytearray()
        with client.open(self.mermaid.address, stop=stop) as transfer:
            for chunk in transfer.chunks():
                received += chunk
                if len(received) > self.mermaid.n_bytes:
                    raise AnswerUnusable(transfer.host, "it is too long")
            if not self._is_right(received):
                raise AnswerUnusable(transfer.host, "another digest")
        try:
            write_atomically(self._script, [bytes(received)])
        except OSError as error:
            raise PAGE_NOT_WRITTEN(caught=error) from error

    def _read_mermaid(self) -> str:
        """Return the script, "" where it is not here as it should be."""
        try:
            script = self._script.read_bytes()
        except OSError:
            return ""
        return script.decode() if self._is_right(script) else ""

    def _is_right(self, script: bytes | bytearray) -> bool:
        return hashlib.sha256(script).hexdigest() == self.mermaid.sha256


def _age_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
