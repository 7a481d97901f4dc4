"""Children that find something out because asking may end the process that asks.

`hearth probe-child WHAT` writes what it found to standard output.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from app.core.phrases import Amount, phrase
from app.core.system.own_program import describe_exit, output_of, own_command, start_child

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.phrases import Phrase

_MARK = b"hearth: "  # begins our line


class ProbeFailed(Exception):
    """A child found nothing out.

    Attributes:
        how: it ended, in words.
    """

    def __init__(self, how: Phrase) -> None:
        super().__init__(str(how))
        self.how = how


class Probe:
    """One child that is finding something out; it lives no longer than the thread that made this.

    Args:
        command: how it is started, as `own_probe` has it.
        question: all of its standard input.

    Threads: `kill` any; `output` one.

    Raises:
        ProbeFailed: it could not be started.
    """

    def __init__(self, command: Sequence[str], question: bytes | None = None) -> None:
        self._question = question
        try:
            self._child = start_child(command, is_asked=question is not None)
        except OSError as error:
            raise ProbeFailed(phrase("could not be started: {error}", error=error)) from error

    def kill(self) -> None:
        """End it, unless it has ended."""
        self._child.kill()

    def output(self, timeout_s: float) -> tuple[bytes, bytes]:
        """Wait for its end; return what it wrote, output and errors.

        Raises:
            ProbeFailed: it did not end well, or was ended because it took longer.
        """
        try:
            output, errors = output_of(self._child, timeout_s, self._question)
        except subprocess.TimeoutExpired as error:
            raise ProbeFailed(describe_hang(timeout_s)) from error
        if self._child.returncode != 0:
            raise ProbeFailed(describe_exit(self._child.returncode, errors))
        return output, errors


def own_probe(what: str, *arguments: str) -> tuple[str, ...]:
    """Return how this program starts itself to find something out."""
    return own_command("probe-child", what, *arguments)


def say(found: object) -> None:
    """Write what was found, values of JSON. In the child."""
    sys.stdout.write("\n" + _MARK.decode() + json.dumps(found) + "\n")
    sys.stdout.flush()


def found_in(output: bytes) -> Any:
    """Return what a child has found: drivers print where and when they like.

    Raises:
        ValueError: it said nothing that can be read.
    """
    lines = [line for line in output.splitlines() if line.startswith(_MARK)]
    if not lines:
        raise ValueError("nothing was said")
    return json.loads(lines[-1].removeprefix(_MARK))


def describe_hang(seconds: float) -> Phrase:
    """Say that a child was ended, as it said nothing for so long."""
    return phrase("hung for {seconds} s", seconds=Amount(seconds))
