"""No test touches the profile of whoever runs the tests, on any system."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import keyring
import platformdirs.windows

if TYPE_CHECKING:
    import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
# A system that says itself where its folders are, whatever the environment says. Without a folder
# of its own, pytest would first delete the files of earlier runs, which can take minutes.
RUN_ELSEWHERE = """
import sys, platformdirs, pytest
for kind in ("data", "config", "cache", "state"):
    setattr(platformdirs, f"user_{kind}_dir", lambda *_, **__: sys.argv[1])
of_test = ["-q", "-p", "no:cacheprovider", f"--basetemp={sys.argv[2]}"]
sys.exit(pytest.main([*of_test, "tests/unit/core/test_errors.py"]))
"""


def test_a_run_ends_before_its_first_test_where_folders_cannot_be_redirected(
    tmp_path: Path,
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()

    run = subprocess.run(
        [sys.executable, "-c", RUN_ELSEWHERE, str(profile), str(tmp_path / "files")],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert run.returncode == 3, run.stdout
    assert f"tests would touch {profile}" in run.stdout + run.stderr
    assert "passed" not in run.stdout
    assert list(profile.iterdir()) == []


def test_the_folders_of_windows_are_redirected(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    asked: list[str] = []

    def where(name: str) -> str:
        asked.append(name)
        return os.environ[f"WIN_PD_OVERRIDE_{name.removeprefix('CSIDL_')}"]

    monkeypatch.setattr(platformdirs.windows, "get_win_folder", where)
    folders = platformdirs.windows.Windows("hearth", appauthor=False)

    for kind in ("data", "config", "cache", "state"):
        assert getattr(folders, f"user_{kind}_dir").startswith(str(home))
    assert asked


def test_no_keyring_is_asked() -> None:
    assert keyring.core.load_env() is not None
    assert type(keyring.core.load_env()).__module__ == "keyring.backends.null"
