"""An answer drafts where it repeats what was said, and rests where that does not pay."""

from __future__ import annotations

import itertools

from app.core.engine.drafting.draft import NO_DRAFT, DraftedTokens
from app.core.engine.drafting.drafter import Drafter

REPEATED = [*range(40), *range(20)]
DIFFERENT = list(range(200))


def test_what_followed_before_is_drafted() -> None:
    draft = Drafter().draft(REPEATED, 4)
    assert draft.tokens == (20, 21, 22, 23)
    assert draft.n_matched >= 9
    assert 0.5 < draft.likelihood < 1


def test_nothing_is_drafted_of_what_was_never_said_or_has_no_room() -> None:
    assert Drafter().draft(DIFFERENT, 4) == NO_DRAFT
    assert Drafter().draft(REPEATED, 0) == NO_DRAFT
    assert Drafter().draft([], 4) == NO_DRAFT


def test_a_short_match_is_trusted_less_than_a_long_one() -> None:
    short = Drafter().draft([*range(40), 2, 3, 4], 4)
    assert short.n_matched == 3
    assert short.likelihood < Drafter().draft(REPEATED, 4).likelihood


def test_drafts_that_are_said_become_likelier_and_others_less_so() -> None:
    good, bad = Drafter(), Drafter()
    for drafter, n_accepted in ((good, 4), (bad, 0)):
        before = drafter.draft(REPEATED, 4)
        for _ in range(5):
            drafter.judged(before, n_accepted)
    assert bad.draft(REPEATED, 4).likelihood < 0.5 < good.draft(REPEATED, 4).likelihood
    assert (good.n_drafted, good.n_accepted) == (20, 20)
    assert (bad.n_drafted, bad.n_accepted) == (20, 0)


def test_an_outcome_is_forgotten_with_time() -> None:
    drafter = Drafter()
    draft = drafter.draft(REPEATED, 4)
    for _ in range(10):
        drafter.judged(draft, 0)
    soon = drafter.draft(REPEATED, 4).likelihood
    later = drafter.draft([*REPEATED, *range(20, 40), *range(500, 900), *range(30)], 4).likelihood
    assert soon < 0.4 < later


def test_an_answer_that_loses_time_rests_and_tries_again() -> None:
    drafter = Drafter()
    text = list(REPEATED)
    drafts = []
    for token in itertools.islice(itertools.cycle(range(40)), 20, 2000):
        draft = drafter.draft(text, 2)
        drafts.append(bool(draft.tokens))
        if draft.tokens:
            drafter.judged(draft, 0)
            drafter.timed(0.5)
        text.append(token)
    rests = [len(list(run)) for is_drafted, run in itertools.groupby(drafts) if not is_drafted]
    assert rests[:4] == [31, 63, 127, 255]
    assert sum(drafts) < 20


def test_an_answer_that_gains_goes_on() -> None:
    drafter = Drafter()
    text = list(REPEATED)
    for token in itertools.islice(itertools.cycle(range(40)), 20, 300):
        draft = drafter.draft(text, 2)
        assert draft.tokens
        drafter.judged(draft, 1)
        drafter.timed(0.7)
        text.append(token)


def test_a_draft_for_tests_does_not_rest() -> None:
    drafter = Drafter()
    draft = drafter.draft(REPEATED, 2)
    for _ in range(9):
        drafter.judged(draft, 0)
        drafter.timed(0.1)
    assert drafter.draft(REPEATED, 2) == NO_DRAFT
    assert drafter.draft(REPEATED, 2, always=True).tokens == (20, 21)


def test_another_answer_to_the_same_question_is_drafted_from() -> None:
    question, answer = [*range(30)], [*range(100, 130)]
    assert Drafter().draft([*question, 100, 101, 102], 4) == NO_DRAFT
    drafter = Drafter(answer)
    assert drafter.draft([*question, 100, 101, 102], 4).tokens == (103, 104, 105, 106)
    assert drafter.draft([*question, *range(100, 110)], 3).tokens == (110, 111, 112)
    assert drafter.draft([*question, *range(100, 110), 1, 2, 3], 2).tokens == (4, 5)


def test_a_shortened_draft_keeps_what_is_known_of_it() -> None:
    assert DraftedTokens((1, 2, 3), 7, 0.5).shortened(2) == DraftedTokens((1, 2), 7, 0.5)
