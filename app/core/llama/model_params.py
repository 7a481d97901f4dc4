"""How the weights of a model are placed, and those wishes as llama.cpp's own structure."""

from __future__ import annotations

import ctypes
from typing import Any

from llama_cpp import llama_cpp as native

from app.core.fit.machine import GPU_KINDS
from app.core.ggml import rpc_servers
from app.core.ggml.backends import admit_matmul
from app.core.ggml.devices import devices
from app.core.ggml.native_library import shared_library
from app.core.plain_value import PlainValue
from app.core.protocol import Adapter, WeightsMode

ALL_LAYERS = -1
_LOAD_MODES = {
    WeightsMode.MAPPED: native.LLAMA_LOAD_MODE_MMAP,
    WeightsMode.LOCKED: native.LLAMA_LOAD_MODE_MMAP_MLOCK,
    WeightsMode.READ: native.LLAMA_LOAD_MODE_NONE,
}


class Simulation(PlainValue, frozen=True):
    """What a load needs to know that takes no memory and reads no vocabulary, the slowest part.

    Attributes:
        architecture: as the file names it.
        n_vocab: tokens; 0 reads the vocabulary all the same.
    """

    architecture: str
    n_vocab: int


class ModelParams(PlainValue, frozen=True):
    """How the weights are placed.

    Attributes:
        n_gpu_layers: layers on devices, the output counted as one, from the last layer on; -1 for
            all. With 0 no device is touched at all.
        use_extra_bufts: allow repacked and AMX weight layouts, and our own matrix products, which
            then stay for all models of the process.
        shares: devices that are used, with how many of the offloaded layers each has, in the order
            of the layers; empty for all devices, by their free memory.
        memory: how the weights that stay in RAM get there.
        expert_layers_in_ram: layers on devices whose experts stay with the processor.
        adapters: applied in every context of the model.
        simulation: where it is given, no memory is taken: contexts of such a model only say what
            they would take.
        mtp: load a layer for multi-token prediction as well, where the file has one.
    """

    n_gpu_layers: int = 0
    use_extra_bufts: bool = True
    shares: tuple[tuple[str, int], ...] = ()
    memory: WeightsMode = WeightsMode.MAPPED
    expert_layers_in_ram: tuple[int, ...] = ()
    adapters: tuple[Adapter, ...] = ()
    simulation: Simulation | None = None
    mtp: bool = False

    @property
    def is_mapped(self) -> bool:
        """Whether llama.cpp maps the whole file."""
        return self.memory is not WeightsMode.READ and self.simulation is None


class _Override(ctypes.Structure):
    """`llama_model_tensor_buft_override` of llama.h; llama-cpp-python leaves its fields open."""

    _fields_ = (("pattern", ctypes.c_char_p), ("buffer_type", ctypes.c_void_p))


def _places(params: ModelParams) -> list[tuple[int, int]]:
    """Return ggml's pointers to the devices that are used, and how many layers each has."""
    if not params.shares:
        return [(device.handle, 0) for device in devices() if device.kind in GPU_KINDS]
    handles = {device.name: device.handle for device in devices()}
    return [(handles[name], count) for name, count in params.shares if name in handles]


class NativeModelParams:
    """llama.cpp's structure for `ModelParams`, with the arrays that it points to.

    Must live as long as the load that uses it.
    """

    def __init__(self, params: ModelParams) -> None:
        if params.use_extra_bufts:
            admit_matmul()
        self.struct: Any = native.llama_model_default_params()
        self.struct.n_gpu_layers = params.n_gpu_layers
        self.struct.use_extra_bufts = params.use_extra_bufts
        self.struct.load_mode = _LOAD_MODES[params.memory]
        self.struct.load_mtp = params.mtp
        if params.simulation is not None:
            self._simulate(params.simulation)
        self._choose_devices(params)
        self._keep_experts_in_ram(params)

    def _simulate(self, simulation: Simulation) -> None:
        self.struct.no_alloc = True
        self.struct.load_mode = native.LLAMA_LOAD_MODE_NONE
        if not simulation.n_vocab:
            return
        # The last one is empty and ends them.
        overrides: Any = (native.llama_model_kv_override * 3)()
        overrides[0].tag = native.LLAMA_KV_OVERRIDE_TYPE_STR
        overrides[0].key = b"tokenizer.ggml.model"
        overrides[0].value.val_str = b"none"
        overrides[1].tag = native.LLAMA_KV_OVERRIDE_TYPE_INT
        overrides[1].key = f"{simulation.architecture}.vocab_size".encode()
        overrides[1].value.val_i64 = simulation.n_vocab
        self._vocabulary = overrides
        self.struct.kv_overrides = overrides

    def _choose_devices(self, params: ModelParams) -> None:
        if params.n_gpu_layers != 0 and not params.shares and not rpc_servers.are_known():
            return
        # Without a list llama.cpp takes every GPU, also for no layers: the context then has a
        # buffer on it for the products of long prompts, and an unsupported device ends the process.
        # So it does with devices of other machines that are not used any more.
        found = _places(params) if params.n_gpu_layers else []
        self._devices = (ctypes.c_void_p * (len(found) + 1))(*(handle for handle, _ in found))
        self.struct.devices = ctypes.cast(self._devices, ctypes.c_void_p)
        if not params.shares:
            return
        # llama.cpp copies as many numbers as it could ever have devices.
        self._split = (ctypes.c_float * native.llama_max_devices())(*(n for _, n in found))
        self.struct.tensor_split = self._split

    def _keep_experts_in_ram(self, params: ModelParams) -> None:
        if not params.expert_layers_in_ram:
            return
        layers = "|".join(map(str, params.expert_layers_in_ram))
        # Source: llama.cpp common/common.h, LLM_FFN_EXPS_REGEX
        pattern = rf"blk\.({layers})\.ffn_(up|down|gate_up|gate)_(ch|)exps"
        in_ram = shared_library().ggml_backend_cpu_buffer_type
        in_ram.argtypes = []
        in_ram.restype = ctypes.c_void_p
        self._overrides = (_Override * 2)(_Override(pattern.encode(), in_ram()))
        self.struct.tensor_buft_overrides = ctypes.cast(self._overrides, ctypes.c_void_p)
