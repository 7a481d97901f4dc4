"""What models are called, by what their headers and files really say."""

from __future__ import annotations

import pytest

from app.core.gguf.summary import name_of_model, title_of_file

RUN = {"general.basename": "smollm2", "general.size_label": "135M"}


@pytest.mark.parametrize(
    ("said", "file", "shown"),
    [
        (
            "Smollm2 135M 8k Lc100K Mix1 Ep2",
            "SmolLM2-135M-Instruct.Q4_1.gguf",
            "SmolLM2 135M Instruct",
        ),
        ("Meta Llama 3.1 8B Instruct", "Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", None),
        ("Llama 3.2 3B Instruct", "Llama-3.2-3B-Instruct-Q8_0.gguf", None),
        ("LLaMA v2", "llama-2-7b-chat.Q4_K_M.gguf", "Llama 2 7B Chat"),
        ("Gemma 3 270m It", "gemma-3-270m-it-Q8_0.gguf", None),
        ("Gemma 3 4b It", "google_gemma-3-4b-it-Q4_K_M.gguf", None),
        ("Qwen2.5 0.5B Instruct", "Qwen2.5-0.5B-Instruct-IQ4_XS.gguf", None),
        (
            "qwen2.5-7b-instruct",
            "qwen2.5-7b-instruct-q4_k_m-00001-of-00002.gguf",
            "Qwen2.5 7B Instruct",
        ),
        ("Qwen3 4B Instruct 2507", "Qwen3-4B-Instruct-2507-UD-Q4_K_XL.gguf", None),
        ("Qwen3 30B A3B Thinking 2507", "Qwen3-30B-A3B-Thinking-2507-Q4_K_M.gguf", None),
        (
            "mistralai_mistral-7b-instruct-v0.2",
            "mistral-7b-instruct-v0.2.Q4_K_M.gguf",
            "Mistralai Mistral 7B Instruct v0.2",
        ),
        ("Mistral Nemo Instruct 2407", "Mistral-Nemo-Instruct-2407-Q4_K_M.gguf", None),
        ("Phi 3.5 Mini Instruct", "Phi-3.5-mini-instruct-Q4_K_M.gguf", None),
        ("DeepSeek R1 Distill Qwen 7B", "DeepSeek-R1-Distill-Qwen-7B-Q4_K_M.gguf", None),
        ("Gpt-Oss-20B", "gpt-oss-20b-mxfp4.gguf", "Gpt Oss 20B"),
        ("TinyLlama 1.1B Chat v1.0", "tinyllama-1.1b-chat-v1.0.Q4_K_M.gguf", None),
        ("zephyr_7b_beta", "zephyr-7b-beta.Q5_K_M.gguf", "Zephyr 7B Beta"),
        ("models", "Hermes-3-Llama-3.2-3B.Q6_K.gguf", "Hermes 3 Llama 3.2 3B"),
        ("", "granite-3.1-2b-instruct-f16.gguf", "Granite 3.1 2B Instruct"),
        ("LFM2 1.2B", "LFM2-1.2B-Q4_0.gguf", None),
        ("Hearth Guide", "hearth-guide.gguf", None),
        ("Gemma 3 27b It", "model.gguf", None),
        ("My own experiment", "finetune-7b.gguf", None),
    ],
)
def test_a_model_has_the_name_that_people_know(said: str, file: str, shown: str | None) -> None:
    assert name_of_model(lambda key: {"general.name": said}.get(key, ""), file) == (shown or said)


def test_where_the_header_has_no_name_its_parts_make_one() -> None:
    header = {"general.name": "snapshots", **RUN, "general.finetune": "Instruct"}
    assert name_of_model(lambda key: header.get(key, ""), "x.gguf") == "Smollm2 135M Instruct"


def test_a_file_is_called_alike_before_it_is_read_and_after() -> None:
    file = "SmolLM2-135M-Instruct.Q4_1.gguf"
    name = name_of_model(lambda key: RUN.get(key, "Smollm2 135M 8k Lc100K Mix1 Ep2"), file)
    assert name == title_of_file(file)
    assert title_of_file("big-00002-of-00003.gguf") == "big"
    assert title_of_file(".gguf") == ".gguf"
