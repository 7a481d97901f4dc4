"""Which files of a repository belong together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.models.hub.grouping import choices_of, n_bits_of, quantisation_of, recommended
from app.core.models.hub.repositories import ModelChoice, RemoteFile

GB = 10**9


def remote(name: str, size: int = GB) -> RemoteFile:
    return RemoteFile(name, size, "", f"http://hub/{name}")


def names_of(choice: ModelChoice) -> list[str]:
    return [file.name for file in choice.all_files]


@pytest.mark.parametrize(
    ("name", "quantisation", "n_bits"),
    [
        ("Qwen3-8B-Q4_K_M", "Q4_K_M", 4),
        ("gpt-oss-20b-mxfp4", "MXFP4", 4),
        ("model.q5_0", "Q5_0", 5),
        ("Llama-3.2-3B-Instruct-UD-IQ2_XXS", "UD-IQ2_XXS", 2),
        ("gemma-3-4b-it-qat-Q4_0", "Q4_0", 4),
        ("Phi-4-BF16", "BF16", 16),
        ("phi-4-fp16", "F16", 16),
        ("Model-TQ1_0", "TQ1_0", 1),
        ("Q8_0/Model-Q8_0", "Q8_0", 8),
        ("Qwen3-0.6B", "", 0),
        ("quiet-q", "", 0),
    ],
)
def test_the_quantisation_is_read_off_the_name(name: str, quantisation: str, n_bits: int) -> None:
    assert quantisation_of(name) == quantisation
    assert n_bits_of(quantisation) in (n_bits, 1 if quantisation.startswith("TQ1") else n_bits)


def test_each_quantisation_is_one_choice_and_the_smallest_comes_first() -> None:
    files = [remote("M-Q8_0.gguf", 8 * GB), remote("M-Q4_K_M.gguf", 4 * GB), remote("README.md")]

    assert [one.quantisation for one in choices_of(files)] == ["Q4_K_M", "Q8_0"]


def test_parts_are_one_choice_in_their_order_also_in_a_folder_of_their_own() -> None:
    parts = [f"Q4_K_M/M-Q4_K_M-{number:05}-of-00003.gguf" for number in (2, 3, 1)]
    [choice] = choices_of([remote(part) for part in parts])

    assert names_of(choice) == sorted(parts)
    assert (choice.quantisation, choice.name, choice.size_bytes) == ("Q4_K_M", "M-Q4_K_M", 3 * GB)


def test_a_head_that_drafts_for_a_model_is_no_model() -> None:
    heads = ["mtp-gemma-4-31B-it.gguf", "MTP/mtp-M-Q4_0.gguf", "dflash-kquant.gguf"]
    files = [*map(remote, heads), remote("M-MTP-Q4_K_M.gguf"), remote("mtpmodel-Q8_0.gguf")]

    assert [one.name for one in choices_of(files)] == ["M-MTP-Q4_K_M", "mtpmodel-Q8_0"]


def test_a_head_that_can_be_used_goes_with_every_choice() -> None:
    head = "mtp-gemma-4-E2B-it.gguf"
    files = ["gemma-4-E2B-it-Q4_K_M.gguf", "gemma-4-E2B-it-Q8_0.gguf", "mmproj-F16.gguf", head]

    assert [names_of(one) for one in choices_of(map(remote, files))] == [
        [files[0], head, "mmproj-F16.gguf"],
        [files[1], head, "mmproj-F16.gguf"],
    ]
    for model, head, is_usable in (
        ("Qwen3.8-27B-Q4_K_M.gguf", "mtp-Qwen3.8-27B.gguf", True),
        ("Muse-Q4_K_M.gguf", "dflash-Muse.gguf", True),
        ("Muse-Q4_K_M.gguf", "eagle3-Muse.gguf", False),
    ):
        [choice] = choices_of([remote(model), remote(head)])
        assert (choice.head is not None) == is_usable


def test_a_model_whose_parts_are_not_all_there_cannot_be_chosen() -> None:
    files = [remote(f"M-Q4_K_M-{number:05}-of-00003.gguf") for number in (1, 3)]

    assert choices_of(files) == ()


def test_the_projector_goes_with_every_choice_and_f16_is_preferred() -> None:
    files = [
        remote("M-Q4_K_M.gguf"),
        remote("M-Q8_0.gguf", 2 * GB),
        *(remote(f"mmproj-M-{kind}.gguf", 1000) for kind in ("F32", "BF16", "f16", "Q8_0")),
    ]

    assert [names_of(one) for one in choices_of(files)] == [
        ["M-Q4_K_M.gguf", "mmproj-M-f16.gguf"],
        ["M-Q8_0.gguf", "mmproj-M-f16.gguf"],
    ]


def test_what_is_no_model_is_left_out() -> None:
    files = [remote("imatrix_unsloth.gguf"), remote("M.safetensors"), remote("empty.gguf", 0)]

    assert choices_of(files) == ()


@given(st.lists(st.text(max_size=40), max_size=20))
def test_no_name_whatever_it_is_breaks_the_grouping(names: list[str]) -> None:
    choices = choices_of([remote(f"{name}.gguf") for name in names])

    assert all(choice.files for choice in choices)


def offered(**sizes: float) -> tuple[ModelChoice, ...]:
    return choices_of([remote(f"M-{kind}.gguf", round(size * GB)) for kind, size in sizes.items()])


@pytest.mark.parametrize(
    ("budget_gb", "wanted"),
    [(20, "Q4_K_M"), (5, "Q4_K_M"), (4.9, "Q4_0"), (4, "Q3_K_M"), (3.4, "IQ3_XS"), (3, "Q2_K")],
)
def test_four_bits_are_recommended_then_what_fits_and_few_bits_only_when_nothing_else_does(
    budget_gb: float, wanted: str
) -> None:
    choices = offered(Q2_K=2.5, IQ3_XS=3.2, Q3_K_M=3.9, Q4_0=4.5, Q4_K_M=5, Q6_K=6.6, Q8_0=8.5)
    chosen = recommended(choices, round(budget_gb * GB))

    assert chosen is not None
    assert chosen.quantisation == wanted


def test_where_only_more_bits_are_offered_the_smallest_of_them_is_recommended() -> None:
    chosen = recommended(offered(F16=16, Q8_0=8.5, Q5_K_M=6), 20 * GB)

    assert chosen is not None
    assert chosen.quantisation == "Q5_K_M"


def test_where_nothing_fits_nothing_is_recommended() -> None:
    assert recommended(offered(Q4_K_M=5, Q2_K=3), GB) is None
