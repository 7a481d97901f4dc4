"""What a context would take, told by llama.cpp without taking it.

A simulated model (`ModelParams.simulation`) has no weights in memory; its contexts lay out their
caches and buffers, log the sizes, and allocate nothing but small recurrent states. The sizes are
read from that log: llama.cpp's programming interface hands them out in C++ only.

Threads: the thread that may use llama.cpp.
Source: llama.cpp src/llama-kv-cache.cpp, llama-memory-recurrent.cpp, llama-context.cpp (the lines),
common/fit.cpp (which takes the same way), llama-cpp-python 0.3.36.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.core.fit.model_memory import RAM, SimulatedCache, SimulatedContext
from app.core.llama import library
from app.core.llama.context import Context
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.core.llama.context import ContextParams
    from app.core.llama.model import Model

_MIB = 2**20
_LAYER = re.compile(r"\w+[:,] layer +(\d+): dev = ")
_CACHE = re.compile(r"\w+: size = +([\d.]+) MiB \( *(\d+) cells, ")
_BUFFER = re.compile(r"\w+: +(\S+) +(compute|output) buffer size = +([\d.]+) MiB")


def simulate(model: Model, params: ContextParams, n_ctx: int) -> SimulatedContext:
    """Return what a context of so many tokens would take.

    Args:
        model: a simulated one.
        params: of the context, but for its size.
        n_ctx: its size.

    Raises:
        ModelTooLarge: not even the recurrent states fit into memory.
    """
    with library.recorded_log() as lines:
        Context(model, replace(params, n_ctx=n_ctx)).close()
    return read_log(lines, n_ctx, library.buffer_types())


def read_log(lines: Iterable[str], n_ctx: int, devices: Mapping[str, str]) -> SimulatedContext:
    """Return the sizes that llama.cpp has logged while it made one context.

    Backends that share a buffer for computing, as our own matrix products share that of the
    processor, each have a line for it in a simulation; with memory only the first one has.

    Args:
        lines: its log.
        n_ctx: size of the context.
        devices: the name of each by that of its buffers, as `library.buffer_types` has them.
    """
    caches: list[SimulatedCache] = []
    layers: list[int] = []
    buffers: dict[tuple[str, str], int] = {}
    for line in lines:
        if found := _LAYER.match(line):
            layers.append(int(found[1]))
        elif found := _CACHE.match(line):
            n_bytes = round(float(found[1]) * _MIB)
            caches.append(SimulatedCache(int(found[2]), n_bytes, tuple(layers)))
            layers = []
        elif found := _BUFFER.match(line):
            buffers[found[1], found[2]] = round(float(found[3]) * _MIB)
    compute: dict[str, int] = {}
    for (name, _kind), n_bytes in buffers.items():
        place = devices.get(name, RAM)
        compute[place] = compute.get(place, 0) + n_bytes
    return SimulatedContext(n_ctx, tuple(caches), tuple(compute.items()))
