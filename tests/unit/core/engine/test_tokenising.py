"""Texts are cut into tokens in pieces that give the tokens of the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.engine.prompts.tokenising import PIECE_CHARS, tokens_by_piece
from app.core.llama import Model, ModelParams
from app.core.models.builtin import guide_path
from tests.unit.core.engine.test_prompt import ByteVocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = (
    "The sea is calm.\nAnd the ships\n\n  sail on, far away;\n\tthey see 1234 birds.\n"
    "Größe: «µ», naïve café?\nÜbermäßig...\nif x:\n    return {'a': [1, 2]}\n"
) * 40


@pytest.fixture(scope="module")
def guide() -> Iterator[Model]:
    model = Model(str(guide_path()), ModelParams(), lambda _fraction: True)
    yield model
    model.close()


@pytest.mark.parametrize("piece_chars", [40, 100, 1000])
def test_the_pieces_of_lines_give_the_tokens_of_the_whole(guide: Model, piece_chars: int) -> None:
    found = list(tokens_by_piece(guide, WORDS, piece_chars))
    assert "".join(piece for piece, _ in found) == WORDS
    assert len(found) > len(WORDS) // piece_chars // 2
    assert [token for _, ids in found for token in ids] == guide.tokenize(WORDS)


@pytest.mark.parametrize("text", ["x" * 5000, "ab " * 2000, "", "é" * 3000, "\n" * 3000])
def test_any_text_is_cut_whole_and_in_small_pieces(guide: Model, text: str) -> None:
    found = list(tokens_by_piece(guide, text, 100))
    assert "".join(piece for piece, _ in found) == text
    assert all(len(piece) <= 100 for piece, _ in found)
    tokens = [token for _, ids in found for token in ids]
    assert b"".join(guide.pieces(tokens)).decode() == text


def test_a_vocabulary_that_begins_a_text_with_a_space_does_so_once() -> None:
    class Spacious(ByteVocabulary):
        def tokenize(self, text: str, *, special: bool = True) -> list[int]:
            return super().tokenize(f" {text}", special=special)

    vocabulary = Spacious()
    found = list(tokens_by_piece(vocabulary, WORDS, 100))
    assert [token for _, ids in found for token in ids] == vocabulary.tokenize(WORDS)


def test_a_text_that_is_not_long_is_one_piece(guide: Model) -> None:
    text = WORDS[:PIECE_CHARS]
    assert list(tokens_by_piece(guide, text)) == [(text, guide.tokenize(text))]
