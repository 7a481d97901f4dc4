"""Who is to blame decides the status of a refusal, and by it clients send again or do not."""

from __future__ import annotations

import pytest

from app.core.engine.errors import MAKES_EMBEDDINGS, NO_MODEL_LOADED, TemplateFailed
from app.core.engine_link.recovery import Death, Ledger, StayWithout, problem_of_death
from app.core.errors import BugError, Problem, problem_of
from app.server.errors import of_refused

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
