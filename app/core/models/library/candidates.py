"""A file that may be a model, as it was found and before anybody opened it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.models.library.entries import Origin

_ENDING = ".gguf"
# What browsers and programs for downloads put behind the name until they are done.
_UNFINISHED = (
    *(".part", ".incomplete", ".crdownload", ".aria2", ".download", ".downloadinprogress"),
    *(".partial", ".opdownload", ".tmp", ".!qb", ".ytdl"),
)
_UNFINISHED_PREFIX = "incomplete-"
_PART = re.compile(r"(.*)-(\d{5})-of-(\d{5})\.gguf", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that may be a model.

    Attributes:
        path: absolute, as it was found.
        name: what its program calls the model; "" to take the name from the file.
        projector: path of one that its program says belongs to it; "" for none.
        is_partial: its download has not ended.
        is_chosen: it lies in a folder that the user named, whoever it belongs to.
        is_opened: the user has opened it, wherever it lies.
    """

    path: Path
    origin: Origin
    name: str = ""
    projector: str = ""
    is_partial: bool = False
    is_chosen: bool = False
    is_opened: bool = False


@dataclass(frozen=True, slots=True)
class PartName:
    """What the name of a file of a split model says.

    Attributes:
        prefix: what all its files have in common.
        index: from 1.
        count: files of the model.
    """

    prefix: str
    index: int
    count: int

    def file_name(self, index: int) -> str:
        """Return the name of another file of the model; `index` from 1."""
        return f"{self.prefix}-{index:05}-of-{self.count:05}{_ENDING}"


def looks_like_a_model(name: str) -> bool:
    """Return whether a file of this name may be a model, or one whose download has not ended."""
    return name.lower().endswith(_ENDING) or (is_unfinished(name) and not _is_control_file(name))


def is_unfinished(name: str) -> bool:
    """Return whether the name says that it is a model whose download has not ended."""
    lower = name.lower()
    if lower.startswith(_UNFINISHED_PREFIX) and lower.endswith(_ENDING):
        return True
    return _ENDING in lower and lower.endswith(_UNFINISHED)


def _is_control_file(name: str) -> bool:
    """Return whether it is what aria2 keeps beside a file, which has its final name already."""
    return name.lower().endswith(".aria2")


def part_of(name: str) -> PartName | None:
    """Return what the name says of a split model; None when it is of none."""
    found = _PART.fullmatch(name)
    if found is None:
        return None
    index, count = int(found[2]), int(found[3])
    return PartName(found[1], index, count) if 1 <= index <= count and count > 1 else None
