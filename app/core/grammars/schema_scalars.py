"""What the keywords of a JSON schema say of texts and numbers, put together.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

from app.core.grammars.json_places import VALUE
from app.core.grammars.number_rules import can_count, whole_bounds
from app.core.grammars.patterns import PatternRefused, rules_of_pattern
from app.core.grammars.schema_parts import Limit, Numbers, Texts, Unsayable
from app.core.grammars.schema_text import BUT, OF_TYPE
from app.core.grammars.schema_values import has_half, shown, type_of
from app.core.phrases import phrase
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.grammars.faults import Fault
    from app.core.grammars.json_places import Way
    from app.core.grammars.schema_parts import Node, Part
    from app.core.grammars.schema_text import Said
    from app.core.phrases import Phrase

_FORMATS: Final = ("date", "time", "date-time", "uuid")
_MOST_REPETITIONS: Final = 2000
_MOST_DIGITS: Final = (14, 15)  # of a bound with a point, and of a whole one


class Whole(Protocol):
    """The schema that a part belongs to.

    Attributes:
        is_exact: all values count, also those that would be valid and are never said.
    """

    is_exact: bool

    def fault(self, way: Way, words: Phrase) -> Fault:
        """Return what is wrong at a place."""

    def fail(self, way: Way, words: Phrase) -> NoReturn:
        """Refuse what is at a place."""

    def node(self, *said: Said) -> Node:
        """Return what holds at another place."""

    def checked(self, said: Said) -> dict[str, Any]:
        """Return the keywords of a schema that say something."""

    def target(self, said: Said) -> Said:
        """Return what a reference leads to."""

    def listed(self, said: Said, key: str) -> list[Said]:
        """Return the schemas of a list."""

    def conditions(self, said: Said, schema: dict[str, Any]) -> list[Any]:
        """Return schemas that say together what the conditions of a schema say."""


class NoValue(Exception):
    """Nothing fits all of the keywords."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class Keywords:
    """What is said at one place, without structure."""

    def __init__(self, whole: Whole, known: list[Said]) -> None:
        self.whole = whole
        self.known = known
        self.but = [value for said in known for value in said.schema.get(BUT, ())]

    def all(self, key: str) -> list[tuple[Any, Way]]:
        """Return what a keyword says wherever it stands, and where that is."""
        return [(said.schema[key], (*said.way, key)) for said in self.known if key in said.schema]

    def counts(self, least_key: str, most_key: str) -> tuple[int, int | None]:
        """Return the least and the most that two keywords allow."""
        least = max((self._count(*one) for one in self.all(least_key)), default=0)
        most = min((self._count(*one) for one in self.all(most_key)), default=None)
        if most is not None and least > most:
            words = phrase("At least {least} and at most {most} cannot be.", least=least, most=most)
            raise NoValue(self.whole.fault(self.all(most_key)[0][1], words))
        return least, most

    def _count(self, value: Any, way: Way) -> int:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 <= value <= _MOST_REPETITIONS or value != int(value):
            words = phrase("A number from 0 to {n} is expected here.", n=_MOST_REPETITIONS)
            self.whole.fail((*way, VALUE), words)
        return int(value)

    def unsayable(self, key: str) -> Unsayable:
        """Return what is left over where a keyword was turned around."""
        said = next((said for said in self.known if key in said.schema), self.known[0])
        words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword="not")
        return Unsayable(self.whole.fault(said.way, words))


