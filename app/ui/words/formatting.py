"""Numbers, sizes, durations and dates as short text, in the language of the window."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

from PySide6.QtCore import QDate, QLocale, QTime

from app.ui.words.translation import tr

Noun = Literal[
    "token",
    "message",
    "chat",
    "answer",
    "other answer",
    "model",
    "result",
    "conversation",
    "day",
    "file",
    "program",
    "page",
    "passage",
    "picture",
    "word",
    "sound",
    "hit",
]

_MINUTE = 60
_HOUR = 3600
_DAY = 86400


def count(n: int) -> str:
    """Return a whole number with thousands separators."""
    return QLocale().toString(n)


def decimal(value: float) -> str:
    """Return a number with one decimal."""
    return QLocale().toString(value, "f", 1)


def number(value: float) -> str:
    """Return a number with as many decimals as it has, six digits at most: "0.05"."""
    return count(int(value)) if value == int(value) else QLocale().toString(value, "g", 6)


def counted(n: int, noun: Noun) -> str:  # noqa: C901 - one case for each noun
    """Return a number with its noun, in the plural where it needs one, in the user's language."""
    match noun:
        case "token":
            text, said = "%n token(s)", tr("%n token(s)", "", n)
        case "message":
            text, said = "%n message(s)", tr("%n message(s)", "", n)
        case "word":
            text, said = "%n word(s)", tr("%n word(s)", "", n)
        case "chat":
            text, said = "%n chat(s)", tr("%n chat(s)", "", n)
        case "answer":
            text, said = "%n answer(s)", tr("%n answer(s)", "", n)
        case "other answer":
            text, said = "%n other answer(s)", tr("%n other answer(s)", "", n)
        case "file":
            text, said = "%n file(s)", tr("%n file(s)", "", n)
        case "model":
            text, said = "%n model(s)", tr("%n model(s)", "", n)
        case "result":
            text, said = "%n result(s)", tr("%n result(s)", "", n)
        case "conversation":
            text, said = "%n conversation(s)", tr("%n conversation(s)", "", n)
        case "day":
            text, said = "%n day(s)", tr("%n day(s)", "", n)
        case "program":
            text, said = "%n program(s)", tr("%n program(s)", "", n)
        case "page":
            text, said = "%n page(s)", tr("%n page(s)", "", n)
        case "passage":
            text, said = "%n passage(s)", tr("%n passage(s)", "", n)
        case "picture":
            text, said = "%n picture(s)", tr("%n picture(s)", "", n)
        case "hit":
            text, said = "%n hit(s)", tr("%n hit(s)", "", n)
        case "sound":
            text, said = "%n sound(s)", tr("%n sound(s)", "", n)
    if said == text.replace("%n", str(n)):  # nobody translates it: it is English
        said = said.replace("(s)", "" if n == 1 else "s")
    return said.replace(str(n), count(n), 1)


def compact(n: int) -> str:
    """Return a large number in thousands, millions or billions: "7.6 B"."""
    for limit, unit in ((10**12, "T"), (10**9, "B"), (10**6, "M"), (10**3, "K")):
        if n >= limit:
            value = n / limit
            return f"{_short(value)} {unit}"
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
    return f"{_short(value)} {unit}"


def text_size(text: str) -> str:
    """Return the size that a text has as a file; all of it is looked at."""
    return size(len(text.encode("utf-8", "replace")))


def duration(ms: float) -> str:
    """Return a time span given in milliseconds: "38 ms", "1.2 s", "2 min 5 s"."""
    if ms < 1000:
        return f"{ms:.0f} ms" if ms >= 1 or ms == 0 else tr("under 1 ms")
    seconds = ms / 1000
    if seconds < 10:
        return f"{decimal(seconds)} s"
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), _MINUTE)
    if rest:
        return tr("{n_min} min {n_s} s", n_min=minutes, n_s=rest)
    return tr("{n_min} min", n_min=minutes)


