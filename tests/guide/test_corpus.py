"""What the guide is taught: every line can be read, and nothing it is examined on is in it."""

from __future__ import annotations

import itertools
import re
import tomllib
from random import Random

import pytest
from guide.corpus import HELD_OUT, Corpus, is_right, load_facts

EXAMINATION = tomllib.loads(HELD_OUT.read_text("utf-8"))
N_TURNS = 6_000


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus()


def words(text: str) -> str:
    return " ".join(re.findall(r"[\w']+", text.lower())) or text


def test_every_fact_can_be_asked_for_and_its_answer_contains_what_is_expected(
    corpus: Corpus,
) -> None:
    unasked = load_facts().keys() - corpus.questions.keys() - {"no-more", "name-unknown"}
    assert not unasked
    for fact in corpus.facts.values():
        assert fact.expect, fact.id
        assert is_right(fact, fact.answer.replace("{name}", "Ada"), "Ada"), fact.id


def test_no_sentence_names_a_command_with_its_ellipsis(corpus: Corpus) -> None:
    """With the full stop behind it that would be four dots."""
    assert not [fact.id for fact in corpus.facts.values() if "…" in fact.answer + fact.more]


def test_every_line_of_every_fact_can_be_read_out(corpus: Corpus) -> None:
    random = Random(1)
    for fact, lines in corpus.questions.items():
        if fact == "nonsense":
            continue
        for line in lines:
            said = corpus.read_out(line, random)
            assert said.strip(), (fact, line)
            assert not set("[]{}|") & set(said.replace("{name}", "")), (fact, line, said)


def test_the_same_seed_draws_the_same_dialogue_and_another_one_another(corpus: Corpus) -> None:
    def draw(seed: int) -> list[str]:
        turns = itertools.islice(corpus.dialogue(Random(seed)), 40)
        return [f"{turn.question} {turn.answer}" for turn in turns]

    assert draw(5) == draw(5)
    assert draw(5) != draw(6)


def test_no_held_out_question_and_no_held_out_name_is_ever_taught(corpus: Corpus) -> None:
    questions = {words(line) for lines in EXAMINATION["questions"].values() for line in lines}
    names = {name.lower() for name in EXAMINATION["names"]}
    assert len(questions) >= 200
    assert len(names) == 20
    for turn in itertools.islice(corpus.dialogue(Random(11)), N_TURNS):
        assert not names & set(words(turn.question).split()), turn.question
    random = Random(12)
    for fact in EXAMINATION["questions"]:
        for _ in range(200):
            assert words(corpus.question(fact, random)) not in questions


def test_the_held_out_questions_are_about_every_fact_that_can_be_asked_for() -> None:
    told_or_recalled = {"name-told", "name-asked", "name-changed", "name-unknown", "no-more"}
    assert load_facts().keys() - EXAMINATION["questions"].keys() <= told_or_recalled
    assert EXAMINATION["questions"].keys() <= load_facts().keys()


def test_a_name_that_was_told_is_the_name_that_is_recalled(corpus: Corpus) -> None:
    recalled = 0
    for seed in range(40):
        name = ""
        for turn in itertools.islice(corpus.dialogue(Random(seed)), 30):
            told = re.search(r"(?:Nice to meet you|Of course), ([^!.]+)[!.]", turn.answer)
            if told:
                name = told[1]
            elif name and "your name is" in turn.answer.lower():
                assert name in turn.answer
                recalled += 1
    assert recalled > 20
