"""What is done when the window has been closed, before a new one is opened.

Threads: constants, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from app.core.upkeep.mending import CareTask
    from app.ui.upkeep.task_dialog import FolderTask

    TaskBetween: TypeAlias = "FolderTask | CareTask | Reopen"


class Reopen(PlainValue, frozen=True):
    """Nothing but to open a new window."""
