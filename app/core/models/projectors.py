"""What a model sees and hears with: the projectors there are, and what is chosen for a model.

Threads: any; reads the headers of files, a few megabytes each.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.gguf.companions import projector_beside, widths_of
from app.core.gguf.cursor import open_source
from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, summarise
from app.core.models.library.entries import Accessory, Usable
from app.core.phrases import Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.protocol import NO_PROJECTOR

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.models.library.entries import LibraryEntry


logger = logging.getLogger(__name__)


class ProjectorCandidate(PlainValue, frozen=True):
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


class ProjectorRefused(KnownError):
    """A file that was chosen lets a model neither see nor hear."""

    def __init__(self, what: Phrase, detail: str = "") -> None:
        super().__init__(
            what=what,
            effect=phrase("The model keeps its current projector."),
            remedy=phrase(
                "Choose the projector made for this model; its name often begins with “mmproj”."
            ),
            detail=detail,
        )


class ProjectorChoices(PlainValue, frozen=True):
    """What a model can see and hear with.

    Attributes:
        automatic: path of the file that is taken where nobody chose; "" for none.
        candidates: all that may fit, those beside the model first.
    """

    automatic: str = ""
    candidates: tuple[ProjectorCandidate, ...] = ()


NO_PROJECTORS = ProjectorChoices()


def projector_choices(path: str, entries: Iterable[LibraryEntry]) -> ProjectorChoices:
    """Return what a model can see and hear with.

    Args:
        path: of the model's first file.
        entries: what there is on this machine.

    Raises:
        KnownError: the file of the model cannot be read.
    """
    beside = projector_beside(Path(path))
    return ProjectorChoices(str(beside or ""), find_projectors(path, entries))


def read_projector_for(model: str, path: str) -> ProjectorCandidate:
    """Return what is known of a file that a model is to see and hear with.

    Raises:
        ProjectorRefused: the model cannot.
        KnownError: one of the files cannot be read.
    """
    name = Path(path).name
    with open_source(Path(model)) as source:
        width = read_header(source).count(".embedding_length")
    with open_source(Path(path)) as source:
        header = read_header(source)
    if summarise(header).kind is not ModelKind.PROJECTOR:
        raise ProjectorRefused(phrase("“{name}” is not a projector.", name=name))
    if width not in widths_of(header):
        raise ProjectorRefused(
            phrase(
                "“{name}” belongs to another model: its vectors have a different size.", name=name
            )
        )
    return ProjectorCandidate(
        path,
        name,
        Path(path).stat().st_size,
        sees=header.metadata.get("clip.has_vision_encoder") is True,
        hears=header.metadata.get("clip.has_audio_encoder") is True,
        is_beside=Path(path).parent == Path(model).parent,
    )


def projector_in_use(model: str, chosen: str = "") -> ProjectorCandidate | None:
    """Return what a model would be loaded with; None where that is nothing that fits.

    Args:
        model: path of its first file.
        chosen: as `LoadSettings.projector` has it.
    """
    if chosen == NO_PROJECTOR:
        return None
    path = chosen or str(projector_beside(Path(model)) or "")
    if not path:
        return None
    try:
        return read_projector_for(model, path)
    except (KnownError, OSError):
        return None


class ModelWithSenses(PlainValue, frozen=True):
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
