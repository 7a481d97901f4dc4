"""Sorting and choosing entries. Threads: pure functions of values, any thread."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from app.core.models.library.entries import LibraryEntry, Unusable, Usable
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.gguf.summary import ModelKind
    from app.core.models.library.entries import Origin


class SortKey(enum.StrEnum):
    """What entries are sorted by; what is largest or newest comes first, names from A on."""

    NAME = "name"
    SIZE = "size"
    PARAMETERS = "parameters"
    CONTEXT = "context"
    DATE = "date"


class EntryFilter(PlainValue, frozen=True):
    """Which entries are wanted; each condition that is empty lets all pass.

    Attributes:
        words: all of them stand in the name, the path, the architecture or the quantisation; upper
            and lower case make no difference.
        kinds: of the file; those without a summary have none.
        is_usable_only: leave out what cannot be loaded by itself.
    """

    words: str = ""
    kinds: frozenset[ModelKind] = frozenset()
    origins: frozenset[Origin] = frozenset()
    is_usable_only: bool = False


def ordered(entries: Iterable[LibraryEntry], key: SortKey) -> tuple[LibraryEntry, ...]:
    """Return the entries sorted; by name and path where the key makes no difference."""
    return tuple(sorted(entries, key=lambda entry: (-_amount(entry, key), *_by_name(entry))))


def chosen(entries: Iterable[LibraryEntry], wanted: EntryFilter) -> tuple[LibraryEntry, ...]:
    """Return the entries that fulfil all conditions, in the order they have."""
    return tuple(entry for entry in entries if _fits(entry, wanted))


def _amount(entry: LibraryEntry, key: SortKey) -> float:
    summary = None if isinstance(entry.state, Unusable) else entry.state.summary
    match key:
        case SortKey.NAME:
            return 0
        case SortKey.SIZE:
            return entry.size_bytes
        case SortKey.DATE:
            return entry.modified_s
        case SortKey.PARAMETERS:
            return summary.n_parameters if summary else 0
        case SortKey.CONTEXT:
            return summary.n_ctx_train if summary else 0


def _by_name(entry: LibraryEntry) -> tuple[str, str]:
    return entry.name.casefold(), entry.path


def _fits(entry: LibraryEntry, wanted: EntryFilter) -> bool:
    if wanted.is_usable_only and not isinstance(entry.state, Usable):
        return False
    if wanted.origins and entry.origin not in wanted.origins:
        return False
    summary = None if isinstance(entry.state, Unusable) else entry.state.summary
    if wanted.kinds and (summary is None or summary.kind not in wanted.kinds):
        return False
    described = f"{summary.architecture} {summary.quantisation}" if summary else ""
    text = " ".join((entry.name, entry.path, described, *entry.also_known_as)).casefold()
    return all(word in text for word in wanted.words.casefold().split())
