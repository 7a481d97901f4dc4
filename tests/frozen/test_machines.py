"""A part of a model on another machine, by the RPC backend that the packages have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.models.model_settings import ModelSettings
from app.core.protocol import LoadSettings
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frozen.conftest import Frozen


def test_a_model_lies_on_another_machine_and_comes_back_without_it(
    frozen: Frozen, tiny_model: Path
) -> None:
    model = str(tiny_model)
    with servers(1) as running:
        chosen = ModelSettings(frozen.paths.model_settings)
        chosen.set(model, LoadSettings(machines=running.addresses))
        there = frozen.ask("--model", model, "--max-tokens", "8", "Guten Tag!")
        assert there["gpu_layers"] > 0
    gone = frozen.run(
        *("ask", "--temp", "0", "--json", "--model", model, "--max-tokens", "8", "Guten Tag!")
    )
    assert gone.code == 0, gone.err
    assert running.addresses[0] in gone.err, "that it is left out is told"
    assert gone.figures["gpu_layers"] == 0
    assert gone.figures["text"]
