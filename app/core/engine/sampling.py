"""From the user's sampling parameters to one sampler chain."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from app.core.llama import ChainParams

if TYPE_CHECKING:
    from app.core.engine.protocol import SamplingParams


def chain_params(sampling: SamplingParams) -> ChainParams:
    """Return the values of the chain: each inside its range, a seed drawn if none is set."""
    seed = secrets.randbits(32) if sampling.seed is None else sampling.seed
    return ChainParams(
        temperature=max(0.0, sampling.temperature),
        top_k=max(0, sampling.top_k),
        top_p=min(max(sampling.top_p, 0.01), 1.0),
        min_p=min(max(sampling.min_p, 0.0), 1.0),
        repeat_penalty=max(sampling.repeat_penalty, 0.01),
        repeat_last_n=max(0, sampling.repeat_last_n),
        seed=seed & 0xFFFFFFFF,
    )
