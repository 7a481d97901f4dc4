"""Which models on this machine can draft for another one: smaller ones with the same vocabulary.

Threads: any; reads a few megabytes of each file that may fit.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import KnownError
from app.core.gguf.companions import MOST_TOKENS_MORE, FileVocabulary, read_vocabulary
from app.core.gguf.cursor import open_source
from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, summarise
from app.core.models.library.entries import Usable
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.models.library.entries import LibraryEntry

logger = logging.getLogger(__name__)

_LARGEST_PART = 2  # a draft model has at most one part in so many of the size of the other


class DraftCandidate(PlainValue, frozen=True):
    """A model that can draft for another one.

    Attributes:
        path: of its first file.
        name: what people know it by.
    """

    path: str
    name: str
    size_bytes: int


def find_draft_models(path: str, entries: Iterable[LibraryEntry]) -> tuple[DraftCandidate, ...]:
    """Return the models that can draft for one, the smallest first.

    Args:
        path: of the model that is drafted for.
        entries: what there is on this machine.

    Raises:
        KnownError: the file of the model cannot be read.
    """
    with open_source(Path(path)) as source:
        main = summarise(read_header(source))
        vocabulary = read_vocabulary(source)
    size_bytes = main.size_bytes
    for entry in entries:
        if path in entry.files:  # it may be split
            size_bytes = entry.size_bytes
    found = [
        DraftCandidate(entry.path, entry.name, entry.size_bytes)
        for entry in entries
        if path not in entry.files
        and entry.size_bytes * _LARGEST_PART <= size_bytes
        and _may_draft(entry, main.n_vocab)
        and _has_vocabulary(entry.path, vocabulary)
    ]
    return tuple(sorted(found, key=lambda one: (one.size_bytes, one.name)))


def _may_draft(entry: LibraryEntry, n_vocab: int) -> bool:
    """Whether what is known of a model does not stand against it."""
    if not isinstance(entry.state, Usable):
        return False
    summary = entry.state.summary
    is_alike = abs(summary.n_vocab - n_vocab) <= MOST_TOKENS_MORE
    return summary.kind is ModelKind.LANGUAGE and is_alike


def _has_vocabulary(path: str, vocabulary: FileVocabulary) -> bool:
    try:
        with open_source(Path(path)) as source:
            return read_vocabulary(source).is_like(vocabulary)
    except KnownError:
        logger.info("a vocabulary could not be read", exc_info=True)
        return False
