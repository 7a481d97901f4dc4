"""A model that llama.cpp does not survive is told as that, once, and never a second time tried."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from app.core.engine.load import fit_probe, model_trial
from app.core.engine.load.model_trial import ModelTrials
from app.core.engine.load.self_test import SelfTest, forget_choices
from app.core.errors import KnownError
from app.core.llama.errors import LlamaStopped, LoadCancelled, UnknownArchitecture
from app.core.plain_value import replace
from app.core.protocol import LoadModel, ModelLoaded, ModelLoadFailed, ProblemRaised
from tests.helpers import gguf_factory
from tests.helpers.engine_harness import Dialogue, EngineHarness
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.harm import DIED_OF_ABORT
from tests.helpers.loading import load_command
from tests.helpers.model_files import write_model

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import gguf


def _child(folder: Path, line: str) -> tuple[str, ...]:
    """Return a child that notes that it began, and then does something."""
    note = f"open({str(folder / 'begun')!r}, 'a').write('x')"
    return (sys.executable, "-c", f"import os, sys, time; {note}; {line}")


def _n_begun(folder: Path) -> int:
    begun = folder / "begun"
    return len(begun.read_text()) if begun.exists() else 0


DIES = "sys.stderr.write('GGML_ASSERT(n > 0) failed'); sys.stderr.flush(); os.abort()"
SURVIVES = "input(); print('hearth: {}', flush=True); time.sleep(60)"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_tiny_llama(tmp_path / "m.gguf")


@pytest.fixture
def trials(tmp_path: Path) -> Callable[[str], ModelTrials]:
    return lambda line: ModelTrials(tmp_path / "backends.json", _child(tmp_path, line))


def _require(trials: ModelTrials, model: Path) -> None:
    trials.require(load_command(model), lambda: True)


def test_a_file_that_llama_cpp_dies_of_is_told_and_not_tried_again_until_it_is_another(
    model: Path, tmp_path: Path, trials: Callable[[str], ModelTrials]
) -> None:
    for _ in range(2):
        with pytest.raises(LlamaStopped, match=r"llama\.cpp stopped") as caught:
            _require(trials(DIES), model)
        assert DIED_OF_ABORT in caught.value.detail
        assert "GGML_ASSERT(n > 0) failed" in caught.value.detail
    assert _n_begun(tmp_path) == 1

    model.write_bytes(model.read_bytes() + b"\0")
    _require(trials(SURVIVES), model)
    assert _n_begun(tmp_path) == 2


def test_a_file_is_tried_again_with_another_build_of_llama_cpp_and_when_that_is_asked_for(
    model: Path,
    tmp_path: Path,
    trials: Callable[[str], ModelTrials],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(LlamaStopped):
        _require(trials(DIES), model)
    with monkeypatch.context() as patch:
        patch.setattr(model_trial, "build_id", lambda: "a newer one")
        _require(trials(SURVIVES), model)
    with pytest.raises(LlamaStopped):
        _require(trials(SURVIVES), model)
    forget_choices(tmp_path / "backends.json")
    _require(trials(SURVIVES), model)
    with pytest.raises(LlamaStopped):
        _require(trials(DIES), model)
    SelfTest(tmp_path / "backends.json", ("false",)).choose(again=True)
    _require(trials(SURVIVES), model)


def test_a_file_that_llama_cpp_hangs_over_is_told(
    model: Path, trials: Callable[[str], ModelTrials], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_probe, "_TIMEOUT_S", 0.5)
    with pytest.raises(LlamaStopped) as caught:
        _require(trials("time.sleep(600)"), model)
    assert "hung" in caught.value.detail


def test_a_load_that_is_given_up_ends_the_child_and_says_nothing_of_the_file(
    model: Path, tmp_path: Path, trials: Callable[[str], ModelTrials]
) -> None:
    one = trials("time.sleep(600)")
    answers = iter([True, False])

    def is_wanted() -> bool:
        one.cancel()
        return next(answers)

    with pytest.raises(LoadCancelled):
        one.require(load_command(model), is_wanted)
    assert not (tmp_path / "tried-models.json").exists()


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b'{"a": []}', b"\xff"])
def test_without_a_child_or_a_memory_the_engine_tries_the_model_itself(
    model: Path, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "tried-models.json").write_bytes(content)
    _require(ModelTrials(tmp_path / "backends.json", ("/nowhere/hearth",)), model)


def test_what_ends_the_engine_twice_is_loaded_no_more(
    model: Path, tmp_path: Path, trials: Callable[[str], ModelTrials]
) -> None:
    one, load = trials(SURVIVES), load_command(model)
    for _ in range(2):
        _require(one, model)
        with pytest.raises(SystemExit), one.under_way(load):
            raise SystemExit  # as far as the file knows, the process is gone
    with pytest.raises(LlamaStopped) as caught:
        _require(one, model)
    assert "2 loads" in caught.value.detail
    assert _n_begun(tmp_path) == 1


def test_a_model_that_was_loaded_once_needs_no_child_whatever_becomes_of_later_loads(
    model: Path, tmp_path: Path, trials: Callable[[str], ModelTrials]
) -> None:
    one, load = trials(SURVIVES), load_command(model)
    _require(one, model)
    with one.under_way(load):
        pass
    for _ in range(3):
        with pytest.raises(SystemExit), one.under_way(load):
            raise SystemExit
        _require(trials(DIES), model)
    assert _n_begun(tmp_path) == 1


def test_a_load_that_is_refused_in_words_is_none_that_killed(
    model: Path, trials: Callable[[str], ModelTrials]
) -> None:
    load = load_command(model)
    for _ in range(3):
        with pytest.raises(UnknownArchitecture), trials(DIES).under_way(load):
            raise UnknownArchitecture(path=str(model), architecture="strange")
    _require(trials(SURVIVES), model)


def test_a_draft_model_is_tried_by_itself_and_does_not_keep_the_model_from_loading(
    model: Path, tmp_path: Path, trials: Callable[[str], ModelTrials]
) -> None:
    draft = write_tiny_llama(tmp_path / "draft.gguf", n_layers=1)
    _require(trials(SURVIVES), model)
    with trials(SURVIVES).under_way(load_command(model)):
        pass
    load = load_command(model, draft_model=str(draft))
    trials(DIES).require(load, lambda: True)
    with pytest.raises(LlamaStopped, match=r"draft\.gguf"):
        trials(SURVIVES).require_draft(load)


# -- with llama.cpp --


def _write_fatal(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a model over which llama.cpp ends the process: it asserts that there are so few."""
    describe = gguf_factory.describe

    def described(writer: gguf.GGUFWriter, *arguments: object, **options: object) -> None:
        describe(writer, *arguments, **options)  # type: ignore[arg-type]
        for shard in writer.kv_data:
            shard.pop("llama.block_count", None)
        writer.add_block_count(100_000)

    with monkeypatch.context() as patch:
        patch.setattr(gguf_factory, "describe", described)
        return write_tiny_llama(path)


