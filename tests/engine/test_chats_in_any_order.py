"""Whatever users do with their chats: words, tokens and memory are what they have to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.engine.memory.save_plan import LOSS_S, SnapshotWorth
from app.core.engine.restoring.saver import Saver
from app.core.kvstore.writing import quota
from app.core.system.paths import resource
from tests.helpers.chat_truth import Users
from tests.helpers.harm import how_often
from tests.helpers.memory_kinds import Kind, kinds
from tests.helpers.trained_model import TRAINED, needs_trained_model

if TYPE_CHECKING:
    from pathlib import Path

GUIDE = resource("guide/hearth-guide.gguf")
TOKENS_PER_S = 8
N_LOST = round(LOSS_S * TOKENS_PER_S)
BUDGET_BYTES = 300_000  # a third of what they take in the end
N_STEPS = how_often("HEARTH_CHAT_STEPS", 40, 200)
N_TRAINED_STEPS = how_often("HEARTH_CHAT_STEPS", 20, 200)  # each takes four times as long
N_GUIDE_STEPS = how_often("HEARTH_CHAT_STEPS", 40, 400)
FEW = [kind for kind in kinds() if kind.name in ("llama", "gemma3", "mamba", "lfm2")]


@pytest.fixture(autouse=True)
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let states be worth taking, holding and storing now and then, however fast the machine is."""
    monkeypatch.setattr(Saver, "worth", SnapshotWorth(1 / TOKENS_PER_S))
    monkeypatch.setattr(quota, "_N_LATEST_SNAPSHOTS", 100)


def _do(folder: Path, model: Path, seed: int, *, n_steps: int = N_STEPS, **load: Any) -> None:
    users = Users(folder, model, seed, n_lost=N_LOST, **load)
    try:
        for _step in range(n_steps):
            users.step()
    finally:
        users.close()
    assert users.n_confirmed
    assert users.n_resumed or n_steps < 100  # else the laws were held against nothing


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_with_every_kind_of_memory(tmp_path: Path, kind: Kind) -> None:
    _do(tmp_path / "data", kind.write(tmp_path / "m.gguf"), 1, n_ctx=4096)


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_in_a_budget_that_few_branches_fit(tmp_path: Path, kind: Kind) -> None:
    model = kind.write(tmp_path / "m.gguf")
    _do(tmp_path / "data", model, 4, n_ctx=4096, budget_bytes=BUDGET_BYTES)


def test_with_the_guide(tmp_path: Path) -> None:
    _do(tmp_path / "data", GUIDE, 1, n_steps=N_GUIDE_STEPS, n_ctx=4096)


@needs_trained_model
def test_with_a_model_that_says_emojis(tmp_path: Path) -> None:
    _do(tmp_path / "data", TRAINED, 3, n_steps=N_TRAINED_STEPS, n_ctx=4096)
