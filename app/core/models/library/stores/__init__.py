"""Where other programs keep their models: one file for each program.

They are read in place, never copied and never written to. Each file says in its docstring how the
program lays its files out, and how that is known.
"""

from __future__ import annotations

from app.core.models.library.stores import (
    gpt4all,
    hugging_face,
    jan,
    llama_cpp,
    lm_studio,
    ollama,
)

# In this order: of two that have one file, the first gives it its name.
STORES = (
    ollama.find_models,
    lm_studio.find_models,
    jan.find_models,
    gpt4all.find_models,
    llama_cpp.find_models,
    hugging_face.find_models,
)

__all__ = ["STORES"]
