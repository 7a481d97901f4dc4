"""What the command line tells when something is wrong, and what it does when nobody listens."""

from __future__ import annotations

import errno
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
    except OSError as error:
        if not _is_of_closed_output(error):
            raise
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None:
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        return EXIT_NOBODY_READS


def _is_of_closed_output(error: OSError) -> bool:
    """Return whether an error says that nobody reads the output.

    On Windows the C library calls a pipe without a reader an invalid argument, as it does much else
    (Python's issue 35754): there the output is asked, which keeps what it could not write.
    """
    is_unsaid = sys.platform == "win32" and error.errno == errno.EINVAL
    return isinstance(error, BrokenPipeError) or (is_unsaid and not _can_be_flushed())


def _can_be_flushed() -> bool:
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        return False
    return True


def _choose_encoding(stream: io.TextIOWrapper) -> None:
    """Let a stream take every character; what its encoding lacks becomes a question mark.

    On Windows what goes into a pipe or a file would be written in the code page of the country.
    """
    if sys.platform == "win32" and not stream.isatty():
        stream.reconfigure(encoding="utf-8", errors="replace")
    else:
        stream.reconfigure(errors="replace")
