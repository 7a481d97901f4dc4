"""How much of which draft goes into a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from app.core.engine.drafting.draft import NO_DRAFT, DraftedTokens
from app.core.engine.drafting.payoff import best_lengths

if TYPE_CHECKING:
    from collections.abc import Callable


def draft(likelihood: float, n_tokens: int = 15) -> DraftedTokens:
    return DraftedTokens(tuple(range(n_tokens)), 5, likelihood)


def rising(share: float) -> Callable[[int], float]:
    """Return what a batch takes where each drafted token costs a share of the others."""
    return lambda n_drafted: 1.0 + share * n_drafted


def test_what_costs_next_to_nothing_is_drafted_whole() -> None:
    assert best_lengths([draft(0.9)], 24, rising(0.001)) == [15]


def test_what_costs_a_whole_token_is_not_drafted() -> None:
    assert best_lengths([draft(0.95)], 24, rising(1.0)) == [0]


def test_the_likelier_a_draft_and_the_cheaper_the_longer() -> None:
    lengths = [best_lengths([draft(p)], 24, rising(0.1))[0] for p in (0.3, 0.6, 0.9)]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]
    costs = [best_lengths([draft(0.9)], 24, rising(share))[0] for share in (0.4, 0.1, 0.02)]
    assert costs == sorted(costs)
    assert costs[0] < costs[-1]


def test_a_step_in_the_costs_is_gone_up_to() -> None:
    """Kernels compute eight at the price of two."""
    assert best_lengths([draft(0.9)], 24, lambda n: 1.0 if n == 0 else 1.6 + (n > 7)) == [7]


def test_an_answer_without_drafts_is_not_slowed_down_much_for_others() -> None:
    assert best_lengths([draft(0.99), NO_DRAFT], 24, rising(0.2)) == [1, 0]
    assert best_lengths([draft(0.99)], 24, rising(0.2))[0] > 1


@given(
    likelihoods=st.lists(st.floats(0.0, 0.99), min_size=1, max_size=8),
    n_tokens=st.integers(0, 15),
    most=st.integers(-5, 24),
    share=st.floats(0.0, 2.0),
)
def test_there_is_always_room_and_nobody_is_left_behind(
    likelihoods: list[float], n_tokens: int, most: int, share: float
) -> None:
    drafts = [draft(likelihood, n_tokens) for likelihood in likelihoods]
    lengths = best_lengths(drafts, most, rising(share))
    assert all(0 <= length <= n_tokens for length in lengths)
    assert sum(lengths) <= max(0, most)
    said = [
        1 + sum(one.likelihood ** (at + 1) for at in range(length))
        for one, length in zip(drafts, lengths, strict=True)
    ]
    assert min(said) / rising(share)(sum(lengths)) >= 0.8 - 1e-9
