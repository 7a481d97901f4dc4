"""How one model is loaded: what an expert may set, and what Hearth chooses where nothing is set.

The place of a model that a server has, where else the path of a file stands. `LoadModel`,
`ModelInfo`, chats and settings name a model by a path. Of a model on a server that is
`server:NAME/MODEL`, in which NAME is what the user calls the server.

Threads: values only, any thread.
"""

from __future__ import annotations

import enum
from typing import Final

from app.core.plain_value import PlainValue

_SCHEME: Final = "server:"


class RemoteModel(PlainValue, frozen=True):
    """A model of a server.

    Attributes:
        server: what the user calls it; without a slash.
        model: as the server calls it.
    """

    server: str
    model: str

    @classmethod
    def of(cls, path: str) -> RemoteModel | None:
        """Return the model that a path stands for; None for the path of a file."""
        if not path.startswith(_SCHEME):
            return None
        server, slash, model = path.removeprefix(_SCHEME).partition("/")
        return cls(server, model) if server and slash and model else None

    @classmethod
    def renamed(cls, path: str, old: str, new: str) -> str:
        """Return a path as it is when the server `old` is called `new`; any other as it was."""
        model = cls.of(path)
        if model is None or model.server != old:
            return path
        return cls(new, model.model).path

    @property
    def path(self) -> str:
        """What stands for it where else a path does."""
        return f"{_SCHEME}{self.server}/{self.model}"

    @property
    def full_name(self) -> str:
        """How it is called where other models are, too."""
        return f"{self.model} — {self.server}"


class KVType(enum.StrEnum):
    """How the KV cache holds its values."""

    F16 = "f16"
    Q8_0 = "q8_0"  # half the memory and half the disk, for a little precision


class WeightsMode(enum.StrEnum):
    """How the weights that stay in RAM get there."""

    MAPPED = "mapped"  # the system reads what is used, and may let go of it again
    LOCKED = "locked"  # mapped, and the system must not let go of it
    READ = "read"  # read whole before the first answer: for slow or unreliable disks


class Adapter(PlainValue, frozen=True):
    """A LoRA adapter that is applied to a model.

    Attributes:
        path: GGUF file made for the same model.
        scale: how strongly it acts; 1 as it was trained.
    """

    path: str
    scale: float = 1.0


class LoadSettings(PlainValue, frozen=True):
    """How a model is loaded; the defaults leave everything to Hearth.

    Attributes:
        n_ctx: tokens of the context, all chats together; 0 lets the engine choose.
        max_gpu_layers: at most so many are offloaded; None for as many as fit, 0 for none.
        kv_type: of the KV cache.
        flash_attention: used where the model and the device can.
        full_windows: layers with a sliding window keep every token: any earlier token of a live
            chat can be gone back to without a restore, for several times the memory.
        n_threads: to compute with; 0 for the usable cores, half of them on battery.
        weights: how they get into RAM.
        split: shares of the offloaded layers by name of the device, such as 3 and 1; a device that
            is not named gets none. Empty for as many on each as fit. Devices that are not there
            are ignored.
        main_device: is filled before the others; "" for llama.cpp's order.
        adapters: applied to the model; what is computed with them is stored apart.
        chat_template: Jinja; "" for the one in the model file.
        draft_model: path of a small model with the same vocabulary that drafts what this one says;
            "" for the head that lies beside the model, or none.
        projector: path of the file with which it sees or hears; "" for the one that lies beside the
            model and belongs to it, `NO_PROJECTOR` for none.
        machines: addresses ("HOST:PORT") of servers of llama.cpp's RPC backend on other machines,
            which layers may lie on as on GPUs; those that do not answer are left out.
    """

    n_ctx: int = 0
    max_gpu_layers: int | None = None
    kv_type: KVType = KVType.F16
    flash_attention: bool = True
    full_windows: bool = False
    n_threads: int = 0
    weights: WeightsMode = WeightsMode.MAPPED
    split: tuple[tuple[str, float], ...] = ()
    main_device: str = ""
    adapters: tuple[Adapter, ...] = ()
    chat_template: str = ""
    draft_model: str = ""
    projector: str = ""
    machines: tuple[str, ...] = ()


DEFAULT_LOAD = LoadSettings()
NO_PROJECTOR: Final = "none"
