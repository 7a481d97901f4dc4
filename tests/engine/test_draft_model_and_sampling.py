"""Drafts of a model change no word, whatever a sampler remembers and whatever binds an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.core.engine.drafting.draft import NO_DRAFT
from app.core.engine.drafting.drafter import Drafter
from app.core.messages import Role
from app.core.protocol import (
    Constraint,
    ConstraintKind,
    FinishReason,
    PromptMessage,
    SamplingParams,
)
from tests.helpers.engine_harness import GREEDY
from tests.helpers.foretold import DRAFTED, LLAMA, PLAIN, dialogue
from tests.helpers.gguf_factory import write_tiny_llama
from tests.helpers.said_alone import Alone, require_same
from tests.helpers.stepped_runner import SteppedRunner

if TYPE_CHECKING:
    from pathlib import Path

OPEN = SamplingParams(temperature=1.3, top_k=0, top_p=1, min_p=0, repeat_penalty=1, seed=5)
SAMPLINGS = {
    "dry": SamplingParams(
        temperature=0.8, dry_multiplier=2, dry_base=1.75, dry_allowed_length=1, seed=3
    ),
    "penalties": SamplingParams(
        temperature=0.9,
        repeat_penalty=1.3,
        repeat_last_n=32,
        frequency_penalty=0.7,
        presence_penalty=0.4,
        seed=4,
    ),
    "xtc": SamplingParams(temperature=1, xtc_probability=0.5, xtc_threshold=0.05, seed=6),
    "mirostat": SamplingParams(mirostat=2, mirostat_tau=3, mirostat_eta=0.2, seed=7),
    "dynamic temperature": SamplingParams(
        temperature=1, dynatemp_range=0.8, dynatemp_exponent=1.5, top_n_sigma=1.5, seed=8
    ),
    "bias": SamplingParams(temperature=0.5, logit_bias="the +3\nsea -4", seed=9),
}


@pytest.fixture(autouse=True)
def _no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drafted from the text of a chat itself, so that the model does it."""
    monkeypatch.setattr(Drafter, "draft", lambda *_args, **_names: NO_DRAFT)


@pytest.mark.parametrize("name", SAMPLINGS)
def test_what_a_sampler_remembers_is_only_what_was_said(
    tmp_path: Path, tiny_model: Path, name: str
) -> None:
    """A token that was drafted and not said leaves no trace in penalties, DRY and mirostat."""
    sampling = SAMPLINGS[name]
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        asked = [
            runner.ask(dialogue(chat), **DRAFTED, sampling=sampling, max_tokens=60)
            for chat in range(3)
        ]
        runner.finish()
        assert runner.followed
    with Alone(tiny_model, LLAMA) as alone:
        stats = [alone.confirm(runner.told[request], sampling).stats for request in asked]
    assert sum(one.n_drafted - one.n_accepted for one in stats) > 5, "some were not said"


def test_a_bound_answer_is_of_its_form(tmp_path: Path) -> None:
    model = write_tiny_llama(tmp_path / "ends.gguf", end_gain=1.0, seed=4)
    form = Constraint(ConstraintKind.GRAMMAR, 'root ::= ("- " [a-z]{3,9} "\\n"){4}')
    n_drafted = n_accepted = 0
    with SteppedRunner(tmp_path / "a", model, draft_model=str(model)) as runner:
        for chat in range(12):
            said, finished = runner.answer(
                dialogue(chat), **DRAFTED, sampling=OPEN, max_tokens=120, constraint=form
            )
            assert finished.finish_reason is FinishReason.END
            assert re.fullmatch(r"(- [a-z]{3,9}\n){4}", said)
            n_drafted += finished.stats.n_drafted
            n_accepted += finished.stats.n_accepted
        assert runner.followed
    assert n_drafted > n_accepted > 0


def test_an_answer_that_was_cut_goes_on_as_it_would_without_drafts(
    tmp_path: Path, tiny_model: Path
) -> None:
    answers = {}
    for name, drafts in (("plain", PLAIN), ("drafted", DRAFTED)):
        chat = dialogue(0)
        with SteppedRunner(tmp_path / name, tiny_model, draft_model=str(tiny_model)) as runner:
            text, cut = runner.answer(chat, **drafts, max_tokens=30)
            assert cut.record is not None
            said = cut.record.token_ids[cut.stats.n_prompt :]
            chat.messages.append(PromptMessage(Role.ASSISTANT, text))
            exact = {"said": said, "vocabulary": cut.record.vocabulary}
            _more, finished = runner.answer(chat, **drafts, **exact, max_tokens=40)
            assert runner.followed
        answers[name] = finished
    assert answers["plain"].stats.n_drafted == 0
    assert answers["drafted"].stats.n_accepted > 20
    require_same(tiny_model, LLAMA, answers["plain"], answers["drafted"])


def test_greedy_answers_under_penalties_are_the_same_word_for_word(
    tmp_path: Path, tiny_model: Path
) -> None:
    """Without chance a trace that a refused token left would show at once."""
    sampling = SamplingParams(
        temperature=0, repeat_penalty=1.5, frequency_penalty=1, dry_multiplier=3, seed=1
    )
    assert sampling != GREEDY
    with SteppedRunner(tmp_path / "a", tiny_model, draft_model=str(tiny_model)) as runner:
        request = runner.ask(dialogue(0), **DRAFTED, sampling=sampling, max_tokens=150)
        runner.finish()
    with Alone(tiny_model, LLAMA) as alone:
        stats = alone.confirm(runner.told[request], sampling).stats
    assert stats.n_drafted > stats.n_accepted > 0
