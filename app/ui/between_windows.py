"""What is done when the window has been closed, before a new one is opened.

Threads: constants, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from app.core.care import CareTask
from app.core.folders import FolderTask


@dataclass(frozen=True, slots=True)
class Reopen:
    """Nothing but to open a new window."""


TaskBetween: TypeAlias = FolderTask | CareTask | Reopen
