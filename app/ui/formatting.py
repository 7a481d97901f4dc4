"""Numbers, sizes, durations and dates as short text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_MINUTE = 60
_HOUR = 3600
_DAY = 86400


def count(n: int) -> str:
    """Return a whole number with thousands separators."""
    return f"{n:,}"


def counted(n: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it needs one."""
    return f"{count(n)} {noun}" if n == 1 else f"{count(n)} {noun}s"


def compact(n: int) -> str:
    """Return a large number in thousands, millions or billions: "7.6 B"."""
    for limit, unit in ((10**12, "T"), (10**9, "B"), (10**6, "M"), (10**3, "K")):
        if n >= limit:
            value = n / limit
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"
    return str(n)


def size(n_bytes: int) -> str:
    """Return a number of bytes in decimal units: "4.4 GB"."""
    if n_bytes < 1000:
        return f"{n_bytes} B"
    value = float(n_bytes)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 999.95 or unit == "TB":
            break
    return f"{value:.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"


def text_size(text: str) -> str:
    """Return the size that a text has as a file; all of it is looked at."""
    return size(len(text.encode("utf-8", "replace")))


def duration(ms: float) -> str:
    """Return a time span given in milliseconds: "38 ms", "1.2 s", "2 min 5 s"."""
    if ms < 1000:
        return f"{ms:.0f} ms" if ms >= 1 or ms == 0 else "under 1 ms"
    seconds = ms / 1000
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), _MINUTE)
    return f"{minutes} min {rest} s" if rest else f"{minutes} min"


def rate(per_second: float) -> str:
    """Return tokens a second with a decimal only where it says something."""
    return f"{per_second:.1f}" if per_second < 10 else f"{per_second:,.0f}"


def relative_time(then: datetime, now: datetime | None = None) -> str:
    """Return how long ago something was, as a chat list says it."""
    now = _local(now or datetime.now(UTC))
    then = _local(then)
    seconds = (now - then).total_seconds()
    if seconds < _MINUTE:
        return "now"
    if seconds < _HOUR:
        return f"{int(seconds // _MINUTE)} min"
    days = (now.date() - then.date()).days
    if days == 0:
        return f"{int(seconds // _HOUR)} h"
    if days == 1:
        return then.strftime("%H:%M")
    if days < 7:
        return then.strftime("%a")
    if then.year == now.year:
        return f"{then.day} {then.strftime('%b')}"
    return f"{then.day} {then.strftime('%b %Y')}"


def day_group(then: datetime, now: datetime | None = None) -> str:
    """Return the heading under which a chat is listed."""
    today = _local(now or datetime.now(UTC)).date()
    day = _local(then).date()
    if day >= today:
        return "Today"
    if day == today - timedelta(days=1):
        return "Yesterday"
    if day > today - timedelta(days=7):
        return "Last 7 days"
    if day > today - timedelta(days=30):
        return "Last 30 days"
    return day.strftime("%B %Y") if day.year != today.year else day.strftime("%B")


def _local(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone()
