"""An engine whose threads have no processor lets them sleep, and says the same."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from app.core.ggml.spinning import SleepingTeam, Spinning, ThreadTime
from tests.helpers.engine_harness import Dialogue
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path


class _CountedTeam(SleepingTeam):
    """The team of OpenMP itself."""

    def __init__(self) -> None:
        super().__init__()
        self.n_kept = 0

    def keep(self, seconds: float) -> None:
        super().keep(seconds)
        self.n_kept += 1


def _text(folder: Path, model: Path) -> str:
    with SteppedRunner(folder, model) as runner:
        text, _ = runner.answer(Dialogue().user("What do you see?"), max_tokens=40)
        return text


@pytest.mark.parametrize("waited_each_time", [0.0, 100.0])
def test_an_answer_is_the_same_while_others_have_the_processors(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch, waited_each_time: float
) -> None:
    alone = _text(tmp_path / "alone", tiny_model)
    team, waits = _CountedTeam(), itertools.count()

    def times() -> dict[int, ThreadTime]:
        number = next(waits)
        return {1: ThreadTime(number * 100.0, number * waited_each_time)}

    spinning = Spinning(times, team, 2)
    monkeypatch.setattr("app.core.ggml.spinning._of_this_process", lambda: spinning)
    monkeypatch.setattr("app.core.ggml.spinning._LOOK_S", 0.0)
    assert _text(tmp_path / "beside", tiny_model) == alone
    assert (team.n_kept > 20) is (waited_each_time > 0)
    team.end()
