"""Which tokens of a sequence are cells of pictures and sounds, and where its tokens lie.

Where cells share positions, a token is not at its own number (`content/media_table.py`).

Threads: the engine thread only.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Protocol

from app.core.content import NO_MEDIA
from app.core.kvstore import common_prefix

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    from app.core.content import MediaChunk, MediaTable

_MOST_COMING = 2  # the one that is computed, and the one that is encoded meanwhile


class Tokens(Protocol):
    """What is asked of a sequence."""

    @property
    def tokens(self) -> Series[int]:
        """Ids in the KV cache."""

    @property
    def wanted(self) -> Series[int]:
        """Ids that are to be there."""

    @property
    def n_cached(self) -> int:
        """Tokens in the KV cache."""

    @property
    def n_pending(self) -> int:
        """Tokens to compute."""


class SequenceMedia:
    """The media of one sequence; written by that alone.

    Args:
        sequence: whose.
    """

    def __init__(self, sequence: Tokens) -> None:
        self._sequence = sequence
        self._held = NO_MEDIA  # and of what is computed behind them later
        self._wanted = NO_MEDIA

    @property
    def held(self) -> MediaTable:
        """Which of the tokens in the KV cache are cells of media."""
        return self._held.part(0, self._sequence.n_cached)

    @property
    def wanted(self) -> MediaTable:
        """Which of the wanted tokens are."""
        return self._wanted

    def position(self, n_tokens: int) -> int:
        """Return the position behind the first `n_tokens`, all of which are in the KV cache."""
        return self._held.position(n_tokens)

    def n_common(self, token_ids: Series[int], media: MediaTable) -> int:
        """Return how many of the tokens in the KV cache begin another text, no medium cut in two.

        Args:
            token_ids: of that text.
            media: among them.
        """
        n_tokens = common_prefix(self._sequence.tokens, token_ids)
        return self._held.alike(media, n_tokens) if self._held or media else n_tokens

    # -- what comes next --

    @property
    def next(self) -> MediaChunk | None:
        """The one whose cells come next; None where text does, or nothing."""
        if not self._wanted or not self._sequence.n_pending:
            return None
        return self._wanted.chunk_at(self._sequence.n_cached)

    @property
    def coming(self) -> tuple[MediaChunk, ...]:
        """The next ones that are to be computed, in order, few of them."""
        if not self._wanted or not self._sequence.n_pending:
            return ()
        n_wanted, n_cached = len(self._sequence.wanted), self._sequence.n_cached
        later = (one for one in self._wanted.chunks if n_cached < one.end and one.first < n_wanted)
        return tuple(itertools.islice(later, _MOST_COMING))

    @property
    def text_end(self) -> int:
        """Up to where the wanted tokens are text from here on."""
        n_wanted = len(self._sequence.wanted)
        if not self._wanted:
            return n_wanted
        medium = self._wanted.next_medium(self._sequence.n_cached)
        return n_wanted if medium is None else min(medium, n_wanted)

    # -- changes, by the sequence --

    def want(self, media: MediaTable) -> None:
        """Take note of the media among the wanted tokens."""
        self._wanted = media

    def want_at_most(self, n_tokens: int) -> None:
        """Take note that only so many of the wanted tokens are wanted still."""
        self._wanted = self._wanted.part(0, n_tokens)

    def want_no_more(self) -> None:
        """Take note that nothing is wanted but what is in the KV cache."""
        self._wanted = self._held.part(0, self._sequence.n_cached)

    def hold(self) -> None:
        """Take note that wanted tokens are in the KV cache now."""
        self._held = self._wanted

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`."""
        self._held = self._held.part(0, n_tokens)
