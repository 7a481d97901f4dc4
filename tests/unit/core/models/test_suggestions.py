"""The models worth a first download, seen from machines of all sizes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.models.catalogue import ModelCatalogue, own_catalogue
from app.core.models.suggestions import Fit, rate
from app.core.plain_value import replace

WELL, TIGHT, TOO_LARGE = Fit.WELL, Fit.TIGHT, Fit.TOO_LARGE
# What psutil reports on machines sold with so many GB: a little less than the round number.
REPORTED = {gb: round(gb * 2**30 * 0.97) for gb in (1, 2, 4, 8, 16, 32, 64, 128)}


def test_every_suggestion_can_be_found_read_and_paid_for_in_memory() -> None:
    suggestions = own_catalogue().suggestions
    assert len({suggestion.name for suggestion in suggestions}) == len(suggestions) == 14
    for suggestion in suggestions:
        assert suggestion.page.startswith("https://huggingface.co/")
        assert suggestion.page.endswith("-GGUF")
        assert suggestion.ram_bytes > suggestion.size_bytes
        assert suggestion.suits.text.startswith("For ")
        assert suggestion.suits.text.count(".") == 1
        assert suggestion.quantisation
    sizes = [suggestion.ram_bytes for suggestion in suggestions]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize(
    ("gb", "n_well", "n_tight"),
    [
        (1, 0, 0),
        (2, 1, 0),
        (4, 3, 0),
        (8, 6, 1),
        (16, 9, 1),
        (32, 13, 0),
        (64, 13, 0),
        (128, 14, 0),
    ],
)
def test_each_model_is_told_apart_by_the_memory_of_the_machine(
    gb: int, n_well: int, n_tight: int
) -> None:
    fits = [rated.fit for rated in rate(REPORTED[gb])]
    n_too_large = len(fits) - n_well - n_tight
    assert fits == [WELL] * n_well + [TIGHT] * n_tight + [TOO_LARGE] * n_too_large


@pytest.mark.parametrize(
    ("gb", "name"),
    [
        (1, None),
        (2, "LFM2.5 1.2B"),
        (4, "Qwen3.5 2B"),
        (8, "Gemma 4 E2B"),
        (16, "Gemma 4 E4B"),
        (64, "Qwen3.6 35B-A3B"),
    ],
)
def test_the_first_choice_is_what_the_catalogue_picks_for_the_memory(
    gb: int, name: str | None
) -> None:
    chosen = [rated.suggestion.name for rated in rate(REPORTED[gb]) if rated.is_first_choice]

    assert chosen == ([name] if name else [])


@pytest.mark.parametrize(
    ("gb", "name"), [(2, "LFM2.5 1.2B"), (8, "Qwen3.5 4B"), (64, "Qwen3.5 4B")]
)
def test_without_a_pick_it_is_the_largest_quick_download_that_fits_well(gb: int, name: str) -> None:
    without = ModelCatalogue(own_catalogue().suggestions)

    rated = rate(REPORTED[gb], without)

    assert [one.suggestion.name for one in rated if one.is_first_choice] == [name]


def test_where_nothing_fits_well_the_smallest_that_fits_tightly_is_the_first_choice() -> None:
    first, second = own_catalogue().suggestions[:2]
    both = ModelCatalogue((replace(first, ram_bytes=900), replace(second, ram_bytes=850)))

    rated = rate(1000, both)

    assert [one.fit for one in rated] == [TIGHT, TIGHT]
    assert [one.is_first_choice for one in rated] == [False, True]


@given(st.integers(min_value=0, max_value=2**42), st.integers(min_value=0, max_value=2**42))
def test_more_memory_never_makes_a_model_fit_worse(one: int, other: int) -> None:
    less, more = sorted((one, other))
    for before, after in zip(rate(less), rate(more), strict=True):
        assert after.fit.value <= before.fit.value
        assert sum(rated.is_first_choice for rated in rate(less)) <= 1


@pytest.mark.parametrize(
    ("gpu_gb", "name"),
    [
        (0, "Gemma 4 E4B"),
        (2, "Gemma 4 E4B"),  # too small a card for any
        (8, "Qwen3.5 9B"),
        (16, "gpt-oss 20B"),
        (24, "Qwen3.8 27B"),
    ],
)
def test_with_a_graphics_card_the_first_choice_is_what_is_quick_on_it(
    gpu_gb: int, name: str
) -> None:
    gpu_bytes = round(gpu_gb * 2**30 * 0.95)

    rated = rate(REPORTED[16], gpu_bytes=gpu_bytes)

    assert [one.suggestion.name for one in rated if one.is_first_choice] == [name]


def test_what_fits_on_the_card_fits_however_little_memory_there_is_beside_it() -> None:
    rated = rate(REPORTED[8], gpu_bytes=96 * 2**30)

    assert {one.fit for one in rated} == {WELL}
