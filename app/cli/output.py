"""What the command line tells when something is wrong, and what it does when nobody listens."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from io import FileIO
from typing import TYPE_CHECKING, TextIO

from app.core.errors import EXIT_KNOWN_ERROR, EXIT_NOBODY_READS, Cause, ErrorRow, KnownError
from app.core.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from _typeshed import ReadableBuffer

    from app.core.errors import Problem

_JOINERS = "\u200c\u200d"  # of which some scripts, and many emoji, are made
# The disk is full, the user has no more of it, a file may not grow, a device is broken.
_REFUSALS = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG, errno.EIO}


def print_problem(problem: Problem) -> None:
    """Print a problem to stderr, with what there is to find out why."""
    print(f"hearth: {printable(problem.text())}", file=sys.stderr)
    if problem.is_bug:
        print(problem.detail, file=sys.stderr)
    elif problem.cause is Cause.FOLDER and problem.detail:
        print(f"hearth: {printable(problem.detail)}", file=sys.stderr)


# The disk, or what else the output goes to, refuses it.
OUTPUT_NOT_WRITTEN = ErrorRow(
    what=phrase("Hearth could not write its output ({reason})."),
    effect=phrase("Your chats are not affected."),
    remedy=phrase("Free some space, or write the output elsewhere."),
)


class ReportedProblem(KnownError):
    """A problem that came as an event."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.what, problem.effect, problem.remedy, problem.detail)


def printable(text: str) -> str:
    """Return words of others without what a terminal would obey or could not write."""
    return "".join(char if char.isprintable() or char in _JOINERS else "�" for char in text)


def until_output_closes(command: Callable[[], int]) -> int:
    """Run a command that prints, and return its exit code.

    One whose output nobody reads any more, as in `hearth ask ... | head -1`, ends without a word;
    of one whose output the disk refuses, that is told.
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
        _give_up(streams)
        return EXIT_NOBODY_READS
    except OSError as error:
        if not is_refused_output(error):
            raise
        _give_up(streams[:1])  # what is to be told goes to the other
        with contextlib.suppress(OSError):
            print_problem(OUTPUT_NOT_WRITTEN(reason=error.strerror or error).problem())
            streams[-1].flush()
        _give_up(streams)
        return EXIT_KNOWN_ERROR


def is_refused_output(error: OSError) -> bool:
    """Tell whether it comes of printing: what comes of a file says its name."""
    return error.filename is None and error.errno in _REFUSALS


def _give_up(streams: Sequence[TextIO]) -> None:
    """Let go of what waits to be written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


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
        # A stream without any buffer says that it has no lines to wait for.
        by_line = stream.line_buffering or stream.write_through
        return io.TextIOWrapper(buffer, "utf-8", "replace", line_buffering=by_line)
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
