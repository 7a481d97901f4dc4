"""What is done when the window has been closed, before a new one is opened.

Threads: constants, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from app.core.care import CareTask
    from app.core.folders import FolderTask

    TaskBetween: TypeAlias = "FolderTask | CareTask | Reopen"


@dataclass(frozen=True, slots=True)
class Reopen:
    """Nothing but to open a new window."""
