"""What the self-test does in its child: decode with one configuration, then measure.

Each part of a configuration must say what a simpler one says: all weight layouts what plain ones
say, a GPU what the processor says. Then it is measured what our own matrix products are worth.

Threads: the child's only one.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Final

from app.core.engine.load.thread_count import thread_count
from app.core.fit.machine import GPU_KINDS
from app.core.ggml import gpu_backends
from app.core.ggml.devices import devices
from app.core.protocol import BackendChoice
from app.core.system.paths import resource
from app.core.system.probes import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    import numpy.typing as npt

    from app.core.ggml.devices import NativeDevice
    from app.core.llama import ModelParams

SELF_TEST_MODEL: Final = "self_test/self-test.gguf"
_N_TOKENS = 24
_MORE_THAN_ALL = 1000  # layers: all of this one's
_NOT_FINITE, _NONSENSE = 4, 5  # exit codes
_SAME_COSINE = 0.99  # of logits; the rounding of GPUs leaves 0.9999


def run_child(argument: str) -> int:
    """Decode a few tokens with the configuration in `argument` (JSON); 0 when all is well.

    On each GPU by itself, and then it must say what the processor says. What our own matrix
    products are worth is written on standard output.
    """
    backend = BackendChoice(**json.loads(argument))
    code = try_devices(backend.use_extra_bufts, _gpus if backend.use_gpu else tuple)
    if code == 0 and backend.use_extra_bufts:
        from app.core.ggml import product_trial

        say(product_trial.measure(thread_count()))
    return code


def _gpus() -> tuple[NativeDevice, ...]:
    gpu_backends.admit()
    return tuple(device for device in devices() if device.kind in GPU_KINDS)


def try_devices(
    use_extra_bufts: bool,  # noqa: FBT001 - as `BackendChoice` has it
    found: Callable[[], Iterable[NativeDevice]],
) -> int:
    """Decode a few tokens on the processor, and on each of some devices by itself.

    With all weight layouts the processor must say what it says with plain ones.

    Args:
        use_extra_bufts: whether weights may be repacked.
        found: returns the devices; called when the processor has passed.

    Returns:
        the exit code of a child: 0 when all is well.
    """
    import numpy as np

    from app.core.llama import ALL_LAYERS, ModelParams

    # Without them first: once our own matrix products are admitted, they stay.
    plain = _logits(ModelParams(0, use_extra_bufts=False))
    expected = _logits(ModelParams(0)) if use_extra_bufts else plain
    if plain is None or expected is None or not np.isfinite(expected).all():
        return _NOT_FINITE
    if not _say_the_same(expected, plain):
        return _NONSENSE
    for device in found():
        shares = ((device.name, _MORE_THAN_ALL),)
        said = _logits(ModelParams(ALL_LAYERS, use_extra_bufts, shares))
        if said is None or not np.isfinite(said).all():
            return _NOT_FINITE
        if not _say_the_same(said, expected):
            return _NONSENSE
    return 0


def _say_the_same(found: npt.NDArray[np.float32], expected: npt.NDArray[np.float32]) -> bool:
    """Return whether each row of logits points where that of the processor does."""
    products = (found * expected).sum(axis=1)
    lengths = (found**2).sum(axis=1) * (expected**2).sum(axis=1)
    return bool((products > _SAME_COSINE * lengths**0.5).all())


def _logits(params: ModelParams) -> npt.NDArray[np.float32] | None:
    """Decode a prompt and single tokens, which take different kernels; None where that fails.

    Returns:
        float32 [3, n_vocab]: after each of them.
    """
    import numpy as np

    from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model

    model = Model(str(resource(SELF_TEST_MODEL)), params, lambda _fraction: True)
    context = Context(model, ContextParams(n_ctx=256, n_seq_max=1, n_threads=os.cpu_count() or 1))
    batch = Batch(_N_TOKENS)
    rows = []
    for pos, count in ((0, _N_TOKENS), (_N_TOKENS, 1), (_N_TOKENS + 1, 1)):
        batch.clear()
        last = pos + count - 1
        tokens = [token % model.n_vocab for token in range(count)]
        index = batch.add(0, tokens, pos, frozenset({last}))
        if context.decode(batch) is not DecodeOutcome.DONE:
            return None
        rows.append(context.logits(index[last]))
    batch.close()
    context.close()
    model.close()
    return np.stack(rows)
