"""Runs the tests on the laboratory's Windows, suite by suite, and says what came of each.

Each suite is a run of pytest of its own, with its log and its results in the laboratory's `logs`. A
test that crashes the run, or hangs, is named, and the run goes on after it. Each suite has a
Windows of its own, so that two can be run side by side; at its end no folder of Hearth may lie in
the profile of the user: no test touches it.

Uses the standard library only.
Usage: python packaging/windows/wine/try_windows.py [SUITE ...] [-- PYTEST-ARGUMENT ...]
"""

from __future__ import annotations

import signal
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from frozen_for_windows import FROZEN, program_folder
from inside import command_inside
from lab import LabError, chosen_lab, delete
from make_lab import STEPS, check_machine, make, say
from result_notes import VARIABLE, Results, read_results
from setup_for_windows import INNO_SETUP, SETUP, setup_program
from vulkan_for_windows import VULKAN
from windows_run import ON_SCREEN, python_command, run_to_log
from wine_prefix import ENVIRONMENT, copy_of_windows, windows_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lab import Lab, Step


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests that are run together.

    Attributes:
        arguments: of pytest: folders, and options.
        on_screen: whether they show windows on a screen.
        needs: what is made before, where it is not there or grown old.
    """

    arguments: tuple[str, ...]
    on_screen: bool = False
    needs: tuple[Step, ...] = ()


SUITES = {
    "core": Suite(("tests/unit/core", "tests/unit/cli")),
    "ui": Suite(("tests/unit/ui",)),
    "engine": Suite(("tests/engine",)),
    "faults": Suite(("tests/faults",)),
    "server": Suite(("tests/server",)),
    "e2e": Suite(("tests/e2e", "--headed"), on_screen=True),
    "frozen": Suite(("tests/frozen",), on_screen=True, needs=(VULKAN, FROZEN)),
}
_LIMIT_S = 3600.0
_ENDED_BY_ITSELF = (0, 1, 5)  # all passed, some failed, none left to run
_PYTEST = (
    *("-m", "pytest", "-v", "-p", "no:cacheprovider", "-p", "result_notes", "--tb=short"),
    *("--continue-on-collection-errors", "-o", "faulthandler_exit_on_timeout=true"),
    *("-o", "faulthandler_timeout=300"),  # everything takes its time there
    r"--basetemp=C:\tests",
)

# Whoever has blanks and umlauts in the name has them in every path.
USER = "Jürg Ünï Müller"
_SETUP = "setup"


def try_setup(lab: Lab) -> tuple[Results, str]:
    """Install, use, update and remove the program; return as `run_suite` does.

    Its output is `test-setup.log`; the pictures lie in `pictures` beside it.
    """
    notes, log = lab.logs / "test-setup.notes", lab.logs / "test-setup.log"
    notes.unlink(missing_ok=True)
    prefix = windows_of(lab, _SETUP, USER)
    script = "/hearth/packaging/windows/wine/try_setup.py"
    program, pictures = lab.inside(setup_program(lab)), lab.inside(lab.logs / "pictures")
    environment = {**ENVIRONMENT, "WINEPREFIX": lab.inside(prefix), "USER": USER}
    environment[VARIABLE] = lab.inside(notes)
    command = [*ON_SCREEN, "python3", "-B", script, program, pictures]
    code = run_to_log(command_inside(lab, command, environment), log, _LIMIT_S)
    delete(prefix)
    ended = "" if code == 0 else f"it ended with code {code}; see {log}"
    return read_results(notes), ended


def run_suite(lab: Lab, name: str, arguments: Sequence[str], prefix: Path) -> tuple[Results, str]:
    """Run the tests of a suite, again after each that ended the run.

    Its output is `test-NAME.log`, with a number for each run after the first.

    Args:
        lab: complete.
        name: of the suite.
        arguments: further ones of pytest.
        prefix: which Windows.

    Returns:
        What came of the tests, and why not all were run; "" if all were.
    """
    notes = lab.logs / f"test-{name}.notes"
    notes.unlink(missing_ok=True)
    environment = {
        VARIABLE: lab.on_windows(notes),
        "HEARTH_FROZEN": lab.on_windows(program_folder(lab)),
    }
    suite = SUITES[name]
    command = python_command(
        lab,
        prefix,
        [*_PYTEST, *suite.arguments, *arguments],
        environment,
        on_screen=suite.on_screen,
    )
    give_up = time.monotonic() + _LIMIT_S
    number, n_cut_off = 1, 0
    while True:
        log = lab.logs / (f"test-{name}.log" if number == 1 else f"test-{name}-{number}.log")
        code = run_to_log(command, log, max(1.0, give_up - time.monotonic()))
        results = read_results(notes)
        if code not in _ENDED_BY_ITSELF:
            say(f"{name}: pytest ended with code {code}; {log.name} ends where it did")
        if code is None:
            return results, f"not done after {_LIMIT_S / 60:.0f} minutes"
        if results.is_whole and code in _ENDED_BY_ITSELF:
            return results, ""
        if len(results.cut_off) == n_cut_off:  # it was no test that ended it
            return results, f"pytest ended with code {code}; see {log}"
        number, n_cut_off = number + 1, len(results.cut_off)


def touched_profiles(prefix: Path) -> list[Path]:
    """Return the folders of Hearth in the profiles of a Windows' users."""
    return sorted((prefix / "drive_c" / "users").glob("*/AppData/*/hearth"))


