"""Proof at context start that the state bytes of this model are understood.

Decodes a few tokens, parses the bytes llama.cpp gives for them, puts them back and compares, and
tries what saving does. Where the parser fails the whole state is kept as one piece; where not even
that comes back as it was, the model is used without stored state: slower to reopen, never wrong.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore import KVLayout, LayoutMismatch, detect_layout
from app.core.llama import Batch, Context, DecodeOutcome

if TYPE_CHECKING:
    import numpy.typing as npt

    from app.core.llama import Model

_log = logging.getLogger(__name__)

_N_PROBE = 5
_CUT = 2  # a segment of the probe ends here


@dataclass(frozen=True, slots=True)
class ProbedMemory:
    """What the memory of a context can do.

    Attributes:
        layout: of a sequence's state; None when none can be stored safely.
        can_roll_back: whether the tokens that were computed last can be cut off again.
    """

    layout: KVLayout | None
    can_roll_back: bool


def probe_memory(model: Model, context: Context, *, scratch: int) -> ProbedMemory:
    """Return what the memory of a context can do, which is empty afterwards.

    Args:
        model: of the context.
        context: empty.
        scratch: a sequence id for copying rows out.

    Raises:
        DecodeFailure: the model cannot even decode.
    """
    try:
        return _probe(model, context, scratch)
    finally:
        context.clear()


def _probe(model: Model, context: Context, scratch: int) -> ProbedMemory:
    batch = Batch(_N_PROBE)
    try:
        batch.add(0, [max(0, model.bos)] * _N_PROBE, 0, frozenset({_N_PROBE - 1}))
        if context.decode(batch) is not DecodeOutcome.DONE:
            return ProbedMemory(None, can_roll_back=False)
    finally:
        batch.close()
    written = context.state(0)
    layout = None
    if model.n_swa == 0 or model.n_swa > _N_PROBE:
        partial = context.state(0, partial=True)
        layout = detect_layout(written.data, _N_PROBE, partial.data, model.n_swa)
    if layout is None:
        _log.info("the state of this model is kept as a whole")
        layout = KVLayout.opaque()
    elif not _gives_out_segments(context, layout, written, scratch):
        layout = KVLayout.opaque()
    can_roll_back = context.remove(0, _CUT) and context.positions(0)[1] == _CUT - 1
    return ProbedMemory(layout if _comes_back(context, written) else None, can_roll_back)


def _gives_out_segments(
    context: Context, layout: KVLayout, written: npt.NDArray[np.uint8], scratch: int
) -> bool:
    """Try to save the end of the sequence by way of another one, which must not change it."""
    if not layout.sections:
        return True
    context.copy(0, scratch, _CUT, _N_PROBE)
    try:
        part = context.state(scratch)
    finally:
        context.remove(scratch, -1)
    try:
        expected = layout.pack(written.data, _CUT, _N_PROBE, with_snapshot=True)
        got = layout.pack(part.data, _CUT, _N_PROBE, with_snapshot=True)
    except LayoutMismatch:
        return False
    same_rest = expected.snapshot is None or (
        got.snapshot is not None and np.array_equal(expected.snapshot, got.snapshot)
    )
    is_same = np.array_equal(expected.rows, got.rows) and same_rest
    return is_same and np.array_equal(context.state(0), written)


def _comes_back(context: Context, written: npt.NDArray[np.uint8]) -> bool:
    context.clear()
    if not context.set_state(0, written) or context.positions(0)[1] != _N_PROBE - 1:
        return False
    return np.array_equal(context.state(0), written)
