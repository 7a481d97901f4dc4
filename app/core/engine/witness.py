"""What the model said when rows were saved, kept beside them, and whether it still says so.

Of the largest logits only, and compared within the noise of the kernels. That noise is not small:
ggml's flash attention sums one token, a few and many in three ways, partly in half precision, so
the same token says something else alone, beside another chat or a draft, and at the end of a
prompt. Measured on the processor, as a share of the standard deviation of the logits, with contexts
of 256 to 1,900 tokens: up to 0.03 with a trained model of 8 layers, 0.27 to 0.45 with random
weights of 24 layers, which carry every rounding on and on. Rows of other words, or of the same
words one place further on, make 1.1 to 3.3 with the trained model and more than 5 with the other.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.core.kvstore import Witness

if TYPE_CHECKING:
    import numpy.typing as npt

N_WITNESS = 32
_NOISE = 0.7  # most that two ways of computing may differ, of the standard deviation of the logits
SHORT_NOISE = 0.1  # the same behind a few dozen tokens


def witness_of(logits: npt.NDArray[np.float32], *, after: int | None = None) -> Witness:
    """Return the likeliest tokens and their logits, the proof kept beside saved rows.

    Args:
        logits: float32 [n_vocab].
        after: the token they follow, beside a snapshot.
    """
    n_kept = min(N_WITNESS, logits.size)
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
