"""Programs of others: what they get, and that they end with all they have started."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from app.core.system.other_program import OtherProgram, plain_environment
from tests.helpers.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

_PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


def is_there(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def close(program: OtherProgram) -> None:
    for stream in (program.incoming, program.outgoing, program.errors):
        stream.close()


def test_little_of_our_environment_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "secret")
    monkeypatch.setenv("PYTHONPATH", "/somewhere")

    passed_on = plain_environment({"OWN": "given"})

    assert passed_on["PATH"] == os.environ["PATH"]
    assert passed_on["OWN"] == "given"
    assert not {"HF_TOKEN", "PYTHONPATH"} & passed_on.keys()


def test_a_program_ends_with_what_it_has_started(tmp_path: Path) -> None:
    program = OtherProgram((sys.executable, "-c", _PARENT), plain_environment({}), tmp_path)
    inner = int(program.outgoing.readline())
    assert program.code is None

    program.end(0.0)

    wait_until(lambda: not is_there(inner) and not is_there(program.pid))
    close(program)


def test_a_program_may_end_by_itself_when_its_input_does(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "import sys; sys.stdin.read(); sys.exit(7)")
    program = OtherProgram(command, plain_environment({}), tmp_path)
    program.incoming.close()

    assert program.end(60.0) == 7
    close(program)


@pytest.mark.unix("a file that is a program by its mode")
def test_a_path_is_meant_from_the_folder_on(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "server"
    script.write_text("#!/bin/sh\npwd\n", "utf-8")
    script.chmod(0o700)
    program = OtherProgram(("bin/server",), plain_environment({}), tmp_path)

    assert program.outgoing.readline().decode().strip() == str(tmp_path.resolve())
    program.end()
    close(program)
    with pytest.raises(FileNotFoundError):
        OtherProgram(("server",), plain_environment({}), tmp_path)
