"""The groups by day under which chats are listed, as spans of time.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from app.ui.formatting import day_group


@dataclass(frozen=True, slots=True)
class DayGroup:
    """The moments `[start_s, end_s)`, in seconds since 1970, and what they are called."""

    start_s: float
    end_s: float
    title: str


class DayGroups:
    """The groups as they are on one day, by the time of this machine."""

    def __init__(self, today: date) -> None:
        self.today = today
        days = [today - timedelta(days=n) for n in (0, 1, 6, 29)]
        starts = [_start_of(day) for day in days]
        ends = [math.inf, *starts[:-1]]
        self._oldest_s = starts[-1]
        self._groups = [
            DayGroup(start, end, self._title(day))
            for start, end, day in zip(starts, ends, days, strict=True)
        ]

    def of(self, moment_s: float) -> DayGroup:
        """Return the group of a moment."""
        for group in self._groups:
            if group.start_s <= moment_s < group.end_s:
                return group
        month = datetime.fromtimestamp(moment_s).astimezone().date().replace(day=1)
        following = (month + timedelta(days=32)).replace(day=1)
        end = min(_start_of(following), self._oldest_s)
        group = DayGroup(_start_of(month), end, self._title(month))
        self._groups.append(group)
        return group

    def _title(self, day: date) -> str:
        noon = time(12)
        return day_group(
            datetime.combine(day, noon).astimezone(),
            datetime.combine(self.today, noon).astimezone(),
        )


def _start_of(day: date) -> float:
    return datetime.combine(day, time.min).astimezone().timestamp()
