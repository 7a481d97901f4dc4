"""Sorting and choosing entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, summarise
from app.core.models.library.entries import (
    EntryFilter,
    LibraryEntry,
    Origin,
    SortKey,
    Unusable,
    Usable,
    chosen,
    ordered,
)
from app.core.phrases import phrase
from app.core.plain_value import replace
from tests.helpers.gguf_bytes import Bytes
from tests.helpers.model_files import model_bytes

if TYPE_CHECKING:
    from app.core.models.library.entries import EntryState

PLAIN = summarise(read_header(Bytes(model_bytes())))


def entry(
    name: str, state: EntryState, *, size: int, date: float, origin: Origin = Origin.FOLDER
) -> LibraryEntry:
    path = f"/m/{name}.gguf"
    return LibraryEntry(path, (path,), name, origin, size, date, state)


SMALL = entry(
    "Zephyr",
    Usable(replace(PLAIN, n_parameters=3, n_ctx_train=9)),
    size=1,
    date=30,
    origin=Origin.JAN,
)
LARGE = entry("apple", Usable(replace(PLAIN, n_parameters=9, n_ctx_train=5)), size=9, date=10)
VECTORS = entry(
    "Bert", Usable(replace(PLAIN, n_parameters=1, kind=ModelKind.EMBEDDING)), size=2, date=20
)
BROKEN = entry("Half", Unusable(phrase("It is broken.")), size=5, date=5)
ALL = (SMALL, BROKEN, LARGE, VECTORS)


@pytest.mark.parametrize(
    ("key", "names"),
    [
        (SortKey.NAME, "apple Bert Half Zephyr"),
        (SortKey.SIZE, "apple Half Bert Zephyr"),
        (SortKey.DATE, "Zephyr Bert apple Half"),
        (SortKey.PARAMETERS, "apple Zephyr Bert Half"),
        (SortKey.CONTEXT, "Bert Zephyr apple Half"),
    ],
)
def test_entries_are_sorted_by_what_is_asked_for(key: SortKey, names: str) -> None:
    assert [one.name for one in ordered(ALL, key)] == names.split()
    assert ordered(reversed(ALL), key) == ordered(ALL, key)


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (EntryFilter(), "Zephyr Half apple Bert"),
        (EntryFilter(words="APP"), "apple"),
        (EntryFilter(words="llama q8_0 E"), "Zephyr apple Bert"),
        (EntryFilter(words="nothing"), ""),
        (EntryFilter(is_usable_only=True), "Zephyr apple Bert"),
        (EntryFilter(kinds=frozenset({ModelKind.EMBEDDING})), "Bert"),
        (EntryFilter(origins=frozenset({Origin.JAN, Origin.OLLAMA})), "Zephyr"),
        (
            EntryFilter(words="e", origins=frozenset({Origin.FOLDER}), is_usable_only=True),
            "apple Bert",
        ),
    ],
)
def test_entries_are_chosen_by_all_conditions(wanted: EntryFilter, names: str) -> None:
    assert [one.name for one in chosen(ALL, wanted)] == names.split()
