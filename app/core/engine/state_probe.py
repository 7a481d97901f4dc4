"""Proof at context start that the state bytes of this model are understood.

Decodes a few tokens, parses the bytes llama.cpp gives for them, puts them back and compares. Where
any of it fails the model is used without stored rows: slower to reopen, never wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore import KVLayout
from app.core.llama import Batch, Context, DecodeOutcome

if TYPE_CHECKING:
    from app.core.llama import Model

_N_PROBE = 5


def probe_layout(model: Model, context: Context) -> KVLayout | None:
    """Return the layout of a sequence's state, or None when rows cannot be stored safely.

    Sliding-window and recurrent memories are refused: their rows alone do not make a state.
    The context is empty afterwards.

    Raises:
        DecodeFailure: the model cannot even decode.
    """
    if model.n_swa > 0 or not model.can_rewind:
        return None
    try:
        return _probe(model, context)
    finally:
        context.clear()


def _probe(model: Model, context: Context) -> KVLayout | None:
    batch = Batch(_N_PROBE)
    try:
        batch.add(0, [max(0, model.bos)] * _N_PROBE, 0, frozenset({_N_PROBE - 1}))
        if context.decode(batch) is not DecodeOutcome.DONE:
            return None
    finally:
        batch.close()
    written = context.state(0)
    layout = KVLayout.detect(written.data, _N_PROBE)
    if layout is None:
        return None
    context.clear()
    if not context.set_state(0, written) or context.positions(0) != (0, _N_PROBE - 1):
        return None
    return layout if np.array_equal(context.state(0), written) else None