def test_llama_cpp_is_survived_and_the_model_before_goes_on(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fatal = _write_fatal(tmp_path / "fatal.gguf", monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        for _ in range(2):
            harness.post(LoadModel(str(fatal)))
            failed = harness.wait(ModelLoadFailed)
            assert "llama.cpp stopped" in str(failed.problem.what)
            assert str(fatal) in str(failed.problem.what)
            harness.wait(ModelLoaded)
            monkeypatch.setattr(model_trial, "FitChild", None)  # the second time needs none
        assert harness.answer(Dialogue().user("Hi"), max_tokens=3)[0]


def test_a_draft_model_that_llama_cpp_does_not_survive_is_told_and_not_used(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fatal = _write_fatal(tmp_path / "fatal.gguf", monkeypatch)
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        load = load_command(tiny_model, draft_model=str(fatal))
        harness.post(replace(load, backend=None))
        told = harness.wait(ProblemRaised)
        assert str(fatal) in str(told.problem.what)
        assert not harness.wait(ModelLoaded).info.draft_model
        assert harness.answer(Dialogue().user("Hi"), max_tokens=3)[0]


def test_a_model_is_laid_out_once_and_then_loaded_as_ever(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EngineHarness(tmp_path / "a", tiny_model) as harness:
        for _ in range(2):
            harness.post(replace(load_command(tiny_model), backend=None))
            harness.wait(ModelLoaded)
            monkeypatch.setattr(model_trial, "FitChild", None)


@pytest.mark.parametrize("name", ["no-model.gguf", "strange.gguf"])
def test_what_llama_cpp_refuses_is_told_in_its_words(tmp_path: Path, name: str) -> None:
    path = write_model(tmp_path / name, architecture="strange")
    trials = ModelTrials(tmp_path / "backends.json")
    with pytest.raises(KnownError) as caught:
        _require(trials, path)
    assert not isinstance(caught.value, LlamaStopped)
    assert not (tmp_path / "tried-models.json").exists()
