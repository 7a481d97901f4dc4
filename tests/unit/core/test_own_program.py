"""How children of this program begin and end."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.core.errors import EXIT_BUG
from app.core.own_program import describe_exit, own_command, own_environment

_CHILD = """
import atexit, os
from app.core.own_program import run_and_leave
atexit.register(os.abort)
def work():
    print("said")
    {work}
run_and_leave(work)
"""


@pytest.mark.parametrize(
    ("work", "code", "words"),
    [
        ("return 0", 0, ""),
        ("return 7", 7, ""),
        ("raise ValueError('why')", EXIT_BUG, "ValueError: why"),
    ],
)
def test_a_child_leaves_with_its_code_whatever_waits_for_its_end(
    work: str, code: int, words: str
) -> None:
    child = subprocess.run(
        [sys.executable, "-c", _CHILD.format(work=work)],
        env=own_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert child.returncode == code
    assert child.stdout == "said\n"
    assert words in child.stderr


@pytest.mark.parametrize(
    ("code", "errors", "words"),
    [
        (-6, b"terminate called", "died of signal 6"),
        (3, b"first\nlast line\n", "ended with code 3: last line"),
        (3, b"", "ended with code 3: "),
        (3221225477, b"noise", "died of an access violation (0xC0000005)"),
        (3, b"\xff" * 900, "ended with code 3: " + "\ufffd" * 200),
    ],
)
def test_an_end_is_told_in_a_few_words(code: int, errors: bytes, words: str) -> None:
    assert describe_exit(code, errors) == words


def test_the_program_starts_itself() -> None:
    child = subprocess.run(
        own_command("--version"), env=own_environment(), capture_output=True, text=True, check=True
    )

    assert child.stdout.startswith("hearth ")