def is_good(results: Results, ended: str) -> bool:
    """Return whether all tests passed that were not left out."""
    return not ended and not results.failed and not results.cut_off and results.n_passed > 0


def summary(name: str, results: Results, ended: str, took_s: float) -> str:
    """Return what to say of a suite, with a line for each failure and each reason to leave out."""
    n_failed, n_skipped = len(results.failed), sum(results.skipped.values())
    counts = f"{results.n_passed} passed, {n_failed} failed, {len(results.cut_off)} ended the run"
    lines = [f"{name}: {counts}, {n_skipped} left out ({took_s:.0f} s)"]
    lines += [f"    failed: {test}" for test in results.failed]
    lines += [f"    ended the run: {test}" for test in results.cut_off]
    lines += [f"    left out: {n} ({reason})" for reason, n in sorted(results.skipped.items())]
    return "\n".join([*lines, *([f"    not all were run: {ended}"] if ended else [])])


def run_suites(lab: Lab, names: Sequence[str], arguments: Sequence[str]) -> bool:
    """Run suites one after another and print what came of each; return whether all is good.

    Raises:
        LabError: the laboratory is not complete.
    """
    if not all(step.is_done(lab) for step in STEPS):
        raise LabError(f"The Windows laboratory in {lab.folder} is not made: make windows-lab")
    needs = {name: suite.needs for name, suite in SUITES.items()}
    needs[_SETUP] = (VULKAN, FROZEN, INNO_SETUP, SETUP)
    make(lab, tuple(dict.fromkeys(step for name in names for step in needs[name])))
    good = True
    for name in names:
        say(f"{name}: running; the log is {lab.logs / f'test-{name}.log'}")
        began = time.monotonic()
        touched: list[Path] = []
        if name == _SETUP:
            results, ended = try_setup(lab)
        else:
            with copy_of_windows(lab, name) as prefix:
                results, ended = run_suite(lab, name, arguments, prefix)
                touched = touched_profiles(prefix)
        good = good and is_good(results, ended) and not touched
        print(summary(name, results, ended, time.monotonic() - began), flush=True)
        for folder in touched:
            print(f"    wrote into the profile of the user: {folder}", flush=True)
    return good


def main() -> int:
    """Run the suites that are named, else all."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that children end with this
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    known = [*SUITES, _SETUP]
    chosen, arguments = words[:end] or known, words[end + 1 :]
    try:
        if unknown := [name for name in chosen if name not in known]:
            raise LabError(f"There is no suite {unknown[0]}; there are {', '.join(known)}.")
        check_machine()
        return 0 if run_suites(chosen_lab(), chosen, arguments) else 1
    except LabError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
