"""What a request is refused with: who is to blame, and words of requests, not of the window."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

import pytest

from app.core.engine import errors as engine_errors
from app.core.engine.errors import MAKES_EMBEDDINGS, NO_MODEL_LOADED, PromptTooLong, TemplateFailed
from app.core.engine_link.recovery import Death, Ledger, StayWithout, problem_of_death
from app.core.errors import BugError, ErrorRow, Problem, WordedError, problem_of
from app.core.prompts.grammars.gbnf import parse_grammar
from app.core.prompts.grammars.matching import MalformedGrammar
from app.core.remote import errors as remote_errors
from app.core.remote.errors import TooLongForServer
from app.server.errors import of_problem, of_refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

UNLOADED = NO_MODEL_LOADED().problem()
CRASHED = problem_of_death(Death(-11), Ledger(), StayWithout())


@pytest.mark.parametrize(
    ("problem", "status"),
    [
        (UNLOADED, 503),
        (CRASHED, 503),
        (TemplateFailed("it wants another role").problem(), 400),
        (MAKES_EMBEDDINGS(name="tiny").problem(), 400),
        (problem_of(BugError("a defect")), 500),
    ],
)
def test_only_what_is_wrong_in_a_request_is_called_so(problem: Problem, status: int) -> None:
    assert of_refused(problem).status == status


OF_THE_WINDOW = re.compile(
    r"(this|new) chat|your (chats?|message)|press |regenerate|answer so far|chat settings",
    re.IGNORECASE,
)
COUNTED = (PromptTooLong, TooLongForServer)  # told in the words of each interface


def sentences(module: ModuleType) -> Iterator[Problem]:
    """Give what the failures of a module say, with names in place of values."""
    for one in vars(module).values():
        is_class = inspect.isclass(one) and issubclass(one, WordedError) and one is not WordedError
        if (is_class and one not in COUNTED and hasattr(one, "what")) or isinstance(one, ErrorRow):
            yield Problem(one.what, one.effect, one.remedy, may_pass=one.may_pass)


@pytest.mark.parametrize("module", [engine_errors, remote_errors])
def test_a_request_is_refused_in_words_of_requests(module: ModuleType) -> None:
    problems = list(sentences(module))
    assert len(problems) > 10
    for problem in [*problems, CRASHED, problem_of(BugError("a defect"))]:
        assert not OF_THE_WINDOW.search(of_refused(problem).message)


def test_a_model_that_cannot_be_loaded_says_what_helps() -> None:
    problem = engine_errors.WouldFreezeMachine("big.gguf", 90 * 10**9, 8 * 10**9).problem()
    told = of_problem(problem).message
    assert "Your chats" not in told
    assert told.endswith("Open a smaller model or quantisation, or choose a smaller context.")


def test_a_grammar_that_is_none_is_refused_with_its_place() -> None:
    with pytest.raises(MalformedGrammar) as raised:
        parse_grammar('root ::= "a"\nother ::= ("b"')
    told = of_refused(raised.value.problem()).message
    assert "(line 2, column " in told
    assert not OF_THE_WINDOW.search(told)
