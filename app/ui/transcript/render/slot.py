"""The places of the sections of a message, one by one, as its text comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.plain_value import replace
from app.ui.transcript.blocks.block import BlockKind, CodePieceEnds
from app.ui.transcript.blocks.registry import kind_of
from app.ui.transcript.render.measures import estimated_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.ui.transcript.model.sections import Section


@dataclass(slots=True)
class SectionSlot:
    """Place of one section; `height` is an estimate until `exact`."""

    section: Section
    kind: BlockKind
    ends: CodePieceEnds
    height: float
    exact: bool = False
    is_open: bool = False
    is_late: bool = False  # laid out with the next frame, for this one had no time left


def updated_slots(
    old: Sequence[SectionSlot],
    sections: Sequence[Section],
    n_closed: int,
    *,
    width: float,
    zoom: float,
) -> list[SectionSlot]:
    """Return the slots of sections; what did not change keeps its own.

    Args:
        old: the slots so far.
        sections: all sections as they look now.
        n_closed: how many of them will not change any more.
        width: room for text, and `zoom` of its letters, for what is only estimated.
    """
    slots = []
    for number, section in enumerate(sections):
        ends = _ends(sections, number)
        is_open = number >= n_closed
        before = old[number] if number < len(old) else None
        if before and before.section == section and before.ends == ends:
            before.exact &= before.is_open == is_open
            if before.is_open != is_open:
                # The same words, but now complete: rendered once more, for good.
                before = SectionSlot(
                    _copied(section), before.kind, ends, before.height, is_open=is_open
                )
            slots.append(before)
            continue
        kind = kind_of(section)
        height = before.height if before else estimated_height(section, kind, width, zoom)
        slots.append(SectionSlot(_copied(section), kind, ends, height, is_open=is_open))
    return slots


def estimated_height(section: Section, kind: BlockKind, width: float, zoom: float) -> float:
    """Guess how high a section is at a width."""
    return kind.extra_height(section) + estimated_lines(section.text, width, zoom)


def _copied(section: Section) -> Section:
    """Return an equal section that is another object, so that an old block no longer fits it."""
    return replace(section)


def _ends(sections: Sequence[Section], number: int) -> CodePieceEnds:
    is_last = number + 1 == len(sections) or not sections[number + 1].continued
    return CodePieceEnds(first=not sections[number].continued, last=is_last)
