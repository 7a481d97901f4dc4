from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.ui.words import formatting

NOW = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ms", "words"),
    [(0, "0 ms"), (0.4, "under 1 ms"), (38.2, "38 ms"), (1240, "1.2 s"), (42_000, "42 s"),
     (120_000, "2 min"), (125_000, "2 min 5 s")],
)  # fmt: skip
def test_durations_read_like_speech(ms: float, words: str) -> None:
    assert formatting.duration(ms) == words


@pytest.mark.parametrize(
    ("ms", "words"),
    [(1, "less than a second"), (706, "less than a second"), (1000, "about 1 s"),
     (14_400, "about 14 s"), (125_000, "about 2 min")],
)  # fmt: skip
def test_a_forecast_is_no_finer_than_it_is_known(ms: float, words: str) -> None:
    assert formatting.forecast(ms) == words


@pytest.mark.parametrize(
    ("n_bytes", "words"),
    [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (4_683_073_632, "4.7 GB"),
     (812_000_000, "812 MB")],
)  # fmt: skip
def test_sizes_have_the_unit_that_fits(n_bytes: int, words: str) -> None:
    assert formatting.size(n_bytes) == words


def test_counts_have_separators_and_a_plural() -> None:
    assert formatting.counted(4096, "token") == "4,096 tokens"
    assert formatting.counted(1, "token") == "1 token"
    assert formatting.compact(7_615_616_512) == "7.6 B"


@pytest.mark.parametrize(
    ("age", "words", "group"),
    [
        (timedelta(seconds=5), "now", "Today"),
        (timedelta(minutes=12), "12 min", "Today"),
        (timedelta(hours=3), "3 h", "Today"),
        (timedelta(days=3), "Sun", "Last 7 days"),
        (timedelta(days=20), "30 Apr", "Last 30 days"),
        (timedelta(days=100), "9 Feb", "February"),
        (timedelta(days=500), "5 Jan 2025", "January 2025"),
    ],
)
def test_times_get_coarser_with_age(age: timedelta, words: str, group: str) -> None:
    assert formatting.relative_time(NOW - age, NOW) == words
    assert formatting.day_group(NOW - age, NOW) == group


def test_a_time_in_the_future_counts_as_now() -> None:
    assert formatting.relative_time(NOW + timedelta(hours=2), NOW) == "now"
    assert formatting.day_group(NOW + timedelta(days=2), NOW) == "Today"
