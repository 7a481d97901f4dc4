"""What a model has made of tokens before its output turns it into logits.

llama.cpp keeps these hidden states where it is told to, for the layer for multi-token prediction.
The functions are of no public header; llama-cpp-python knows their names on every system.

Threads: the engine thread only.
Source: llama.cpp src/llama-ext.h, llama-cpp-python 0.3.36.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llama_cpp import llama_cpp_ext as extension

if TYPE_CHECKING:
    import numpy.typing as npt


def keep_of_all(context: Any, *, keep: bool) -> None:
    """Have a context keep the states of every token of a batch, or of none.

    Asked for those of outputs alone, llama.cpp gives those of the first tokens of a batch of the
    layer for multi-token prediction, whichever tokens have outputs.
    """
    extension.llama_set_embeddings_nextn(context, keep, False)


def of_tokens(context: Any, begin: int, end: int, n_hidden: int) -> npt.NDArray[np.float32]:
    """Return copies of the states of the tokens `[begin, end)` of the last batch.

    Returns:
        float32 [end - begin, n_hidden].
    """
    pointer = extension.llama_get_embeddings_nextn(context)
    return np.ctypeslib.as_array(pointer, (end, n_hidden))[begin:].copy()


def of_token(context: Any, batch_index: int, n_hidden: int) -> npt.NDArray[np.float32]:
    """Return a copy of the state of one token of the last batch: float32 [n_hidden]."""
    pointer = extension.llama_get_embeddings_nextn_ith(context, batch_index)
    return np.ctypeslib.as_array(pointer, (n_hidden,)).copy()
