"""Which models on this machine see or hear as they lie there: with one projector beside them.

Threads: any; reads the headers of files, a few megabytes each, of those alone that have a projector
in their folder.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.gguf import ModelKind
from app.core.models.library import Accessory, Usable
from app.core.models.projectors import find_projectors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.models.library import LibraryEntry

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelWithSenses:
    """A model that can be given more than text.

    Attributes:
        path: of its first file.
        name: what people know it by.
        sees: whether it takes pictures.
        hears: whether it takes sounds.
    """

    path: str
    name: str
    sees: bool
    hears: bool


def models_with_senses(entries: Iterable[LibraryEntry]) -> tuple[ModelWithSenses, ...]:
    """Return models that are loaded with a projector where nobody chose one, by name.

    Where several lie beside a model, none is taken by itself, and it is not among them.
    """
    entries = tuple(entries)
    projectors: dict[Path, list[LibraryEntry]] = {}
    for entry in entries:
        state = entry.state
        if isinstance(state, Accessory) and state.summary.kind is ModelKind.PROJECTOR:
            projectors.setdefault(Path(entry.path).parent, []).append(entry)
    found = (
        _with_one_of(entry, projectors.get(Path(entry.path).parent, []))
        for entry in entries
        if isinstance(entry.state, Usable)
    )
    return tuple(sorted(filter(None, found), key=lambda one: (one.name, one.path)))


def _with_one_of(entry: LibraryEntry, beside: list[LibraryEntry]) -> ModelWithSenses | None:
    if not beside:
        return None
    try:
        fitting = find_projectors(entry.path, beside)
    except KnownError:
        logger.info("a model could not be read", exc_info=True)
        return None
    if len(fitting) != 1:
        return None
    return ModelWithSenses(entry.path, entry.name, fitting[0].sees, fitting[0].hears)
