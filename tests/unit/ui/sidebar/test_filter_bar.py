"""What a search is narrowed down to by its buttons."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.ui.sidebar import search_panel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class April(datetime):
    """The time three days after the clock was changed for the summer."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return datetime(2026, 4, 1, 12)


@pytest.mark.unix("time.tzset")
def test_the_last_days_begin_at_midnight_by_the_clock_of_the_first(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_panel, "datetime", April)
    bar = search_panel.FilterBar()
    qtbot.addWidget(bar)
    bar._choose_days(2)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        since = bar.only.since
    time.tzset()
    assert since == datetime(2026, 3, 25, 23, tzinfo=UTC)
