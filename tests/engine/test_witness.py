"""A proof holds however its token was computed, and for no other words: with the trained guide."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.engine.memory.state_probe import agrees, witness_of
from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model, ModelParams
from app.core.models.builtin import guide_path
from tests.helpers.child_run import REPOSITORY
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

N_TOKENS = 900
_PIECE = 256


class Reader:
    """One sequence of a model, read in pieces of any size."""

    def __init__(self, path: Path) -> None:
        self.model = Model(str(path), ModelParams(), lambda _fraction: True)
        self._context = Context(self.model, ContextParams(n_ctx=1024, n_seq_max=2, n_threads=2))

    def close(self) -> None:
        self._context.close()
        self.model.close()

    def after(
        self, tokens: list[int], *, n_last: int = 1, n_behind: int = 0
    ) -> NDArray[np.float32]:
        """Return what the model says after tokens.

        Args:
            n_last: of them are computed together, at the end.
            n_behind: tokens are computed with them, and follow.
        """
        self._context.remove(0, 0)
        edge = len(tokens) - n_last
        for begin in range(0, edge, _PIECE):
            self._decode(tokens[begin : min(edge, begin + _PIECE)], begin)
        return self._decode([*tokens[edge:], *tokens[:n_behind]], edge, len(tokens) - 1)

    def _decode(self, tokens: list[int], begin: int, at: int | None = None) -> NDArray[np.float32]:
        batch = Batch(512)
        number = begin + len(tokens) - 1 if at is None else at
        try:
            index = batch.add(0, tokens, begin, frozenset({number}))
            assert self._context.decode(batch) is DecodeOutcome.DONE
            return self._context.logits(index[number]).copy()
        finally:
            batch.close()


@pytest.fixture(scope="module")
def guide() -> Iterator[Reader]:
    path = guide_path()
    assert path is not None
    reader = Reader(path)
    yield reader
    reader.close()


@pytest.fixture(scope="module")
def tokens(guide: Reader) -> list[int]:
    text = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")
    return guide.model.tokenize(text[:20_000])[:N_TOKENS]


def test_the_same_words_agree_however_the_last_token_was_computed(
    guide: Reader, tokens: list[int]
) -> None:
    alone = guide.after(tokens)
    assert agrees(guide.after(tokens), witness_of(alone), noise=1e-6), "it is the same every time"
    for n_last, n_behind in ((1, 1), (1, 7), (5, 0), (200, 0), (200, 9)):
        said = guide.after(tokens, n_last=n_last, n_behind=n_behind)
        assert agrees(said, witness_of(alone)), (n_last, n_behind)
        assert agrees(alone, witness_of(said)), (n_last, n_behind)


def test_other_words_do_not(guide: Reader, tokens: list[int]) -> None:
    alone = guide.after(tokens)
    mixed = tokens[:-1]
    random.Random(2).shuffle(mixed)
    for others in ([*mixed, tokens[-1]], [tokens[0], *tokens[:-1]]):
        assert not agrees(guide.after(others), witness_of(alone))


def test_what_is_no_number_is_never_right() -> None:
    logits = np.zeros(64, np.float32)
    assert agrees(logits, None)
    for wrong in (np.nan, np.inf):
        logits[7] = wrong
        assert not agrees(logits, None)


def test_a_witness_of_a_larger_vocabulary_is_none_of_this_model(tmp_path: Path) -> None:
    reader = Reader(write_tiny_llama(tmp_path / "m.gguf"))
    said = reader.after([65, 66, 67])
    reader.close()
    assert not agrees(said, witness_of(np.concatenate([np.zeros(999, np.float32), said])))
