"""Days are those of the user's calendar, also where a clock was changed for the summer."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from app.core.chats.search.query import begin_of_day, end_of_day

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.unix("time.tzset")
@pytest.mark.usefixtures("berlin")
def test_a_day_begins_at_midnight_by_the_clock_of_that_day() -> None:
    assert begin_of_day(date(2026, 3, 29)) == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert end_of_day(date(2026, 3, 29)) == datetime(2026, 3, 29, 22, tzinfo=UTC)


@pytest.mark.unix("time.tzset")
@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize("day", [date.min, date.max, date(1, 1, 2), date(9999, 12, 30)])
def test_any_day_has_a_begin_and_an_end(day: date) -> None:
    assert begin_of_day(day) <= end_of_day(day)
