"""A forked child is told from one that was started in earnest by nothing that tests look at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.unix("fork")


def main() -> int:
    """Say where this process stands, and do what it was told to."""
    what = sys.argv[1]
    if what == "wait":
        sys.stdout.write("waits\n")
        sys.stdout.flush()
        time.sleep(600)
    if what == "raise":
        raise LookupError("gone")
    given = sys.stdin.read() if what == "read" else ""
    folder, session = Path.cwd(), os.getsid(0) == os.getpid()
    facts = (os.getppid(), folder, session, os.environ.get("HEARTH_SAID"), sys.argv[1:], given)
    sys.stdout.write(repr(tuple(map(str, facts))))
    sys.stderr.write("said aside")
    return 3


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.test_forked_children", *arguments]


def test_it_is_a_child_with_all_that_it_was_given(tmp_path: Path) -> None:
    run = subprocess.run(
        command("read", "é", "a b"),
        input=b"asked",
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "HEARTH_SAID": "this"},
        start_new_session=True,
        check=False,
    )
    given = (str(os.getpid()), str(tmp_path), "True", "this", "['read', 'é', 'a b']", "asked")
    assert (run.returncode, run.stdout.decode(), run.stderr) == (3, repr(given), b"said aside")


def test_its_streams_may_be_files_or_one(tmp_path: Path) -> None:
    with (tmp_path / "said").open("wb") as file:
        subprocess.run(command("say"), stdout=file, stderr=subprocess.STDOUT, check=False)
    assert b"said aside" in (tmp_path / "said").read_bytes()


def test_what_it_raises_is_told_as_python_does() -> None:
    run = subprocess.run(command("raise"), capture_output=True, check=False)
    assert run.returncode == 1
    assert run.stderr.endswith(b"LookupError: gone\n")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_it_is_found_under_its_own_name_and_ends_by_signals(how: signal.Signals) -> None:
    with subprocess.Popen(command("wait"), stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        line, shown = child.stdout.readline(), psutil.Process(child.pid).cmdline()
        child.send_signal(how)
        assert child.wait() == -how
    assert line == b"waits\n"
    assert [one for one in shown if one][-2:] == ["tests.test_forked_children", "wait"]
    assert not psutil.pid_exists(child.pid)


def test_variables_that_count_at_the_beginning_are_heard() -> None:
    loud = {**os.environ, "PYTHONVERBOSE": "1"}
    run = subprocess.run(command("say"), capture_output=True, env=loud, check=False)
    assert b"import 'site'" in run.stderr


def test_where_it_cannot_work_is_told_to_who_starts_it(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        subprocess.run(command("say"), cwd=tmp_path / "gone", check=False)


if __name__ == "__main__":
    sys.exit(main())
