"""What llama.cpp finds on this machine, and what the self-test found out, as plain values.

Names no user, file or chat, so that it may stand in a report of a defect.

A report as lines of English, for a terminal and for a report of a defect. Names no user, file or
chat: of a model it has the architecture and the size, and no name.

And how to have llama.cpp with another backend: one command for each, as the README has them.

Threads: pure values, any thread.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from app.core.engine.load.self_test_report import BackendTrial, describe_backend
from app.core.phrases import NO_WORDS, Phrase, phrase
from app.core.plain_value import PlainValue
from app.core.protocol import BackendChoice, Device

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import ModelInfo, PlaceUse


class HardwareReport(PlainValue, frozen=True):
    """One look at the machine.

    Attributes:
        build: what identifies llama.cpp.
        backends: libraries that came with it, such as "cpu-haswell" or "vulkan"; none where it is
            one single library.
        system: operating system and kind of processor.
        processor: its name.
        devices: in llama.cpp's order.
        why_no_devices: how asking for them ended; `NO_WORDS` when it went well.
        chosen: by the self-test; None where it has not run on this machine as it is now.
        trials: of the self-test, in their order.
    """

    build: str
    backends: tuple[str, ...]
    system: str
    processor: str
    devices: tuple[Device, ...]
    why_no_devices: Phrase
    chosen: BackendChoice | None
    trials: tuple[BackendTrial, ...]

    @property
    def has_distrusted(self) -> bool:
        """Whether the self-test has refused a configuration, so that trying again makes sense."""
        return any(not trial.passed for trial in self.trials) or (
            self.chosen is not None and self.chosen != BackendChoice()
        )

    def as_json(self) -> dict[str, Any]:
        """Return plain values for `--json`."""
        trials = [trial.as_json() for trial in self.trials]
        return {**to_builtins(self), "why_no_devices": str(self.why_no_devices), "trials": trials}


_GB = 1e9


class SpeedRates(PlainValue, frozen=True):
    """How fast the loaded model was, tokens a second; 0 where that was not measured."""

    prefill_tps: float = 0.0
    decode_tps: float = 0.0


def report_lines(report: HardwareReport) -> list[str]:
    """Return what was found, a line for each fact."""
    lines = [
        f"llama.cpp: {report.build}",
        f"backends: {', '.join(report.backends) or 'a single library'}",
        f"system: {report.system}",
        f"processor: {report.processor}",
    ]
    if report.why_no_devices != NO_WORDS:
        lines.append(f"devices: unknown, the list {report.why_no_devices}")
    lines += [f"device: {_device(device)}" for device in report.devices]
    lines += [
        f"self-test: {describe_backend(trial.backend)}: {trial.outcome}" for trial in report.trials
    ]
    chosen = describe_backend(report.chosen) if report.chosen is not None else "not tested yet"
    return [*lines, f"configuration: {chosen}"]


def model_lines(model: ModelInfo, rates: SpeedRates) -> list[str]:
    """Return how a model is laid out and how fast it was, a line for each fact."""
    placement, settings = model.placement, model.settings
    places = {device.name: f"other machine {n}" for n, device in enumerate(_elsewhere(model), 1)}
    size = f"{model.size_bytes / _GB:.2f} GB"
    layers = f"{model.n_gpu_layers} of {model.n_layers} layers on a GPU"
    flash = "allowed" if settings.flash_attention else "off"
    lines = [
        f"model: {model.description}, {size}, {layers}",
        f"context: {model.n_ctx} tokens, KV cache {settings.kv_type.value}",
        f"computing: {placement.n_threads} threads, flash attention {flash}",
        f"why: {placement.reason}",
        *(f"memory: {_use(use, places.get(use.place, use.place))}" for use in placement.uses),
    ]
    if placement.n_expert_layers_in_ram:
        lines.append(f"experts in RAM: of {placement.n_expert_layers_in_ram} layers")
    lines += [_distance(number, device) for number, device in enumerate(_elsewhere(model), 1)]
    lines += [f"note: {note}" for note in model.notes]
    lines.append(
        f"speed: prompt {_rate(rates.prefill_tps)}, answer {_rate(rates.decode_tps)} tokens/s"
    )
    return lines


def _elsewhere(model: ModelInfo) -> list[Device]:
    """Return the devices of other machines; how the user calls those is not told."""
    return [device for device in model.devices if device.round_trip_s]


def _distance(number: int, device: Device) -> str:
    round_trip = f"{1e3 * device.round_trip_s:.2f} ms round trip"
    return f"other machine {number}: {_memory(device)}, {round_trip}"


def _memory(device: Device) -> str:
    return f"{device.free_bytes / _GB:.1f} of {device.total_bytes / _GB:.1f} GB free"


def _device(device: Device) -> str:
    words = [
        f"{device.name} ({device.kind})",
        device.description,
        _memory(device),
        device.backend and f"backend {device.backend}",
        device.driver and f"driver {device.driver}",
    ]
    return ", ".join(filter(None, words))


def _use(use: PlaceUse, place: str) -> str:
    together = use.weights_bytes + use.cache_bytes + use.compute_bytes
    return (
        f"{place}: {use.n_layers} layers, weights {use.weights_bytes / _GB:.2f} + KV cache "
        f"{use.cache_bytes / _GB:.2f} + compute {use.compute_bytes / _GB:.2f} = "
        f"{together / _GB:.2f} GB"
    )


def _rate(tokens_per_s: float) -> str:
    return f"{tokens_per_s:.1f}" if tokens_per_s else "unknown"


class OtherBuild(PlainValue, frozen=True):
    """A build of llama.cpp.

    Attributes:
        backend: which it brings.
        library: its name among the backends of a `HardwareReport`.
        suits: what it is for.
        command: in the folder of Hearth's source code.
        systems: on which it can be had, as `sys.platform`.
    """

    backend: str
    library: str
    suits: Phrase
    command: str
    systems: tuple[str, ...]


_VULKAN = phrase("Any GPU with a Vulkan driver")
_CUDA = phrase("NVIDIA, with the CUDA toolkit installed")

OTHER_BUILDS = (
    OtherBuild("Vulkan", "vulkan", _VULKAN, "make run", ("linux",)),
    OtherBuild("CUDA", "cuda", _CUDA, "make run CMAKE_ARGS=-DGGML_CUDA=on", ("linux",)),
    OtherBuild(
        "ROCm",
        "hip",
        phrase("AMD, with ROCm installed"),
        "make run CMAKE_ARGS=-DGGML_HIP=on",
        ("linux",),
    ),
    OtherBuild(
        "Metal",
        "metal",
        phrase("Apple, where Hearth uses Metal automatically"),
        "make run",
        ("darwin",),
    ),
    # In PowerShell, for Windows has no make; into a new virtual environment.
    OtherBuild(
        "Vulkan",
        "vulkan",
        phrase("Any GPU with a Vulkan driver, with the Vulkan SDK installed"),
        r"$env:CMAKE_ARGS='-DGGML_VULKAN=on'; .venv\Scripts\python -m pip install .",
        ("win32",),
    ),
    OtherBuild(
        "CUDA",
        "cuda",
        _CUDA,
        r"$env:CMAKE_ARGS='-DGGML_CUDA=on'; .venv\Scripts\python -m pip install .",
        ("win32",),
    ),
)


def builds_besides(backends: Sequence[str], system: str = sys.platform) -> tuple[OtherBuild, ...]:
    """Return the builds for a system that bring a backend which is not among some."""
    return tuple(
        build for build in OTHER_BUILDS if system in build.systems and build.library not in backends
    )
