"""When days of the user's calendar begin and end, for a search that is narrowed down to some.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def begin_of_day(day: date) -> datetime:
    """Return when a day begins here, by the offset from UTC that is in force then; in UTC."""
    try:
        return datetime.combine(day, time()).astimezone(UTC)
    except (OverflowError, ValueError, OSError):  # beside all days that the system has
        return _FIRST if day < date(1990, 1, 1) else _LAST


def end_of_day(day: date) -> datetime:
    """Return when the next day begins here, likewise."""
    return begin_of_day(day + timedelta(days=1)) if day < date.max else _LAST
