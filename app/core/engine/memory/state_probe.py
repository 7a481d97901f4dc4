"""Proof at context start that the state bytes of this model are understood.

Decodes a few tokens, parses the bytes llama.cpp gives for them, puts them back and compares, and
tries what saving does. Where the parser fails the whole state is kept as one piece; where not even
that comes back as it was, the model is used without stored state: slower to reopen, never wrong.

What the model said when rows were saved, kept beside them, and whether it still says so. Of the
largest logits only, and compared within the noise of the kernels. That noise is not small: ggml's
flash attention sums one token, a few and many in three ways, partly in half precision, so the same
token says something else alone, beside another chat or a draft, and at the end of a prompt.
Measured on the processor, as a share of the standard deviation of the logits, with contexts of 256
to 1,900 tokens: up to 0.03 with a trained model of 8 layers, 0.27 to 0.45 with random weights of 24
layers, which carry every rounding on and on. Rows of other words, or of the same words one place
further on, make 1.1 to 3.3 with the trained model and more than 5 with the other.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout import KVLayout
from app.core.kvstore.format.layout_detection import detect_layout
from app.core.kvstore.records import Witness
from app.core.llama import Batch, Context, DecodeOutcome
from app.core.llama.context import N_BATCH
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    import numpy.typing as npt

    from app.core.llama import Model


_N_WITNESS = 32
_NOISE = 0.7  # most that two ways of computing may differ, of the standard deviation of the logits
_SHORT_NOISE = 0.1  # the same behind a few dozen tokens


def witness_of(logits: npt.NDArray[np.float32], *, after: int | None = None) -> Witness:
    """Return the likeliest tokens and their logits, the proof kept beside saved rows.

    Args:
        logits: float32 [n_vocab].
        after: the token they follow, beside a snapshot.
    """
    n_kept = min(_N_WITNESS, logits.size)
    top = np.argpartition(logits, -n_kept)[-n_kept:]
    return Witness(tuple(top.tolist()), tuple(logits[top].tolist()), after)


def agrees(logits: npt.NDArray[np.float32], witness: Witness | None, noise: float = _NOISE) -> bool:
    """Return whether logits are finite and match a witness within the noise of the kernels.

    Args:
        logits: float32 [n_vocab].
        witness: None matches whatever is finite.
        noise: most root mean square of the difference, in standard deviations of the logits.
    """
    if not np.isfinite(logits).all():
        return False
    if witness is None:
        return True
    if max(witness.token_ids) >= logits.size:
        return False
    difference = logits[list(witness.token_ids)] - np.asarray(witness.logits, np.float32)
    spread = float(logits.std())
    return float(np.sqrt(np.mean(difference**2))) <= noise * spread + 1e-4


_log = logging.getLogger(__name__)

_N_PROBE = 5
_CUT = 2  # a segment of the probe ends here


class ProbedMemory(PlainValue, frozen=True):
    """What the memory of a context can do.

    Attributes:
        layout: of a sequence's state; None when none can be stored safely.
        n_roll_back: tokens at the end of a batch that can be cut off again; 0 for none.
    """

    layout: KVLayout | None
    n_roll_back: int

    @property
    def can_roll_back(self) -> bool:
        """Whether any token that was computed last can be cut off again."""
        return self.n_roll_back > 0


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
            return ProbedMemory(None, n_roll_back=0)
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
    n_roll_back = _most_rolled_back(model, context)
    if n_roll_back and not _rolls_back(model, context, min(n_roll_back, _N_PROBE - _CUT)):
        n_roll_back = 0
    return ProbedMemory(layout if _comes_back(context, written) else None, n_roll_back)


def _most_rolled_back(model: Model, context: Context) -> int:
    if model.can_rewind:
        return N_BATCH
    # What is left of a window beside recurrent states cannot be asked for.
    return 0 if model.n_swa else context.n_rollback


def _rolls_back(model: Model, context: Context, n_tokens: int) -> bool:
    """Cut off the last tokens of the probe, and see whether the model says what it says without.

    That is a matter of course where the rest of the memory is not touched.
    """
    end = _N_PROBE - n_tokens
    if not context.remove(0, end) or context.positions(0)[1] != end - 1:
        return False
    if model.can_rewind:
        return True
    after = _said_after(model, context, end, 1)
    context.clear()
    expected = _said_after(model, context, 0, end + 1)
    if after is None or expected is None:
        return False
    return agrees(after, witness_of(expected), _SHORT_NOISE)


def _said_after(
    model: Model, context: Context, begin: int, n_tokens: int
) -> npt.NDArray[np.float32] | None:
    """Return what the model says after so many tokens more; None where they cannot be computed."""
    batch = Batch(n_tokens)
    last = begin + n_tokens - 1
    try:
        at = batch.add(0, [max(0, model.bos)] * n_tokens, begin, frozenset({last}))
        if context.decode(batch) is not DecodeOutcome.DONE:
            return None
        return context.logits(at[last])
    finally:
        batch.close()


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
