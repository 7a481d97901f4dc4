"""A head in a file of its own drafts what its model says; the words stay what they were."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter
from app.core.engine.load.model_measure import (
    context_params,
    head_context_params,
    measure_model,
    model_params,
    mtp_context_params,
)
from app.core.engine.speculation.mtp_drafts import MtpDrafts
from app.core.fit.machine import Placement, memory_use
from app.core.gguf.companions import head_beside
from app.core.gguf.cursor import open_source
from app.core.gguf.parser import read_header
from app.core.gguf.summary import ModelKind, summarise
from app.core.llama import (
    Batch,
    Context,
    DecodeOutcome,
    HiddenBatch,
    Model,
    ModelParams,
    library,
)
from app.core.plain_value import replace
from app.core.protocol import BackendChoice, LoadModel, LoadSettings, ModelLoadFailed
from tests.engine.test_mtp import drafts_with_texts
from tests.helpers.engine_harness import GREEDY, WAIT_S, EngineHarness
from tests.helpers.foretold import DRAFTED, PLAIN, dialogue
from tests.helpers.gemma4_pair import write_tiny_gemma4, write_tiny_gemma4_head
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.loading import load_command
from tests.helpers.memory_kinds import Kind
from tests.helpers.said_alone import TOLERANCE, Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner
from tests.helpers.tiny_qwen35 import write_mtp_qwen35

if TYPE_CHECKING:
    from collections.abc import Sequence as Series
    from pathlib import Path


GEMMA4 = Kind("gemma4", write_tiny_gemma4, is_exact=False)


@pytest.fixture(autouse=True)
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drafted from the text of a chat itself, so that the head does it."""
    monkeypatch.setattr(Drafter, "draft", lambda *_args, **_names: NO_DRAFT)


@pytest.mark.parametrize("full_windows", [False, True])
@pytest.mark.parametrize("flash_attention", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_words_are_the_same_whatever_the_weights(
    tmp_path: Path, seed: int, *, flash_attention: bool, full_windows: bool
) -> None:
    disturbance, error = (0.1, 0.3, 0.5, 1.0)[seed], (0.0, 0.3, 1.0, 3.0)[seed]
    model = write_tiny_gemma4(tmp_path / "m.gguf", seed=seed, disturbance=disturbance)
    head = write_tiny_gemma4_head(tmp_path / "head.gguf", seed=seed, error=error)
    load = {"flash_attention": flash_attention, "full_windows": full_windows}
    with SteppedRunner(tmp_path / "a", model, **load, draft_model=str(head)) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=100)
        assert plain.stats.n_drafted == 0
    with SteppedRunner(tmp_path / "b", model, **load, draft_model=str(head)) as runner:
        _text, drafted = runner.answer(dialogue(0), **DRAFTED, max_tokens=100)
        assert isinstance(runner.draft_model, MtpDrafts)
        assert runner.draft_model.name == "Tiny Gemma 4 head"
    assert drafted.stats.n_drafted > 0
    require_same(model, Kind("gemma4", write_tiny_gemma4, load, is_exact=False), plain, drafted)


def test_a_head_that_knows_its_model_is_hardly_ever_wrong(tmp_path: Path) -> None:
    model = write_tiny_gemma4(tmp_path / "m.gguf", disturbance=0.1)
    head = write_tiny_gemma4_head(tmp_path / "head.gguf", error=0.0)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=150)
        runner.finish()
        assert len(runner.batches) < 60
    with Alone(model, GEMMA4) as alone:
        stats = alone.confirm(runner.told[request], GREEDY).stats
    assert stats.n_accepted > 0.9 * stats.n_drafted > 50


def test_eight_chats_at_once_each_say_what_they_say_alone(tmp_path: Path) -> None:
    model, head = _pair(tmp_path)
    dialogues = [dialogue(number, f"{number}, {number}: tell me.") for number in range(8)]
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=60) for one in dialogues]
        runner.finish()
    with Alone(model, GEMMA4) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert sum(finished.stats.n_accepted for finished in ends) > 100
    assert sum(len(batch) > 1 for batch in runner.batches) > 10


def test_it_drafts_what_llama_cpp_would_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, head = _pair(tmp_path, error=1.0)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        found = drafts_with_texts(runner, monkeypatch)
        runner.ask(dialogue(0), **DRAFTED, max_tokens=60)
        runner.ask(dialogue(1, "And what of the land?"), **DRAFTED, max_tokens=60)
        runner.finish()
        runner.answer(dialogue(0, "Something else."), **DRAFTED, max_tokens=20)  # edited
    reference = Reference(model, head)
    gaps = [gap for text, drafted in found for gap in reference.gaps(text, drafted)]
    reference.close()
    assert len(gaps) > 100
    # Cells lie in another order there, and what is drafted on drafts grows what rounding makes.
    assert sum(gap < TOLERANCE for gap in gaps) > 0.97 * len(gaps)


