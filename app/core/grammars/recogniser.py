"""Follows a text or tokens through a grammar, as llama.cpp does and more strictly.

A state is the set of stacks that llama.cpp has: each the places in rules that are still to be
matched, the next one on top. What llama.cpp overlooks is refused here: a token that goes on within
its own text into a place for a token (it would end the process), text that is no UTF-8, an end
within a character, and a grammar so ambiguous that the stacks multiply without an end.

Threads: one at a time; states are values.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from app.core.grammars.elements import ElementKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt

    from app.core.grammars.elements import Grammar

_MOST_STACKS: Final = 1000
_MOST_SEEN: Final = 20_000  # on the way to them
_LAST_CHAR: Final = 0x10FFFF
_SURROGATES: Final = (0xD800, 0xDFFF)


class TooAmbiguous(Exception):
    """There are too many ways in which a text can be read."""


class _Stack:
    """A place in a rule, with those below that follow it; each stack is one object."""

    __slots__ = ("_above", "below", "place", "settled")

    def __init__(self, place: int, below: _Stack | None) -> None:
        self.place = place
        self.below = below
        self.settled: tuple[_Stack, ...] | None = None
        self._above: dict[int, _Stack] = {}

    def with_top(self, place: int) -> _Stack:
        found = self._above.get(place)
        if found is None:
            found = self._above[place] = _Stack(place, self)
        return found


@dataclass(frozen=True, slots=True)
class State:
    """How far a text is.

    Attributes:
        stacks: all ways in which it can go on.
        pending: the first bytes of a character.
        is_complete: it may end here.
        can_go_on: it need not.
    """

    stacks: tuple[_Stack, ...]
    pending: bytes
    is_complete: bool
    can_go_on: bool


class Recogniser:
    """One grammar, with all that was walked of it.

    Args:
        token_of: the id of a token that the grammar names by its text.

    Raises:
        TooAmbiguous: it begins in too many ways.
    """

    def __init__(self, grammar: Grammar, token_of: Callable[[str], int] | None = None) -> None:
        self._kinds: list[ElementKind] = []
        self._values: list[int] = []
        self._alternatives: list[list[int]] = []
        for rule in grammar.rules:
            begins = [len(self._kinds)]
            for kind, value in rule:
                if isinstance(value, str):
                    value = token_of(value) if token_of is not None else -1
                self._kinds.append(kind)
                self._values.append(value)
                if kind is ElementKind.ALTERNATIVE:
                    begins.append(len(self._kinds))
            self._alternatives.append(begins)
        self._sets: dict[int, _CharSet] = {}
        self._bottom = _Stack(-1, None)
        self._bottom.settled = (self._bottom,)
        begins = self._alternatives[grammar.root]
        self.start = self._state((self._entered(self._bottom, begin) for begin in begins), b"")

    def after_text(self, state: State, text: str) -> State | None:
        """Return the state after some text; None where it does not fit.

        Raises:
            TooAmbiguous: it can be read in too many ways.
        """
        if state.pending:
            return None
        stacks = state.stacks
        for char in text:
            stacks = self._after_char(stacks, ord(char))
            if not stacks:
                return None
        return self._state(stacks, b"")

    def after_token(self, state: State, token: int, piece: bytes) -> State | None:
        """Return the state after a token; None where it does not fit.

        Args:
            state: before it.
            token: its id.
            piece: the bytes that it adds to the answer; b"" for one that is not shown.

        Raises:
            TooAmbiguous: it can be read in too many ways.
        """
        found: list[_Stack] = []
        for stack in () if state.pending else state.stacks:
            kind = self._kind(stack)
            if kind in _TOKENS and (self._values[stack.place] == token) == (
                kind is ElementKind.TOKEN
            ):
                found.extend(self._settled(self._left(stack, stack.place + 1)))
        after = self.after_bytes(state, piece) if piece else None
        if after is None or not found:
            return after or (self._state(found, b"") if found else None)
        return self._state((*found, *after.stacks), after.pending)

    def after_bytes(self, state: State, data: bytes) -> State | None:
        """Return the state after some bytes of a text; None where they do not fit.

        Raises:
            TooAmbiguous: they can be read in too many ways.
        """
        decoded = _decoded(state.pending, data)
        if decoded is None:
            return None
        found = self._after_chars(state.stacks, *decoded)
        return self._state(found, decoded[1]) if found else None

    def add_named_tokens(self, state: State, fits: npt.NDArray[np.bool_]) -> None:
        """Mark the tokens that fit because the grammar names them, or all but them.

        Args:
            state: before them.
            fits: bool [n_vocab].
        """
        for stack in () if state.pending else state.stacks:
            kind, token = self._kind(stack), self._values[stack.place]
            if kind is ElementKind.TOKEN and 0 <= token < len(fits):
                fits[token] = True
            elif kind is ElementKind.TOKEN_NOT:
                fits[np.arange(len(fits)) != token] = True

    def _after_chars(
        self, stacks: tuple[_Stack, ...], chars: str, pending: bytes
    ) -> tuple[_Stack, ...]:
        stacks = tuple(one for one in stacks if self._takes_chars(one))
        for char in chars:
            stacks = self._after_char(stacks, ord(char))
        if pending:
            low, high = _range_of(pending)
            stacks = tuple(
                one
                for one in stacks
                if self._takes_chars(one) and self._set(one.place).meets(low, high)
            )
        return stacks

    def _kind(self, stack: _Stack) -> ElementKind:
        return ElementKind.END if stack is self._bottom else self._kinds[stack.place]

    def _takes_chars(self, stack: _Stack) -> bool:
        return self._kind(stack) in _CHARS

    def _after_char(self, stacks: Iterable[_Stack], char: int) -> tuple[_Stack, ...]:
        found: dict[_Stack, None] = {}
        for stack in stacks:
            if not self._takes_chars(stack):
                continue
            chars = self._set(stack.place)
            if chars.has(char):
                found.update(dict.fromkeys(self._settled(self._left(stack, chars.end))))
                if len(found) > _MOST_STACKS:
                    raise TooAmbiguous
        return tuple(found)

    def _state(self, stacks: Iterable[_Stack], pending: bytes) -> State:
        settled: dict[_Stack, None] = {}
        for stack in stacks:
            settled.update(dict.fromkeys(self._settled(stack)))
            if len(settled) > _MOST_STACKS:
                raise TooAmbiguous
        is_at_end = self._bottom in settled
        can_go_on = len(settled) > is_at_end
        return State(tuple(settled), pending, is_at_end and not pending, can_go_on)

    # -- stacks --

    def _entered(self, below: _Stack, begin: int) -> _Stack:
        """Return a stack with an alternative on top, where that is not nothing."""
        is_blank = self._kinds[begin] in (ElementKind.END, ElementKind.ALTERNATIVE)
        return below if is_blank else below.with_top(begin)

    def _left(self, stack: _Stack, after: int) -> _Stack:
        """Return a stack whose top was matched."""
        assert stack.below is not None
        return self._entered(stack.below, after)

    def _settled(self, stack: _Stack) -> tuple[_Stack, ...]:
        """Return the stacks with characters or tokens on top, or none, that a stack stands for."""
        if stack.settled is not None:
            return stack.settled
        todo, seen, found = [stack], set(), []
        while todo:
            one = todo.pop()
            if one in seen:
                continue
            seen.add(one)
            if len(seen) > _MOST_SEEN:
                raise TooAmbiguous
            if one is self._bottom or self._kinds[one.place] is not ElementKind.RULE:
                found.append(one)
                continue
            below = self._left(one, one.place + 1)
            begins = self._alternatives[self._values[one.place]]
            todo.extend(self._entered(below, begin) for begin in begins)
        stack.settled = tuple(found)
        return stack.settled

    def _set(self, place: int) -> _CharSet:
        found = self._sets.get(place)
        if found is None:
            found = self._sets[place] = self._read_set(place)
        return found

    def _read_set(self, place: int) -> _CharSet:
        is_negated, ranges = self._kinds[place] is ElementKind.CHAR_NOT, []
        if self._kinds[place] is ElementKind.ANY_CHAR:
            return _CharSet(((0, _LAST_CHAR),), place + 1, is_negated=False)
        while True:
            low = high = self._values[place]
            place += 1
            if self._kinds[place] is ElementKind.RANGE_END:
                high = self._values[place]
                place += 1
            ranges.append((low, high))
            if self._kinds[place] is not ElementKind.CHAR_OR:
                return _CharSet(tuple(sorted(ranges)), place, is_negated=is_negated)


_CHARS = frozenset({ElementKind.CHAR, ElementKind.CHAR_NOT, ElementKind.ANY_CHAR})
_TOKENS = frozenset({ElementKind.TOKEN, ElementKind.TOKEN_NOT})


class _CharSet:
    """The characters that fit at a place; `end` is where the rule goes on."""

    __slots__ = ("_is_negated", "_known", "_ranges", "end")

    def __init__(self, ranges: tuple[tuple[int, int], ...], end: int, *, is_negated: bool) -> None:
        self._ranges = ranges
        self._is_negated = is_negated
        self._known: dict[int, bool] = {}
        self.end = end

    def has(self, char: int) -> bool:
        known = self._known.get(char)
        if known is None:
            is_named = any(low <= char <= high for low, high in self._ranges)
            known = self._known[char] = is_named != self._is_negated
        return known

    def meets(self, low: int, high: int) -> bool:
        """Whether a character between two that are no surrogates fits."""
        if not self._is_negated:
            return any(begin <= high and low <= end for begin, end in self._ranges)
        for begin, end in self._ranges:  # in order
            if begin > low:
                return True
            low = max(low, end + 1)
            if low > high:
                return False
        return True


def _decoded(pending: bytes, piece: bytes) -> tuple[str, bytes] | None:
    """Return the characters that are complete now, and the bytes of one that is not.

    None where it is no UTF-8, or holds a zero, at which llama.cpp stops reading.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    try:
        text = decoder.decode(pending + piece)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else (text, decoder.getstate()[0])


def _range_of(pending: bytes) -> tuple[int, int]:
    """Return the first and the last character that may begin with some bytes."""
    first = pending[0]
    n_bytes = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    value = first & (0xFF >> (n_bytes + 1))
    for byte in pending[1:]:
        value = value << 6 | byte & 0x3F
    n_open = 6 * (n_bytes - len(pending))
    low, high = value << n_open, ((value + 1) << n_open) - 1
    low = max(low, {2: 0x80, 3: 0x800, 4: 0x10000}[n_bytes])
    high = min(high, _LAST_CHAR)
    if low < _SURROGATES[0] <= high <= _SURROGATES[1]:
        high = _SURROGATES[0] - 1
    return low, high
