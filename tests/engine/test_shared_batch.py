"""What the model says is computed for as many tokens of a batch as it may be asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from app.core.engine.batch.shared_batch import SharedBatch, _n_pads, most_outputs
from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.load.loader import LoadedModel
from app.core.errors import BugError
from app.core.llama import Batch, Context, ContextParams, DecodeOutcome, Model, ModelParams
from app.core.llama.context import F16, Q8_0
from app.core.messages import Role
from app.core.protocol import BackendChoice, FinishReason, LoadSettings, PromptMessage
from tests.helpers.engine_harness import Dialogue, EngineHarness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
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
    tmp_path: Path, tiny_model: Path, asked: list[int]
) -> None:
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


def _share(n_useful: int, begin: int = 0, end: int = 10) -> Share:
    """Tokens of a sequence, the last of them useful."""
    sequence = _sequence(end)
    sequence.saved.useful_numbers = set(range(end - n_useful, end))
    return cast("Share", SimpleNamespace(sequence=sequence, begin=begin, end=end, draft=NO_DRAFT))


def _sequence(n_tokens: int) -> Any:
    return SimpleNamespace(
        seq_id=0,
        wanted=[1 + number % 7 for number in range(n_tokens)],
        saved=SimpleNamespace(useful_numbers=set()),
        proving=None,
        inspected_from=None,
        media=SimpleNamespace(position=lambda n_tokens: n_tokens),
    )


@pytest.fixture
def context(tiny_model: Path) -> Iterator[Context]:
    model = Model(str(tiny_model), ModelParams(), lambda _fraction: True)
    context = Context(model, ContextParams(n_ctx=512, n_seq_max=2, n_threads=1))
    yield context
    context.close()
    model.close()


def _read(context: Context, n_tokens: int, padding: int | None, begin: int = 0) -> SharedBatch:
    """Read the tokens from `begin` to `n_tokens` of a sequence that has those before."""
    batch = SharedBatch(context, padding)
    batch.fill([_share(n_useful=1, begin=begin, end=n_tokens)])
    assert batch.decode() is DecodeOutcome.DONE
    return batch


def test_few_tokens_behind_many_are_filled_up_and_nothing_of_that_stays(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    decode = Context.decode

    def watched(context: Context, batch: Batch) -> DecodeOutcome:
        sizes.append(batch.n_tokens)
        return decode(context, batch)

    monkeypatch.setattr(Context, "decode", watched)
    said = []
    for padding in (None, 1):
        context.clear()
        for begin, end in ((0, 400), (400, 440)):
            batch = _read(context, end, padding, begin)
            said.append(context.logits(batch.index(_sequence(0), end - 1)))
            batch.close()
        assert context.positions(0) == (0, 439)
        assert context.positions(1) == (-1, -1)
    assert sizes == [400, 40, 400, 64]
    assert (said[0] == said[2]).all()
    assert abs(said[1] - said[3]).max() < 1e-2 * abs(said[1]).max()


def test_a_context_without_room_for_more_reads_what_it_is_to_read(context: Context) -> None:
    _read(context, 400, padding=1).close()
    _read(context, 400 + 72, padding=1, begin=400).close()
    _read(context, 472 + 40, padding=1, begin=472).close()  # 24 more would be too many
    assert context.positions(0) == (0, 511)


@pytest.mark.parametrize(
    ("n_tokens", "n_behind", "n_pads"),
    [
        (46, 2000, 18),
        (46, 50, 0),  # looked up by itself, few cells take less time than more tokens
        (3, 100_000, 0),
        (4, 5000, 60),
        (63, 5, 1),
        (64, 2000, 0),
        (512, 2000, 0),
    ],
)
def test_a_batch_is_filled_up_where_that_makes_it_faster(
    n_tokens: int, n_behind: int, n_pads: int
) -> None:
    assert _n_pads(n_tokens, n_behind, 512) == n_pads
    assert _n_pads(n_tokens, n_behind, 32) == 0


@pytest.mark.parametrize(
    ("changed", "padding"),
    [
        ({}, 4),
        ({"n_gpu_layers": 1}, None),
        ({"kv_type": Q8_0}, None),
        ({"flash_attention": False}, None),
        ({"can_rewind": False}, None),
        ({"n_swa": 512}, None),
        ({"n_swa": 512, "full_windows": True}, 4),
    ],
)
def test_what_gains_nothing_by_it_is_not_filled_up(
    changed: dict[str, Any], padding: int | None
) -> None:
    plain = {
        "n_gpu_layers": 0,
        "kv_type": F16,
        "flash_attention": True,
        "can_rewind": True,
        "n_swa": 0,
        "full_windows": False,
    }
    facts = SimpleNamespace(**plain | changed)
    context = SimpleNamespace(params=SimpleNamespace(**vars(facts), n_seq_max=5))
    loaded = LoadedModel(
        cast("Model", facts),
        cast("Context", context),
        LoadSettings(),
        facts.n_gpu_layers,
        (),
        BackendChoice(),
        cast("Any", None),
    )
    assert loaded.padding_sequence == padding
