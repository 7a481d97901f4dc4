"""Owning wrappers around llama.cpp; the only package that imports llama_cpp."""

from __future__ import annotations

import app.core.ggml  # noqa: F401 - what libgomp reads when llama_cpp loads it
from app.core.llama.batch import Batch, HiddenBatch
from app.core.llama.context import Context, ContextParams, DecodeOutcome
from app.core.llama.model import NO_SPECIAL_TOKENS, Model, SpecialTokens, special_tokens_of
from app.core.llama.model_params import ALL_LAYERS, ModelParams, Simulation
from app.core.llama.sampler import ChainParams, SamplerChain, candidates_of

__all__ = [
    "ALL_LAYERS",
    "NO_SPECIAL_TOKENS",
    "Batch",
    "ChainParams",
    "Context",
    "ContextParams",
    "DecodeOutcome",
    "HiddenBatch",
    "Model",
    "ModelParams",
    "SamplerChain",
    "Simulation",
    "SpecialTokens",
    "candidates_of",
    "special_tokens_of",
]
