"""Runs a program of others in this terminal, and ends as it does.

Ctrl+C reaches both, and is the program's alone. What else ends programs is handed on to it.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from app.core.errors import ErrorRow
from app.core.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_KILLED_BY: Final = 128  # and the number of the signal, as shells have it
_BATCH: Final = (".cmd", ".bat")  # what npm makes of a program on Windows
_HANDED_ON: Final = ("SIGTERM", "SIGHUP")
_HARMLESS: Final = re.compile(r"[A-Za-z0-9_./:=,@+-]+")


# Windows' shell, which runs the shims of npm, ends a command at the end of a line.
LINES_IN_ARGUMENTS = ErrorRow(
    what=phrase("On Windows {program} takes no line breaks on its command line."),
    effect=phrase("Nothing was started."),
    remedy=phrase("Start it without these words, and type them there."),
)

# The system refuses to start the program.
CLIENT_DID_NOT_START = ErrorRow(
    what=phrase("{program} could not be started ({reason})."),
    effect=phrase("Nothing was started."),
    remedy=phrase("Install it again, then try once more."),
)


def run(program: str, arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a program to its end, and return its exit code.

    Args:
        program: its path.
        arguments: behind it.
        environment: all of its own.

    Raises:
        KnownError: it cannot be started.
    """
    command: str | list[str] = [program, *arguments]
    if sys.platform == "win32" and program.lower().endswith(_BATCH):
        command = batch_command(program, arguments)
    try:
        process = subprocess.Popen(command, env=environment)
    except OSError as error:
        raise CLIENT_DID_NOT_START(caught=error, program=program) from error
    with _left_to(process):
        code = process.wait()
    return _KILLED_BY - code if code < 0 else code


def past_proxies(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables by which a program asks this machine itself, and no proxy for it.

    A proxy would be sent the key and all that is said, and does not know which machine is meant.
    """
    lower, upper = "no_proxy", "NO_PROXY"
    direct = environment.get(lower) or environment.get(upper, "")
    if direct.strip() != "*":
        direct = ",".join(filter(None, (direct, "127.0.0.1")))
    # On Windows both are one.
    return dict.fromkeys((upper,) if sys.platform == "win32" else (lower, upper), direct)


def batch_command(program: str, arguments: Sequence[str]) -> str:
    """Return the line with which Windows' shell runs a batch file, and hands words on unchanged.

    Between quotation marks the shell reads only these and per cent signs; a variable that is cut to
    nothing keeps it from finding one between two of those. The program behind the file takes two
    quotation marks for one.

    Raises:
        KnownError: there is a line break in a word.
    """
    if any(char in word for word in arguments for char in "\r\n\0"):
        raise LINES_IN_ARGUMENTS(program=program)
    words = " ".join([f'"{program}"', *map(_quoted, arguments)])
    shell = os.environ.get("COMSPEC", "cmd.exe")
    return f'"{shell}" /e:ON /v:OFF /d /c "{words}"'


def _quoted(word: str) -> str:
    if _HARMLESS.fullmatch(word):
        return word
    doubled = re.sub(r'(\\*)("|$)', lambda found: found[1] * 2 + found[2] * 2, word)
    return '"' + doubled.replace("%", "%%cd:~,%") + '"'


@contextlib.contextmanager
def _left_to(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Leave signals to a program, which inherits no handler of Python."""
    previous = {signal.SIGINT: signal.signal(signal.SIGINT, lambda *_: None)}
    for name in _HANDED_ON:
        if (number := getattr(signal, name, None)) is not None:
            handler = lambda got, _frame: process.send_signal(got)  # noqa: E731
            previous[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, before in previous.items():
            signal.signal(number, before)
