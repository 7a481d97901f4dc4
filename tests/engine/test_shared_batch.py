"""What the model says is computed for as many tokens of a batch as it may be asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from app.core.engine.batch.shared_batch import SharedBatch, most_outputs
from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.load import model_measure
from app.core.errors import BugError
from app.core.llama import Context, ContextParams, DecodeOutcome, Model, ModelParams
from app.core.messages import Role
from app.core.protocol import FinishReason, PromptMessage
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.core.engine.batch.scheduler import Share


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by how many logits each batch asks for."""
    counts: list[int] = []
    fill = SharedBatch.fill

    def watched(batch: SharedBatch, shares: Iterable[Share]) -> None:
        fill(batch, shares)
        counts.append(len(batch._logits_at))

    monkeypatch.setattr(SharedBatch, "fill", watched)
    return counts


def test_a_chat_of_very_many_short_messages_is_read_and_saved(
    tmp_path: Path, tiny_model: Path, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        model_measure, "_MOST_SCORES_BYTES", 0
    )  # so that a batch is as large as any
    dialogue = Dialogue()
    for number in range(120):
        role = Role.ASSISTANT if number % 2 else Role.USER
        dialogue.messages.append(PromptMessage(role, "a" * (number % 7)))
    with EngineHarness(tmp_path, tiny_model) as harness:
        _said, finished = harness.answer(dialogue.user("Go on."), max_tokens=4)

    assert finished.finish_reason is FinishReason.LENGTH
    assert 10 < max(asked) <= most_outputs(1)


def test_more_than_the_context_computes_is_a_bug_and_no_abort(tiny_model: Path) -> None:
    model = Model(str(tiny_model), ModelParams(), lambda _fraction: True)
    context = Context(model, ContextParams(n_ctx=256, n_seq_max=1, n_threads=1, n_outputs=4))
    batch = SharedBatch(context)

    batch.fill([_share(n_useful=4)])
    assert batch.decode() is DecodeOutcome.DONE
    batch.fill([_share(n_useful=5)])
    with pytest.raises(BugError, match="5 logits"):
        batch.decode()

    batch.close()
    context.close()
    model.close()


def _share(n_useful: int) -> Share:
    """Ten tokens of a sequence, the last of them useful."""
    sequence = SimpleNamespace(
        seq_id=0,
        wanted=[1 + number % 7 for number in range(10)],
        saved=SimpleNamespace(useful_numbers=set(range(10 - n_useful, 10))),
        proving=None,
        inspected_from=None,
        media=SimpleNamespace(position=lambda n_tokens: n_tokens),
    )
    return cast("Share", SimpleNamespace(sequence=sequence, begin=0, end=10, draft=NO_DRAFT))
