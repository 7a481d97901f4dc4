"""Texts of no file: what a question finds in them, and that they are indexed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.documents import index
from app.core.documents.loose_texts import LooseTexts

if TYPE_CHECKING:
    from collections.abc import Iterator

PARROT, KING, OVEN = TURNS = [
    ("message:4711", "My parrot is called Admiral Nelson."),
    ("message:4712", "The king of France is on holiday."),
    ("message:4713", "The zebra oven takes half an hour."),
]


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all that is indexed, in order."""
    names: list[str] = []
    put = index.put_document

    def noted(connection: object, name: str, *given: object, **options: object) -> None:
        names.append(name)
        put(connection, name, *given, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(index, "put_document", noted)
    return names


@pytest.fixture
def loose() -> Iterator[LooseTexts]:
    loose = LooseTexts()
    yield loose
    loose.close()


def found(
    loose: LooseTexts, question: str, texts: list[tuple[str, str]], n_tokens: int = 600
) -> list[str]:
    return [one.digest for one in loose.gather(texts, question, n_tokens)]


def test_the_same_texts_are_indexed_once_and_more_of_them_are_added(
    loose: LooseTexts, indexed: list[str]
) -> None:
    assert found(loose, "What was my parrot called?", TURNS[:2]) == [PARROT[0]]
    assert found(loose, "What was my parrot called?", TURNS[:2], 1) == []
    assert found(loose, "Where is the king on holiday?", TURNS[:2]) == [KING[0]]
    assert indexed == [PARROT[0], KING[0]]

    assert found(loose, "How hot is the zebra?", TURNS) == [OVEN[0]]
    assert indexed == [PARROT[0], KING[0], OVEN[0]]


def test_other_texts_are_indexed_anew(loose: LooseTexts, indexed: list[str]) -> None:
    found(loose, "parrot", TURNS)
    assert found(loose, "What was my parrot called?", TURNS[1:]) == []
    changed = [(KING[0], "My parrot is called Polly."), OVEN]
    assert found(loose, "What was my parrot called?", changed) == [KING[0]]
    loose.close()
    assert found(loose, "zebra", changed) == [OVEN[0]]
    assert len(indexed) == 3 + 2 + 2 + 2


def test_its_name_is_no_word_of_a_text(loose: LooseTexts) -> None:
    assert found(loose, "Is it message 4711 or 4712?", TURNS) == []
