"""How long ggml's threads spin while they wait for each other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[4]
SPIN, POLICY = "GOMP_SPINCOUNT", "OMP_WAIT_POLICY"


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [({}, "1000"), ({SPIN: "7"}, "7"), ({POLICY: "active"}, "None")],
    ids=["nothing chosen", "a count chosen", "a policy chosen"],
)
def test_threads_spin_for_a_moment_unless_somebody_chose_otherwise(
    chosen: dict[str, str], expected: str
) -> None:
    others = {key: value for key, value in os.environ.items() if key not in (SPIN, POLICY)}
    script = f"import app.core.llama, os; print(os.environ.get('{SPIN}'))"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=REPOSITORY,
        env={**others, **chosen},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert ran.stdout.strip() == expected
