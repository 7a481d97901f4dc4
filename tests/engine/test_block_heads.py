"""A head that says whole blocks drafts for its model; the words stay what they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import pytest

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter
from app.core.engine.load.model_measure import (
    block_context_params,
    context_params,
    measure_model,
)
from app.core.engine.speculation.block_drafts import BlockDrafts
from app.core.fit.machine import Placement, memory_use
from app.core.gguf.companions import head_beside
from app.core.llama import Batch, Context, DecodeOutcome, Model, ModelParams
from app.core.llama.gguf_file import block_head
from app.core.llama.media_batch import MediaBatch
from app.core.protocol import BackendChoice, LoadModel, LoadSettings
from tests.helpers.block_head import HeadShape, write_block_head
from tests.helpers.engine_harness import GREEDY, WAIT_S, EngineHarness
from tests.helpers.foretold import DRAFTED, LLAMA, PLAIN, dialogue
from tests.helpers.gemma4_pair import write_tiny_gemma4
from tests.helpers.gguf_factory import N_VOCAB, write_tiny_llama
from tests.helpers.memory_kinds import Kind
from tests.helpers.said_alone import TOLERANCE, Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner
from tests.helpers.tiny_qwen35 import write_mtp_qwen35

if TYPE_CHECKING:
    from collections.abc import Sequence as Series
    from pathlib import Path

    from app.core.engine.speculation.draft_source import DraftWish, GrowingDraft
    from app.core.engine.speculation.mtp_rows import ChatOfBlocks
    from tests.helpers.gguf_factory import Architecture

    Growing: TypeAlias = GrowingDraft[ChatOfBlocks]

GEMMA4 = Kind("gemma4", write_tiny_gemma4, is_exact=False)
SHAPES: tuple[HeadShape, ...] = ("block", "chain", "chain behind")


@pytest.fixture(autouse=True)
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drafted from the text of a chat itself, so that the head does it."""
    monkeypatch.setattr(Drafter, "draft", lambda *_args, **_names: NO_DRAFT)


def written(folder: Path, arch: str, *, seed: int = 0, disturbance: float = 0.5) -> Path:
    match arch:
        case "gemma4":
            return write_tiny_gemma4(folder / "m.gguf", seed=seed, disturbance=disturbance)
        case "qwen35":
            parts = ("trunk",)
            return write_mtp_qwen35(
                folder / "m.gguf", seed=seed, disturbance=disturbance, parts=parts
            )
        case _:
            return write_tiny_llama(folder / "m.gguf", seed=seed)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("arch", ["gemma4", "qwen35", "llama"])
@pytest.mark.parametrize("seed", range(3))
def test_the_words_are_the_same_whatever_the_weights(
    tmp_path: Path, seed: int, arch: str, shape: HeadShape
) -> None:
    model = written(tmp_path, arch, seed=seed, disturbance=(0.1, 0.5, 1.0)[seed])
    head = write_block_head(
        tmp_path / "head.gguf",
        seed=seed,
        error=(0.0, 0.3, 1.0)[seed],
        uses_mrope=arch == "qwen35",
        shape=shape,
    )
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        _text, plain = runner.answer(dialogue(0), **PLAIN, max_tokens=100)
        assert plain.stats.n_drafted == 0
    with SteppedRunner(tmp_path / "b", model, draft_model=str(head)) as runner:
        _text, drafted = runner.answer(dialogue(0), **DRAFTED, max_tokens=100)
        drafts_of(runner)
    assert drafted.stats.n_drafted > 20
    require_same(model, GEMMA4 if arch == "gemma4" else LLAMA, plain, drafted)


def drafts_of(runner: SteppedRunner) -> BlockDrafts:
    drafts = runner.draft_model
    assert isinstance(drafts, BlockDrafts)
    assert drafts.name == "Tiny block head", "it has failed"
    assert not runner.problems
    return drafts


def test_a_head_that_knows_its_model_is_hardly_ever_wrong(tmp_path: Path) -> None:
    model = written(tmp_path, "gemma4", disturbance=0.1)
    head = write_block_head(tmp_path / "head.gguf", shape="chain", error=0.0)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, max_tokens=150)
        runner.finish()
        assert len(runner.batches) < 60
    with Alone(model, GEMMA4) as alone:
        stats = alone.confirm(runner.told[request], GREEDY).stats
    assert stats.n_accepted > 0.9 * stats.n_drafted > 50


