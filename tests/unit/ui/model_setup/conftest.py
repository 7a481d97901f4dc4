"""The page of a model's settings, opened and closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.plain_value import replace
from app.core.protocol import (
    DEFAULT_LOAD,
    Adapter,
    Device,
    KVType,
    LoadSettings,
    ModelLoaded,
    WeightsMode,
)
from tests.unit.ui.conftest import answer, make_model

if TYPE_CHECKING:
    from typing import Any

    from app.ui.model_setup.model_setup_dialog import ModelSetupDialog
    from tests.unit.ui.conftest import Desk

PATH = make_model().path
GPUS = (
    Device("CUDA0", "Big card", "gpu", 8_000, 8_000),
    Device("CUDA1", "Small card", "gpu", 4_000, 4_000),
    Device("CPU", "", "cpu", 1, 1),
)
EVERYTHING = LoadSettings(
    n_ctx=10_000,
    max_gpu_layers=0,
    kv_type=KVType.Q8_0,
    full_windows=True,
    n_threads=3,
    weights=WeightsMode.LOCKED,
    split=(("CUDA0", 3.0), ("CUDA1", 1.0)),
    main_device="CUDA1",
    adapters=(Adapter("/adapters/style.gguf", 0.5),),
    chat_template="{{ messages }}",
    draft_model="/models/small.gguf",
    projector="/models/eyes.gguf",
    machines=("attic:50052",),
)


def opened(desk: Desk, settings: LoadSettings = DEFAULT_LOAD) -> ModelSetupDialog:
    desk.recorded.answers["settings_of"] = settings
    desk.open(answer("hello"))
    desk.post(ModelLoaded(replace(make_model(), devices=GPUS)))
    desk.window.actions_by_key["model_setup"].trigger()
    return page_of(desk)


def page_of(desk: Desk) -> ModelSetupDialog:
    presenter = desk.window.model_setup
    desk.until(lambda: presenter._dialog is not None)
    assert presenter._dialog is not None
    return presenter._dialog


def until_closed(desk: Desk) -> None:
    desk.until(lambda: desk.window.model_setup._dialog is None)


def saved(desk: Desk) -> list[tuple[Any, ...]]:
    return [call[1:] for call in desk.calls if call[0] == "change_settings"]
