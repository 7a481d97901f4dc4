"""What the command line tells when something is wrong."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app.core.errors import KnownError

if TYPE_CHECKING:
    from app.core.errors import Problem


def tell(problem: Problem) -> None:
    """Print a problem to stderr."""
    print(f"hearth: {problem.text()}", file=sys.stderr)
    if problem.is_bug:
        print(problem.detail, file=sys.stderr)


class Told(KnownError):
    """A problem that came as an event."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what, problem.effect, problem.remedy, problem.detail)