def test_a_chat_that_comes_back_from_the_disk_is_drafted_for_at_once(tmp_path: Path) -> None:
    model, head = _pair(tmp_path, disturbance=0.1, error=0.0)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        runner.answer(dialogue(0), **DRAFTED, max_tokens=60)
        assert runner.store.flush(WAIT_S)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        _text, again = runner.answer(dialogue(0), **DRAFTED, max_tokens=60)
        assert again.stats.n_restored > again.stats.n_prompt // 2
        assert again.stats.n_accepted > 0.8 * again.stats.n_drafted > 20


@pytest.mark.parametrize("seed", range(4))
def test_the_layer_of_qwen_drafts_from_a_file_of_its_own(tmp_path: Path, seed: int) -> None:
    error = (0.0, 0.3, 1.0, 3.0)[seed]
    model = write_mtp_qwen35(tmp_path / "m.gguf", seed=seed, error=error, parts=("trunk",))
    head = write_mtp_qwen35(tmp_path / "mtp.gguf", seed=seed, error=error, parts=("mtp",))
    whole = write_mtp_qwen35(tmp_path / "whole.gguf", seed=seed, error=error)
    ends = []
    for path, draft_model in (model, str(head)), (whole, ""):
        with SteppedRunner(tmp_path / path.stem, path, draft_model=draft_model) as runner:
            ends.append(runner.answer(dialogue(0), **DRAFTED, max_tokens=100)[1])
            assert not runner.problems
    of_head, of_layer = ends
    assert of_head.record is not None
    assert of_layer.record is not None
    assert of_head.record.token_ids == of_layer.record.token_ids
    # The smaller file has room for shorter drafts, which are right at least as often.
    assert of_layer.stats.n_drafted > of_head.stats.n_drafted > 50
    share = of_head.stats.n_accepted / of_head.stats.n_drafted
    assert share >= of_layer.stats.n_accepted / of_layer.stats.n_drafted


def test_a_file_with_the_layer_alone_is_no_model(tmp_path: Path) -> None:
    head = write_mtp_qwen35(tmp_path / "mtp.gguf", parts=("mtp",))
    whole = write_mtp_qwen35(tmp_path / "whole.gguf")
    trunk = write_mtp_qwen35(tmp_path / "trunk.gguf", parts=("trunk",))
    kinds = []
    for path in head, whole, trunk:
        with open_source(path) as source:
            kinds.append(summarise(read_header(source)).kind)
    assert kinds == [ModelKind.DRAFT_HEAD, ModelKind.LANGUAGE, ModelKind.LANGUAGE]
    assert head_beside(trunk) == head
    assert head_beside(whole) is None  # it has the layer itself


@pytest.mark.parametrize("wrong", ["width", "family"])
def test_a_head_of_another_model_is_named_and_the_model_works_without(
    tmp_path: Path, wrong: str
) -> None:
    model = (write_tiny_llama if wrong == "family" else write_tiny_gemma4)(tmp_path / "m.gguf")
    head = write_tiny_gemma4_head(tmp_path / "head.gguf", n_embd_of_model=96)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        assert "works without a draft model" in str(runner.problems[0].effect)
        assert "drafts for another model" in str(runner.problems[0].what)
        text, _finished = runner.answer(dialogue(0), max_tokens=20)
    assert text


def test_the_head_beside_a_model_is_found_and_counted(tmp_path: Path) -> None:
    model = write_tiny_gemma4(tmp_path / "tiny-gemma-4-Q4_K_M.gguf")
    command = LoadModel(str(model), LoadSettings(2048))
    alone = measure_model(command, BackendChoice()).memory.weights.total_bytes
    head = write_tiny_gemma4_head(tmp_path / "mtp-tiny-gemma-4.gguf")
    write_tiny_gemma4_head(tmp_path / "another.gguf", n_embd_of_model=96)
    with_it = measure_model(command, BackendChoice()).memory.weights.total_bytes
    assert with_it > alone + head.stat().st_size // 2
    with EngineHarness(tmp_path / "kv", model) as engine:
        assert engine.info is not None
        assert engine.info.draft_model == "Tiny Gemma 4 head"


