"""The catalogue of models, and what it says for machines of all sizes."""

from __future__ import annotations

import re

import pytest

from app.core.models.catalogue import pick_for, suggestions
from app.core.models.hub.grouping import quantisation_of

GB = 1 << 30


def test_every_model_can_be_found_on_the_hub_by_what_the_catalogue_says() -> None:
    for model in suggestions():
        assert re.fullmatch(r"[A-Za-z0-9-]+/[A-Za-z0-9.-]+-GGUF", model.repo)
        assert model.page == f"https://huggingface.co/{model.repo}"
        assert model.file.endswith(".gguf")
        assert quantisation_of(model.file.removesuffix(".gguf")) == model.quantisation


@pytest.mark.parametrize(
    ("ram_gb", "gpu_gb", "name"),
    [
        (2, 0, None),
        (4, 0, "Qwen3 0.6B"),
        (8, 0, "Gemma 3 4B"),
        (16, 0, "Gemma 3 4B"),
        (32, 0, "gpt-oss 20B"),
        (128, 0, "gpt-oss 20B"),
        (8, 2, "Gemma 3 4B"),  # a card that is too small counts as none
        (8, 4, "Gemma 3 4B"),
        (16, 8, "Qwen3 8B"),
        (16, 16, "gpt-oss 20B"),
        (64, 80, "gpt-oss 20B"),
    ],
)
def test_a_machine_of_each_size_gets_the_model_that_is_a_pleasure_on_it(
    ram_gb: int, gpu_gb: int, name: str | None
) -> None:
    # What the system reports is a little less than what was sold.
    picked = pick_for(round(ram_gb * GB * 0.97), round(gpu_gb * GB * 0.95))

    assert (picked.name if picked else None) == name


@pytest.mark.parametrize("memory_gb", [4, 8, 16, 32])
def test_what_is_picked_fits(memory_gb: int) -> None:
    for ram, gpu in ((memory_gb * GB, 0), (memory_gb * GB, memory_gb * GB)):
        picked = pick_for(ram, gpu)
        assert picked is not None
        assert picked.ram_bytes <= ram * 1.1


def test_a_model_of_experts_is_quicker_than_its_size_says() -> None:
    speeds = {model.key: model.words_per_s(10e9) for model in suggestions()}
    assert speeds["qwen3-4b"] == pytest.approx(3.0)  # 4 tokens a second
    assert speeds["gpt-oss-20b"] > speeds["qwen3-4b"] > speeds["qwen3-8b"]


def test_the_catalogue_names_licences_and_who_sees() -> None:
    assert {model.licence for model in suggestions()} == {"Apache 2.0", "Gemma"}
    assert [model.name for model in suggestions() if model.sees] == ["Gemma 3 4B"]