class Scalars(Keywords):
    """Texts and numbers."""

    def string(self) -> list[Part]:
        """Return the texts."""
        least, most = self.counts("minLength", "maxLength")
        part = Texts(least, most)
        patterns = {value: way for value, way in self.all("pattern") if isinstance(value, str)}
        for value, way in self.all("pattern"):
            rules = self._pattern(value, (*way, VALUE))
            if len(patterns) > 1 or least or most is not None or self.all("format"):
                words = phrase("“pattern” and a length or a format cannot be kept to together.")
                return [Unsayable(self.whole.fault(way, words))]
            part = replace(part, pattern=rules)
        forms = self.all("format")
        for value, way in forms:
            if value not in _FORMATS:
                formats = ", ".join(_FORMATS)
                words = phrase(
                    "The formats that a grammar can keep to are {formats}.", formats=formats
                )
                self.whole.fail((*way, VALUE), words)
            if least or most is not None or part.form not in ("", value):
                words = phrase("“format” and a length cannot be kept to together.")
                return [Unsayable(self.whole.fault(way, words))]
            part = replace(part, form=value)
        but = frozenset(
            one
            for one in self.but
            if isinstance(one, str) and least <= len(one) <= (most or math.inf)
        )
        if but and part != Texts():
            return [self.unsayable(BUT)]
        return [replace(part, but=but)]

    def _pattern(self, pattern: Any, way: Way) -> str:
        if not isinstance(pattern, str) or has_half(pattern):
            self.whole.fail(way, phrase("A regular expression is expected here."))
        try:
            return rules_of_pattern(pattern)
        except PatternRefused as error:
            words = phrase("A grammar cannot keep to “{part}” in this pattern.", part=shown(error))
            self.whole.fail(way, words)

    # -- numbers --

    def numbers(self, types: Sequence[str]) -> list[Part]:
        """Return the numbers: whole ones, others, or both, as the types say."""
        lows = [
            Limit(self._decimal(*one), key == "exclusiveMinimum")
            for key in ("minimum", "exclusiveMinimum")
            for one in self.all(key)
        ]
        highs = [
            Limit(self._decimal(*one), key == "exclusiveMaximum")
            for key in ("maximum", "exclusiveMaximum")
            for one in self.all(key)
        ]
        low = max(lows, key=lambda one: (one.value, one.is_exclusive), default=None)
        high = min(highs, key=lambda one: (one.value, not one.is_exclusive), default=None)
        is_whole, multiple = "broken" not in types, 1
        for value, way in self.all("multipleOf"):
            multiple = math.lcm(multiple, self._divisor(value, way, is_whole=is_whole))
        if self.all("multipleOf"):
            is_whole = True
            if "integer" not in types:
                self._no_number()
        numbers = Numbers(low, high, is_whole, "integer" not in types, multiple)
        if numbers.is_broken and (low or high):
            return [self.unsayable("type")]
        self._require_some(numbers)
        found: list[Part] = []
        for part in self._without_some(numbers):
            if not can_count(part):
                words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword="multipleOf")
                return [Unsayable(self.whole.fault(self.all("multipleOf")[0][1], words))]
            found.append(part)
        return found

    def _no_number(self) -> NoReturn:
        keys = OF_TYPE["number"]
        way = next((way for key in keys for _, way in self.all(key)), ())
        raise NoValue(self.whole.fault(way[:-1], phrase("No number lies within these bounds.")))

    def _require_some(self, numbers: Numbers) -> None:
        is_open = numbers.low is None or numbers.high is None
        if not _has_numbers(numbers) and not (is_open and self.whole.is_exact):
            self._no_number()

    def _without_some(self, numbers: Numbers) -> list[Numbers]:
        """Return numbers without those that are excluded: the pieces between them."""
        but = sorted(
            {
                Decimal(repr(value))
                for value in self.but
                if type_of(value) == "integer"
                or (type_of(value) == "broken" and not numbers.is_whole)
            }
        )
        if not but:
            return [numbers]
        if numbers.is_broken or any(abs(one) >= 10**15 or _n_digits(one) > 14 for one in but):
            self.whole.fail(
                self.known[0].way,
                phrase("“{keyword}” cannot be kept to by a grammar.", keyword="not"),
            )
        pieces = []
        low = numbers.low
        for one in but:
            at = Limit(one, is_exclusive=True)
            if low is not None and low.value > one:
                continue
            if numbers.high is not None and numbers.high.value < one:
                break
            pieces.append(replace(numbers, low=low, high=at))
            low = at
        pieces.append(replace(numbers, low=low))
        return [piece for piece in pieces if _has_numbers(piece)]

    def _decimal(self, value: Any, way: Way) -> Decimal:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        found = Decimal(repr(value)) if is_number and abs(value) < 10**15 else None
        if found is None or _n_digits(found) > _MOST_DIGITS[found == found.to_integral_value()]:
            words = phrase("A number of at most {n} digits is expected here.", n=_MOST_DIGITS[0])
            self.whole.fail((*way, VALUE), words)
        return found

    def _divisor(self, value: Any, way: Way, *, is_whole: bool) -> int:
        top, bottom = self._decimal(value, way).as_integer_ratio()
        if top <= 0:
            self.whole.fail((*way, VALUE), phrase("A number above 0 is expected here."))
        # Programs divide floating point numbers; what has no exact one divides by chance.
        if bottom != 1 and not (is_whole and bottom & (bottom - 1) == 0):
            words = phrase("“{keyword}” cannot be kept to by a grammar.", keyword="multipleOf")
            self.whole.fail(way, words)
        return top


def _has_numbers(numbers: Numbers) -> bool:
    if numbers.is_whole:
        least, most = whole_bounds(numbers)
        return -(-least // numbers.multiple) * numbers.multiple <= most
    low, high = numbers.low, numbers.high
    if low is None or high is None:
        return True
    is_open = low.is_exclusive or high.is_exclusive
    return low.value < high.value or (low.value == high.value and not is_open)


def _n_digits(value: Decimal) -> int:
    whole, _, digits = f"{abs(value):f}".partition(".")
    return len(whole + digits.rstrip("0"))
