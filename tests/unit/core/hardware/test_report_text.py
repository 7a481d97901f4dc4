"""A report for a terminal and for reports of defects: everything, and nobody's names."""

from __future__ import annotations

from pathlib import Path

from app.core.engine.load.self_test_report import PASSED, BackendTrial
from app.core.hardware.report import (
    OTHER_BUILDS,
    HardwareReport,
    SpeedRates,
    model_lines,
    report_lines,
)
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.protocol import BackendChoice, Device, LoadedPlacement, ModelInfo, PlaceUse
from app.core.system.own_program import describe_code
from app.core.system.probes import describe_hang

REPOSITORY = Path(__file__).resolve().parents[4]
GB = 10**9
PLAIN = BackendChoice(use_extra_bufts=False, use_gpu=False)
GPU = Device("Vulkan0", "A GPU (X1)", "gpu", 3 * GB, 8 * GB, "Vulkan", "radv")
REPORT = HardwareReport(
    build="llama-cpp-python 1.2.3, ggml abc",
    backends=("cpu-haswell", "vulkan"),
    system="Linux x86_64",
    processor="A processor",
    devices=(GPU,),
    why_no_devices=NO_WORDS,
    chosen=PLAIN,
    trials=(
        BackendTrial(BackendChoice(), passed=False, outcome=describe_code(-11)),
        BackendTrial(PLAIN, passed=True, outcome=PASSED),
    ),
)
MODEL = ModelInfo(
    path="/home/somebody/secret.gguf",
    name="Secret",
    description="llama 8B Q4_K",
    size_bytes=5 * GB,
    n_params=8 * GB,
    n_ctx=8192,
    n_ctx_train=131072,
    n_layers=32,
    n_gpu_layers=20,
    devices=(GPU,),
    notes=(phrase("A note."),),
    resumable=True,
    placement=LoadedPlacement(
        phrase("20 of 32 layers fit on the GPU."),
        (PlaceUse("RAM", 13, 2 * GB, GB, GB // 4), PlaceUse("Vulkan0", 20, 3 * GB, GB, GB // 2)),
        n_expert_layers_in_ram=4,
        n_threads=6,
    ),
)


def test_everything_that_was_found_has_its_line() -> None:
    text = "\n".join(report_lines(REPORT))

    for part in (
        "llama.cpp: llama-cpp-python 1.2.3, ggml abc",
        "backends: cpu-haswell, vulkan",
        "device: Vulkan0 (gpu), A GPU (X1), 3.0 of 8.0 GB free, backend Vulkan, driver radv",
        "self-test: all weight layouts, GPU where present: crashed with signal 11",
        "configuration: plain weight layouts, no GPU",
    ):
        assert part in text


def test_what_is_not_known_says_so() -> None:
    hung = describe_hang(60.0)
    unknown = replace(REPORT, devices=(), why_no_devices=hung, chosen=None, trials=())
    text = "\n".join(report_lines(replace(unknown, backends=())))

    assert "devices: unknown, the list hung for 60 s" in text
    assert "backends: a single library" in text
    assert "configuration: not tested yet" in text
    assert model_lines(MODEL, SpeedRates())[-1] == "speed: prompt unknown, answer unknown tokens/s"


def test_a_model_is_told_without_its_name_and_its_path() -> None:
    text = "\n".join(model_lines(MODEL, SpeedRates(312.25, 14.06)))

    assert "secret" not in text.lower()
    for part in (
        "model: llama 8B Q4_K, 5.00 GB, 20 of 32 layers on a GPU",
        "context: 8192 tokens, KV cache f16",
        "computing: 6 threads, flash attention allowed",
        "why: 20 of 32 layers fit on the GPU.",
        "memory: Vulkan0: 20 layers, weights 3.00 + KV cache 1.00 + compute 0.50 = 4.50 GB",
        "experts in RAM: of 4 layers",
        "note: A note.",
        "speed: prompt 312.2, answer 14.1 tokens/s",
    ):
        assert part in text


def test_trying_again_makes_sense_only_where_something_was_refused() -> None:
    assert REPORT.has_distrusted
    assert not replace(REPORT, chosen=BackendChoice(), trials=()).has_distrusted
    assert not replace(REPORT, chosen=None, trials=()).has_distrusted
    assert replace(REPORT, chosen=PLAIN, trials=()).has_distrusted


def test_the_commands_for_other_builds_are_those_of_the_readme() -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")

    assert [build.backend for build in OTHER_BUILDS if f"`{build.command}`" not in readme] == []


def test_another_machine_is_told_of_and_its_name_is_not() -> None:
    attic = Device("attic", "attic", "gpu", 6 * GB, 8 * GB, "RPC", round_trip_s=0.00042)
    uses = (PlaceUse("RAM", 3, GB, 0, 0), PlaceUse("attic", 30, 3 * GB, GB, 0))
    placement = replace(MODEL.placement, uses=uses)
    text = "\n".join(
        model_lines(replace(MODEL, devices=(GPU, attic), placement=placement), SpeedRates())
    )

    assert "memory: other machine 1: 30 layers" in text
    assert "other machine 1: 6.0 of 8.0 GB free, 0.42 ms round trip" in text
    assert "attic" not in text
