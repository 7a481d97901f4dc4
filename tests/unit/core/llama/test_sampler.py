"""Which tokens are handed to a sampler chain, and that it chooses as llama.cpp alone would."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_cpp import llama_cpp as native

from app.core.engine.load.loader import load
from app.core.llama import Batch, ChainParams, DecodeOutcome, SamplerChain
from app.core.llama.sampler import CANDIDATES, candidates_of, ordered, with_the_likeliest
from app.core.plain_value import replace
from app.core.protocol import SAMPLERS, BackendChoice
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

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
        ChainParams(1.0, 3, 1.0, 0.0, 1.0, 64, 11, dynatemp_range=0.5),
        ChainParams(1.0, 3, 1.0, 0.0, 1.0, 64, 12, typical_p=0.5),
        ChainParams(1.5, 3, 1.0, 0.0, 1.0, 64, 13, top_n_sigma=3.0),
        ChainParams(1.0, 4, 1.0, 0.0, 1.0, 64, 14, xtc_probability=0.5, xtc_threshold=0.01),
        ChainParams(1.0, 3, 1.0, 0.0, 1.0, 64, 15, dry_multiplier=0.8),
        ChainParams(1.0, 3, 1.0, 0.0, 1.0, 64, 16, presence_penalty=0.5, frequency_penalty=0.1),
        ChainParams(1.0, 3, 1.0, 0.0, 1.0, 64, 17, mirostat=1),
        ChainParams(1.0, 3, 1.0, 0.0, 1.0, 64, 18, mirostat=2),
        ChainParams(2.0, 3, 0.9, 0.0, 1.0, 64, 19, order=ordered("temperature top_p top_k")),
        ChainParams(0.0, 3, 0.9, 0.0, 1.3, 64, 20),  # the likeliest that was not just said
        ChainParams(1.5, 3, 1.0, 0.0, 1.0, 64, 21, biases=(("a", 5.0), ("b", 5.0))),
        ChainParams(0.0, 3, 1.0, 0.0, 1.3, 64, 22, biases=(("a", 9.0), ("b", 9.0), ("c", 9.0))),
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


# -- what each sampler leaves --

LOGITS = np.array([4.0, 3.5, 3.0, 1.0, 0.5, 0.0, -1.0, -4.0], np.float32)
NEUTRAL = ChainParams(1.0, 0, 1.0, 0.0, 1.0, 64, 1)


def left(
    tiny_model: Path, params: ChainParams, said: tuple[int, ...] = ()
) -> dict[int, tuple[float, float]]:
    """Return logit and probability of each token that a chain leaves, asked without an engine."""
    loaded = load(load_command(tiny_model, n_ctx=256), BackendChoice(), lambda _fraction: True)
    chain = SamplerChain(loaded.model, params)
    try:
        chain.accept(said)
        data = (native.llama_token_data * len(LOGITS))(
            *(native.llama_token_data(number, logit, 0.0) for number, logit in enumerate(LOGITS))
        )
        array = native.llama_token_data_array(data, len(LOGITS), -1, False)
        native.llama_sampler_apply(chain._handle, ctypes.byref(array))
        found = [array.data[index] for index in range(array.size)]
        return {int(one.id): (float(one.logit), float(one.p)) for one in found}
    finally:
        chain.close()


def likelihoods(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    powers: npt.NDArray[np.float64] = np.exp(logits.astype(np.float64) - logits.max())
    return powers / np.sum(powers)


def test_neutral_values_leave_everything_as_it_is(tiny_model: Path) -> None:
    assert NEUTRAL.chain == ("temperature",)
    found = left(tiny_model, NEUTRAL)
    assert [found[number][0] for number in range(len(LOGITS))] == LOGITS.tolist()
    assert [found[number][1] for number in range(len(LOGITS))] == pytest.approx(
        likelihoods(LOGITS), abs=1e-6
    )


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_bias_is_added_to_the_first_token_of_words(tiny_model: Path, temperature: float) -> None:
    loaded = load(load_command(tiny_model, n_ctx=256), BackendChoice(), lambda _fraction: True)
    (first,), (blank, _letter) = loaded.model.tokenize("3"), loaded.model.tokenize(" 3")
    rest = loaded.model.tokenize("3!")[1:]
    biases = (("3!", 2.5), ("3", 1.5))  # of one token, the latter counts
    params = replace(NEUTRAL, temperature=temperature, biases=biases)
    chain = SamplerChain(loaded.model, params)
    logits = np.zeros(loaded.model.n_vocab, np.float32)
    logits[blank] = 1.0
    try:
        candidates = candidates_of(np.arange(len(logits)), logits)
        data = candidates.ctypes.data_as(CANDIDATES)
        array = native.llama_token_data_array(data, len(candidates), -1, False)
        native.llama_sampler_apply(
            native.llama_sampler_chain_get(chain._handle, 0), ctypes.byref(array)
        )
        changed = candidates["logit"] - logits
        assert {int(token): float(changed[token]) for token in np.flatnonzero(changed)} == {
            first: 1.5
        }
        assert not changed[[blank, *rest]].any()
        if not temperature:
            assert chain.choose(logits) == first
    finally:
        chain.close()
        loaded.close()


def test_top_n_sigma_keeps_what_is_within_so_many_deviations(tiny_model: Path) -> None:
    kept = left(tiny_model, replace(NEUTRAL, top_n_sigma=0.5))
    least = LOGITS.max() - 0.5 * LOGITS.std()
    likely = {number for number, (logit, _p) in kept.items() if np.isfinite(logit)}
    assert likely == set(np.flatnonzero(least <= LOGITS))


def test_min_p_keeps_what_is_likely_enough_beside_the_likeliest(tiny_model: Path) -> None:
    shares = likelihoods(LOGITS)
    assert set(left(tiny_model, replace(NEUTRAL, min_p=0.3))) == set(
        np.flatnonzero(shares >= 0.3 * shares.max())
    )


def test_typical_p_keeps_what_surprises_as_much_as_is_to_be_expected(tiny_model: Path) -> None:
    shares = likelihoods(LOGITS)
    entropy = -(shares * np.log(shares)).sum()
    order = np.argsort(np.abs(-np.log(shares) - entropy))
    n_kept = int(np.searchsorted(np.cumsum(shares[order]), 0.6)) + 1
    assert set(left(tiny_model, replace(NEUTRAL, typical_p=0.6))) == set(order[:n_kept])


def test_xtc_leaves_out_the_likely_ones_but_the_least_of_them(tiny_model: Path) -> None:
    params = replace(NEUTRAL, xtc_probability=1.0, xtc_threshold=0.15)
    likely = np.flatnonzero(likelihoods(LOGITS) > 0.15)
    assert len(likely) == 3
    assert set(left(tiny_model, params)) == set(range(len(LOGITS))) - set(likely[:-1])
    assert not replace(params, xtc_threshold=0.6).chain[:-1]


def test_the_three_penalties_are_taken_off_what_was_said(tiny_model: Path) -> None:
    params = replace(NEUTRAL, repeat_penalty=2.0, frequency_penalty=0.25, presence_penalty=0.5)
    found = left(tiny_model, params, said=(0, 0, 7))
    assert found[0][0] == pytest.approx(4.0 / 2 - 2 * 0.25 - 0.5)
    assert found[7][0] == pytest.approx(-4.0 * 2 - 0.25 - 0.5)
    assert found[1][0] == pytest.approx(3.5)


def test_dry_holds_down_what_would_go_on_with_a_repetition(tiny_model: Path) -> None:
    params = replace(NEUTRAL, dry_multiplier=0.8, dry_base=2.0, dry_allowed_length=2)
    found = left(tiny_model, params, said=(1, 2, 3, 4, 1, 2, 3))
    assert found[4][0] == pytest.approx(LOGITS[4] - 0.8 * 2.0 ** (3 - 2))
    assert all(found[number][0] == pytest.approx(LOGITS[number]) for number in (0, 1, 2, 3, 5))


def test_the_temperature_moves_with_the_doubt(tiny_model: Path) -> None:
    shares = likelihoods(LOGITS)
    doubt = -(shares * np.log(shares)).sum() / np.log(len(LOGITS))
    warmth = 0.5 + (1.5 - 0.5) * doubt**2.0
    params = replace(NEUTRAL, dynatemp_range=0.5, dynatemp_exponent=2.0)
    found = left(tiny_model, params)
    assert [found[number][0] for number in range(len(LOGITS))] == pytest.approx(
        LOGITS / warmth, rel=1e-4
    )


def test_at_temperature_zero_only_what_looks_back_counts() -> None:
    params = replace(NEUTRAL, temperature=0.0, min_p=0.5, xtc_probability=1.0, dry_multiplier=1.0)
    assert params.chain == ("dry",)


def test_mirostat_takes_the_place_of_what_leaves_tokens_out() -> None:
    params = replace(NEUTRAL, mirostat=2, top_k=40, min_p=0.1, presence_penalty=1.0)
    assert params.chain == ("penalties", "temperature")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("", SAMPLERS[:2]),
        ("temperature, min_p", ("temperature", "min_p")),
        ("min_p min_p nothing dry", ("min_p", "dry")),
    ],
)
def test_an_order_names_what_comes_first_and_loses_none(text: str, first: tuple[str, ...]) -> None:
    found = ordered(text)
    assert found[: len(first)] == first
    assert sorted(found) == sorted(SAMPLERS)


def test_tokens_before_are_told_where_something_looks_back() -> None:
    assert NEUTRAL.n_looked_back == 0
    assert replace(NEUTRAL, frequency_penalty=0.1).n_looked_back == 64
    assert replace(NEUTRAL, dry_multiplier=0.1).n_looked_back > 1000