@pytest.mark.parametrize("is_apart", [False, True])
def test_the_layer_of_qwen_is_in_the_prediction_of_what_a_load_takes(
    tmp_path: Path, *, is_apart: bool
) -> None:
    n_ctx, parts = 12_288, ("trunk",) if is_apart else ("trunk", "mtp")
    command = LoadModel(str(write_mtp_qwen35(tmp_path / "m.gguf", parts=parts)))
    layer = command.path
    if is_apart:
        layer = str(write_mtp_qwen35(tmp_path / "mtp-m.gguf", parts=("mtp",)))
    measured = measure_model(command, BackendChoice(use_extra_bufts=False, use_gpu=False))
    params = model_params(measured, Placement(n_ctx))
    with library.recorded_log() as lines:
        model = Model(command.path, params, lambda _fraction: True)
        main = context_params(model, command.settings, n_ctx, measured.n_rollback)
        Context(model, main).close()
        model.close()
        drafting = Model(layer, replace(params, mtp=True), lambda _fraction: True)
        Context(drafting, mtp_context_params(main)).close()
        drafting.close()

    (use,) = memory_use(measured.memory, Placement(n_ctx))

    for predicted, kind in (use.cache_bytes, "KV|RS"), (use.compute_bytes, "compute|output"):
        sizes = re.findall(rf"(?:{kind}) buffer size = +([\d.]+) MiB", "\n".join(lines))
        assert predicted == pytest.approx(2**20 * sum(map(float, sizes)), rel=0.1)


def test_a_head_is_no_model_to_chat_with(tmp_path: Path) -> None:
    model = write_tiny_gemma4(tmp_path / "m.gguf")
    layer = write_mtp_qwen35(tmp_path / "mtp-a.gguf", parts=("mtp",))
    head = write_tiny_gemma4_head(tmp_path / "mtp-b.gguf", n_embd_of_model=96)
    with EngineHarness(tmp_path / "kv", model) as engine:
        for path in layer, head:
            engine.post(load_command(path, n_ctx=2048))
            failed = engine.wait(ModelLoadFailed)
            assert "does not generate text" in str(failed.problem.what)


def test_the_engine_tries_no_head_alone(tmp_path: Path) -> None:
    """Llama.cpp does not survive the layout of a layer without its model."""
    model = write_mtp_qwen35(tmp_path / "qwen.gguf", parts=("trunk",))
    write_mtp_qwen35(tmp_path / "mtp-qwen.gguf", parts=("mtp",))
    for _again in range(2):
        with EngineHarness(tmp_path / "kv", model, backend=None) as engine:
            assert engine.info is not None
            assert engine.info.draft_model == "qwen35"
            assert not engine.problems


def test_a_damaged_head_costs_the_head_only(tmp_path: Path) -> None:
    model, head = _pair(tmp_path)
    head.write_bytes(head.read_bytes()[:-5000])
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        assert "works without a draft model" in str(runner.problems[0].effect)
        assert runner.answer(dialogue(0), max_tokens=20)[0]


class Reference:
    """Drafts as llama.cpp's own example of speculative decoding does, with contexts of its own."""

    def __init__(self, path: Path, head: Path) -> None:
        params = ModelParams(0, use_extra_bufts=False)
        self._model = Model(str(path), params, lambda _fraction: True)
        self._head_model = Model(str(head), replace(params, mtp=True), lambda _fraction: True)
        main = context_params(self._model, LoadModel(str(path)).settings, 2048, 0)
        self._main = Context(self._model, main)
        self._head = Context(self._head_model, head_context_params(main), self._main)
        self._main.keep_hidden_states(keep=True)

    def close(self) -> None:
        for native in self._head, self._head_model, self._main, self._model:
            native.close()

    def gaps(self, text: Series[int], drafted: Series[int]) -> list[float]:
        """Return by how much each drafted token is less likely than the likeliest.

        Args:
            text: what it was drafted for; its last token is not read yet.
        """
        self._main.clear()
        batch = Batch(len(text))
        batch.add(0, text[:-1], 0)
        assert self._main.decode(batch) is DecodeOutcome.DONE
        batch.close()
        pos = len(text) - 1
        token, state = text[-1], self._main.hidden_states(pos - 1, pos)[0]
        gaps: list[float] = []
        one = HiddenBatch(1, len(state))
        for next_token in drafted:
            one.clear()
            at = one.add_behind(0, [token], state[np.newaxis], pos, frozenset({pos}))
            assert self._head.decode(one) is DecodeOutcome.DONE
            logits = self._head.logits(at[pos])
            gaps.append(float(logits.max() - logits[next_token]))
            token, state = next_token, self._head.hidden_state(at[pos])
        one.close()
        return gaps


def _pair(folder: Path, *, disturbance: float = 0.5, error: float = 0.3) -> tuple[Path, Path]:
    model = write_tiny_gemma4(folder / "m.gguf", disturbance=disturbance)
    return model, write_tiny_gemma4_head(folder / "head.gguf", error=error)
