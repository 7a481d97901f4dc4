"""What a chat's first word is expected to take, by what was measured."""

from __future__ import annotations

import pytest

from app.core.engine.speed import Speed


def test_nothing_measured_promises_nothing() -> None:
    speed = Speed()
    assert (speed.live_ms(), speed.restore_ms(10**9), speed.cold_ms(5000)) == (0.0, 0.0, 0.0)


def test_the_first_measurement_counts_whole_and_later_ones_in_part() -> None:
    speed = Speed()
    assert speed.prefilled(1000, 2.0)
    assert speed.cold_ms(500) == pytest.approx(1000.0)
    assert speed.prefilled(1000, 4.0)
    assert 1000.0 < speed.cold_ms(500) < 2000.0


def test_a_restore_is_expected_by_its_bytes_and_one_token_more() -> None:
    speed = Speed()
    assert speed.restored(500_000_000, 0.5)
    speed.decoded(20.0)
    assert speed.restore_ms(100_000_000) == pytest.approx(100.0 + 50.0)
    assert speed.live_ms() == pytest.approx(50.0)


def test_what_is_too_little_to_tell_is_not_taken_note_of() -> None:
    speed = Speed()
    assert not speed.prefilled(3, 1.0)
    assert not speed.prefilled(1000, 0.0)
    assert not speed.restored(1000, 1.0)
    speed.decoded(0.0)
    assert speed == Speed()
