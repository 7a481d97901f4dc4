"""What is said of the tests that others wrote: counts, and reasons for what does not apply."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from llama_server_tests import (
    APART,
    GROUPS,
    Outcome,
    Verdict,
    judge,
    read_outcomes,
    table,
    unnamed,
)

VERDICTS = Path(__file__).resolve().parents[2] / "packaging" / "api" / "verdicts.toml"
OUTCOMES = [
    Outcome("basic::test_health", "passed"),
    Outcome("basic::test_slots[1-2]", "failed", "assert 404 == 200"),
    Outcome("basic::test_page", "skipped"),
]


def test_a_failure_with_a_reason_is_fine() -> None:
    assert judge(OUTCOMES, [Verdict("no slots", ("basic::test_slots[*",))]) == []


def test_a_failure_without_a_reason_is_named_with_what_was_said() -> None:
    (line,) = judge(OUTCOMES, [])
    assert "basic::test_slots[1-2]" in line
    assert "assert 404 == 200" in line


@pytest.mark.parametrize("stale", ["basic::test_health", "basic::test_gone", "basic::test_slots"])
def test_a_reason_for_nothing_is_named(stale: str) -> None:
    (line,) = judge(OUTCOMES, [Verdict("no slots", ("basic::test_slots*", stale))])
    assert line.endswith(stale)


def test_a_reason_for_a_group_that_did_not_run_is_left_alone() -> None:
    verdicts = [Verdict("no slots", ("basic::test_slots*", "stream::*"))]
    assert judge(OUTCOMES, verdicts) == []


def test_the_table_counts_by_group_and_reason() -> None:
    *_head, row = table(OUTCOMES, [Verdict("no slots", ("basic::test_slots*",))])
    assert row == "| basic | 1 | 1 | 1 | no slots (1) |"


def test_results_of_pytest_are_read(tmp_path: Path) -> None:
    results = tmp_path / "results.xml"
    results.write_text(
        '<testsuites><testsuite><testcase name="a"/>'
        '<testcase name="b"><failure message="no&#10;x"/></testcase>'
        '<testcase name="c"><skipped/></testcase></testsuite></testsuites>'
    )
    assert read_outcomes("g", results) == [
        Outcome("g::a", "passed"),
        Outcome("g::b", "failed", "no"),
        Outcome("g::c", "skipped"),
    ]
    assert read_outcomes("g", tmp_path / "nothing.xml") == []


def test_every_reason_is_of_a_group_that_runs() -> None:
    found = tomllib.loads(VERDICTS.read_text("utf-8"))["verdict"]
    patterns = [pattern for one in found for pattern in one["tests"]]
    assert len(patterns) == len(set(patterns))
    assert {re.split("::", pattern)[0] for pattern in patterns} <= set(GROUPS)


def test_a_file_of_tests_that_nothing_names_is_told(tmp_path: Path) -> None:
    (tmp_path / "unit").mkdir()
    for name in (*GROUPS, *APART):
        (tmp_path / "unit" / f"test_{name}.py").touch()
    assert unnamed(tmp_path) == []
    assert len(GROUPS) + len(APART) == 27
    (tmp_path / "unit" / "test_new.py").touch()
    (tmp_path / "unit" / "test_lora.py").unlink()
    assert unnamed(tmp_path) == ["a file that nothing names: new", "a name without a file: lora"]
