"""How fast a download is said to be."""

from __future__ import annotations

import pytest

from app.core.models.downloads.job import SpeedMeter


def test_a_steady_download_has_its_speed_and_what_is_left_takes_as_long_as_it_says() -> None:
    meter = SpeedMeter(100.0, 5_000)
    for step in range(1, 31):
        meter.count(100 + step / 10, 5_000 + step * 1_000)

    assert meter.bytes_per_s == pytest.approx(10_000)
    assert meter.seconds_left(50_000) == pytest.approx(5)


def test_nothing_is_said_before_it_is_known() -> None:
    meter = SpeedMeter(0.0, 0)
    meter.count(0.5, 1_000_000)

    assert meter.bytes_per_s == 0
    assert meter.seconds_left(10) is None


def test_one_quick_moment_does_not_make_the_number_jump() -> None:
    meter = SpeedMeter(0.0, 0)
    for step in range(1, 101):
        meter.count(step / 10, step * 1_000)
    meter.count(10.1, 200_000)  # a hundred times as many bytes in this tenth

    assert 10_000 < meter.bytes_per_s < 40_000


def test_a_download_that_stands_still_gets_slower_and_slower() -> None:
    meter = SpeedMeter(0.0, 0)
    meter.count(2.0, 20_000)
    meter.count(30.0, 20_000)

    assert meter.bytes_per_s < 100


def test_what_is_fetched_anew_is_no_negative_speed() -> None:
    meter = SpeedMeter(0.0, 100_000)
    meter.count(2.0, 0)

    assert meter.bytes_per_s == 0
