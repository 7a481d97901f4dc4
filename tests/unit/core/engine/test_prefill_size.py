"""How many tokens of prompts are read at once."""

from __future__ import annotations

import pytest

from app.core.engine.batch.scheduler import PREFILL_CHUNK, PrefillSize


def test_a_quick_model_reads_a_whole_batch_once_that_is_known() -> None:
    size = PrefillSize(512, on_gpu=False)
    assert size.n_tokens == PREFILL_CHUNK
    size.took(256, 1.0)
    assert size.n_tokens == 512


def test_a_model_that_has_become_slow_reads_smaller_pieces_again() -> None:
    size = PrefillSize(512, on_gpu=False)
    size.took(512, 1.0)
    size.took(512, 6.0)
    assert size.n_tokens == PREFILL_CHUNK


def test_a_short_batch_tells_nothing() -> None:
    size = PrefillSize(512, on_gpu=False)
    size.took(10, 0.001)
    assert size.n_tokens == PREFILL_CHUNK


def test_what_cannot_be_ended_early_is_kept_shorter() -> None:
    size = PrefillSize(512, on_gpu=True)
    size.took(256, 1.0)
    assert size.n_tokens == PREFILL_CHUNK
    size.took(256, 0.1)
    assert size.n_tokens == 512


@pytest.mark.parametrize("seconds", [0.01, 100.0])
def test_never_more_than_a_batch_holds(seconds: float) -> None:
    size = PrefillSize(32, on_gpu=False)
    assert size.n_tokens == 32
    size.took(32, seconds)
    assert size.n_tokens == 32
