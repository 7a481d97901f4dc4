"""Which kind of block a section is.

Every file in `kinds` is found by itself, so that a new kind is one new file.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from app.ui.transcript.blocks import kinds
from app.ui.transcript.blocks.block import Block, BlockKind
from app.ui.transcript.blocks.kinds import code, plain, prose, sources, table, thinking
from app.ui.transcript.model.sections import Section, SectionKind

if TYPE_CHECKING:
    from app.ui.kit.theme import Colours


_OF_THE_SPLITTER = (
    *(prose.KIND, code.KIND, table.KIND, plain.KIND),
    *(thinking.KIND, sources.KIND),
)


def kind_of(section: Section) -> BlockKind:
    """Return the kind of a section: a special one that knows it, or what the splitter says."""
    for kind in special_kinds():
        if kind.recognises(section):
            return kind
    match section.kind:
        case SectionKind.PROSE:
            return prose.KIND
        case SectionKind.CODE:
            return code.KIND
        case SectionKind.TABLE:
            return table.KIND
        case SectionKind.PLAIN:
            return plain.KIND
        case SectionKind.THINKING:
            return thinking.KIND
        case SectionKind.SOURCES:
            return sources.KIND
        case unknown:
            assert_never(unknown)


def make_block(section: Section, colours: Colours, *, is_open: bool = False) -> Block:
    """Return a section ready to be laid out; `is_open` while it is still growing."""
    return kind_of(section).block(section, colours, is_open=is_open)


@lru_cache(maxsize=1)
def special_kinds() -> tuple[BlockKind, ...]:
    """Return the kinds that are no plain answer of the splitter, in the order of their files.

    Raises:
        TypeError: a file among them has no `KIND`.
    """
    found = []
    for module in sorted(pkgutil.iter_modules(kinds.__path__), key=lambda one: one.name):
        kind = getattr(importlib.import_module(f"{kinds.__name__}.{module.name}"), "KIND", None)
        if not isinstance(kind, BlockKind):
            message = f"{module.name} has no KIND"
            raise TypeError(message)
        if kind not in _OF_THE_SPLITTER:
            found.append(kind)
    return tuple(found)
