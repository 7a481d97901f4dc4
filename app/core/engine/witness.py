"""What the model said when rows were saved, kept beside them, and whether it still says so.

Of the largest logits only, and compared within the noise of the kernels.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore import Witness

if TYPE_CHECKING:
    import numpy.typing as npt

N_WITNESS = 32
_WITNESS_TOLERANCE = 0.1  # of the standard deviation of the logits; noise is a thousandth of that


def witness_of(logits: npt.NDArray[np.float32], *, after: int | None = None) -> Witness:
    """Return the likeliest tokens and their logits, the proof kept beside saved rows.

    Args:
        logits: float32 [n_vocab].
        after: the token they follow, beside a snapshot.
    """
    n_kept = min(N_WITNESS, logits.size)
    top = np.argpartition(logits, -n_kept)[-n_kept:]
    return Witness(tuple(top.tolist()), tuple(logits[top].tolist()), after)


def agrees(logits: npt.NDArray[np.float32], witness: Witness | None) -> bool:
    """Return whether logits are finite and match a witness within the noise of the kernels."""
    if not np.isfinite(logits).all():
        return False
    if witness is None:
        return True
    if max(witness.token_ids) >= logits.size:
        return False
    difference = logits[list(witness.token_ids)] - np.asarray(witness.logits, np.float32)
    spread = float(logits.std())
    return float(np.sqrt(np.mean(difference**2))) <= _WITNESS_TOLERANCE * spread + 1e-4
