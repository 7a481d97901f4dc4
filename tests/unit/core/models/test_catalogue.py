"""The catalogue of models, and what it says for machines of all sizes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.core.models.catalogue import FILE_NAME, catalogue_of, own_catalogue
from app.core.models.hub.grouping import quantisation_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import ExpectLog

GB = 1 << 30


def test_every_model_can_be_found_on_the_hub_by_what_the_catalogue_says() -> None:
    for model in own_catalogue().suggestions:
        assert re.fullmatch(r"[A-Za-z0-9-]+/[A-Za-z0-9.-]+-GGUF", model.repo)
        assert re.fullmatch(r"[a-z0-9.-]+", model.key)
        assert model.page == f"https://huggingface.co/{model.repo}"
        assert model.file.endswith(".gguf")
        name = re.sub(r"(-00001-of-[0-9]{5})?\.gguf$", "", model.file)
        assert quantisation_of(name) == model.quantisation


@pytest.mark.parametrize(
    ("ram_gb", "gpu_gb", "name"),
    [
        (1, 0, None),
        (2, 0, "LFM2.5 1.2B"),
        (4, 0, "Qwen3.5 2B"),
        (8, 0, "Gemma 4 E2B"),
        (16, 0, "Gemma 4 E4B"),
        (24, 0, "gpt-oss 20B"),
        (32, 0, "gpt-oss 20B"),
        (64, 0, "Qwen3.6 35B-A3B"),
        (128, 0, "gpt-oss 120B"),
        (8, 2, "Gemma 4 E2B"),  # a card that is too small counts as none
        (8, 4, "Qwen3.5 4B"),
        (16, 8, "Qwen3.5 9B"),
        (16, 12, "Gemma 4 12B"),
        (16, 16, "gpt-oss 20B"),
        (32, 24, "Qwen3.8 27B"),
        (32, 32, "Qwen3.8 27B"),
        (64, 80, "gpt-oss 120B"),
    ],
)
def test_a_machine_of_each_size_gets_the_model_that_is_a_pleasure_on_it(
    ram_gb: int, gpu_gb: int, name: str | None
) -> None:
    # What the system reports is a little less than what was sold.
    picked = own_catalogue().pick_for(round(ram_gb * GB * 0.97), round(gpu_gb * GB * 0.95))

    assert (picked.name if picked else None) == name


@pytest.mark.parametrize("memory_gb", [2, 4, 8, 12, 16, 24, 32, 64, 96, 128])
def test_what_is_picked_fits(memory_gb: int) -> None:
    for ram, gpu in ((memory_gb * GB, 0), (memory_gb * GB, memory_gb * GB)):
        picked = own_catalogue().pick_for(ram, gpu)
        assert picked is not None
        assert picked.ram_bytes <= ram * 1.1


def test_a_model_of_experts_is_quicker_than_its_size_says() -> None:
    speeds = {model.key: model.words_per_s(10e9) for model in own_catalogue().suggestions}
    assert speeds["qwen3.5-4b"] == pytest.approx(2.6, abs=0.1)
    assert speeds["gpt-oss-20b"] > speeds["qwen3.5-4b"] > speeds["qwen3.5-9b"]


def test_the_catalogue_names_licences_and_who_sees() -> None:
    models = own_catalogue().suggestions
    assert {model.licence for model in models} == {"Apache 2.0", "LFM Open License"}
    blind = {"LFM2.5 1.2B", "SmolLM3 3B", "LFM2.5 8B-A1B", "gpt-oss 20B", "gpt-oss 120B"}
    assert {model.name for model in models if not model.sees} == {*blind, "Qwen3-Coder 30B-A3B"}


NEWER = """
as_of = "2027-02"

[[model]]
key = "new-9b"
name = "New 9B"
repo = "maker/New-9B-GGUF"
file = "New-9B-Q4_K_M.gguf"
quantisation = "Q4_K_M"
size_bytes = 5_000_000_000
ram_bytes = 7_000_000_000
licence = "MIT"
suits = "For everything {that} is new."

[[pick]]
memory_gb = 8
on_gpu = false
model = "new-9b"
"""


def test_a_list_in_the_data_folder_takes_the_place_of_ours(tmp_path: Path) -> None:
    assert catalogue_of(tmp_path) is own_catalogue()
    (tmp_path / FILE_NAME).write_text(NEWER, "utf-8")
    found = catalogue_of(tmp_path)
    assert [model.name for model in found.suggestions] == ["New 9B"]
    assert found.as_of == "2027-02"
    assert str(found.suggestions[0].suits) == "For everything {that} is new."
    assert found.pick_for(8 * GB) == found.named("new-9b")
    assert found.pick_for(64 * GB, 24 * GB) == found.named("new-9b")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[[model]]", "[model"),
        ('model = "new-9b"', 'model = "another"'),
        ("ram_bytes = 7_000_000_000", 'ram_bytes = "7 GB"'),
        ("ram_bytes = 7_000_000_000", "ram_bytes = -1"),
        ("maker/New-9B-GGUF", "../New-9B-GGUF/../x"),
        ('licence = "MIT"', ""),
        ('licence = "MIT"', 'licence = "MIT"\nunknown = 1'),
        ("2027-02", "2027-13"),
        ("[[model]]", "[[models]]"),
    ],
)
def test_a_list_that_cannot_be_used_counts_as_none_and_is_told_to_the_log(
    tmp_path: Path, expect_log: ExpectLog, old: str, new: str
) -> None:
    assert old in NEWER
    (tmp_path / FILE_NAME).write_text(NEWER.replace(old, new), "utf-8")
    expect_log(f"{re.escape(str(tmp_path / FILE_NAME))} is not used")
    assert catalogue_of(tmp_path) is own_catalogue()


def test_a_list_that_is_no_text_counts_as_none(tmp_path: Path, expect_log: ExpectLog) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"\xff\x00\xfe")
    expect_log("is not used")
    assert catalogue_of(tmp_path) is own_catalogue()
    (tmp_path / FILE_NAME).unlink()
    (tmp_path / FILE_NAME).mkdir()
    expect_log("is not used")
    assert catalogue_of(tmp_path) is own_catalogue()
