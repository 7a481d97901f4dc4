"""What the command line tells when something is wrong, and what it does when nobody listens."""

from __future__ import annotations

import errno
import io
import os
import sys
from io import FileIO
from typing import TYPE_CHECKING, TextIO

from app.core.errors import EXIT_NOBODY_READS, KnownError

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import ReadableBuffer

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
    sys.stdout, sys.stderr = _for_any_reader(sys.stdout), _for_any_reader(sys.stderr)
    # A windowed program on Windows has none.
    streams = [stream for stream in (sys.stdout, sys.stderr) if stream is not None]
    try:
        try:
            return command()
        finally:
            for stream in streams:
                stream.flush()  # here, where a failure can be caught, not when Python ends
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in streams:
            os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        return EXIT_NOBODY_READS


def _for_any_reader(stream: TextIO) -> TextIO:
    """Return a stream that takes every character; what its encoding lacks becomes "?".

    On Windows what goes into a pipe or a file would be written in the code page of the country.
    """
    if type(stream) is not io.TextIOWrapper:  # of a program without a terminal, or of a test
        return stream
    if sys.platform == "win32" and not stream.isatty():
        stream.flush()
        # Beside the stream that was there, which others go on using.
        buffer = io.BufferedWriter(_WindowsPipe(FileIO(stream.fileno(), "wb", closefd=False)))
        return io.TextIOWrapper(buffer, "utf-8", "replace", line_buffering=stream.line_buffering)
    stream.reconfigure(errors="replace")
    return stream


class _WindowsPipe(io.RawIOBase):
    """A pipe, or a file, that says when nobody reads it any more.

    The C library of Windows calls that an invalid argument (bpo-35754 of Python).
    """

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def fileno(self) -> int:
        """Return the number of what is written to."""
        return self._raw.fileno()

    def write(self, data: ReadableBuffer, /) -> int | None:
        """Write bytes, and return how many of them.

        Raises:
            BrokenPipeError: nobody reads them.
        """
        try:
            return self._raw.write(data)
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            raise BrokenPipeError(errno.EPIPE, "nobody reads") from error
