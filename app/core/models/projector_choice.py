"""What a model sees and hears with: what is chosen for it, what it would find, what else there is.

Threads: any; reads the headers of files, a few megabytes each.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.gguf import (
    ModelKind,
    open_source,
    projector_beside,
    read_header,
    summarise,
    widths_of,
)
from app.core.models.projectors import ProjectorCandidate, find_projectors
from app.core.phrases import Phrase, phrase
from app.core.protocol import NO_PROJECTOR

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.models.library import LibraryEntry


class ProjectorRefused(KnownError):
    """A file that was chosen lets a model neither see nor hear."""

    def __init__(self, what: Phrase, detail: str = "") -> None:
        super().__init__(
            what=what,
            effect=phrase("The model keeps what it sees and hears with."),
            remedy=phrase(
                "Choose the projector that was made for this model; its name often begins with "
                "“mmproj”."
            ),
            detail=detail,
        )


@dataclass(frozen=True, slots=True)
class ProjectorChoices:
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
        raise ProjectorRefused(phrase("“{name}” is no projector.", name=name))
    if width not in widths_of(header):
        raise ProjectorRefused(
            phrase("“{name}” belongs to another model: its vectors have another width.", name=name)
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
