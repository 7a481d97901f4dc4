"""Runs the tests on the laboratory's Windows, suite by suite, and says what came of each.

Each suite is a run of pytest of its own, with its log and its results in the laboratory's `logs`.
At the end no folder of Hearth may lie in the profile of Windows' user: no test touches it.

Uses the standard library only.
Usage: python packaging/windows/wine/try_windows.py [SUITE ...] [-- PYTEST-ARGUMENT ...]
"""

from __future__ import annotations

import collections
import signal
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lab import LabError, chosen_lab, delete
from make_lab import STEPS, check_machine, say
from windows_run import python_command, run_to_log

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lab import Lab

_LIMIT_S = 3600.0
_PYTEST = ("-m", "pytest", "-v", "-p", "no:cacheprovider", "--tb=short", r"--basetemp=C:\tests")
SUITES = {
    "core": ("tests/unit/core", "tests/unit/cli"),
    "ui": ("tests/unit/ui",),
    "engine": ("tests/engine",),
    "faults": ("tests/faults",),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a suite.

    Attributes:
        ended: how the run ended, "" when it ended by itself with all its results.
        failed: names of the tests that failed, or that could not begin.
        skipped: how many tests were left out for each reason.
    """

    n_passed: int = 0
    failed: tuple[str, ...] = ()
    skipped: dict[str, int] = field(default_factory=dict)
    ended: str = ""

    @property
    def is_good(self) -> bool:
        """Whether all tests passed that were not left out."""
        return not self.ended and not self.failed and self.n_passed > 0


def read_results(report: Path) -> Result:
    """Return what pytest wrote as JUnit's XML."""
    n_passed = 0
    failed: list[str] = []
    skipped: collections.Counter[str] = collections.Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        reason = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(f"{case.get('classname')}::{case.get('name')}".removeprefix("::"))
        elif reason is not None:
            skipped[reason.get("message") or ""] += 1
        else:
            n_passed += 1
    # A test that fails and whose clearing up fails as well is there twice.
    return Result(n_passed, tuple(dict.fromkeys(failed)), dict(skipped))


def run_suite(lab: Lab, name: str, arguments: Sequence[str]) -> Result:
    """Run the tests of a suite; its output is `test-NAME.log`."""
    report = lab.logs / f"test-{name}.xml"
    report.unlink(missing_ok=True)
    options = [*_PYTEST, rf"--junitxml=Z:\lab\logs\{report.name}"]
    command = python_command(lab, [*options, *SUITES[name], *arguments])
    log = lab.logs / f"test-{name}.log"
    code = run_to_log(command, log, _LIMIT_S)
    if code is None:
        return Result(ended=f"not done after {_LIMIT_S / 60:.0f} minutes, {last_line(log)}")
    if not report.is_file():
        return Result(ended=f"pytest ended with code {code}, {last_line(log)}")
    return read_results(report)


def last_line(log: Path) -> str:
    """Return where a run was, as its log has it: with pytest's -v the test that was running."""
    lines = log.read_text("utf-8", "replace").split("\n") if log.is_file() else []
    return next((f"at: {line.strip()}" for line in reversed(lines) if line.strip()), "at nothing")


def touched_profiles(lab: Lab) -> list[Path]:
    """Return the folders of Hearth in the profiles of Windows' users."""
    return sorted((lab.drive_c / "users").glob("*/AppData/*/hearth"))


def summary(name: str, result: Result, took_s: float) -> str:
    """Return what to say of a suite, with a line for each failure and each reason to leave out."""
    counts = f"{result.n_passed} passed, {len(result.failed)} failed"
    if result.skipped:
        counts += f", {sum(result.skipped.values())} left out"
    lines = [f"{name}: {result.ended or counts} ({took_s:.0f} s)"]
    lines += [f"    failed: {test}" for test in result.failed]
    lines += [f"    left out: {n} ({reason})" for reason, n in sorted(result.skipped.items())]
    return "\n".join(lines)


def run_suites(lab: Lab, names: Sequence[str], arguments: Sequence[str]) -> bool:
    """Run suites one after another and print what came of each; return whether all is good.

    Raises:
        LabError: the laboratory is not complete.
    """
    if not all(step.is_done(lab) for step in STEPS):
        raise LabError(f"The Windows laboratory in {lab.folder} is not made: make windows-lab")
    for folder in touched_profiles(lab):  # of somebody who tried the program by hand
        delete(folder)
    good = True
    for name in names:
        say(f"{name}: running; the log is {lab.logs / f'test-{name}.log'}")
        began = time.monotonic()
        result = run_suite(lab, name, arguments)
        good = good and result.is_good
        print(summary(name, result, time.monotonic() - began), flush=True)
    for folder in touched_profiles(lab):
        good = False
        print(f"a test wrote into the profile of the user: {folder}")
    return good


def main() -> int:
    """Run the suites that are named, else all."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that children end with this
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    chosen, arguments = words[:end] or list(SUITES), words[end + 1 :]
    try:
        if unknown := [name for name in chosen if name not in SUITES]:
            raise LabError(f"There is no suite {unknown[0]}; there are {', '.join(SUITES)}.")
        check_machine()
        return 0 if run_suites(chosen_lab(), chosen, arguments) else 1
    except LabError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
