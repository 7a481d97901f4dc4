"""A plugin for pytest that notes each result at once, and leaves out the tests that have one.

A run that crashed or hung can so be gone on with: the test that was at work has begun and did not
end. The file that HEARTH_TEST_NOTES names has a JSON object a line.

Used by name, `pytest -p result_notes`; needs pytest there, and nothing to read the notes.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

VARIABLE = "HEARTH_TEST_NOTES"
BEGUN, PASSED, SKIPPED, FAILED = "begun", "passed", "skipped", "failed"


@dataclass(frozen=True, slots=True)
class Results:
    """What came of tests.

    Attributes:
        n_passed: how many passed.
        failed: names of those that failed, or could not begin, in order.
        cut_off: names of those that ended the run: crashed it, or hung.
        skipped: how many were left out, by reason.
    """

    n_passed: int = 0
    failed: tuple[str, ...] = ()
    cut_off: tuple[str, ...] = ()
    skipped: dict[str, int] = field(default_factory=dict)


def read_results(notes: Path) -> Results:
    """Return what a file of notes says; nothing of one that is not there."""
    last: dict[str, tuple[str, str]] = {}
    for test, outcome, reason in _read(notes):
        if last.get(test, ("", ""))[0] != FAILED:  # clearing up may fail after the test passed
            last[test] = (outcome, reason)
    skipped: dict[str, int] = {}
    for outcome, reason in last.values():
        if outcome == SKIPPED:
            skipped[reason] = skipped.get(reason, 0) + 1
    named = {
        outcome: tuple(test for test, (said, _) in last.items() if said == outcome)
        for outcome in (PASSED, FAILED, BEGUN)
    }
    return Results(len(named[PASSED]), named[FAILED], named[BEGUN], skipped)


def _read(notes: Path) -> list[tuple[str, str, str]]:
    if not notes.is_file():
        return []
    lines = notes.read_text("utf-8").splitlines()
    return [(one["test"], one["outcome"], one["reason"]) for one in map(json.loads, lines)]


def note(test: str, outcome: str, reason: str = "") -> None:
    """Write down what became of a test, at once."""
    with Path(os.environ[VARIABLE]).open("a", encoding="utf-8") as notes:
        print(json.dumps({"test": test, "outcome": outcome, "reason": reason}), file=notes)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what an earlier run has a note of."""
    known = {test for test, _, _ in _read(Path(os.environ[VARIABLE]))}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in known])
    items[:] = [item for item in items if item.nodeid not in known]


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note a file that cannot be imported."""
    if report.failed:
        note(report.nodeid, FAILED)


def pytest_runtest_logstart(nodeid: str) -> None:
    """Note that a test begins."""
    note(nodeid, BEGUN)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what came of a test, or of making ready for it or clearing up after it."""
    if report.failed:
        note(report.nodeid, FAILED)
    elif report.skipped:
        said = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        note(report.nodeid, SKIPPED, said.removeprefix("Skipped: "))
    elif report.when == "call":
        note(report.nodeid, PASSED)
