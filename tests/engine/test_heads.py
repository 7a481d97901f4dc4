"""A head in a file of its own drafts what its model says; the words stay what they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter
from app.core.engine.load.model_measure import (
    context_params,
    head_context_params,
    measure_model,
)
from app.core.engine.speculation.mtp_drafts import MtpDrafts
from app.core.llama import Batch, Context, DecodeOutcome, HiddenBatch, Model, ModelParams
from app.core.plain_value import replace
from app.core.protocol import BackendChoice, LoadModel, LoadSettings
from tests.helpers.engine_harness import GREEDY, WAIT_S, EngineHarness
from tests.helpers.foretold import DRAFTED, PLAIN, dialogue
from tests.helpers.gemma4_pair import write_tiny_gemma4, write_tiny_gemma4_head
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.memory_kinds import Kind
from tests.helpers.said_alone import TOLERANCE, Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Sequence as Series
    from pathlib import Path

    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.speculation.draft_source import DraftSource, DraftWish

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
    found: list[tuple[list[int], tuple[int, ...]]] = []
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        _watch(runner.draft_model, found, monkeypatch)
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


def _watch(
    source: DraftSource,
    found: list[tuple[list[int], tuple[int, ...]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Let a list grow: what was drafted, each with the text before it."""
    drafts = source.drafts

    def watched(wishes: Series[DraftWish]) -> Mapping[int, DraftedTokens]:
        made = drafts(wishes)
        for wish in wishes:
            draft = made.get(wish.sequence.seq_id, NO_DRAFT)
            found.append((list(wish.sequence.wanted), draft.tokens))
        return made

    monkeypatch.setattr(source, "drafts", watched)
