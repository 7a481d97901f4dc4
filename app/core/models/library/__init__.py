"""The model files on this machine: found, described, told when they change, deleted on request.

They lie in folders of the user's, and in those of other programs, which are read in place and
never written to. `ModelLibrary` is the door; what crosses it are frozen values.
"""

from __future__ import annotations

from app.core.models.library.chosen_folders import (
    LibraryChoices,
    absolute_folder,
    library_choices,
    library_folders,
    set_library_choices,
)
from app.core.models.library.entries import (
    Accessory,
    EntryState,
    FolderProblem,
    LibraryContents,
    LibraryEntry,
    Origin,
    Unusable,
    Usable,
)
from app.core.models.library.errors import BELONGS_TO_ANOTHER_PROGRAM, NotDeleted, NotInLibrary
from app.core.models.library.folder_search import is_among
from app.core.models.library.library import ModelLibrary
from app.core.models.library.machine import Machine
from app.core.models.library.ordering import EntryFilter, SortKey, chosen, ordered
from app.core.models.library.scanner import LibraryFolders

__all__ = [
    "BELONGS_TO_ANOTHER_PROGRAM",
    "Accessory",
    "EntryFilter",
    "EntryState",
    "FolderProblem",
    "LibraryChoices",
    "LibraryContents",
    "LibraryEntry",
    "LibraryFolders",
    "Machine",
    "ModelLibrary",
    "NotDeleted",
    "NotInLibrary",
    "Origin",
    "SortKey",
    "Unusable",
    "Usable",
    "absolute_folder",
    "chosen",
    "is_among",
    "library_choices",
    "library_folders",
    "ordered",
    "set_library_choices",
]
