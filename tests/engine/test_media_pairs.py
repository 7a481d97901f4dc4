"""The pairs of these tests are models and projectors to llama.cpp."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model, ModelParams
from tests.helpers.media_pairs import MARKERS, Pair, pair_of, pairs

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 6_000_000  # of a pair


@pytest.fixture(params=pairs(), ids=str)
def pair(request: pytest.FixtureRequest) -> Pair:
    found: Pair = request.param
    return found


def test_the_same_pair_is_written_as_the_same_few_bytes(pair: Pair, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first, second = pair.write(tmp_path), pair.write(tmp_path / "again")
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
    assert sum(path.stat().st_size for path in first) < MOST_BYTES


def test_another_seed_makes_another_projector_of_the_same_size(tmp_path: Path) -> None:
    pair = pair_of("mrope")
    first = pair.write_projector(tmp_path).read_bytes()
    second = pair.write_projector(tmp_path, seed=1).read_bytes()
    assert len(first) == len(second)
    assert first != second


def test_the_text_model_speaks_and_knows_each_marker_as_one_token(
    pair: Pair, tmp_path: Path
) -> None:
    model = Model(str(pair.write_text(tmp_path / "text.gguf")), ModelParams(), lambda _done: True)
    context = Context(model, ContextParams(n_ctx=512, n_seq_max=1, n_threads=1))
    batch = Batch(64)
    try:
        assert [len(model.tokenize(marker)) for marker in MARKERS] == [1] * len(MARKERS)
        tokens = model.tokenize("What do you see?")
        last = len(tokens) - 1
        at = batch.add(0, tokens, 0, frozenset({last}))
        assert context.decode(batch) is DecodeOutcome.DONE
        logits = context.logits(at[last])
        assert np.isfinite(logits).all()
        assert logits.std() > 0.5
    finally:
        batch.close()
        context.close()
        model.close()
