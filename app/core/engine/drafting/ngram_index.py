"""Finds where the last tokens of a text were said before, to see what followed there.

The places where the same three tokens end are chained, newest first, by a table of hashes; of a few
of them the one is taken with the longest text in common before it. So a token costs the same
however long the text is, and a prompt is taken at once, by numpy.

Threads: one at a time.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

MIN_MATCHED = 3  # tokens; two of a natural text say little about the third
MAX_MATCHED = 16  # a longer text in common says no more
_N_BUCKETS = 1 << 16
_FACTORS = (40_503, 60_493, 52_711)  # odd, so that each bit of a token counts
_MOST_PLACES = 16  # of the same three tokens, or the same hash
_FEW = 64  # tokens that numpy would take longer for
_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class NgramMatch:
    """An earlier place with the last tokens of a text.

    Attributes:
        n_tokens: how many are the same, `MAX_MATCHED` at most.
        next_at: position of the token that followed there.
    """

    n_tokens: int
    next_at: int


class NgramIndex:
    """The tokens of one text, which only grows."""

    def __init__(self) -> None:
        self._tokens = array("i")
        # Of the three tokens that end at each position: where the same hash was before.
        self._previous = array("i")
        self._latest = array("i", [_NOWHERE]) * _N_BUCKETS

    def __len__(self) -> int:
        return len(self._tokens)

    def extend(self, tokens: Series[int]) -> None:
        """Take more tokens."""
        if len(tokens) < _FEW:
            for token in tokens:
                self._append(token)
        elif len(self) < MIN_MATCHED - 1:
            head = MIN_MATCHED - 1 - len(self)
            self.extend(tokens[:head])
            self._append_many(tokens[head:])
        else:
            self._append_many(tokens)

    def longest_match(self) -> NgramMatch | None:
        """Return where most of the last tokens stood before, the latest of several such places."""
        tokens, end = self._tokens, len(self._tokens) - 1
        best: NgramMatch | None = None
        place = self._previous[end] if end >= 0 else _NOWHERE
        for _ in range(_MOST_PLACES):
            if place == _NOWHERE:
                break
            n_matched = self._n_matched(place, end)
            if n_matched >= MIN_MATCHED and (best is None or n_matched > best.n_tokens):
                best = NgramMatch(n_matched, place + 1)
                if n_matched == MAX_MATCHED:
                    break
            place = self._previous[place]
        assert best is None or best.next_at < len(tokens)
        return best

    def continuation(self, match: NgramMatch, n_tokens: int) -> tuple[int, ...]:
        """Return what followed there; where that runs into the end, it goes on from there again."""
        followed = self._tokens[match.next_at : match.next_at + n_tokens]
        n_repeats = -(-n_tokens // len(followed))  # rounded up
        return tuple((followed * n_repeats)[:n_tokens])

    def _n_matched(self, place: int, end: int) -> int:
        """Return how many tokens up to `place` are those up to `end`."""
        tokens = self._tokens
        most = min(MAX_MATCHED, place + 1)
        for count in range(most):
            if tokens[place - count] != tokens[end - count]:
                return count
        return most

    def _append(self, token: int) -> None:
        tokens = self._tokens
        tokens.append(token)
        place = _NOWHERE
        if len(tokens) >= MIN_MATCHED:
            bucket = _hash(tokens[-3], tokens[-2], token)
            place, self._latest[bucket] = self._latest[bucket], len(tokens) - 1
        self._previous.append(place)

    def _append_many(self, tokens: Series[int]) -> None:
        begin = len(self)
        new = np.fromiter(tokens, np.int32, len(tokens))
        before = np.array(self._tokens[-(MIN_MATCHED - 1) :], np.int32)
        text = np.concatenate([before, new]).astype(np.int64)
        buckets = _hash(text[:-2], text[1:-1], text[2:])
        order = np.argsort(buckets, kind="stable")
        sorted_buckets = buckets[order]
        is_first = np.ones(len(order), bool)
        is_first[1:] = sorted_buckets[1:] != sorted_buckets[:-1]
        is_last = np.roll(is_first, -1)
        latest = np.frombuffer(self._latest, np.int32)
        previous = np.empty(len(order), np.int32)
        previous[order[1:]] = order[:-1] + begin
        previous[order[is_first]] = latest[sorted_buckets[is_first]]
        latest[sorted_buckets[is_last]] = order[is_last] + begin
        self._tokens.frombytes(new.tobytes())
        self._previous.frombytes(previous.tobytes())


def _hash(first: Any, second: Any, third: Any) -> Any:
    """Return the bucket of three tokens, numbers or arrays of them."""
    a, b, c = _FACTORS
    return (first * a + second * b + third * c) % _N_BUCKETS
