"""A layer for multi-token prediction drafts what its model says; the words stay what they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter
from app.core.engine.load.model_measure import context_params, mtp_context_params
from app.core.engine.speculation.mtp_drafts import MtpDrafts
from app.core.llama import Batch, Context, DecodeOutcome, HiddenBatch, Model, ModelParams
from app.core.protocol import LoadModel, SamplingParams
from tests.helpers.engine_harness import GREEDY
from tests.helpers.foretold import DRAFTED, LLAMA, PLAIN, dialogue
from tests.helpers.mtp_model import write_tiny_mtp
from tests.helpers.said_alone import TOLERANCE, Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner
from tests.helpers.tiny_qwen35 import write_mtp_qwen35

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Sequence as Series
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.engine.drafting.draft import DraftedTokens
    from app.core.engine.speculation.draft_source import DraftWish

WARM = SamplingParams(temperature=1.5, top_k=3, top_p=1, min_p=0, repeat_penalty=1.1, seed=7)


@pytest.fixture(autouse=True)
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drafted from the text of a chat itself, so that the layer does it."""
    monkeypatch.setattr(Drafter, "draft", lambda *_args, **_names: NO_DRAFT)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model whose layer for multi-token prediction is right every other time."""
    return write_tiny_mtp(tmp_path / "mtp.gguf")


def written(folder: Path, arch: str, *, seed: int, disturbance: float, error: float) -> Path:
    path = folder / "mtp.gguf"
    if arch == "qwen35":
        return write_mtp_qwen35(path, seed=seed, disturbance=disturbance, error=error)
    known: Literal["glm4moe", "deepseek2"] = "glm4moe" if arch == "glm4moe" else "deepseek2"
    return write_tiny_mtp(path, arch=known, seed=seed, disturbance=disturbance, error=error)


def layer_of(runner: SteppedRunner) -> MtpDrafts:
    layer = runner.draft_model
    assert isinstance(layer, MtpDrafts)
    assert layer.name, "it has failed"
    return layer


# -- the words --


@pytest.mark.parametrize("arch", ["glm4moe", "deepseek2", "qwen35"])
@pytest.mark.parametrize("seed", range(12))
def test_the_words_are_the_same_whatever_the_weights(tmp_path: Path, seed: int, arch: str) -> None:
    disturbance, error = (0.1, 0.5, 1.0)[seed % 3], (0.0, 0.3, 1.0, 3.0)[seed % 4]
    path = written(tmp_path, arch, seed=seed, disturbance=disturbance, error=error)
    with SteppedRunner(tmp_path / "a", path) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=100)
        assert plain.stats.n_drafted == 0
    with SteppedRunner(tmp_path / "b", path) as runner:
        _text, drafted = runner.answer(dialogue(0), **DRAFTED, max_tokens=100)
        layer_of(runner)
    assert drafted.stats.n_drafted > 0
    require_same(path, LLAMA, plain, drafted)


def test_a_layer_that_knows_its_model_is_hardly_ever_wrong(tmp_path: Path) -> None:
    path = write_tiny_mtp(tmp_path / "mtp.gguf", disturbance=0.1, error=0.0)
    with SteppedRunner(tmp_path / "a", path) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=150)
        runner.finish()
        assert runner.runner.info.draft_model == "MTP"
        assert len(runner.batches) < 30
    with Alone(path, LLAMA) as alone:
        stats = alone.confirm(runner.told[request], GREEDY).stats
    assert stats.n_accepted > 0.9 * stats.n_drafted > 100


def test_chance_draws_what_it_draws_alone(tmp_path: Path, model: Path) -> None:
    with SteppedRunner(tmp_path / "a", model) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, sampling=WARM, max_tokens=120)
        runner.finish()
    with Alone(model, LLAMA) as alone:
        stats = alone.confirm(runner.told[request], WARM).stats
    assert 0 < stats.n_accepted < stats.n_drafted


def test_eight_chats_at_once_each_say_what_they_say_alone(tmp_path: Path, model: Path) -> None:
    dialogues = [dialogue(number, f"{number}, {number}: tell me.") for number in range(8)]
    with SteppedRunner(tmp_path / "a", model) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=60) for one in dialogues]
        runner.finish()
        layer_of(runner)
    with Alone(model, LLAMA) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert sum(finished.stats.n_accepted for finished in ends) > 100
    assert sum(len(batch) > 1 for batch in runner.batches) > 10


# -- what it drafts --


class Reference:
    """Drafts as llama.cpp's own example of speculative decoding does, with contexts of its own."""

    def __init__(self, path: Path) -> None:
        params = ModelParams(0, use_extra_bufts=False, mtp=True)
        self._model = Model(str(path), params, lambda _fraction: True)
        main = context_params(self._model, LoadModel(str(path)).settings, 2048, 0)
        self._main = Context(self._model, main)
        self._layer = Context(self._model, mtp_context_params(main))
        self._main.keep_hidden_states(keep=True)

    def close(self) -> None:
        self._layer.close()
        self._main.close()
        self._model.close()

    def gaps(self, text: Series[int], drafted: Series[int]) -> list[float]:
        """Return by how much each drafted token is less likely than the likeliest.

        Args:
            text: what it was drafted for; its last token is not read yet.
        """
        self._main.clear()
        self._layer.clear()
        states = self._read(text[:-1])
        before = np.zeros((1, states.shape[1]), np.float32)
        self._make_rows(text[:-1], np.concatenate([before, states[:-1]]))
        gaps: list[float] = []
        token, state = text[-1], states[-1]
        batch = HiddenBatch(1, len(state))
        for pos, next_token in enumerate(drafted, len(text) - 1):
            batch.clear()
            at = batch.add_behind(0, [token], state, pos, frozenset({pos}))
            assert self._layer.decode(batch) is DecodeOutcome.DONE
            logits = self._layer.logits(at[pos])
            gaps.append(float(logits.max() - logits[next_token]))
            token, state = next_token, self._layer.hidden_state(at[pos])
        batch.close()
        return gaps

    def _read(self, tokens: Series[int]) -> NDArray[np.float32]:
        batch = Batch(len(tokens))
        batch.add(0, tokens, 0)
        assert self._main.decode(batch) is DecodeOutcome.DONE
        batch.close()
        return self._main.hidden_states(0, len(tokens))

    def _make_rows(self, tokens: Series[int], states: NDArray[np.float32]) -> None:
        batch = HiddenBatch(len(tokens), states.shape[1])
        batch.add_behind(0, tokens, states, 0)
        assert self._layer.decode(batch) is DecodeOutcome.DONE
        batch.close()


