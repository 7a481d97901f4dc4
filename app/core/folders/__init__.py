"""What is done with Hearth's own folders as a whole: counted, moved elsewhere, emptied."""

from __future__ import annotations

from app.core.folders.inventory import FolderSizes, folder_sizes
from app.core.folders.relocation import Moved, Relocation, use_folder
from app.core.folders.reset import Reset, reset

__all__ = ["FolderSizes", "Moved", "Relocation", "Reset", "folder_sizes", "reset", "use_folder"]
