"""The place of one section in its message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.ui.transcript.blocks.block import Ends
from app.ui.transcript.blocks.registry import kind_of
from app.ui.transcript.model.sections import Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.transcript.blocks.kind import BlockKind


@dataclass(slots=True)
class Slot:
    """Place of one section; `height` is an estimate until `exact`."""

    section: Section
    kind: BlockKind
    ends: Ends
    height: float
    exact: bool = False
    is_open: bool = False
    is_late: bool = False  # laid out with the next frame, for this one had no time left


def new_slot(section: Section, ends: Ends, height: float, *, is_open: bool) -> Slot:
    """Return the slot of an equal section that is another object: no old block fits it."""
    copied = Section(section.kind, section.text, section.language, section.continued, section.glued)
    return Slot(copied, kind_of(copied), ends, height, is_open=is_open)


def ends_of(sections: Sequence[Section], number: int) -> Ends:
    """Return whether a section is the first and the last piece of its block."""
    is_last = number + 1 == len(sections) or not sections[number + 1].continued
    return Ends(first=not sections[number].continued, last=is_last)
