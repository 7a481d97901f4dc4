"""From the user's sampling parameters to one sampler chain."""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.llama import ChainParams

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import SamplingParams

# More says nothing more, and llama.cpp believes whatever it is given: it sets memory aside for all
# tokens that the penalty looks back on, and ends the process when there is not that much.
_MAX_TEMPERATURE = 100.0
_MAX_TOP_K = 1_000_000
_MAX_PENALTY = 100.0
_MAX_REPEAT_LAST_N = 32_768


@dataclass(frozen=True, slots=True)
class SamplingDefaults:
    """What is used where the user chose nothing: the model's recommendation, else these."""

    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    repeat_last_n: int = 64

    @classmethod
    def of_model(cls, metadata: Callable[[str], str]) -> SamplingDefaults:
        """Return the defaults for a model file; what it writes wrongly is ignored.

        Args:
            metadata: returns the value of a GGUF key as text, "" when there is none.

        Source: `general.sampling.*` in ggml's GGUF specification.
        """
        chosen: dict[str, float] = {}
        for field, key in _KEYS.items():
            value = _number(metadata(f"general.sampling.{key}"))
            if value is not None:
                chosen[field] = value
        own = cls()
        return cls(
            temperature=chosen.get("temperature", own.temperature),
            top_k=int(chosen.get("top_k", own.top_k)),
            top_p=chosen.get("top_p", own.top_p),
            min_p=chosen.get("min_p", own.min_p),
            repeat_penalty=chosen.get("repeat_penalty", own.repeat_penalty),
            repeat_last_n=int(chosen.get("repeat_last_n", own.repeat_last_n)),
        )


_KEYS = {
    "temperature": "temp",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "repeat_penalty": "penalty_repeat",
    "repeat_last_n": "penalty_last_n",
}


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def chain_params(sampling: SamplingParams, defaults: SamplingDefaults) -> ChainParams:
    """Return the values of the chain: each inside its range, a seed drawn if none is set."""

    def chosen(name: str) -> float:
        value = getattr(sampling, name)
        result: float = getattr(defaults, name) if value is None else value
        return result

    seed = secrets.randbits(32) if sampling.seed is None else sampling.seed
    return ChainParams(
        temperature=_within(chosen("temperature"), 0.0, _MAX_TEMPERATURE),
        top_k=int(_within(chosen("top_k"), 0, _MAX_TOP_K)),
        top_p=_within(chosen("top_p"), 0.01, 1.0),
        min_p=_within(chosen("min_p"), 0.0, 1.0),
        repeat_penalty=_within(chosen("repeat_penalty"), 0.01, _MAX_PENALTY),
        repeat_last_n=int(_within(chosen("repeat_last_n"), 0, _MAX_REPEAT_LAST_N)),
        seed=seed & 0xFFFFFFFF,
    )


def _within(value: float, lowest: float, highest: float) -> float:
    """Return what is nearest to `value`; of what is no number, the lowest."""
    return max(lowest, min(value, highest)) if not math.isnan(value) else lowest
