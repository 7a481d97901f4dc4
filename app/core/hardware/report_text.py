"""A report as lines of English, for a terminal and for a report of a defect.

Names no user, file or chat: of a model it has the architecture and the size, and no name.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.self_test_report import describe_backend
from app.core.phrases import NO_WORDS

if TYPE_CHECKING:
    from app.core.hardware.report import HardwareReport
    from app.core.protocol import Device, ModelInfo, PlaceUse

_GB = 1e9


@dataclass(frozen=True, slots=True)
class SpeedRates:
    """How fast the loaded model was, tokens a second; 0 where that was not measured."""

    prefill_tps: float = 0.0
    decode_tps: float = 0.0


def report_lines(report: HardwareReport) -> list[str]:
    """Return what was found, a line for each fact."""
    lines = [
        f"llama.cpp: {report.build}",
        f"backends: {', '.join(report.backends) or 'one single library'}",
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
    there_and_back = f"{1e3 * device.round_trip_s:.2f} ms there and back"
    return f"other machine {number}: {_memory(device)}, {there_and_back}"


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
        f"{use.cache_bytes / _GB:.2f} + computing {use.compute_bytes / _GB:.2f} = "
        f"{together / _GB:.2f} GB"
    )


def _rate(tokens_per_s: float) -> str:
    return f"{tokens_per_s:.1f}" if tokens_per_s else "unknown"
