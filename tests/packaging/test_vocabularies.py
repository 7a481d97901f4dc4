"""The vocabularies of real models come from the source of llama.cpp, or tests do without them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.helpers.real_vocabularies import FAMILIES
from tests.helpers.setup_script import where

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "setup" / "vocabularies.py"


def test_they_are_kept_in_the_users_cache_and_not_in_the_project() -> None:
    assert Path(where(SCRIPT)).is_relative_to(Path.home())


def test_it_takes_those_that_the_tests_want() -> None:
    names = [str(family) for family in FAMILIES]
    assert f"NAMES = {tuple(names)!r}".replace("'", '"') in SCRIPT.read_text("utf-8")


def test_without_a_network_it_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, str(SCRIPT)],
        env=dict(os.environ, XDG_CACHE_HOME=str(tmp_path), PIP_NO_INDEX="1", PIP_FIND_LINKS=""),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "The tests run without real vocabularies" in ended.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
