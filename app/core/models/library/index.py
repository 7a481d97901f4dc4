"""What was read of files before, so that a file that did not change is not opened again.

One JSON file: a row for each path, with size and time of change as they were. A row that fits
nothing is as good as none: the file is a cache, and read as if anybody had written it.

Threads: one at a time.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import convert, to_builtins

from app import __version__
from app.core.gguf.summary import ModelSummary
from app.core.phrases import Phrase
from app.core.system.files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.library.folder_search import Stamp

logger = logging.getLogger(__name__)

# What a file was found to be: a summary, or why there is none.
Finding: TypeAlias = ModelSummary | Phrase

_FORMAT = f"2, Hearth {__version__}"  # another version may read more in a file
_MOST_BYTES = 64 << 20


class SummaryIndex:
    """The rows of the last scan, and those of this one.

    Args:
        path: the file; None to remember nothing beyond this object.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._rows: dict[str, tuple[Stamp, Finding]] = {}
        self._used: dict[str, tuple[Stamp, Finding]] = {}
        if path is not None:
            self._rows = _read(path)
        self._saved = dict(self._rows)

    def get(self, path: str, stamp: Stamp) -> Finding | None:
        """Return what was found in a file that is still the same; None when it is not."""
        stored, finding = self._rows.get(path, ((), None))
        if finding is None or stored != stamp:
            return None
        self._used[path] = (stored, finding)
        return finding

    def put(self, path: str, stamp: Stamp, finding: Finding) -> None:
        """Note what was found in a file."""
        self._used[path] = (stamp, finding)

    def give_up_scan(self) -> None:
        """Keep what a scan has found that does not come to its end, beside what was known."""
        self._used = self._rows | self._used
        self.end_scan()

    def end_scan(self) -> None:
        """Forget what the scan did not ask for, and write the rest if it changed."""
        self._rows, self._used = self._used, {}
        if self._path is None or self._rows == self._saved:
            return
        rows = {
            path: [stamp, to_builtins(finding)] for path, (stamp, finding) in self._rows.items()
        }
        data = json.dumps({"format": _FORMAT, "files": rows}, ensure_ascii=True)
        try:
            write_atomically(self._path, [data.encode()])
        except OSError as error:
            logger.info("the index of model files was not written: %r", error)
        else:
            self._saved = dict(self._rows)


def _read(path: Path) -> dict[str, tuple[Stamp, Finding]]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        stored: Any = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(stored, dict) or stored.get("format") != _FORMAT:
        return {}
    rows = stored.get("files")
    found = {}
    for file, row in rows.items() if isinstance(rows, dict) else ():
        decoded = _decoded(row)
        if decoded is not None:
            found[file] = decoded
    return found


def _decoded(row: Any) -> tuple[Stamp, Finding] | None:
    """Return a row; None for what is no row."""
    try:
        stamp, finding = row
        found = convert(finding, Phrase) if "text" in finding else convert(finding, ModelSummary)
        return convert(stamp, tuple[int, ...]), found
    except (ValueError, TypeError):
        return None
