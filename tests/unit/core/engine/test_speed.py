"""What a chat's first word is expected to take, by what was measured."""

from __future__ import annotations

import pytest

from app.core.engine.memory.stored_model import Speed


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


def test_an_answer_is_expected_by_what_is_restored_and_what_is_read() -> None:
    speed = Speed(seconds_per_token=0.01, restore_bytes_per_s=1e9, decode_s=0.05)
    assert speed.first_token_ms(0, 1) == pytest.approx(50.0)
    assert speed.first_token_ms(0, 101) == pytest.approx(50.0 + 1000.0)
    assert speed.first_token_ms(10**8, 101) == pytest.approx(100.0 + 50.0 + 1000.0)


def test_a_slow_disk_is_assumed_until_a_restore_was_measured() -> None:
    speed = Speed(seconds_per_token=0.01, decode_s=0.05)
    assert speed.first_token_ms(20_000_000, 101) == pytest.approx(100.0 + 50.0 + 1000.0)


@pytest.mark.parametrize(
    ("speed", "n_bytes", "n_tokens"),
    [
        (Speed(), 0, 1),
        (Speed(decode_s=0.05), 0, 10),
        (Speed(seconds_per_token=0.01), 0, 10),
    ],
)
def test_an_answer_of_which_a_part_is_unknown_promises_nothing(
    speed: Speed, n_bytes: int, n_tokens: int
) -> None:
    assert speed.first_token_ms(n_bytes, n_tokens) == 0.0
