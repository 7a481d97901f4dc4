"""What stands behind an option on the command line, read: days, numbers, chats.

Each function raises `ArgumentTypeError` for what cannot be meant. Threads: pure functions, any.
"""

from __future__ import annotations

import argparse
import contextlib
import math
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_YEAR, _LAST_YEAR = 1971, 3000  # what every system can make a time of
_LAST_PORT, _PORT_DIGITS = 65_535, 5
_MOST_DIGITS = 18  # any number of so many fits into a database


def day(text: str) -> date:
    """Read a day."""
    with contextlib.suppress(ValueError):
        found = date.fromisoformat(text)
        if _FIRST_YEAR <= found.year < _LAST_YEAR:
            return found
    raise argparse.ArgumentTypeError(f"{text!r} is no day such as 2026-01-31")


def positive(text: str) -> int:
    """Read a number above 0."""
    if not text.isdecimal() or len(text) > _MOST_DIGITS or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return int(text)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` to `most`."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        is_number = digits.isdecimal() and digits.isascii() and len(digits) <= _MOST_DIGITS
        if not is_number or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is no whole number from {least:,} to {most:,}"
            )
        return int(text)

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of numbers from `least` to `most`, fractions included."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not least <= found <= most:  # which no NaN is
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {least:g} to {most:g}")
        return found

    return read


def chat_number(text: str) -> int:
    """Read the number of a chat."""
    try:
        return positive(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a chat") from None


def projector(text: str) -> str:
    """Read the path of a projector, or the word for none."""
    from app.core.protocol import NO_PROJECTOR  # here, because it brings the whole protocol

    if text == NO_PROJECTOR:
        return text
    path = Path(text).absolute()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}; {NO_PROJECTOR!r} is for none")
    return str(path)


def port(text: str) -> int:
    """Read the number of a port; 0 for any that is free."""
    if not text.isdecimal() or len(text) > _PORT_DIGITS or int(text) > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to {_LAST_PORT}")
    return int(text)
