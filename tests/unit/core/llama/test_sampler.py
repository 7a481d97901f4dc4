"""Which tokens are handed to a sampler chain, and that it chooses as llama.cpp alone would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_cpp import llama_cpp as native

from app.core.engine.loader import load
from app.core.llama import Batch, ChainParams, DecodeOutcome, SamplerChain
from app.core.llama.sampler import with_the_likeliest
from app.core.protocol import BackendChoice
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

GREEDY = ChainParams(0.0, 40, 0.95, 0.05, 1.0, 64, 1)


@given(st.integers(1, 3000), st.integers(1, 200), st.integers(0, 2**32 - 1), st.booleans())
def test_the_likeliest_are_among_those_that_are_chosen_from(
    n_vocab: int, k: int, seed: int, has_ties: bool
) -> None:
    logits = np.random.default_rng(seed).standard_normal(n_vocab).astype(np.float32)
    if has_ties:
        logits = np.round(logits)
    found = with_the_likeliest(logits, k)
    assert list(found) == sorted(set(found))
    best = np.sort(logits)[::-1][:k]
    assert np.array_equal(np.sort(logits[found])[::-1][:k], best)


def test_of_a_large_vocabulary_few_are_left() -> None:
    logits = np.random.default_rng(1).standard_normal(150_000).astype(np.float32)
    assert 40 <= len(with_the_likeliest(logits, 40)) < 80


@pytest.mark.parametrize("bad", [np.nan, -np.inf, np.inf])
def test_logits_that_are_no_numbers_do_no_harm(bad: float) -> None:
    logits = np.full(1000, bad, np.float32)
    assert len(with_the_likeliest(logits, 2)) in (0, 1000)


@pytest.mark.parametrize(
    "params",
    [
        ChainParams(0.8, 2, 0.95, 0.05, 1.0, 64, 7),
        ChainParams(1.5, 3, 1.0, 0.0, 1.0, 64, 8),
        ChainParams(1.0, 2, 1.0, 0.0, 1.3, 64, 9),  # a penalty sees all tokens
        ChainParams(1.0, 0, 0.95, 0.0, 1.0, 64, 10),
        GREEDY,
    ],
)
def test_the_same_tokens_are_chosen_as_by_llama_cpp_alone(
    tiny_model: Path, params: ChainParams
) -> None:
    loaded = load(load_command(tiny_model, n_ctx=256), BackendChoice(), lambda _fraction: True)
    context = loaded.context
    ours, alone = (SamplerChain(loaded.model, params) for _ in range(2))
    batch = Batch(1)
    try:
        chosen, expected, token = [], [], 1
        for pos in range(100):
            batch.clear()
            batch.add(0, [token], pos, frozenset({pos}))
            assert context.decode(batch) is DecodeOutcome.DONE
            token = ours.sample(context, 0)
            chosen.append(token)
            expected.append(native.llama_sampler_sample(alone._handle, context.handle, 0))
        assert chosen == expected
        assert params == GREEDY or len(set(chosen)) > 2
    finally:
        batch.close()
        ours.close()
        alone.close()
        loaded.close()
