"""Owning wrapper of a sampler chain: the ordered samplers of one sequence.

llama.cpp hands every token of the vocabulary to the chain, 1.8 MB for 150,000 tokens, and top-k
drops all but a few of them. Here those few are found first where that comes to the same: 0.8 ms a
token become 0.3, and 0.01 where only the likeliest is wanted.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np
from llama_cpp import llama_cpp as native

from app.core.plain_value import PlainValue
from app.core.protocol import SAMPLERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from app.core.llama.context import Context
    from app.core.llama.model import Model


CANDIDATE = np.dtype([("id", "<i4"), ("logit", "<f4"), ("p", "<f4")])  # llama_token_data
CANDIDATES = ctypes.POINTER(native.llama_token_data)
_BLOCKS_FOR_EACH = 16  # of those that top-k keeps: so many that few share one


_WITH_HISTORY = ("penalties", "dry")
_DRY_LAST_N = 2048
_DRY_BREAKERS = (b"\n", b":", b'"', b"*")  # as llama.cpp's own programs have them
_LEAST_KEPT = 1
_MIROSTAT_M = 100  # of its first version: so many tokens tell how steep the likelihoods fall


class ChainParams(PlainValue, frozen=True):
    """Values of the samplers; the neutral value of each leaves it out of the chain.

    Attributes:
        temperature: 0 for greedy. dynatemp_range: 0 off.
        top_k: 0 off. top_p: 1 off. min_p: 0 off. typical_p: 1 off. top_n_sigma: 0 off.
        xtc_probability: 0 off, as is a threshold above 0.5.
        dry_multiplier: 0 off.
        repeat_penalty: 1 off. frequency_penalty, presence_penalty: 0 off. Over the last
            `repeat_last_n` tokens.
        mirostat: 0 off, else its version: then only what looks back and the temperature count.
        order: names of `SAMPLERS`, each once.
        biases: words, and what is added to the logit of the token with which they begin, before
            all samplers; in the middle of a line and at its beginning.
        token_biases: the same of tokens; those that there are not are left out.
        seed: unsigned 32 bits.
    """

    temperature: float
    top_k: int
    top_p: float
    min_p: float
    repeat_penalty: float
    repeat_last_n: int
    seed: int
    dynatemp_range: float = 0.0
    dynatemp_exponent: float = 1.0
    typical_p: float = 1.0
    top_n_sigma: float = 0.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    dry_multiplier: float = 0.0
    dry_base: float = 1.75
    dry_allowed_length: int = 2
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    mirostat: int = 0
    mirostat_tau: float = 5.0
    mirostat_eta: float = 0.1
    order: tuple[str, ...] = SAMPLERS
    biases: tuple[tuple[str, float], ...] = ()
    token_biases: tuple[tuple[int, float], ...] = ()

    @property
    def n_looked_back(self) -> int:
        """How many of the tokens before the chain has to be told of."""
        needs = (
            (self.repeat_last_n, self._is_on("penalties")),
            (_DRY_LAST_N, self._is_on("dry")),
        )
        return max((n_tokens for n_tokens, is_needed in needs if is_needed), default=0)

    @property
    def chain(self) -> tuple[str, ...]:
        """Names of the samplers that do something, in their order; one that chooses follows."""
        kept = [name for name in self.order if self._is_on(name)]
        if self.temperature <= 0:
            return tuple(name for name in kept if name in _WITH_HISTORY)
        if self.mirostat:
            return tuple(name for name in kept if name in (*_WITH_HISTORY, "temperature"))
        return tuple(kept)

    def _is_on(self, name: str) -> bool:
        penalties = (self.repeat_penalty != 1.0, self.frequency_penalty, self.presence_penalty)
        return {
            "penalties": self.repeat_last_n > 0 and any(penalties),
            "dry": self.dry_multiplier > 0,
            "top_n_sigma": self.top_n_sigma > 0,
            "top_k": self.top_k > 0,
            "typical_p": self.typical_p < 1,
            "top_p": self.top_p < 1,
            "min_p": self.min_p > 0,
            "xtc": self.xtc_probability > 0 and self.xtc_threshold <= 0.5,
            "temperature": True,
        }[name]


def ordered(text: str) -> tuple[str, ...]:
    """Return all samplers: first those that a text names, in its order.

    Args:
        text: names separated by blanks or commas; what is no sampler or there twice is ignored.
    """
    named = [name for name in text.replace(",", " ").split() if name in SAMPLERS]
    return tuple(dict.fromkeys([*named, *SAMPLERS]))


class SamplerChain:
    """What a token goes through before one is chosen; llama.cpp computes.

    Threads: the engine thread only. `close` frees the chain.
    """

    def __init__(self, model: Model, params: ChainParams) -> None:
        chain = params.chain
        is_biased = bool(params.biases or params.token_biases)
        self._is_greedy = params.temperature <= 0 and not chain and not is_biased
        # Where top-k is asked first, none of the others has to see all tokens.
        self._top_k = params.top_k if chain[:1] == ("top_k",) and not is_biased else 0
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
                token = self.choose_of(candidates_of(likeliest, logits))
                native.llama_sampler_accept(self._handle, token)
                return token
        return int(native.llama_sampler_sample(self._handle, context.handle, batch_index))

    def choose(self, logits: npt.NDArray[np.float32]) -> int:
        """Choose a token that may be refused, so that it is not accepted here.

        Args:
            logits: float32 [n_vocab].
        """
        if self._is_greedy:
            return int(logits.argmax())
        token_ids = np.arange(0)
        if self._top_k > 0:
            token_ids = with_the_likeliest(logits, self._top_k)
        if not len(token_ids):
            token_ids = np.arange(len(logits))
        return self.choose_of(candidates_of(token_ids, logits))

    def choose_of(self, candidates: npt.NDArray[np.void]) -> int:
        """Choose one of some tokens without accepting it.

        Args:
            candidates: `CANDIDATE` [n], n at least 1; used up.
        """
        data = candidates.ctypes.data_as(CANDIDATES)
        array = native.llama_token_data_array(data, len(candidates), -1, False)
        native.llama_sampler_apply(self._handle, ctypes.byref(array))
        return int(array.data[array.selected].id)


def candidates_of(
    token_ids: npt.NDArray[np.intp], logits: npt.NDArray[np.float32]
) -> npt.NDArray[np.void]:
    """Return some tokens as llama.cpp's samplers take them: `CANDIDATE` [n].

    Args:
        token_ids: int [n].
        logits: of all tokens.
    """
    candidates = np.zeros(len(token_ids), CANDIDATE)
    candidates["id"], candidates["logit"] = token_ids, logits[token_ids]
    return candidates


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
    biases = _biases_of_tokens(model, params.biases)
    biases |= {token: bias for token, bias in params.token_biases if 0 <= token < model.n_vocab}
    if biases:
        pairs = (native.llama_logit_bias(token, bias) for token, bias in biases.items())
        data = (native.llama_logit_bias * len(biases))(*pairs)
        yield native.llama_sampler_init_logit_bias(model.n_vocab, len(biases), data)
    for name in params.chain:
        yield _sampler(name, model, params)
    if params.temperature <= 0:
        yield native.llama_sampler_init_greedy()
    elif params.mirostat == 1:
        yield native.llama_sampler_init_mirostat(
            model.n_vocab, params.seed, params.mirostat_tau, params.mirostat_eta, _MIROSTAT_M
        )
    elif params.mirostat == 2:
        yield native.llama_sampler_init_mirostat_v2(
            params.seed, params.mirostat_tau, params.mirostat_eta
        )
    else:
        yield native.llama_sampler_init_dist(params.seed)


def _biases_of_tokens(model: Model, biases: Iterable[tuple[str, float]]) -> dict[int, float]:
    """Return what is added to the logits of tokens.

    Words begin with one token at the beginning of a line, and as a rule with another behind a
    blank; of what is said twice of a token, the latter counts.
    """
    found: dict[int, float] = {}
    for words, strength in biases:
        for spelled in (words, f" {words}"):
            pieces = ((one, model.piece(one, special=True)) for one in model.tokenize(spelled))
            first = next((token for token, piece in pieces if piece.strip()), None)
            if first is not None:
                found[first] = strength
    return found


def _sampler(name: str, model: Model, params: ChainParams) -> Any:
    match name:
        case "penalties":
            return native.llama_sampler_init_penalties(
                model.n_vocab,
                params.repeat_last_n,
                params.repeat_penalty,
                params.frequency_penalty,
                params.presence_penalty,
            )
        case "dry":
            return native.llama_sampler_init_dry(
                model.vocab_handle,
                params.dry_multiplier,
                params.dry_base,
                params.dry_allowed_length,
                _DRY_LAST_N,
                (ctypes.c_char_p * len(_DRY_BREAKERS))(*_DRY_BREAKERS),
                len(_DRY_BREAKERS),
            )
        case "top_n_sigma":
            return native.llama_sampler_init_top_n_sigma(params.top_n_sigma)
        case "top_k":
            return native.llama_sampler_init_top_k(params.top_k)
        case "typical_p":
            return native.llama_sampler_init_typical(params.typical_p, _LEAST_KEPT)
        case "top_p":
            return native.llama_sampler_init_top_p(params.top_p, _LEAST_KEPT)
        case "min_p":
            return native.llama_sampler_init_min_p(params.min_p, _LEAST_KEPT)
        case "xtc":
            return native.llama_sampler_init_xtc(
                params.xtc_probability, params.xtc_threshold, _LEAST_KEPT, params.seed
            )
        case _:
            return native.llama_sampler_init_temp_ext(
                params.temperature, params.dynatemp_range, params.dynatemp_exponent
            )
