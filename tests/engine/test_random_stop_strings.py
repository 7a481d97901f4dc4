"""Stop strings from anywhere in what a model says, several at once: it ends before the first."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from app.core.protocol import FinishReason
from tests.helpers.foretold import PLAIN, dialogue
from tests.helpers.harm import how_often
from tests.helpers.stepped_runner import SteppedRunner
from tests.helpers.stop_strings import until_a_stop

if TYPE_CHECKING:
    from pathlib import Path

N_ANSWERS = how_often("HEARTH_STOPS", 24, 60)
N_TOKENS = 40


def random_stops(rng: random.Random, text: str) -> tuple[str, ...]:
    """Return some pieces of a text, or what is nearly a piece of it."""
    stops = []
    for _ in range(rng.randint(1, 4)):
        begin = rng.randrange(len(text))
        stop = text[begin : begin + rng.randint(1, 8)]
        stops.append(stop if rng.random() < 0.7 else stop[:-1] + rng.choice("aé漢 \n"))
    return tuple(stops)


def test_answers_end_before_the_first_of_random_stop_strings(
    tmp_path: Path, tiny_model: Path
) -> None:
    rng = random.Random(5)
    n_ended = 0
    with SteppedRunner(tmp_path / "a", tiny_model) as runner:
        text, whole = runner.answer(dialogue(0), **PLAIN, max_tokens=N_TOKENS)
        for _ in range(N_ANSWERS):
            stops = random_stops(rng, text)
            expected = until_a_stop(text, stops)
            said, finished = runner.answer(dialogue(0), **PLAIN, max_tokens=N_TOKENS, stop=stops)
            assert said == (text if expected is None else expected), stops
            assert finished.finish_reason == (
                whole.finish_reason if expected is None else FinishReason.STOP_STRING
            )
            assert finished.record is None or len(finished.record.token_ids) <= (
                finished.stats.n_prompt + finished.stats.n_generated
            )
            n_ended += expected is not None
    assert N_ANSWERS // 2 < n_ended < N_ANSWERS
