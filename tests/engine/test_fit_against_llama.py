"""What is predicted of a model is what llama.cpp then takes: within a tenth, mostly to the byte."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.load import model_measure
from app.core.engine.load.model_measure import Measured, context_params, measure_model
from app.core.fit.machine import Placement, memory_use
from app.core.llama import Context, Model, ModelParams, library
from app.core.llama.gguf_file import check_complete
from app.core.protocol import BackendChoice, KVType, LoadModel, LoadSettings
from tests.helpers.hollow_models import HOLLOW_MODELS, HollowModel
from tests.helpers.loading import load_command
from tests.helpers.mtp_model import write_tiny_mtp

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = BackendChoice(use_extra_bufts=False, use_gpu=False)
TOLERANCE = 0.1
MIB = 2**20
# As llama.cpp logs what it has taken.
KINDS = {"weights": "model", "cache": "KV|RS", "compute": "compute|output"}


def really_taken(
    command: LoadModel, n_ctx: int, measured: Measured | None = None
) -> dict[str, float]:
    """Load a model and make a context; return what llama.cpp says it has allocated, bytes."""
    n_rollback = (measured or measure_model(command, PLAIN)).n_rollback
    with library.recorded_log() as lines:
        model = Model(command.path, ModelParams(0, use_extra_bufts=False), lambda _fraction: True)
        try:
            Context(model, context_params(model, command.settings, n_ctx, n_rollback)).close()
        finally:
            model.close()
    text = "\n".join(lines)
    return {
        kind: MIB * sum(map(float, re.findall(rf"(?:{words}) buffer size = +([\d.]+) MiB", text)))
        for kind, words in KINDS.items()
    }


def predicted(command: LoadModel, n_ctx: int, measured: Measured | None = None) -> dict[str, float]:
    measured = measured or measure_model(command, PLAIN)
    (use,) = memory_use(measured.memory, Placement(n_ctx))
    parts = {"weights": use.weights_bytes, "cache": use.cache_bytes, "compute": use.compute_bytes}
    return {kind: float(n_bytes) for kind, n_bytes in parts.items()}


def assert_foretold(command: LoadModel, *contexts: int) -> None:
    """Fail if any part takes another size than predicted, in contexts of so many tokens."""
    measured = measure_model(command, PLAIN)
    for n_ctx in contexts:
        real = really_taken(command, n_ctx, measured)
        told = predicted(command, n_ctx, measured)
        real["all"], told["all"] = sum(real.values()), sum(told.values())
        found = {kind: abs(told[kind] - real[kind]) / real[kind] for kind in real}
        assert max(found.values()) < TOLERANCE, (n_ctx, found)


@pytest.fixture(params=HOLLOW_MODELS, ids=lambda model: model.arch)
def hollow(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[HollowModel, Path]:
    return request.param, request.param.write(tmp_path / "hollow.gguf")


def test_a_model_takes_what_was_predicted_for_contexts_that_were_never_simulated(
    hollow: tuple[HollowModel, Path],
) -> None:
    command = LoadModel(str(hollow[1]))
    check_complete(command.path)
    assert_foretold(command, 3_000, 12_288)


@pytest.mark.parametrize(
    "options",
    [{"kv_type": KVType.Q8_0}, {"flash_attention": False}, {"full_windows": True}],
    ids=["q8_0", "no flash attention", "full windows"],
)
def test_what_the_user_sets_of_the_context_is_in_the_prediction(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    gemma = next(model for model in HOLLOW_MODELS if model.arch == "gemma3")
    assert_foretold(load_command(gemma.write(tmp_path / "hollow.gguf"), **options), 8_192)


def test_a_quantised_cache_is_predicted_to_take_half(tmp_path: Path) -> None:
    path = str(HOLLOW_MODELS[0].write(tmp_path / "hollow.gguf"))

    plain = predicted(LoadModel(path), 8_192)["cache"]
    quantised = predicted(load_command(path, kv_type=KVType.Q8_0), 8_192)["cache"]

    assert quantised == pytest.approx(plain * 34 / 64, rel=0.01)


def test_a_simulated_model_takes_no_memory_and_reads_no_vocabulary(tmp_path: Path) -> None:
    path = str(HOLLOW_MODELS[0].write(tmp_path / "hollow.gguf"))
    with library.recorded_log() as lines:
        measure_model(LoadModel(path), PLAIN)

    taken = re.findall(r"(?:model|KV) buffer size = +([\d.]+) MiB", "\n".join(lines))

    assert taken
    assert set(map(float, taken)) == {0.0}
    assert any("dummy tokens" in line for line in lines)


def test_a_draft_model_is_in_the_prediction(tmp_path: Path) -> None:
    main, draft = (
        HOLLOW_MODELS[0].write(tmp_path / "main.gguf"),
        next(one for one in HOLLOW_MODELS if one.arch == "gemma3").write(tmp_path / "draft.gguf"),
    )
    n_ctx = 8_192
    real = really_taken(LoadModel(str(main)), n_ctx)
    beside = really_taken(load_command(draft, n_ctx=n_ctx, full_windows=True), n_ctx)

    told = predicted(load_command(main, n_ctx=n_ctx, draft_model=str(draft)), n_ctx)

    assert told["weights"] > 1.2 * real["weights"]
    for kind, n_bytes in told.items():
        assert n_bytes == pytest.approx(real[kind] + beside[kind], rel=TOLERANCE), kind


def test_a_draft_model_that_cannot_be_read_stands_against_no_model(tmp_path: Path) -> None:
    main = HOLLOW_MODELS[0].write(tmp_path / "main.gguf")
    alone = predicted(LoadModel(str(main)), 4_096)

    assert predicted(load_command(main, draft_model=str(tmp_path / "gone.gguf")), 4_096) == alone


@pytest.mark.parametrize(
    ("n_gpu_layers", "settings", "n_at_once", "is_flash"),
    [
        (0, {}, 128, False),
        (0, {"n_ctx": 1 << 20}, 512, True),  # the scores would take a gigabyte
        (0, {"n_ctx": 1 << 20, "flash_attention": False}, 128, False),
        (0, {"kv_type": KVType.Q8_0}, 512, True),
        (1, {}, 512, True),
        (1, {"flash_attention": False}, 512, False),
    ],
)
def test_the_processor_attends_by_scores_where_these_are_small(
    tiny_model: Path,
    n_gpu_layers: int,
    settings: dict[str, Any],
    n_at_once: int,
    is_flash: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model_measure, "has_own_attention", lambda: False)
    model = Model(str(tiny_model), ModelParams(n_gpu_layers), lambda _fraction: True)
    params = context_params(model, LoadSettings(**settings), 512, 0)
    model.close()
    assert (params.n_ubatch, params.flash_attention) == (n_at_once, is_flash)


def test_experts_are_read_for_more_tokens_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_measure, "has_own_attention", lambda: False)
    path = write_tiny_mtp(tmp_path / "experts.gguf")
    model = Model(str(path), ModelParams(), lambda _fraction: True)
    params = context_params(model, LoadSettings(), 512, 0)
    model.close()
    assert (params.n_ubatch, params.flash_attention) == (256, False)
