"""What is done with Hearth's own folders as a whole: counted, moved elsewhere, emptied."""

from __future__ import annotations

from app.core.folders.ownership import FolderSizes, folder_sizes
from app.core.folders.relocation import Adoption, MoveResult, Relocation, task_for, use_folder
from app.core.folders.reset import Reset, reset

FolderTask = Relocation | Adoption | Reset

__all__ = [
    "Adoption",
    "FolderSizes",
    "FolderTask",
    "MoveResult",
    "Relocation",
    "Reset",
    "folder_sizes",
    "reset",
    "task_for",
    "use_folder",
]
