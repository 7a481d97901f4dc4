"""Whether something changed since the last scan, told by the times of files and folders.

A folder's time changes when a name in it comes, goes or changes, a file's when it is written.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from app.core.models.library.folder_search import had_just_changed, stamp_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.core.models.library.folder_search import Stamp


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """What there was to see at the time of a scan; compared by identity.

    Attributes:
        begun_ns: when the scan began.
        stamps: of everything that was looked at, as it was then.
    """

    begun_ns: int
    stamps: Mapping[Path, Stamp] = field(default_factory=dict)

    @classmethod
    def until_scanned(cls) -> Self:
        """Return the watch of a scan that begins now."""
        return cls(time.time_ns())

    def of(self, stamps: Mapping[Path, Stamp]) -> Watch:
        """Return the watch of the same scan, now that it has ended."""
        return Watch(self.begun_ns, stamps)

    def sees_a_change(self) -> bool:
        """Return whether anything that was looked at is another now, or may have become so."""
        return any(
            stamp_of(path) != stamp or had_just_changed(stamp, self.begun_ns)
            for path, stamp in self.stamps.items()
        )
