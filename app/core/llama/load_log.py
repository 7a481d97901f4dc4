"""Which weights llama.cpp has copied into RAM, read from what it logs while it loads a model.

Weights that are mapped from their file take RAM that the system counts as free. Those it has read,
locked or brought into another layout (repacked, AMX) take it for as long as the model is loaded.

Threads: pure functions, any thread.
Source: llama.cpp src/llama-model.cpp, load_tensors (the line), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_MIB = 2**20
_BUFFER = re.compile(r"\w+: +(\S+) +model buffer size = +([\d.]+) MiB")
_MAPPED = "_Mapped"


def copied_bytes(lines: Iterable[str], on_devices: Collection[str], *, is_locked: bool) -> int:
    """Return how many bytes of RAM the weights take that are given back with the model only.

    Args:
        lines: what llama.cpp has logged while it loaded the model.
        on_devices: kinds of buffers that lie on devices, as `library.buffer_types` has them.
        is_locked: the system must not let go of mapped weights either.
    """
    found = filter(None, map(_BUFFER.match, lines))
    return sum(
        round(float(size) * _MIB)
        for kind, size in (match.groups() for match in found)
        if kind not in on_devices and (is_locked or not kind.endswith(_MAPPED))
    )
