"""Which of all tokens of a model fit a state of a grammar, found at once.

llama.cpp follows each token by itself along each way in which it can be read, which takes for ever
where a grammar is ambiguous. Here the tokens are a tree of their bytes, walked level by level, and
what a byte makes of a state is computed once. When that takes too long, longer tokens are left out:
shorter ones that fit can say the same.

Threads: one at a time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from app.core.grammars.recogniser import TooAmbiguous

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    import numpy.typing as npt

    from app.core.grammars.recogniser import Recogniser, State

_PATIENCE_S: Final = 0.5
_MOST_STATES: Final = 8000  # a kilobyte each
_MOST_MASKS: Final = 32
_DEAD, _UNKNOWN = 0, -1


@dataclass(frozen=True, slots=True)
class _Level:
    """The nodes of the tree at one depth.

    Attributes:
        parents: int64 [n], index of each node's parent one level above.
        bytes: uint8 [n], with which each is reached from there.
        tokens: int64 [m], the tokens that end here.
        nodes: int64 [m], where each ends.
    """

    parents: npt.NDArray[np.int64]
    bytes: npt.NDArray[np.int64]
    tokens: npt.NDArray[np.int64]
    nodes: npt.NDArray[np.int64]


class TokenTrie:
    """The tokens of a model as a tree of their bytes; made by `growing`."""

    def __init__(self, n_tokens: int, levels: Sequence[_Level]) -> None:
        self.n_tokens = n_tokens
        self.levels = levels

    @classmethod
    def growing(cls, pieces: Sequence[bytes]) -> Generator[None, None, TokenTrie]:
        """Make the tree, one level at a time.

        Args:
            pieces: the bytes of each token; b"" for one that is not shown.
        """
        lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
        begins = np.cumsum(lengths) - lengths
        data = np.frombuffer(b"".join(pieces), np.uint8).astype(np.int64)
        tokens = np.flatnonzero(lengths)
        nodes = np.zeros(len(tokens), np.int64)
        levels: list[_Level] = []
        while len(tokens):
            keys = nodes << 8 | data[begins[tokens] + len(levels)]
            unique, nodes = np.unique(keys, return_inverse=True)
            ends = lengths[tokens] == len(levels) + 1
            levels.append(_Level(unique >> 8, unique & 255, tokens[ends], nodes[ends]))
            tokens, nodes = tokens[~ends], nodes[~ends]
            yield
        return cls(len(pieces), levels)


class FittingTokens:
    """The tokens that fit states of one grammar, with what was found before."""

    def __init__(self, recogniser: Recogniser, trie: TokenTrie) -> None:
        self._recogniser = recogniser
        self._trie = trie
        self._masks: dict[object, npt.NDArray[np.bool_]] = {}
        self._forget_states()

    def _forget_states(self) -> None:
        self._states: list[State | None] = [None]
        self._number_of: dict[object, int] = {}
        self._after = np.full((64, 256), _UNKNOWN, np.int32)
        self._after[_DEAD] = _DEAD

    def at(self, state: State) -> npt.NDArray[np.bool_]:
        """Return of each token whether it fits: bool [n_vocab], not to be written to."""
        key = _key(state)
        found = self._masks.pop(key, None)
        if found is None:
            found = self._walked(state)
        self._masks[key] = found
        if len(self._masks) > _MOST_MASKS:
            del self._masks[next(iter(self._masks))]
        return found

    def _walked(self, state: State) -> npt.NDArray[np.bool_]:
        fits = np.zeros(self._trie.n_tokens, np.bool_)
        self._recogniser.add_named_tokens(state, fits)
        if len(self._states) > _MOST_STATES:
            self._forget_states()
        until = time.perf_counter() + _PATIENCE_S
        states = np.array([self._number(state)])
        for depth, level in enumerate(self._trie.levels):
            may_stop = depth > 0 and bool(fits.any())
            before = states[level.parents]
            states = self._after[before, level.bytes]
            unknown = np.flatnonzero(states == _UNKNOWN)
            if len(unknown):
                pairs = np.unique(before[unknown] << 8 | level.bytes[unknown])
                for pair in pairs.tolist():
                    if may_stop and time.perf_counter() > until:
                        break
                    self._learn(pair >> 8, pair & 255)
                states = self._after[before, level.bytes]
            fits[level.tokens] |= states[level.nodes] > _DEAD
            states = np.maximum(states, _DEAD)
            if not states.any():
                break
        return fits

    def _learn(self, number: int, byte: int) -> None:
        """Find out what a byte makes of a state."""
        state = self._states[number]
        assert state is not None
        try:
            after = self._recogniser.after_bytes(state, bytes([byte]))
        except TooAmbiguous:
            after = None
        number_after = _DEAD if after is None else self._number(after)  # may make the table longer
        self._after[number, byte] = number_after

    def _number(self, state: State) -> int:
        key = _key(state)
        number = self._number_of.get(key)
        if number is None:
            number = self._number_of[key] = len(self._states)
            self._states.append(state)
            if number == len(self._after):
                more = np.full_like(self._after, _UNKNOWN)
                self._after = np.concatenate([self._after, more])
        return number


def _key(state: State) -> object:
    return frozenset(state.stacks), state.pending
