from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.engine.output.sampling import SamplingDefaults, chain_params
from app.core.protocol import SamplingParams

if TYPE_CHECKING:
    from collections.abc import Callable


def metadata(**values: str) -> Callable[[str], str]:
    return lambda key: values.get(key.removeprefix("general.sampling."), "")


def test_what_the_user_left_open_is_what_the_model_recommends() -> None:
    defaults = SamplingDefaults.of_model(metadata(temp="0.25", top_k="7", penalty_repeat="1.1"))
    params = chain_params(SamplingParams(top_p=0.5), defaults)
    assert (params.temperature, params.top_k, params.repeat_penalty) == (0.25, 7, 1.1)
    assert (params.top_p, params.min_p) == (0.5, SamplingDefaults().min_p)


def test_the_user_wins_over_the_model_also_with_zero() -> None:
    defaults = SamplingDefaults.of_model(metadata(temp="0.25", top_k="7"))
    params = chain_params(SamplingParams(temperature=0.0, top_k=0), defaults)
    assert (params.temperature, params.top_k) == (0.0, 0)


@pytest.mark.parametrize("text", ["hot", "nan", "inf", ""])
def test_a_recommendation_that_is_no_number_is_ignored(text: str) -> None:
    assert SamplingDefaults.of_model(metadata(temp=text, top_k=text)) == SamplingDefaults()


def test_values_outside_their_range_are_brought_inside() -> None:
    sampling = SamplingParams(temperature=-1, top_k=-5, top_p=9, min_p=-2, seed=-1)
    params = chain_params(sampling, SamplingDefaults())
    assert (params.temperature, params.top_k, params.top_p, params.min_p) == (0, 0, 1, 0)
    assert params.seed == 2**32 - 1


@pytest.mark.parametrize("text", ["2000000000", "9e99", "-9e99", "2147483648"])
def test_no_number_of_a_model_file_goes_to_llama_cpp_unless_it_is_sensible(text: str) -> None:
    keys = ("temp", "top_k", "top_p", "min_p", "penalty_repeat", "penalty_last_n")
    defaults = SamplingDefaults.of_model(metadata(**dict.fromkeys(keys, text)))
    params = chain_params(SamplingParams(), defaults)
    assert 0 <= params.repeat_last_n <= 32_768
    assert 0 <= params.top_k <= 1_000_000
    assert 0 < params.repeat_penalty <= 100
    assert 0 <= params.temperature <= 100
    assert 0 < params.top_p <= 1
    assert 0 <= params.min_p <= 1


def test_what_is_no_number_at_all_is_brought_inside_too() -> None:
    params = chain_params(SamplingParams(temperature=float("nan")), SamplingDefaults())
    assert params.temperature == 0
