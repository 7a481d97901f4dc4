"""Which projectors on this machine may let a model see or hear: those that give its width.

The name of a file says nothing for certain. What stands in two headers tells most pairs apart; the
rest shows when the model is loaded, where the projector is tried before it is used.

Which one a model is loaded with where nobody chose, `core/gguf/projector_match.py` says.

Threads: any; reads the headers of files, a few megabytes each.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.gguf import ModelKind, open_source, read_header, widths_of
from app.core.models.library import Accessory

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.models.library import LibraryEntry

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ProjectorCandidate:
    """A projector that may fit a model.

    Attributes:
        path: of its file.
        name: what people know it by.
        sees: whether it takes pictures.
        hears: whether it takes sounds.
        is_beside: whether it lies in the folder of the model.
    """

    path: str
    name: str
    size_bytes: int
    sees: bool
    hears: bool
    is_beside: bool


def find_projectors(path: str, entries: Iterable[LibraryEntry]) -> tuple[ProjectorCandidate, ...]:
    """Return the projectors that may fit a model, those beside it first.

    Args:
        path: of the model's first file.
        entries: what there is on this machine.

    Raises:
        KnownError: the file of the model cannot be read.
    """
    with open_source(Path(path)) as source:
        width = read_header(source).count(".embedding_length")
    candidates = (_candidate(entry, width, Path(path).parent) for entry in entries)
    found = [candidate for candidate in candidates if candidate is not None]
    return tuple(sorted(found, key=lambda one: (not one.is_beside, one.name, one.path)))


def _candidate(entry: LibraryEntry, width: int, folder: Path) -> ProjectorCandidate | None:
    state = entry.state
    if not isinstance(state, Accessory) or state.summary.kind is not ModelKind.PROJECTOR:
        return None
    try:
        with open_source(Path(entry.path)) as source:
            header = read_header(source)
    except KnownError:
        logger.info("a projector could not be read", exc_info=True)
        return None
    if width not in widths_of(header):
        return None
    return ProjectorCandidate(
        entry.path,
        entry.name,
        entry.size_bytes,
        sees=header.metadata.get("clip.has_vision_encoder") is True,
        hears=header.metadata.get("clip.has_audio_encoder") is True,
        is_beside=Path(entry.path).parent == folder,
    )
