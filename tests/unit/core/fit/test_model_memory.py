"""Two simulated contexts say what every size of context takes."""

from __future__ import annotations

import pytest

from app.core.errors import BugError
from app.core.fit.model_memory import RAM, SimulatedCache, SimulatedContext, context_shape

WINDOW, STATES = 1_280, 5


def simulated(n_ctx: int) -> SimulatedContext:
    """Return a context with a full cache, a windowed one and recurrent states."""
    windowed = min(n_ctx, WINDOW)
    caches = (
        SimulatedCache(n_ctx, n_ctx * 100, (0,)),
        SimulatedCache(windowed, windowed * 300, (1, 2, 3)),
        SimulatedCache(STATES, STATES * 1_000, (4,)),
    )
    return SimulatedContext(n_ctx, caches, ((RAM, 5_000 + 2 * n_ctx),))


SHAPE = context_shape((simulated(2_048), simulated(8_192)))


@pytest.mark.parametrize("n_ctx", [256, 1_024, 2_048, 4_096, 8_192, 131_072])
def test_any_size_is_as_if_it_had_been_simulated(n_ctx: int) -> None:
    wanted = simulated(n_ctx)

    assert SHAPE.cache_bytes(n_ctx) == sum(cache.n_bytes for cache in wanted.caches)
    assert SHAPE.compute_bytes(RAM, n_ctx) == dict(wanted.compute)[RAM]


def test_a_size_between_two_steps_takes_what_the_next_step_takes() -> None:
    assert SHAPE.cache_bytes(2_049) == SHAPE.cache_bytes(2_304)


def test_each_layer_has_its_part_of_its_own_cache() -> None:
    by_layer = SHAPE.bytes_by_layer(4_096)

    assert by_layer == {0: 409_600, 1: 128_000, 2: 128_000, 3: 128_000, 4: 5_000}


def test_nothing_is_computed_where_nothing_was_seen() -> None:
    assert SHAPE.compute_bytes("GPU0", 4_096) == 0


def test_a_buffer_that_shrinks_never_becomes_less_than_nothing() -> None:
    small = SimulatedContext(2_048, (), ((RAM, 100),))
    large = SimulatedContext(4_096, (), ((RAM, 0),))

    assert context_shape((small, large)).compute_bytes(RAM, 100_000) == 0


def test_one_size_alone_says_nothing() -> None:
    with pytest.raises(BugError):
        context_shape((simulated(2_048), simulated(2_048)))


def test_a_draft_model_takes_its_part_beside_the_model() -> None:
    draft = context_shape((small_draft(2_048), small_draft(8_192)))

    both = SHAPE.with_draft_model(draft, 5)

    for n_ctx in (1_024, 4_096, 131_072):
        assert both.cache_bytes(n_ctx) == SHAPE.cache_bytes(n_ctx) + draft.cache_bytes(n_ctx)
        compute = SHAPE.compute_bytes(RAM, n_ctx) + draft.compute_bytes(RAM, n_ctx)
        assert both.compute_bytes(RAM, n_ctx) == compute
        by_layer, before = both.bytes_by_layer(n_ctx), SHAPE.bytes_by_layer(n_ctx)
        added = [by_layer[layer] - before[layer] for layer in range(5)]
        assert added == pytest.approx([draft.cache_bytes(n_ctx) / 5] * 5)


def small_draft(n_ctx: int) -> SimulatedContext:
    """Return a context of another model, with one full cache of more layers."""
    caches = (SimulatedCache(n_ctx, n_ctx * 30, tuple(range(9))),)
    return SimulatedContext(n_ctx, caches, ((RAM, 700 + n_ctx),))
