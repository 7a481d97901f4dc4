"""Numbers between bounds as grammars of their digits.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.core.grammars.schema_parts import Limit, Numbers

N_DIGITS: Final = 15  # of a number that any program reads as it is written
MOST_WRITTEN: Final = 500  # multiples that are written out
LARGEST_DIVISOR: Final = 100
_LARGEST: Final = 10**N_DIGITS - 1
_DIGIT: Final = "[0-9]"


def whole_bounds(numbers: Numbers) -> tuple[int, int]:
    """Return the least and the greatest whole number between the bounds."""
    low, high = -_LARGEST, _LARGEST
    if numbers.low is not None:
        value = numbers.low.value
        low = int(value.to_integral_value(ROUND_CEILING))
        low += numbers.low.is_exclusive and low == value
        high = max(high, low)
    if numbers.high is not None:
        value = numbers.high.value
        high = int(value.to_integral_value(ROUND_FLOOR))
        high -= numbers.high.is_exclusive and high == value
    return low, high


def can_count(numbers: Numbers) -> bool:
    """Whether there are rules for the multiples between these bounds."""
    low, high = whole_bounds(numbers)
    if numbers.multiple == 1 or (high - low) // numbers.multiple <= MOST_WRITTEN:
        return True
    is_open = numbers.high is None and (numbers.low is None or low in (0, 1))
    return is_open and numbers.multiple <= LARGEST_DIVISOR


def whole_numbers(numbers: Numbers) -> str:
    """Return the alternatives of whole numbers between bounds."""
    low, high = whole_bounds(numbers)
    if numbers.multiple > 1:
        first = -(-low // numbers.multiple) * numbers.multiple
        return " | ".join(f'"{n}"' for n in range(first, high + 1, numbers.multiple))
    parts = []
    if low < 0:
        parts.append(f'"-" ({_whole(max(1, -high), -low)})')
    if high >= 0:
        parts.append(_whole(max(0, low), high))
    return " | ".join(parts)


def multiples(name: str, numbers: Numbers) -> dict[str, str]:
    """Return rules of all multiples of a number: one for each rest of a division by it."""
    divisor = numbers.multiple
    rest_of = {rest: f"{name}-{rest}" for rest in range(divisor)}
    low = whole_bounds(numbers)[0] if numbers.low is not None else None
    sign = '"-"? ' if low is None else ""
    begins = " | ".join(f'"{digit}" {rest_of[digit % divisor]}' for digit in range(1, 10))
    zero = "" if low == 1 else '"0" | '
    rules = {name: f"{zero}{sign}({begins})"}
    for rest, rule in rest_of.items():
        end = '"" | ' if rest == 0 else ""
        digits = (f'"{digit}" {rest_of[(10 * rest + digit) % divisor]}' for digit in range(10))
        rules[rule] = end + " | ".join(digits)
    return rules


def numbers_between(low: Limit | None, high: Limit | None) -> str:
    """Return the alternatives of numbers between bounds, of which there are some."""
    none = Decimal(0)
    parts = []
    if low is None or low.value < 0:
        least = (none, True) if high is None or high.value >= 0 else _turned(high)
        parts += [
            f'"-" ({one})' for one in _above_zero(least, None if low is None else _turned(low))
        ]
    if high is None or high.value > 0 or (high.value == 0 and not high.is_exclusive):
        is_open = low is None or low.value < 0
        least = (none, False) if low is None or is_open else (low.value, low.is_exclusive)
        parts += _above_zero(least, None if high is None else (high.value, high.is_exclusive))
    return " | ".join(parts)


def _turned(limit: Limit) -> tuple[Decimal, bool]:
    return -limit.value, limit.is_exclusive


def _above_zero(low: tuple[Decimal, bool], high: tuple[Decimal, bool] | None) -> list[str]:
    """Return the alternatives of numbers that are not negative; each bound may be exclusive."""
    first, begin = _split(low[0])
    last, end = (10**N_DIGITS, "") if high is None else _split(high[0])
    n_whole = len(str(first if high is None else last))
    n_digits = max(len(begin) + 1, len(end) + 1, N_DIGITS - n_whole)
    least, most = (begin, low[1]), (end, high is not None and high[1])
    if first == last:
        fraction = _fraction_between(least, most, n_digits)
        return [] if fraction is None else [f'"{first}" {fraction}']
    parts = [f'"{first}" {_fraction_from(*least, n_digits)}']
    if first + 1 < last:
        parts.append(f'({_whole(first + 1, last - 1)}) ("." {_DIGIT}{{1,{n_digits}}})?')
    if high is not None:
        fraction = _fraction_to(*most, n_digits)
        parts += [] if fraction is None else [f'"{last}" {fraction}']
    return parts


def _split(value: Decimal) -> tuple[int, str]:
    """Return the whole number and the digits behind the point."""
    whole, _, digits = f"{value:f}".partition(".")
    return int(whole), digits.rstrip("0")


# -- digits behind the point --


def _any(n_digits: int) -> str:
    return f"{_DIGIT}{{0,{n_digits}}}" if n_digits > 0 else '""'


def _fraction_from(digits: str, is_more: bool, n_digits: int) -> str:  # noqa: FBT001
    """Return the point and the digits of what is as large as some, or larger."""
    if not digits and not is_more:
        return f'("." {_DIGIT}{{1,{n_digits}}})?'
    return f'"." ({_from(digits, is_more, n_digits)})'


def _fraction_to(digits: str, is_less: bool, n_digits: int) -> str | None:  # noqa: FBT001
    """Return the point and the digits of what is as small as some, or smaller; None for nothing."""
    if not digits:
        return None if is_less else f'("." "0"{{1,{n_digits}}})?'
    return f'("." ({_to(digits, is_less, n_digits)}))?'


def _fraction_between(low: tuple[str, bool], high: tuple[str, bool], n_digits: int) -> str | None:
    """Return the point and the digits between some; None for nothing."""
    if not low[0] and not low[1]:
        return _fraction_to(*high, n_digits)
    digits = _between(low, high, n_digits)
    return None if digits is None else f'"." ({digits})'


def _from(digits: str, is_more: bool, n_left: int) -> str:  # noqa: FBT001
    if not digits:
        n_zeros = (n_left - 1) // 2
        more = f'"0"{{0,{n_zeros}}} [1-9] {_any(n_left - 1 - n_zeros)}'
        return more if is_more else _any(n_left)
    parts = [f'"{digits[0]}" ({_from(digits[1:], is_more, n_left - 1)})']
    if digits[0] < "9":
        parts.append(f"[{int(digits[0]) + 1}-9] {_any(n_left - 1)}")
    return " | ".join(parts)


def _to(digits: str, is_less: bool, n_left: int) -> str:  # noqa: FBT001
    """Return at least one digit, where there is one to compare with."""
    if not digits:
        return f'"0"{{0,{n_left}}}' if n_left > 0 else '""'
    parts = []
    if digits[0] > "0":
        parts.append(f"[0-{int(digits[0]) - 1}] {_any(n_left - 1)}")
    if len(digits) > 1:
        parts.append(f'"{digits[0]}" ({_to(digits[1:], is_less, n_left - 1)})?')
    elif not is_less:
        parts.append(f'"{digits[0]}" ({_to("", is_less, n_left - 1)})')
    return " | ".join(parts)


def _between(low: tuple[str, bool], high: tuple[str, bool], n_left: int) -> str | None:
    first, last = low[0][:1] or "0", high[0][:1] or "0"
    low_rest, high_rest = (low[0][1:], low[1]), (high[0][1:], high[1])
    if not low[0] and not high[0]:
        return None if low[1] or high[1] else _to("", False, n_left)
    if first == last:
        rest = _between(low_rest, high_rest, n_left - 1)
        return None if rest is None else f'"{first}" ({rest})'
    parts = [f'"{first}" ({_from(*low_rest, n_left - 1)})']
    if int(first) + 1 < int(last):
        parts.append(f"[{int(first) + 1}-{int(last) - 1}] {_any(n_left - 1)}")
    if high_rest[0]:
        parts.append(f'"{last}" ({_to(*high_rest, n_left - 1)})?')
    elif not high_rest[1]:
        parts.append(f'"{last}" ({_to("", False, n_left - 1)})')
    return " | ".join(parts)


# -- whole numbers --


def _whole(low: int, high: int) -> str:
    """Return the alternatives of whole numbers that are not negative."""
    parts = []
    n_least, n_most = len(str(low)), len(str(high))
    for n_digits in range(n_least, n_most + 1):
        begin = 0 if n_digits == 1 else 10 ** (n_digits - 1)
        end = 10**n_digits - 1
        if low <= begin and end <= high and n_digits > 1:
            fills = [n for n in range(n_digits, n_most + 1) if 10**n - 1 <= high]
            parts.append(f"[1-9] {_DIGIT}{{{n_digits - 1},{fills[-1] - 1}}}")
            if fills[-1] < n_most:
                parts.append(_as_long(str(10 ** (n_most - 1)), str(high)))
            break
        parts.append(_as_long(str(max(low, begin)), str(min(high, end))))
    return " | ".join(parts)


def _as_long(low: str, high: str) -> str:
    """Return the alternatives of numbers with as many digits as both bounds."""
    if low == high:
        return f'"{low}"'
    if low[0] == high[0]:
        return f'"{low[0]}" ({_as_long(low[1:], high[1:])})'
    first, last = int(low[0]), int(high[0])
    n_rest = len(low) - 1
    parts = []
    if low[1:].strip("0"):
        parts.append(f'"{first}" ({_as_long(low[1:], "9" * n_rest)})')
        first += 1
    if high[1:].strip("9"):
        parts.append(f'"{last}" ({_as_long("0" * n_rest, high[1:])})')
        last -= 1
    if first <= last:
        rest = f" {_DIGIT}{{{n_rest}}}" if n_rest else ""
        parts.append(f"[{first}-{last}]{rest}")
    return " | ".join(parts)
