"""Sizes are read from what llama.cpp logs of a context."""

from __future__ import annotations

from app.core.fit.model_memory import RAM, SimulatedCache
from app.core.llama.simulation import read_log

LOG = """\
llama_context:        CPU  output buffer size =     0.50 MiB
llama_kv_cache_iswa: creating non-SWA KV cache, size = 2048 cells
llama_kv_cache: layer   0: filtered
llama_kv_cache: layer   1: dev = GPU0
llama_kv_cache:       GPU0 KV buffer size =     0.00 MiB
llama_kv_cache: size =    0.25 MiB (  2048 cells,   1 layers,  5/1 seqs), K (f16): 0.12 MiB
llama_memory_recurrent, layer   0: dev = CPU
llama_memory_recurrent: layer   1: skipped
llama_memory_recurrent: size =    1.50 MiB (     5 cells,   2 layers,  5 seqs  0 rs_seq)
sched_reserve: GPU0[host:1] compute buffer size =   100.00 MiB
sched_reserve:  CUDA_Host compute buffer size =     4.50 MiB
sched_reserve: graph: nodes = 247, splits = 1
""".splitlines()


def test_every_cache_is_found_with_its_layers() -> None:
    found = read_log(LOG, 2048, {"GPU0[host:1]": "GPU0"})

    assert found.caches == (
        SimulatedCache(2048, 2**18, (1,)),
        SimulatedCache(5, 3 * 2**19, (0,)),
    )


def test_buffers_are_summed_up_by_their_place() -> None:
    found = read_log(LOG, 2048, {"GPU0[host:1]": "GPU0"})

    assert dict(found.compute) == {RAM: 5 * 2**20, "GPU0": 100 * 2**20}


def test_a_buffer_that_two_backends_share_counts_once() -> None:
    shared = "sched_reserve:        CPU compute buffer size =     4.00 MiB"

    found = read_log([*LOG[:-1], shared, shared], 2048, {"GPU0[host:1]": "GPU0"})

    assert dict(found.compute)[RAM] == 9 * 2**20