@pytest.mark.parametrize("shape", SHAPES)
def test_eight_chats_at_once_each_say_what_they_say_alone(tmp_path: Path, shape: HeadShape) -> None:
    model = written(tmp_path, "gemma4")
    head = write_block_head(tmp_path / "head.gguf", shape=shape)
    dialogues = [dialogue(number, f"{number}, {number}: tell me.") for number in range(8)]
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        requests = [runner.ask(one, **DRAFTED, max_tokens=60) for one in dialogues]
        runner.finish()
        drafts_of(runner)
    with Alone(model, GEMMA4) as alone:
        ends = [alone.confirm(runner.told[request], GREEDY) for request in requests]
    assert sum(finished.stats.n_drafted for finished in ends) > 100
    assert sum(len(batch) > 1 for batch in runner.batches) > 10


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("arch", ["gemma4", "qwen35", "llama"])
def test_it_drafts_what_llama_cpp_would_draft(
    tmp_path: Path, arch: str, shape: HeadShape, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = written(tmp_path, arch)
    head = write_block_head(
        tmp_path / "head.gguf", error=1.0, uses_mrope=arch == "qwen35", shape=shape
    )
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        found = blocks_of(drafts_of(runner), monkeypatch)
        runner.ask(dialogue(0), **DRAFTED, max_tokens=60)
        runner.ask(dialogue(1, "And what of the land?"), **DRAFTED, max_tokens=60)
        runner.finish()
        runner.answer(dialogue(0, "Something else."), **DRAFTED, max_tokens=20)  # edited
        runner.answer(dialogue(0, "Something else."), **DRAFTED, max_tokens=20)  # once more
        drafts_of(runner)
    reference = Reference(model, head)
    gaps = [gap for draft, n in found for gap in reference.gaps(draft, n)]
    reference.close()
    assert len(gaps) > 100
    assert sum(gap < TOLERANCE for gap in gaps) > 0.97 * len(gaps)


class Drafted(NamedTuple):
    """A text, and what was drafted for it."""

    text: list[int]
    tokens: list[int]


def blocks_of(drafts: BlockDrafts, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Drafted, int]]:
    """Return a list that grows: what was drafted, and how long the block was that was computed."""
    found: list[tuple[Drafted, int]] = []
    said, grown = drafts._said, drafts._grown
    lengths: list[int] = []

    def watched_said(growing: Series[Growing], n_tokens: int) -> list[int]:
        lengths.append(n_tokens)
        return said(growing, n_tokens)

    def watched(wishes: Series[DraftWish]) -> list[Growing]:
        made = grown(wishes)
        found.extend((Drafted(list(one.chat.main.wanted), one.tokens), lengths[-1]) for one in made)
        return made

    monkeypatch.setattr(drafts, "_said", watched_said)
    monkeypatch.setattr(drafts, "_grown", watched)
    return found


def test_a_chat_that_comes_back_from_the_disk_is_drafted_for_at_once(tmp_path: Path) -> None:
    model = written(tmp_path, "gemma4", disturbance=0.1)
    head = write_block_head(tmp_path / "head.gguf", shape="chain", error=0.0)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        runner.answer(dialogue(0), **DRAFTED, max_tokens=60)
        assert runner.store.flush(WAIT_S)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        _text, again = runner.answer(dialogue(0), **DRAFTED, max_tokens=60)
        assert again.stats.n_restored > again.stats.n_prompt // 2
        assert again.stats.n_accepted > 0.8 * again.stats.n_drafted > 20


@pytest.mark.parametrize("wrong", ["width", "layers", "family"])
def test_a_head_of_another_model_is_named_and_the_model_works_without(
    tmp_path: Path, wrong: str
) -> None:
    arch: Architecture = "qwen2" if wrong == "family" else "llama"
    model = write_tiny_llama(tmp_path / "m.gguf", arch=arch)
    layers = (0, 2) if wrong == "layers" else (0, 1)
    n_embd = 96 if wrong == "width" else 64
    head = write_block_head(tmp_path / "head.gguf", layers=layers, n_embd=n_embd)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        assert "works without a draft model" in str(runner.problems[0].effect)
        assert "drafts for another model" in str(runner.problems[0].what)
        assert runner.answer(dialogue(0), max_tokens=20)[0]


@pytest.mark.parametrize("wrong", ["words", "no length", "turned too far", "turned by half"])
def test_a_head_that_llama_cpp_would_end_the_process_for_is_not_used(
    tmp_path: Path, wrong: str
) -> None:
    model = written(tmp_path, "llama")
    head = write_block_head(
        tmp_path / "head.gguf",
        shape="chain",
        n_vocab=N_VOCAB + (wrong == "words"),
        n_block=None if wrong == "no length" else 8,
        n_rope={"turned too far": 32, "turned by half": 15}.get(wrong, 16),
    )
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        assert "drafts for another model" in str(runner.problems[0].what)
        assert runner.answer(dialogue(0), max_tokens=20)[0]


