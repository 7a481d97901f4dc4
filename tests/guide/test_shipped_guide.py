"""The model that ships: as good as its card says, through Hearth's own engine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from guide.corpus import FOLDER, GUIDE, SHIPPED, is_right, load_facts
from guide.score import Scorer, Tally, engine_asks

from app.core.models.builtin import STARTER_QUESTIONS
from tests.helpers.engine_harness import EngineHarness

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 6 << 20
CARD = (SHIPPED / "MODEL_CARD.md").read_text("utf-8")
ROW = r"\| {} \| (\d+) of (\d+) "


@pytest.fixture(scope="module")
def scorer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scorer]:
    with EngineHarness(tmp_path_factory.mktemp("guide"), GUIDE) as harness:
        yield Scorer(engine_asks(harness))


def stated(name: str) -> tuple[int, int]:
    """Return what the card says: right answers, questions."""
    found = re.search(ROW.format(re.escape(name)), CARD)
    assert found, f"the card has no row for {name}"
    return int(found[1]), int(found[2])


def check(name: str, tally: Tally, *, at_least: float) -> None:
    """Compare with the card; another processor's sums may turn one answer in a hundred."""
    n_right, n_asked = stated(name)
    assert tally.n_asked == n_asked
    assert tally.n_right / n_asked >= at_least, tally.wrong
    assert abs(tally.n_right - n_right) <= n_asked // 100 + 1, (str(tally), tally.wrong)


def test_the_file_is_small_enough_to_ship() -> None:
    assert GUIDE.stat().st_size <= MAX_BYTES


def test_every_first_question_of_the_readme_and_of_the_cards_is_answered_right(
    scorer: Scorer,
) -> None:
    readme = (FOLDER.parents[1] / "README.md").read_text("utf-8")
    asked = scorer.first_question_texts()
    assert all(f"- {question}\n" in readme for question in asked)
    assert set(STARTER_QUESTIONS) <= set(asked)
    tally = scorer.first_questions()
    assert (tally.n_right, tally.n_asked) == (5, 5), tally.wrong


def test_it_answers_held_out_questions_as_often_as_its_card_says(scorer: Scorer) -> None:
    check("held-out questions", scorer.questions(), at_least=0.9)


def test_it_recalls_names_no_training_saw_three_turns_later(scorer: Scorer) -> None:
    check("names recalled three turns later", scorer.names(), at_least=0.9)


def test_it_tells_more_when_asked_to(scorer: Scorer) -> None:
    check("follow-ups", scorer.follow_ups(), at_least=0.8)


def test_it_says_that_it_is_tiny_when_asked_for_the_world(scorer: Scorer) -> None:
    answer = scorer.ask_once("Please write a poem about the winter in Norway.")
    assert is_right(load_facts()["other"], answer)
