"""Owning wrapper of a sampler chain: the ordered samplers of one sequence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llama_cpp import llama_cpp as native

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.llama.context import Context
    from app.core.llama.model import Model


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
        return int(native.llama_sampler_sample(self._handle, context.handle, batch_index))


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