def test_a_word_that_the_model_does_not_have_is_not_drafted(tmp_path: Path) -> None:
    model = written(tmp_path, "llama")
    head = write_block_head(tmp_path / "head.gguf", seed=1, n_vocab=N_VOCAB + 1, has_words=True)
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        _text, finished = runner.answer(dialogue(0), **DRAFTED, max_tokens=40)
        drafts_of(runner)
    assert finished.stats.n_generated == 40


def test_the_head_beside_a_model_is_found_used_and_counted(tmp_path: Path) -> None:
    model = written(tmp_path, "qwen35")
    command = LoadModel(str(model), LoadSettings(2048))
    backend = BackendChoice()
    alone = measure_model(command, backend).memory
    head = write_block_head(tmp_path / "dflash-tiny.gguf", uses_mrope=True)
    write_block_head(tmp_path / "dflash-another.gguf", n_embd=96)
    assert head_beside(model) == head
    beside = measure_model(command, backend).memory
    assert beside.weights.total_bytes > alone.weights.total_bytes + head.stat().st_size // 2
    use, plain = (memory_use(one, Placement(2048))[0] for one in (beside, alone))
    n_rows = use.cache_bytes - plain.cache_bytes
    assert n_rows == 2048 * 2 * (2 * 2 * 16) * 2  # layers, keys and values of 2 heads, two bytes
    with EngineHarness(tmp_path / "kv", model, backend=None) as engine:
        assert engine.info is not None
        assert engine.info.draft_model == "Tiny block head"
        assert not engine.problems


def test_a_damaged_head_costs_the_head_only(tmp_path: Path) -> None:
    model = written(tmp_path, "llama")
    head = write_block_head(tmp_path / "head.gguf")
    head.write_bytes(head.read_bytes()[:-5000])
    with SteppedRunner(tmp_path / "a", model, draft_model=str(head)) as runner:
        assert "works without a draft model" in str(runner.problems[0].effect)
        assert runner.answer(dialogue(0), max_tokens=20)[0]


class Reference:
    """Drafts as llama.cpp's own example of speculative decoding does, with contexts of its own."""

    def __init__(self, path: Path, head: Path) -> None:
        params = ModelParams(0, use_extra_bufts=False)
        self._model = Model(str(path), params, lambda _fraction: True)
        self._head_model = Model(str(head), params, lambda _fraction: True)
        main = context_params(self._model, LoadModel(str(path)).settings, 2048, 0)
        self._main = Context(self._model, main)
        self._head = Context(self._head_model, block_context_params(main), self._main)
        kind = block_head(str(head))
        assert kind is not None
        self._kind = kind
        self._main.keep_layer_inputs(kind.layers, keep=True)

    def close(self) -> None:
        for native in self._head, self._head_model, self._main, self._model:
            native.close()

    def gaps(self, draft: Drafted, n_block: int) -> list[float]:
        """Return by how much each drafted token is less likely than the likeliest.

        Args:
            draft: the last token of its text is not read yet.
            n_block: tokens of the block that it was drafted with.
        """
        text, drafted = draft
        self._main.clear()
        self._head.clear()
        n_read = len(text) - 1
        batch = Batch(len(text))
        batch.add(0, text[:-1], 0)
        assert self._main.decode(batch) is DecodeOutcome.DONE
        batch.close()
        inputs = self._main.layer_inputs(self._kind.layers, 0, n_read)
        axes = np.zeros((4 if self._head.uses_mrope else 1, n_read), np.int32)
        axes[:3] = np.arange(n_read)
        rows = MediaBatch(0, np.ascontiguousarray(inputs), axes)
        assert self._head.decode(rows) is DecodeOutcome.DONE
        block = Batch(n_block)
        tokens = [text[-1], *[self._kind.mask] * (n_block - 1)]
        block.add(0, tokens, n_read, frozenset(range(n_read, n_read + n_block)))
        with self._head.seeing_all():
            assert self._head.decode(block) is DecodeOutcome.DONE
        block.close()
        gaps = []
        for index, token in enumerate(drafted, self._kind.first):
            logits = self._head.logits(index)
            gaps.append(float(logits.max() - logits[token]))
        return gaps
