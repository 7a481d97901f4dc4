"""Settings of a load that a real model is loaded with: adapters, template, memory, threads."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from app.core.llama import Context
from app.core.protocol import (
    Adapter,
    AnswerFinished,
    BackendChoice,
    ChatKey,
    KVType,
    LoadSettings,
    ModelLoaded,
    ModelLoadFailed,
    PrefixSource,
    ProblemRaised,
    WeightsMode,
)
from tests.helpers.adapter_files import write_adapter
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.gguf_factory import Shape
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from pathlib import Path

QUESTION = "What is the weather like on the far side of the moon today?"


def said(folder: Path, model: Path, **settings: Any) -> str:
    with EngineHarness(folder, model, **settings) as harness:
        return harness.answer(Dialogue().user(QUESTION))[0]


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    return write_adapter(tmp_path / "style.gguf")


def test_an_adapter_changes_what_a_model_says_and_its_scale_by_how_much(
    tmp_path: Path, tiny_model: Path, adapter: Path
) -> None:
    plain = said(tmp_path / "plain", tiny_model)
    without = said(tmp_path / "without", tiny_model, adapters=(Adapter(str(adapter), 0.0),))
    half = said(tmp_path / "half", tiny_model, adapters=(Adapter(str(adapter), 0.5),))
    whole = said(tmp_path / "whole", tiny_model, adapters=(Adapter(str(adapter)),))

    assert without == plain
    assert len({plain, half, whole}) == 3


def opened(folder: Path, model: Path, dialogue: Dialogue, **settings: Any) -> PrefixSource:
    with EngineHarness(folder, model, **settings) as harness:
        return harness.open(dialogue).source


def test_what_is_stored_with_an_adapter_comes_back_with_the_same_one_only(
    tmp_path: Path, tiny_model: Path, adapter: Path
) -> None:
    other = write_adapter(tmp_path / "other.gguf", seed=2)
    dialogue = Dialogue()
    styled = (Adapter(str(adapter), 0.5),)
    with EngineHarness(tmp_path, tiny_model, adapters=styled) as harness:
        harness.turn(dialogue, QUESTION)
        harness.turn(dialogue, "Why?")
    renamed = adapter.rename(tmp_path / "renamed.gguf")

    found = {
        "same": opened(tmp_path, tiny_model, dialogue, adapters=(Adapter(str(renamed), 0.5),)),
        "none": opened(tmp_path, tiny_model, dialogue),
        "other": opened(tmp_path, tiny_model, dialogue, adapters=(Adapter(str(other), 0.5),)),
        "scale": opened(tmp_path, tiny_model, dialogue, adapters=(Adapter(str(renamed), 0.6),)),
        "twice": opened(tmp_path, tiny_model, dialogue, adapters=(Adapter(str(renamed), 0.5),) * 2),
    }

    assert found.pop("same") is PrefixSource.DISK
    assert set(found.values()) == {PrefixSource.NOT_STORED}


def test_a_file_that_is_no_fitting_adapter_is_named_and_the_loaded_model_stays(
    tmp_path: Path, tiny_model: Path, adapter: Path
) -> None:
    whole = adapter.read_bytes()
    adapter.with_name("cut.gguf").write_bytes(whole[:100])
    adapter.with_name("shorter.gguf").write_bytes(whole[: len(whole) // 2])
    wrong = {
        tmp_path / "missing.gguf": "no readable adapter",
        tiny_model: "is not a LoRA adapter",
        write_adapter(tmp_path / "control.gguf", kind="control"): "is not a LoRA adapter",
        write_adapter(tmp_path / "gemma.gguf", architecture="gemma2"): "another kind of model",
        adapter.with_name("cut.gguf"): "incomplete or damaged",
        adapter.with_name("shorter.gguf"): "incomplete or damaged",
    }
    with EngineHarness(tmp_path / "engine", tiny_model) as harness:
        for path, reason in wrong.items():
            harness.post(load_command(tiny_model, adapters=(Adapter(str(path)),)))
            failed = harness.wait(ModelLoadFailed)
            assert reason in str(failed.problem.what), path
            assert path.name in str(failed.problem.what)
            assert harness.wait(ModelLoaded).info.settings == LoadSettings(n_ctx=2048)
        assert harness.answer(Dialogue().user(QUESTION))[0]


def test_an_adapter_for_a_model_of_another_size_is_refused_when_it_is_read(
    tmp_path: Path, tiny_model: Path
) -> None:
    wide = write_adapter(tmp_path / "wide.gguf", shape=Shape(n_embd=128))
    with EngineHarness(tmp_path / "engine", tiny_model) as harness:
        harness.post(load_command(tiny_model, adapters=(Adapter(str(wide)),)))

        failed = harness.wait(ModelLoadFailed)

        assert "was made for another model" in str(failed.problem.what)


def test_another_template_takes_the_place_of_that_in_the_file(
    tmp_path: Path, tiny_model: Path
) -> None:
    template = "{% for m in messages %}[{{ m['role'] }}] {{ m['content'] }}\n{% endfor %}>"
    dialogue = Dialogue().user("Hello")
    with EngineHarness(tmp_path, tiny_model, chat_template=template) as harness:
        _, finished = harness.answer(dialogue)

    assert finished.stats.n_prompt == len("[user] Hello\n>")


@pytest.mark.parametrize("weights", WeightsMode)
def test_the_way_in_which_weights_are_read_does_not_change_an_answer(
    tmp_path: Path, tiny_model: Path, weights: WeightsMode
) -> None:
    assert said(tmp_path / "so", tiny_model, weights=weights) == said(tmp_path / "as", tiny_model)


def test_so_many_threads_compute_as_were_set(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[int] = []
    monkeypatch.setattr(Context, "use_threads", lambda _self, n_threads: used.append(n_threads))

    said(tmp_path, tiny_model, n_threads=3)

    assert set(used) == {3}


def test_a_model_whose_cache_cannot_be_quantised_says_so(tmp_path: Path, tiny_model: Path) -> None:
    with EngineHarness(tmp_path / "engine", tiny_model) as harness:
        harness.post(load_command(tiny_model, kv_type=KVType.Q8_0, backend=BackendChoice()))

        failed = harness.wait(ModelLoadFailed)

        assert "does not support 8 bits" in str(failed.problem.what)


@pytest.mark.parametrize("n_ctx", [1, 63, 100, 300])
def test_a_context_of_any_size_survives_prompts_that_are_longer(
    tmp_path: Path, tiny_model: Path, n_ctx: int
) -> None:
    with EngineHarness(tmp_path, tiny_model, n_ctx=n_ctx) as harness:
        asked = [
            harness.ask(Dialogue(ChatKey(str(number))).user(QUESTION * times), max_tokens=8)
            for number, times in enumerate((6, 2, 2, 4))
        ]
        ended = {harness.hear(AnswerFinished).request for _ in asked}

    assert ended == set(asked)


@pytest.mark.parametrize(
    "path",
    [
        "/no\0name.gguf",
        pytest.param("/\ud800.gguf", marks=pytest.mark.unix("names that no file can have")),
    ],
)
def test_a_name_that_no_file_can_have_is_told_and_the_loaded_model_stays(
    tmp_path: Path, tiny_model: Path, path: str
) -> None:
    with EngineHarness(tmp_path, tiny_model) as harness:
        harness.post(load_command(tiny_model, adapters=(Adapter(path),)))

        assert harness.wait_any(ModelLoadFailed, ProblemRaised).path == os.fspath(tiny_model)
        assert harness.wait(ModelLoaded).info.settings == LoadSettings(n_ctx=2048)


def test_weights_that_are_read_or_locked_are_given_back_with_the_model(
    tmp_path: Path, tiny_model: Path
) -> None:
    plain = BackendChoice(use_extra_bufts=False)
    copied = {}
    for weights in WeightsMode:
        with EngineHarness(tmp_path, tiny_model, backend=plain, weights=weights) as harness:
            assert harness.info is not None
            placement = harness.info.placement
            copied[weights] = placement.copied_bytes / placement.uses[0].weights_bytes

    assert copied[WeightsMode.MAPPED] == 0
    assert copied[WeightsMode.READ] == pytest.approx(1, rel=0.05)
    assert copied[WeightsMode.LOCKED] == pytest.approx(1, rel=0.05)


def test_a_template_of_ones_own_that_fails_is_not_said_to_be_in_the_file(
    tmp_path: Path, tiny_model: Path
) -> None:
    with EngineHarness(tmp_path, tiny_model) as harness:
        harness.post(load_command(tiny_model, chat_template="{{ foo("))
        problem = harness.wait(ModelLoadFailed).problem

    assert str(problem.what).startswith("The chat template of this model failed: ")
    assert "settings of this model" in str(problem.remedy)