def drafts_with_texts(
    runner: SteppedRunner, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[list[int], tuple[int, ...]]]:
    """Return a list that grows: what was drafted, each with the text before it."""
    found: list[tuple[list[int], tuple[int, ...]]] = []
    layer = layer_of(runner)
    drafts = layer.drafts

    def watched(wishes: Series[DraftWish]) -> Mapping[int, DraftedTokens]:
        made = drafts(wishes)
        for wish in wishes:
            draft = made.get(wish.sequence.seq_id, NO_DRAFT)
            found.append((list(wish.sequence.wanted), draft.tokens))
        return made

    monkeypatch.setattr(layer, "drafts", watched)
    return found


@pytest.mark.parametrize("arch", ["glm4moe", "deepseek2", "qwen35"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_drafts_what_llama_cpp_would_draft(
    tmp_path: Path, seed: int, arch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, arch, seed=seed, disturbance=0.5, error=3.0)
    with SteppedRunner(tmp_path / "a", path) as runner:
        found = drafts_with_texts(runner, monkeypatch)
        runner.ask(dialogue(0), **DRAFTED, max_tokens=60)
        runner.ask(dialogue(1, "And what of the land?"), **DRAFTED, max_tokens=60)
        runner.finish()
        runner.answer(dialogue(0), **DRAFTED, max_tokens=20)  # the first question once more
    gaps = gaps_of(path, found)
    assert len(gaps) > 200
    # Cells lie in another order there, and what is drafted on drafts grows what rounding makes.
    assert sum(gap < TOLERANCE for gap in gaps) > 0.99 * len(gaps)


def test_where_a_text_parts_from_an_earlier_one_it_drafts_nearly_the_same(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hidden state before the first other token is not at hand any more."""
    with SteppedRunner(tmp_path / "a", model) as runner:
        runner.answer(dialogue(0), **DRAFTED, max_tokens=20)
        found = drafts_with_texts(runner, monkeypatch)
        changed = dialogue(0, "Say something of the sky, of the sky.")
        runner.answer(changed, **DRAFTED, max_tokens=150)
    gaps = gaps_of(model, found)
    assert len(gaps) > 100
    assert sum(gap < TOLERANCE for gap in gaps) > 0.7 * len(gaps)


def gaps_of(path: Path, found: Series[tuple[list[int], tuple[int, ...]]]) -> list[float]:
    """Return by how much each drafted token is less likely than what the reference drafts."""
    reference = Reference(path)
    try:
        return [gap for text, drafted in found for gap in reference.gaps(text, drafted)]
    finally:
        reference.close()
