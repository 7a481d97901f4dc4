"""Owning wrapper of a sampler chain: the ordered samplers of one sequence.

llama.cpp hands every token of the vocabulary to the chain, 1.8 MB for 150,000 tokens, and top-k
drops all but a few of them. Here those few are found first where that comes to the same: 0.8 ms a
token become 0.3, and 0.01 where only the likeliest is wanted.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from llama_cpp import llama_cpp as native

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from app.core.llama.context import Context
    from app.core.llama.model import Model


_CANDIDATE = np.dtype([("id", "<i4"), ("logit", "<f4"), ("p", "<f4")])  # llama_token_data
_CANDIDATES = ctypes.POINTER(native.llama_token_data)
_BLOCKS_FOR_EACH = 16  # of those that top-k keeps: so many that few share one


@dataclass(frozen=True, slots=True)
class ChainParams:
    """Values of the samplers; the neutral value of each leaves it out of the chain.

    Attributes:
        temperature: 0 for greedy. top_k: 0 off. top_p: 1 off. min_p: 0 off.
        repeat_penalty: 1 off, over the last `repeat_last_n` tokens.
        seed: unsigned 32 bits.
    """

    temperature: float
    top_k: int
    top_p: float
    min_p: float
    repeat_penalty: float
    repeat_last_n: int
    seed: int


class SamplerChain:
    """Penalties, top-k, top-p, min-p, temperature, draw: llama.cpp's usual order.

    Threads: the engine thread only. `close` frees the chain.
    """

    def __init__(self, model: Model, params: ChainParams) -> None:
        sees_logits_first = params.repeat_penalty == 1.0
        self._is_greedy = sees_logits_first and params.temperature <= 0
        self._top_k = params.top_k if sees_logits_first and params.temperature > 0 else 0
        self._handle = native.llama_sampler_chain_init(native.llama_sampler_chain_default_params())
        for sampler in _samplers(model, params):
            native.llama_sampler_chain_add(self._handle, sampler)

    def close(self) -> None:
        """Free the chain and its samplers."""
        if self._handle:
            native.llama_sampler_free(self._handle)
            self._handle = None

    def accept(self, tokens: Iterable[int]) -> None:
        """Tell the chain of tokens that it did not sample, for the repeat penalty."""
        for token in tokens:
            native.llama_sampler_accept(self._handle, token)

    def sample(self, context: Context, batch_index: int) -> int:
        """Choose and accept the token that follows the batch's token `batch_index`."""
        if self._is_greedy:
            return int(context.logits_in_place(batch_index).argmax())
        if self._top_k > 0:
            logits = context.logits_in_place(batch_index)
            likeliest = with_the_likeliest(logits, self._top_k)
            if 0 < len(likeliest) < len(logits):
                return self._sample_of(likeliest, logits)
        return int(native.llama_sampler_sample(self._handle, context.handle, batch_index))

    def _sample_of(self, token_ids: npt.NDArray[np.intp], logits: npt.NDArray[np.float32]) -> int:
        candidates = np.zeros(len(token_ids), _CANDIDATE)
        candidates["id"], candidates["logit"] = token_ids, logits[token_ids]
        data = candidates.ctypes.data_as(_CANDIDATES)
        array = native.llama_token_data_array(data, len(candidates), -1, False)
        native.llama_sampler_apply(self._handle, ctypes.byref(array))
        token = int(array.data[array.selected].id)
        native.llama_sampler_accept(self._handle, token)
        return token


def with_the_likeliest(logits: npt.NDArray[np.float32], k: int) -> npt.NDArray[np.intp]:
    """Return tokens among which the `k` likeliest are, in rising order; few others.

    The k-th highest of the maxima of blocks is no higher than the k-th highest of all.

    Args:
        logits: float32 [n_vocab].
        k: at least 1.

    Returns:
        Token ids, int [n]; all of them where blocks do not help, none where a logit is no number.
    """
    size = len(logits) // (k * _BLOCKS_FOR_EACH)
    if size < 2:
        return np.arange(len(logits))
    n_blocks = len(logits) // size
    highest = logits[: n_blocks * size].reshape(n_blocks, size).max(axis=1)
    least = np.partition(highest, n_blocks - k)[n_blocks - k]
    return np.flatnonzero(logits >= least)


def _samplers(model: Model, params: ChainParams) -> Iterable[native.llama_sampler_p]:
    if params.repeat_penalty != 1.0:
        yield native.llama_sampler_init_penalties(
            model.n_vocab, params.repeat_last_n, params.repeat_penalty, 0.0, 0.0
        )
    if params.temperature <= 0:
        yield native.llama_sampler_init_greedy()
        return
    if params.top_k > 0:
        yield native.llama_sampler_init_top_k(params.top_k)
    if params.top_p < 1:
        yield native.llama_sampler_init_top_p(params.top_p, 1)
    if params.min_p > 0:
        yield native.llama_sampler_init_min_p(params.min_p, 1)
    yield native.llama_sampler_init_temp(params.temperature)
    yield native.llama_sampler_init_dist(params.seed)