def span(ms: float) -> str:
    """Return an estimate of a wait in milliseconds, no finer than it is known: "16 s", "2 min"."""
    seconds = max(1, round(ms / 1000))
    if seconds < _MINUTE:
        return tr("{n} s", n=seconds)
    return tr("{n_min} min", n_min=round(seconds / _MINUTE))


def forecast(ms: float) -> str:
    """Return an estimate of a wait in milliseconds with how sure it is: "about 16 s"."""
    return tr("less than a second") if ms < 1000 else tr("about {time}", time=span(ms))


def rate(per_second: float) -> str:
    """Return tokens a second with a decimal only where it says something."""
    return decimal(per_second) if per_second < 10 else count(round(per_second))


def relative_time(then: datetime, now: datetime | None = None) -> str:
    """Return how long ago something was, as a chat list says it."""
    now = _local(now or datetime.now(UTC))
    then = _local(then)
    seconds = (now - then).total_seconds()
    if seconds < _MINUTE:
        return tr("now", "ago")
    if seconds < _HOUR:
        return tr("{n} min", n=int(seconds // _MINUTE))
    days = (now.date() - then.date()).days
    if days == 0:
        return tr("{n} h", n=int(seconds // _HOUR))
    if days == 1:
        return _on_clock(then, tr("HH:mm", "a pattern of Qt"))
    if days < 7:
        return _in_calendar(then, "ddd")
    if then.year == now.year:
        return _in_calendar(then, tr("d MMM", "a pattern of Qt"))
    return _in_calendar(then, tr("d MMM yyyy", "a pattern of Qt"))


def moment(then: datetime) -> str:
    """Return a day and a time of it in full: "9 February 2026, 14:05"."""
    then = _local(then)
    day = _in_calendar(then, tr("d MMMM yyyy", "a pattern of Qt"))
    return tr("{day}, {time}", day=day, time=_on_clock(then, tr("HH:mm", "a pattern of Qt")))


def clock(then: datetime, now: datetime | None = None) -> str:
    """Return a time of today to the second: "14:05:12"; of another day only which: "9 Feb"."""
    local = _local(then)
    if local.date() != _local(now or datetime.now(UTC)).date():
        return _in_calendar(local, tr("d MMM", "a pattern of Qt"))
    pattern = tr("HH:mm:ss", "a pattern of Qt")
    return QLocale().toString(QTime(local.hour, local.minute, local.second), pattern)


def day_group(then: datetime, now: datetime | None = None) -> str:
    """Return the heading under which a chat is listed."""
    today = _local(now or datetime.now(UTC)).date()
    day = _local(then).date()
    if day >= today:
        return tr("Today")
    if day == today - timedelta(days=1):
        return tr("Yesterday")
    if day > today - timedelta(days=7):
        return tr("Last 7 days")
    if day > today - timedelta(days=30):
        return tr("Last 30 days")
    if day.year == today.year:
        pattern = tr("MMMM", "a pattern of Qt")
    else:
        pattern = tr("MMMM yyyy", "a pattern of Qt")
    return QLocale().toString(QDate(day.year, day.month, day.day), pattern)


def month(year_and_month: str) -> str:
    """Return a month in words: "November 2026".

    Args:
        year_and_month: such as "2026-11".
    """
    year, number = map(int, year_and_month.split("-"))
    pattern = tr("MMMM yyyy", "a pattern of Qt")
    return QLocale().toString(QDate(year, number, 1), pattern)


def _short(value: float) -> str:
    """Return three digits or more, the last one a decimal where there is room."""
    return count(round(value)) if value >= 100 else decimal(value)


def _in_calendar(then: datetime, pattern: str) -> str:
    return QLocale().toString(QDate(then.year, then.month, then.day), pattern)


def _on_clock(then: datetime, pattern: str) -> str:
    return QLocale().toString(QTime(then.hour, then.minute), pattern)


def _local(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone()
