"""What a context keeps of each token beside its logits, for what drafts.

What a model has made of tokens before its output turns it into logits. llama.cpp keeps these hidden
states where it is told to, for the layer for multi-token prediction. The functions are of no public
header; llama-cpp-python knows their names on every system. Blocks of drafts (dflash) are made of
what went into some of the layers, which llama.cpp keeps likewise.

Threads: the engine thread only.
Source: llama.cpp src/llama-ext.h, llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from llama_cpp import llama_cpp as native
from llama_cpp import llama_cpp_ext as extension

if TYPE_CHECKING:
    import numpy.typing as npt


def keep_hidden_states(context: Any, *, keep: bool) -> None:
    """Have a context keep the states of every token of a batch, or of none.

    Asked for those of outputs alone, llama.cpp gives those of the first tokens of a batch of the
    layer for multi-token prediction, whichever tokens have outputs.
    """
    extension.llama_set_embeddings_nextn(context, keep, False)


def hidden_states(context: Any, begin: int, end: int, n_hidden: int) -> npt.NDArray[np.float32]:
    """Return copies of the states of the tokens `[begin, end)` of the last batch.

    Returns:
        float32 [end - begin, n_hidden].
    """
    pointer = extension.llama_get_embeddings_nextn(context)
    return np.ctypeslib.as_array(pointer, (end, n_hidden))[begin:].copy()


def hidden_state(context: Any, batch_index: int, n_hidden: int) -> npt.NDArray[np.float32]:
    """Return a copy of the state of one token of the last batch: float32 [n_hidden]."""
    pointer = extension.llama_get_embeddings_nextn_ith(context, batch_index)
    return np.ctypeslib.as_array(pointer, (n_hidden,)).copy()


@functools.cache
def _function(*names: str) -> Any:
    """Return a function of a context and a layer by whichever name it has on this system."""
    lib = native._lib  # noqa: SLF001 - llama-cpp-python has no function for these
    return next(getattr(lib, name) for name in names if hasattr(lib, name))


def _keep_layer_input(context: Any, layer: int, *, keep: bool) -> None:
    function = _function(
        "_Z30llama_set_embeddings_layer_inpP13llama_contextjb",
        "?llama_set_embeddings_layer_inp@@YAXPEAUllama_context@@I_N@Z",
    )
    function.argtypes = [native.llama_context_p_ctypes, ctypes.c_uint32, ctypes.c_bool]
    function.restype = None
    function(context, layer, keep)


def _layer_input(context: Any, layer: int) -> Any:
    function = _function(
        "_Z30llama_get_embeddings_layer_inpP13llama_contextj",
        "?llama_get_embeddings_layer_inp@@YAPEAMPEAUllama_context@@I@Z",
    )
    function.argtypes = [native.llama_context_p_ctypes, ctypes.c_uint32]
    function.restype = ctypes.POINTER(ctypes.c_float)
    return function(context, layer)


def keep_layer_inputs(context: Any, layers: tuple[int, ...], *, keep: bool) -> None:
    """Have a context keep what goes into some layers, of every token of a batch, or none of it."""
    for layer in layers:
        _keep_layer_input(context, layer, keep=keep)


def layer_inputs(
    context: Any, layers: tuple[int, ...], begin: int, end: int, n_hidden: int
) -> npt.NDArray[np.float32]:
    """Return copies of what went into layers, of the tokens `[begin, end)` of the last batch.

    Returns:
        float32 [end - begin, len(layers) * n_hidden].
    """
    pointers = [_layer_input(context, layer) for layer in layers]
    all_rows = [np.ctypeslib.as_array(one, (end, n_hidden)) for one in pointers]
    return np.concatenate([rows[begin:] for rows in all_rows], axis=1)
