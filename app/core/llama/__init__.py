"""Owning wrappers around llama.cpp; the only package that imports llama_cpp."""

from __future__ import annotations

import os

# While they wait for each other, ggml's threads spin for milliseconds by default, also when another
# program wants their core: with both cores of a small machine busy elsewhere, a model of 0.5 B
# parameters fell from 36 to 0.25 tokens a second. After a thousand turns they sleep, which costs an
# idle machine about 2 %. Read by libgomp when it is loaded, which the imports below do.
if not {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"} & os.environ.keys():
    os.environ["GOMP_SPINCOUNT"] = "1000"

from app.core.llama.batch import Batch
from app.core.llama.context import Context, ContextParams, DecodeOutcome
from app.core.llama.model import Model
from app.core.llama.model_params import ALL_LAYERS, ModelParams, Simulation
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
    "Simulation",
]
