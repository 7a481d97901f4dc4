"""Which models on this machine see or hear as they lie there: with the projector beside them.

Threads: any; reads the headers of files, a few megabytes each, of those alone that have a projector
in their folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.gguf import ModelKind
from app.core.models.library import Accessory, Usable
from app.core.models.projector_choice import projector_in_use

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.models.library import LibraryEntry


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
    """Return models that are loaded with a projector where nobody chose one, by name."""
    entries = tuple(entries)
    with_projector = {
        Path(entry.path).parent
        for entry in entries
        if isinstance(entry.state, Accessory) and entry.state.summary.kind is ModelKind.PROJECTOR
    }
    found = [
        ModelWithSenses(entry.path, entry.name, projector.sees, projector.hears)
        for entry in entries
        if isinstance(entry.state, Usable)
        and entry.state.summary.kind is ModelKind.LANGUAGE
        and Path(entry.path).parent in with_projector
        and (projector := projector_in_use(entry.path)) is not None
    ]
    return tuple(sorted(found, key=lambda one: (one.name, one.path)))
