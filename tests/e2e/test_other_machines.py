"""A model that has a part on another machine, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.models.model_settings import ModelSettings
from app.core.protocol import LoadSettings
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.rpc_devices import servers

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.system.paths import Paths


def test_a_question_is_answered_with_another_machine_and_without_it(
    hearth: Any, paths: Paths, tmp_path: Path
) -> None:
    model = str(write_tiny_llama(tmp_path / "tiny.gguf"))
    asked = ("ask", "Hello?", "--model", model, "--max-tokens", "4", "--json")
    with servers(1) as running:
        ModelSettings(paths.model_settings).set(model, LoadSettings(machines=running.addresses))
        there = hearth(*asked)
        assert there.code == 0, there.err
        assert there.figures["gpu_layers"] > 0
    alone = hearth(*asked)
    assert alone.code == 0, alone.err
    assert f"No rpc-server listens at {running.addresses[0]}." in alone.err
    assert alone.figures["gpu_layers"] == 0
