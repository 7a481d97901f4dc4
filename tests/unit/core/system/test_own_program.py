"""How children of this program begin and end."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import psutil
import pytest

from app.core.errors import EXIT_BUG
from app.core.system.own_program import (
    ExtendedLimits,
    describe_exit,
    output_of,
    own_command,
    own_environment,
    start_child,
)
from tests.helpers.harm import DIED_OF_ABORT

_CHILD = """
import atexit, os
from app.core.system.own_program import run_and_leave
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
        encoding="utf-8",
        check=False,
        timeout=60,
    )

    assert child.returncode == code
    assert child.stdout == "said\n"
    assert words in child.stderr


@pytest.mark.parametrize(
    ("code", "errors", "words"),
    [
        (-6, b"terminate called", "crashed with signal 6"),
        (4, b"first\nlast line\n", "ended with code 4: last line"),
        (4, b"", "ended with code 4: "),
        (3221225477, b"noise", "crashed with an access violation (0xC0000005)"),
        (3221226505, b"noise", "crashed with a failed check or abort (0xC0000409)"),
        (3765269347, b"", "crashed with an uncaught C++ exception (0xE06D7363)"),
        (4, b"\xff" * 900, "ended with code 4: " + "\ufffd" * 200),
    ],
)
def test_an_end_is_told_in_a_few_words(code: int, errors: bytes, words: str) -> None:
    assert str(describe_exit(code, errors)) == words


@pytest.mark.parametrize(
    ("system", "words"), [("win32", "crashed with abort"), ("linux", "ended with code 3: x")]
)
def test_abort_has_an_ordinary_code_on_windows(
    monkeypatch: pytest.MonkeyPatch, system: str, words: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert str(describe_exit(3, b"x")) == words


def test_an_abort_is_told_in_words() -> None:
    child = start_child([sys.executable, "-c", "import os; os.abort()"])
    errors = output_of(child, 60.0)[1]

    assert str(describe_exit(child.returncode, errors)) == DIED_OF_ABORT


def test_the_program_starts_itself() -> None:
    child = subprocess.run(
        own_command("--version"),
        env=own_environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    assert child.stdout.startswith("hearth ")


_PARENT = """
import os, subprocess, sys, time
from app.core.system.own_program import start_child
child = start_child([sys.executable, "-c", sys.argv[1]])
child.stdout.readline()
print(child.pid, flush=True)
sys.stdin.readline()
os._exit(0)
"""
_ASLEEP = """
import threading, time
from app.core.system.own_program import die_with_parent
die_with_parent()
print("asleep", flush=True)
time.sleep(1000)
"""


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_child_in_native_code_ends_with_its_parent(*, is_killed: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PARENT, _ASLEEP],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=own_environment(),
    ) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        if is_killed:
            parent.kill()
        else:
            parent.communicate(b"end\n")
        child.wait(timeout=30)


def test_a_child_that_takes_too_long_is_ended() -> None:
    child = start_child([sys.executable, "-c", "import time; time.sleep(1000)"])

    with pytest.raises(subprocess.TimeoutExpired):
        output_of(child, 0.1)

    assert child.returncode


def test_a_child_that_is_asked_nothing_reads_nothing() -> None:
    child = start_child([sys.executable, "-c", "import sys; print(len(sys.stdin.read()))"])

    assert output_of(child, 60.0)[0].strip() == b"0"


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="sizes of 64 bits")
def test_the_limits_of_a_job_lie_where_windows_has_them() -> None:
    assert ctypes.sizeof(ExtendedLimits) == 144
    assert ExtendedLimits.process_memory_limit.offset == 112


def test_no_child_lets_ggml_fork_a_debugger_that_would_hold_its_pipes() -> None:
    assert own_environment()["GGML_NO_BACKTRACE"] == "1"
