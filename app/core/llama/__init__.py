"""Owning wrappers around llama.cpp; the only package that imports llama_cpp."""

from __future__ import annotations

from app.core.llama.batch import Batch
from app.core.llama.context import Context, ContextParams, DecodeOutcome
from app.core.llama.model import ALL_LAYERS, Model, ModelParams
from app.core.llama.sampler import ChainParams, SamplerChain

__all__ = [
    "ALL_LAYERS",
    "Batch",
    "ChainParams",
    "Context",
    "ContextParams",
    "DecodeOutcome",
    "Model",
    "ModelParams",
    "SamplerChain",
]
