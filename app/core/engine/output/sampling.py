"""From the user's sampling parameters to one sampler chain."""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from app.core.llama import ChainParams
from app.core.llama.sampler import ordered
from app.core.plain_value import PlainValue
from app.core.protocol import TokenBias, token_biases

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import SamplingParams

# A wider range says nothing more, and llama.cpp believes whatever it is given: it sets memory aside
# for all tokens that a penalty looks back on, and ends the process when there is not that much.
_RANGES: dict[str, tuple[float, float]] = {
    "temperature": (0.0, 100.0),
    "dynatemp_range": (0.0, 100.0),
    "dynatemp_exponent": (0.01, 100.0),
    "top_k": (0, 1_000_000),
    "top_p": (0.01, 1.0),
    "min_p": (0.0, 1.0),
    "typical_p": (0.01, 1.0),
    "top_n_sigma": (0.0, 100.0),
    "xtc_probability": (0.0, 1.0),
    "xtc_threshold": (0.0, 1.0),
    "dry_multiplier": (0.0, 100.0),
    "dry_base": (1.0, 10.0),
    "dry_allowed_length": (1, 1000),
    "repeat_penalty": (0.01, 100.0),
    "repeat_last_n": (0, 32_768),
    "frequency_penalty": (-100.0, 100.0),
    "presence_penalty": (-100.0, 100.0),
    "mirostat": (0, 2),
    "mirostat_tau": (0.0, 100.0),
    "mirostat_eta": (0.0, 1.0),
}
_WHOLE = frozenset({"top_k", "dry_allowed_length", "repeat_last_n", "mirostat"})


class SamplingDefaults(PlainValue, frozen=True):
    """What is used where the user chose nothing: the model's recommendation, else these."""

    temperature: float = 0.8
    dynatemp_range: float = 0.0
    dynatemp_exponent: float = 1.0
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    typical_p: float = 1.0
    top_n_sigma: float = 0.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    dry_multiplier: float = 0.0
    dry_base: float = 1.75
    dry_allowed_length: int = 2
    repeat_penalty: float = 1.0
    repeat_last_n: int = 64
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    mirostat: int = 0
    mirostat_tau: float = 5.0
    mirostat_eta: float = 0.1

    @classmethod
    def of_model(cls, metadata: Callable[[str], str]) -> SamplingDefaults:
        """Return the defaults for a model file; what it writes wrongly is ignored.

        Args:
            metadata: returns the value of a GGUF key as text, "" when there is none.

        Source: `general.sampling.*` in ggml's GGUF specification.
        """
        chosen: dict[str, Any] = {}
        for field, key in _KEYS.items():
            value = _number(metadata(f"general.sampling.{key}"))
            if value is not None:
                chosen[field] = int(value) if field in _WHOLE else value
        return cls(**chosen)


_KEYS = {
    "temperature": "temp",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "xtc_probability": "xtc_probability",
    "xtc_threshold": "xtc_threshold",
    "repeat_penalty": "penalty_repeat",
    "repeat_last_n": "penalty_last_n",
    "mirostat": "mirostat",
    "mirostat_tau": "mirostat_tau",
    "mirostat_eta": "mirostat_eta",
}


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def chain_params(sampling: SamplingParams, defaults: SamplingDefaults) -> ChainParams:
    """Return the values of the chain: each inside its range, a seed drawn if none is set."""
    values: dict[str, Any] = {}
    for name, usual in asdict(defaults).items():
        said = getattr(sampling, name)
        value = _within(usual if said is None else said, name)
        values[name] = int(value) if name in _WHOLE else value
    said_biases = token_biases(sampling.logit_bias)
    biases = tuple((one.words, one.strength) for one in said_biases if isinstance(one, TokenBias))
    seed = secrets.randbits(32) if sampling.seed is None else sampling.seed
    order = ordered(sampling.order)
    return ChainParams(**values, order=order, biases=biases, seed=seed & 0xFFFFFFFF)


def _within(value: float, name: str) -> float:
    """Return what is nearest to `value` in the range of its name; of what is none, the lowest."""
    lowest, highest = _RANGES[name]
    return max(lowest, min(value, highest)) if not math.isnan(value) else lowest
