"""What a model does whose layers lie on other devices; run in a child that has such devices.

`kinds LENGTH FOLDER [NAME...]` tries every kind of memory, or those named, spread over all devices:
it decodes, saves and restores through the store, and prints one line of JSON for each. `crossed`
restores on the devices what the processor has saved, and the other way round. `predictions FOLDER`
says what was predicted and what was taken in each place, for several placements. `no-layers MODEL`
prints what llama.cpp logs of a load without offload, and `asked` what is said of GPUs.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from unittest import mock

import numpy as np
from llama_cpp import llama_cpp as native

from app.core.engine.load import loader
from app.core.engine.load.model_measure import (
    context_params,
    measure_model,
    measured_again,
    model_params,
)
from app.core.engine.memory.state_probe import agrees, witness_of
from app.core.fit.machine import GPU_KINDS, Placement, memory_use
from app.core.fit.model_memory import RAM
from app.core.fit.planner import Plan, plan_load
from app.core.ggml import gpu_backends
from app.core.ggml.devices import devices
from app.core.llama import Context, Model, library
from app.core.plain_value import replace
from app.core.protocol import BackendChoice, LoadModel
from tests.helpers.hollow_models import HOLLOW_MODELS
from tests.helpers.loading import load_command
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.native_run import NativeRun, some_tokens

if TYPE_CHECKING:
    from app.core.engine.load.model_measure import Measured
    from app.core.fit.machine import MachineMemory
    from app.core.fit.model_memory import ModelMemory
    from app.core.fit.planner import Refusal, Wish

ON_DEVICES = BackendChoice()
ON_PROCESSOR = BackendChoice(use_gpu=False)


@dataclass(frozen=True)
class Prompt:
    """What is decoded, and at which counts of tokens it is saved."""

    boundaries: tuple[int, ...]
    n_tokens: int

    @property
    def tokens(self) -> list[int]:
        return some_tokens()[: self.n_tokens]


PROMPTS = {
    "long": Prompt((40, 250), 420),
    # Where a processor computes what is meant for a GPU. Longer than the windows all the same.
    "short": Prompt((32, 96), 128),
}
Attempt: TypeAlias = Callable[[Kind, Path, Prompt], dict[str, object]]


def _try(kind: Kind, folder: Path, prompt: Prompt) -> dict[str, object]:
    folder.mkdir()
    model = kind.write(folder / "model.gguf")
    tokens, boundaries = prompt.tokens, prompt.boundaries
    with NativeRun(model, kind, folder / "kv") as run:
        run.save_at(boundaries, tokens)
        restored = {}
        for boundary in boundaries:
            state = run.restore(boundary, tokens)
            logits = run.decode([tokens[boundary]], boundary)[0]
            restored[boundary] = (run.rows_of(state, boundary), logits)
        found = []
        for boundary, (rows, logits) in restored.items():
            native = run.computed_anew(boundary, boundaries, tokens)
            wanted = run.rows_of(native, boundary)
            exact = run.decode([tokens[boundary]], boundary)[0]
            found.append(
                {
                    "same_rows": bool(np.array_equal(rows, wanted)),
                    "same_logits": bool(np.array_equal(logits, exact)),
                    "difference": float(np.abs(logits - exact).max() / exact.std()),
                }
            )
        info = run.info()
        shares = run.shares
    devices = [device.kind for device in info.devices]
    return {
        "kind": kind.name,
        "is_exact": kind.is_exact,
        "n_gpu_layers": info.n_gpu_layers,
        "n_layers": info.n_layers,
        "devices": devices,
        "shares": shares,
        "places": {use.place: use.n_layers for use in info.placement.uses},
        "found": found,
    }


def _try_crossed(kind: Kind, folder: Path, prompt: Prompt) -> dict[str, object]:
    """Restore on one side what the other has saved; say how far that is from its own numbers."""
    folder.mkdir()
    model = kind.write(folder / "model.gguf")
    found: dict[str, object] = {"kind": kind.name}
    sides = {"devices": ON_DEVICES, "processor": ON_PROCESSOR}
    for saved_on, other in (("devices", "processor"), ("processor", "devices")):
        store = folder / f"kv-{saved_on}"
        with NativeRun(model, kind, store, sides[saved_on]) as run:
            run.save_at(prompt.boundaries, prompt.tokens)
            namespace = run.namespace
        with NativeRun(model, kind, store, sides[other]) as run:
            found[f"from {saved_on}"] = {
                "same_namespace": run.namespace == namespace,
                "restored": [_compare(run, boundary, prompt) for boundary in prompt.boundaries],
            }
    return found


def _compare(run: NativeRun, boundary: int, prompt: Prompt) -> dict[str, object]:
    tokens = prompt.tokens
    run.restore(boundary, tokens)
    restored = run.decode([tokens[boundary]], boundary)[0]
    run.computed_anew(boundary, prompt.boundaries, tokens)
    own = run.decode([tokens[boundary]], boundary)[0]
    product = float(np.dot(restored, own))
    return {
        "cosine": product / float(np.linalg.norm(restored) * np.linalg.norm(own)),
        "difference": float(np.abs(restored - own).max() / own.std()),
        "same_best": int(restored.argmax()) == int(own.argmax()),
        "witness_agrees": agrees(restored, witness_of(own)),
    }


def _spread(model: ModelMemory, machine: MachineMemory, wish: Wish) -> Plan | Refusal:
    """Lay a model out over all devices alike: a tiny one would fit on one."""
    found = plan_load(model, machine, wish)
    assert isinstance(found, Plan)
    if not machine.devices:
        return found
    names = [device.name for device in machine.devices]
    parts = np.array_split(range(model.weights.n_layers + 1), len(names))
    shares = tuple(zip(names, map(len, parts), strict=True))
    return replace(found, placement=replace(found.placement, shares=shares))


def _try_kinds(attempt: Attempt, prompt: Prompt, folder: Path, names: list[str]) -> None:
    gpu_backends.admit()
    assert _has_gpu()
    with mock.patch("app.core.engine.load.model_measure.plan_load", _spread):
        for kind in kinds():
            if names and kind.name not in names:
                continue
            _say(json.dumps(attempt(kind, folder / kind.name, prompt)))


def _predict(folder: Path) -> None:
    gpu_backends.admit()
    names = [device.name for device in devices() if device.kind == "gpu"]
    for hollow in HOLLOW_MODELS:
        if hollow.arch not in ("lfm2", "qwen3next"):
            continue
        path = str(hollow.write(folder / f"{hollow.arch}.gguf"))
        command = LoadModel(path)
        measured = measure_model(command, BackendChoice(use_extra_bufts=False))
        n_all = measured.memory.weights.n_layers + 1
        for placement in (
            Placement(3000, ((names[0], n_all),)),
            Placement(3000, ((names[0], n_all // 2),)),
            Placement(3000, ((names[0], 3), (names[1], 4))),
            Placement(3000, ((names[0], n_all),), n_expert_layers_in_ram=5),
        ):
            found: dict[str, Any] = {"arch": hollow.arch, "shares": placement.shares}
            found["experts"] = placement.n_expert_layers_in_ram
            uses = memory_use(measured_again(command, measured, placement).memory, placement)
            found["predicted"] = {use.place: use.total_bytes for use in uses}
            found["taken"] = _taken(command, measured, placement)
            _say(json.dumps(found))


def _taken(command: LoadModel, measured: Measured, placement: Placement) -> dict[str, float]:
    """Load a model and return the bytes that llama.cpp says it has taken in each place."""
    places = library.buffer_types()
    params, n_ctx = model_params(measured, placement), placement.n_ctx
    with library.recorded_log() as lines:
        model = Model(command.path, params, lambda _fraction: True)
        Context(model, context_params(model, command.settings, n_ctx, measured.n_rollback)).close()
        model.close()
    taken: dict[str, float] = {}
    for buffer, size in re.findall(r"(\S+) +\w+ buffer size = +([\d.]+) MiB", "\n".join(lines)):
        place = places.get(buffer, RAM)
        taken[place] = taken.get(place, 0.0) + float(size) * 2**20
    return taken


def _load_no_layers(model: str) -> None:
    logging.basicConfig(level=logging.DEBUG, stream=sys.stdout, format="%(message)s")
    command = load_command(model, n_ctx=256)
    loader.load(command, BackendChoice(use_gpu=False), lambda _fraction: True).close()


def _has_gpu() -> bool:
    """Return whether there is a device to offload to; llama.cpp itself counts backends."""
    return any(device.kind in GPU_KINDS for device in devices())


def _ask() -> None:
    gpu_backends.admit()
    said = {"llama.cpp": bool(native.llama_supports_gpu_offload()), "us": _has_gpu()}
    _say(json.dumps(said))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Do what the first argument says."""
    match sys.argv[1:]:
        case ["kinds", length, folder, *names]:
            _try_kinds(_try, PROMPTS[length], Path(folder), names)
        case ["crossed", length, folder, *names]:
            _try_kinds(_try_crossed, PROMPTS[length], Path(folder), names)
        case ["predictions", folder]:
            _predict(Path(folder))
        case ["no-layers", model]:
            _load_no_layers(model)
        case ["asked"]:
            _ask()
        case unknown:
            raise SystemExit(f"nothing is called {unknown}")


if __name__ == "__main__":
    main()
