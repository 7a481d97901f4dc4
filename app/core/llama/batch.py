"""A reusable native batch: the tokens given to one `llama_decode`."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np
from llama_cpp import llama_cpp as native

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

_FLOAT_POINTER = ctypes.POINTER(ctypes.c_float)


class Batch:
    """Up to `capacity` tokens of one or more sequences. Threads: the engine thread only.

    Attributes:
        n_outputs: tokens in it whose logits are wanted.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.n_outputs = 0
        self._batch = native.llama_batch_init(capacity, 0, 1)

    def close(self) -> None:
        """Free the native arrays."""
        native.llama_batch_free(self._batch)

    @property
    def handle(self) -> Any:
        """The native structure, for `Context.decode` only."""
        return self._batch

    @property
    def n_tokens(self) -> int:
        """Tokens in the batch."""
        return int(self._batch.n_tokens)

    def clear(self) -> None:
        """Start an empty batch."""
        self._batch.n_tokens = 0
        self.n_outputs = 0

    def add(
        self, seq_id: int, tokens: Sequence[int], pos: int, logits_at: frozenset[int] = frozenset()
    ) -> dict[int, int]:
        """Append `tokens` of one sequence at positions `pos`, `pos + 1`, ...

        Args:
            logits_at: positions whose logits are wanted.

        Returns:
            For each wanted position its index in the batch, to be given to `Context.logits`.
        """
        batch = self._batch
        wanted: dict[int, int] = {}
        index = int(batch.n_tokens)
        for offset, token in enumerate(tokens):
            position = pos + offset
            batch.token[index] = token
            batch.pos[index] = position
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = seq_id
            batch.logits[index] = position in logits_at
            if position in logits_at:
                wanted[position] = index
            index += 1
        batch.n_tokens = index
        self.n_outputs += len(wanted)
        return wanted


class HiddenBatch(Batch):
    """A batch of tokens, each with the hidden state of the token before it.

    Args:
        n_hidden: numbers in a hidden state.
    """

    def __init__(self, capacity: int, n_hidden: int) -> None:
        super().__init__(capacity)
        self._hidden = np.zeros((capacity, n_hidden), dtype=np.float32)
        self._batch.embd = self._hidden.ctypes.data_as(_FLOAT_POINTER)

    def close(self) -> None:
        """Free the native arrays."""
        self._batch.embd = None  # numpy's
        super().close()

    def add_behind(
        self,
        seq_id: int,
        tokens: Sequence[int],
        hidden: npt.NDArray[np.float32],
        pos: int,
        logits_at: frozenset[int] = frozenset(),
    ) -> dict[int, int]:
        """Append tokens as `add` does, with their hidden states: float32 [n_tokens, n_hidden]."""
        begin = self.n_tokens
        self._hidden[begin : begin + len(tokens)] = hidden
        return self.add(seq_id, tokens, pos, logits_at)
