"""What the layer for multi-token prediction has of each chat, and how it follows what is said.

Its row at a position is made of the token there and of the hidden state of the token before, which
the loaded model computes anyway. That state is at hand once, after the batch it was computed in;
so rows are read then, and where a state is missing, because a chat came back from the store or
nothing was drafted for a while, the layer begins anew behind the gap. It knows less of the text
then, and is right less often; the loaded model reads nothing again for it.

    # [begin, n_rows)          rows in the layer's context
    # [n_rows, n_rows + m)     positions whose row can be made: the state before them is kept

A head in a file of its own has no rows: it reads those of the loaded model. It needs the hidden
state before the last token, and nothing else; the batch that said that token has left it.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from app.core.engine.drafting.payoff import MOST_DRAFTED
from app.core.kvstore.chain import common_prefix

if TYPE_CHECKING:
    from collections.abc import Sequence as Series

    from numpy.typing import NDArray

    from app.core.engine.sequences.answer import Answer
    from app.core.engine.sequences.sequence import Sequence
    from app.core.llama import Context

_MOST_KEPT = MOST_DRAFTED + 1  # a batch has a draft behind the last token of a text


@dataclass(slots=True, eq=False)
class MtpChat:
    """The rows of one chat.

    Attributes:
        main: its sequence in the loaded model.
        context: of the layer, where it has the same id.
        states: of the tokens before the positions from `n_rows` on: float32 [m, n_hidden].
        begin: position of the first row.
        read: tokens that the rows, and then the states, are of, from the first position on.
        n_rows: positions that have a row, or none because they lie before `begin`.
        last: state that the last row was made of; None where that is not known.
    """

    main: Sequence
    context: Context
    states: NDArray[np.float32]
    begin: int = 0
    read: list[int] = field(default_factory=list)
    n_rows: int = 0
    last: NDArray[np.float32] | None = None
    _answer: Answer | None = None
    _n_settled: int = 0
    _is_ahead: bool = False

    @property
    def n_readable(self) -> int:
        """Tokens of the text whose rows can be made now."""
        return min(len(self.states), len(self.main.wanted) - self.n_rows)

    @property
    def is_at_end(self) -> bool:
        """Whether all rows of the text can be made that are missing, and one at least is."""
        return 0 < self.n_readable == len(self.main.wanted) - self.n_rows

    def settle(self) -> None:
        """Cut off what was drafted, and what is not in the text any more."""
        answer, text = self.main.answer, self.main.wanted
        if answer is None or answer is not self._answer:
            self._n_settled = 0  # only the text of one answer does nothing but grow
        self._answer = answer
        begin = min(self._n_settled, len(self.read), len(text))
        n_same = begin + common_prefix(self.read[begin:], text[begin:])
        n_rows = min(self._n_rows_of(n_same), self.n_rows)
        if n_rows < self.n_rows or self._is_ahead:
            self._cut(n_rows)
        del self.read[n_same:]
        self.states = self.states[: n_same + 1 - self.n_rows]
        self._n_settled = min(n_same, self.n_rows)

    def _n_rows_of(self, n_tokens: int) -> int:
        """Return how many rows are made of the first tokens alone."""
        return n_tokens

    def _cut(self, n_rows: int) -> None:
        self._is_ahead = False
        if n_rows < self.n_rows:
            self.last, self.states = None, self.states[:0]
        if n_rows <= self.begin:
            self.clear()
        else:
            self.context.remove(self.main.seq_id, n_rows)
            self.n_rows = n_rows

    def clear(self) -> None:
        """Forget everything."""
        self.context.remove(self.main.seq_id, -1)
        self.read.clear()
        self.states, self.last = self.states[:0], None
        self.begin = self.n_rows = self._n_settled = 0
        self._is_ahead = False

    def read_last_again(self) -> None:
        """Take back the last row, for what the layer says after it is asked for once more."""
        if self.last is None or self.n_rows - 1 <= self.begin:
            return
        last, states = self.last, self.states
        self._cut(self.n_rows - 1)
        self.states = np.concatenate([last[np.newaxis], states])

    def take(self, begin: int, tokens: Series[int], states: NDArray[np.float32]) -> None:
        """Keep the states of tokens that the loaded model has computed.

        Args:
            begin: position of the first one.
            tokens: what they are.
            states: float32 [n_tokens, n_hidden].
        """
        n_rows = self.n_rows
        if begin < n_rows:  # computed again
            self.states = states[n_rows - begin - 1 :]
            self.read[begin:] = tokens
            return
        if begin > n_rows + len(self.states):
            self.clear()
            self.begin = self.n_rows = begin
        unknown = np.zeros_like(states[:1])  # as before the first token of a text
        kept = self.states[: begin - self.n_rows + 1]
        if len(kept) == begin - self.n_rows:
            kept = np.concatenate([kept, unknown])
        self.states = np.concatenate([kept, states])
        del self.read[begin:]
        self.read += [*self.main.wanted[len(self.read) : begin], *tokens]

    def has_read(self, n_tokens: int) -> None:
        """Take note that so many rows more are there."""
        self.last = self.states[n_tokens - 1].copy()
        self.states = self.states[n_tokens:]
        self.n_rows += n_tokens
        self.read += self.main.wanted[len(self.read) : self.n_rows]
        self._n_settled = self.n_rows

    def has_drafted(self) -> None:
        """Take note that rows of drafted tokens lie behind those of the text."""
        self._is_ahead = True

    def draft_pos(self, n_drafted: int) -> int:
        """Return the position of the last of so many drafted tokens."""
        return self.n_rows + n_drafted - 1


@dataclass(slots=True, eq=False)
class ChatOfBlocks(MtpChat):
    """The rows of one chat where each is made of a token's state alone, and is named one higher.

    So the row of a text's last token, which is not computed yet, is the first that is missing.
    """

    def _n_rows_of(self, n_tokens: int) -> int:
        return min(n_tokens + 1, len(self.main.wanted))

    @property
    def is_at_end(self) -> bool:
        """Whether all rows of the text are there, or can be made."""
        return self.n_rows + self.n_readable == len(self.main.wanted)

    def take(self, begin: int, tokens: Series[int], states: NDArray[np.float32]) -> None:
        """Keep the states of tokens that the loaded model has computed, as in `MtpChat`."""
        if begin < self.n_rows + len(self.states):
            MtpChat.take(self, begin, tokens, states)
            return
        self.clear()
        self.begin = self.n_rows = begin + 1
        self.states = states
        self.read += [*self.main.wanted[:begin], *tokens]


@dataclass(slots=True, eq=False)
class ChatOfHead:
    """What a head needs of one chat: the state before the last token of its text.

    Attributes:
        main: its sequence in the loaded model.
    """

    main: Sequence
    _states: NDArray[np.float32]
    _read: list[int] = field(default_factory=list)  # the tokens of these states
    _begin: int = 0  # position of the first of them

    @property
    def n_rows(self) -> int:
        """Position of the last token, behind all rows that the loaded model has made."""
        return len(self.main.wanted) - 1

    @property
    def states(self) -> NDArray[np.float32]:
        """float32 [1, n_hidden], or [0, n_hidden] where the state is not known."""
        at = self.n_rows - 1 - self._begin
        is_known = 0 <= at < len(self._read) and self._read[at] == self.main.wanted[-2]
        return self._states[at : at + 1] if is_known else self._states[:0]

    @property
    def n_readable(self) -> int:
        """1 where the state is known, which is all that is missing."""
        return len(self.states)

    @property
    def is_at_end(self) -> bool:
        """Whether something can be drafted."""
        return bool(self.n_readable)

    def settle(self) -> None:
        """There is nothing of a draft to cut off."""

    def clear(self) -> None:
        """Forget everything."""
        self._read.clear()
        self._states = self._states[:0]

    def read_last_again(self) -> None:
        """The head reads the last token whenever it drafts."""

    def take(self, begin: int, tokens: Series[int], states: NDArray[np.float32]) -> None:
        """Keep the states of tokens that the loaded model has computed, as in `MtpChat`."""
        n_kept = min(len(tokens), _MOST_KEPT)
        self._begin = begin + len(tokens) - n_kept
        self._read = list(tokens[-n_kept:])
        self._states = states[-n_kept:]

    def has_read(self, n_tokens: int) -> None:
        """The head keeps no rows."""

    def has_drafted(self) -> None:
        """The head keeps no rows."""

    def draft_pos(self, n_drafted: int) -> int:  # noqa: ARG002 - as in `MtpChat`
        """Return the position of every drafted token: the head reads all from the last one's.

        Source: common/speculative.cpp of llama.cpp, "with shared memory".
        """
        return self.n_rows
