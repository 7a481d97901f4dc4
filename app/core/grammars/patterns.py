"""Regular expressions of JSON schemas as grammars of texts in JSON.

Characters that JSON writes as an escape stand for that escape where they alone are meant, and are
left out of larger sets.

Threads: pure functions, any thread.
Source: ECMA-262, Patterns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable

Ranges = list[tuple[int, int]]

LONGEST: Final = 1000
_DEEPEST: Final = 20
_MOST_REPETITIONS: Final = 2000
_LAST: Final = 0x10FFFF
# What a text in JSON cannot hold as it is, nor a text of whole characters.
_NOT_PLAIN: Final[Ranges] = [(0, 0x1F), (0x22, 0x22), (0x5C, 0x5C), (0x7F, 0x7F), (0xD800, 0xDFFF)]
_ESCAPES: Final = {0x22: '"', 0x5C: "\\", 8: "b", 9: "t", 0xA: "n", 0xC: "f", 0xD: "r"}
_DIGITS: Final[Ranges] = [(0x30, 0x39)]
_WORD: Final[Ranges] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]
_SPACE: Final[Ranges] = [
    (9, 0xD), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
    (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF),
]  # fmt: skip
_LINE_ENDS: Final[Ranges] = [(0xA, 0xA), (0xD, 0xD), (0x2028, 0x2029)]
_CLASSES: Final = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_CONTROLS: Final = {"t": 9, "n": 0xA, "v": 0xB, "f": 0xC, "r": 0xD, "0": 0}
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/-")


class PatternRefused(Exception):
    """An expression that a grammar cannot say; its text is what it has that is the reason."""


def rules_of_pattern(pattern: str) -> str:
    """Return the alternatives of what matches, with the same texts or some of them.

    Raises:
        PatternRefused: there is none.
    """
    if len(pattern) > LONGEST:
        raise PatternRefused(pattern[:20] + "…")
    return _Pattern(pattern).rewritten()


class _Pattern:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0

    def rewritten(self) -> str:
        """Return the whole, which may begin and end anywhere in a text unless it has anchors."""
        anything = f"{_written(_without(_LINE_ENDS))}*"
        parts = []
        while True:
            before = "" if self._take("^") else anything
            inner = self._sequence()
            after = "" if self._take("$") else anything
            parts.append(_sequence_of((before, inner, after)))
            if not self._take("|"):
                break
        if self._at < len(self._text):
            self._refuse(self._text[self._at])
        return " | ".join(parts)

    def _refuse(self, what: str) -> NoReturn:
        raise PatternRefused(what)

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _next(self) -> str:
        char = self._peek()
        if not char:
            self._refuse(self._text)
        self._at += 1
        return char

    def _take(self, sign: str) -> bool:
        is_there = self._text.startswith(sign, self._at)
        self._at += len(sign) if is_there else 0
        return is_there

    # -- sequences --

    def _alternatives(self) -> str:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._refuse("(")
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        if not self._take(")"):
            self._refuse(self._peek() or "(")
        self._depth -= 1
        return f"({' | '.join(parts)})"

    def _sequence(self) -> str:
        parts = []
        while self._peek() and self._peek() not in "|)$^":
            parts.append(self._part() + self._sign())
        return _sequence_of(parts)

    def _part(self) -> str:
        char = self._next()
        if char == "(":
            if self._peek() == "?" and not self._take("?:"):
                self._refuse(self._text[self._at - 1 : self._at + 2])
            return self._alternatives()
        if char in "*+?{}]":
            self._refuse(char)
        if char == "[":
            return _written(self._set())
        if char == ".":
            return _written(_without(_LINE_ENDS))
        return _written(self._escape() if char == "\\" else [(ord(char), ord(char))])

    def _sign(self) -> str:
        """Return how often the last part may stand; whether greedily or not is the same."""
        char = self._peek()
        if not char or char not in "*+?{":
            return ""
        self._at += 1
        sign = char
        if char == "{":
            end = self._text.find("}", self._at)
            sign = "{" + self._text[self._at : max(end, self._at)] + "}"
            counts = sign[1:-1].split(",")
            is_sound = end >= 0 and len(counts) <= 2 and counts[0].isdecimal() and sign.isascii()
            least = int(counts[0][:9]) if is_sound else 0
            most = int(counts[-1][:9]) if is_sound and counts[-1].isdecimal() else _MOST_REPETITIONS
            if not is_sound or not (counts[-1].isdecimal() or not counts[-1]):
                self._refuse(sign)
            if least > most or most > _MOST_REPETITIONS:
                self._refuse(sign)
            self._at = end + 1
        self._take("?")
        if self._peek() and self._peek() in "*+?{":
            self._refuse(self._peek())
        return sign

    # -- characters --

    def _set(self) -> Ranges:
        is_negated = self._take("^")
        found: Ranges = []
        while not self._take("]"):
            first = self._member()
            if self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("]", ""):
                self._at += 1
                last = self._member()
                low, high = first[0][0], last[0][0]
                if first != [(low, low)] or last != [(high, high)] or low > high:
                    self._refuse("-")
                first = [(low, high)]
            found += first
        return _without(found) if is_negated else found

    def _member(self) -> Ranges:
        char = self._next()
        return self._escape() if char == "\\" else [(ord(char), ord(char))]

    def _escape(self) -> Ranges:
        char = self._next()
        if char.lower() in _CLASSES:
            ranges = _CLASSES[char.lower()]
            return ranges if char.islower() else _without(ranges)
        if char in _CONTROLS:
            return [(_CONTROLS[char], _CONTROLS[char])]
        n_digits = {"x": 2, "u": 4}.get(char, 0)
        if n_digits:
            digits = self._text[self._at : self._at + n_digits]
            if len(digits) < n_digits or not all(one in "0123456789abcdefABCDEF" for one in digits):
                self._refuse(f"\\{char}")
            self._at += n_digits
            return [(int(digits, 16), int(digits, 16))]
        if char not in _SYNTAX and (char.isalnum() or not char.isascii()):
            self._refuse(f"\\{char}")
        return [(ord(char), ord(char))]


def _sequence_of(parts: Iterable[str]) -> str:
    return " ".join(part for part in parts if part) or '""'


def _without(ranges: Ranges) -> Ranges:
    """Return all characters but some."""
    found, low = [], 0
    for first, last in sorted(ranges):
        if first > low:
            found.append((low, first - 1))
        low = max(low, last + 1)
    return [*found, (low, _LAST)] if low <= _LAST else found


def _common(some: Ranges, others: Ranges) -> Ranges:
    return [
        (max(low, begin), min(high, end))
        for low, high in some
        for begin, end in others
        if max(low, begin) <= min(high, end)
    ]


def _written(ranges: Ranges) -> str:
    """Return a set of characters, or the escape in JSON of what has no other form.

    Raises:
        PatternRefused: no text can have any of them.
    """
    plain = _common(sorted(ranges), _without(_NOT_PLAIN))
    if plain:
        return "[" + "".join(_range(low, high) for low, high in plain) + "]"
    escapes = [_ESCAPES[code] for code in _codes(ranges) if code in _ESCAPES]
    if not escapes:
        raise PatternRefused("[]")
    inner = " | ".join(f"[\\x5C] [\\x{ord(escape):02X}]" for escape in escapes)
    return f"({inner})"


def _codes(ranges: Ranges) -> Iterable[int]:
    return [code for low, high in ranges for code in range(low, min(high, 0x5C) + 1)]


def _range(low: int, high: int) -> str:
    return _code(low) if low == high else f"{_code(low)}-{_code(high)}"


def _code(code: int) -> str:
    if code <= 0xFF:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"
