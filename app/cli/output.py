"""What the command line tells when something is wrong, and what it does when nobody listens."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

from app.core.errors import EXIT_NOBODY_READS, KnownError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.errors import Problem


def print_problem(problem: Problem) -> None:
    """Print a problem to stderr."""
    print(f"hearth: {problem.text()}", file=sys.stderr)
    if problem.is_bug:
        print(problem.detail, file=sys.stderr)


class ReportedProblem(KnownError):
    """A problem that came as an event."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what, problem.effect, problem.remedy, problem.detail)


def until_output_closes(command: Callable[[], int]) -> int:
    """Run a command that prints, and return its exit code.

    One whose output nobody reads any more, as in `hearth ask ... | head -1`, ends without a word.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            _choose_encoding(stream)
    try:
        try:
            return command()
        finally:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:  # a windowed program on Windows has none
                    stream.flush()  # here, where a failure can be caught, not when Python ends
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None:
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        return EXIT_NOBODY_READS


def _choose_encoding(stream: io.TextIOWrapper) -> None:
    """Let a stream take every character; what its encoding lacks becomes a question mark.

    On Windows what goes into a pipe or a file would be written in the code page of the country.
    """
    if sys.platform == "win32" and not stream.isatty():
        stream.reconfigure(encoding="utf-8", errors="replace")
    else:
        stream.reconfigure(errors="replace")
