"""The installer that unpacks itself, and packages that are the same whenever they are packed.

Here and not beside the other tests of the package, because they need what building packages needs.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.unix("what makes packages for Linux")

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(str(PACKAGING))
    monkeypatch.setattr(sys, "path", list(sys.path))  # the script adds to it
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    module = importlib.import_module("package")
    monkeypatch.setattr(module, "PACKAGES", tmp_path)
    return module


@pytest.fixture
def staged(package: Any, tmp_path: Path) -> Path:
    """What is packed, with a stand-in for the program."""
    folder = tmp_path / "hearth-1.2.3-linux-any"
    (folder / "hearth" / "_internal").mkdir(parents=True)
    (folder / "hearth" / "hearth").write_text("#!/bin/sh\necho stand-in\n")
    (folder / "hearth" / "hearth").chmod(0o755)
    package.write_share(folder / "share")
    for name in ("install.sh", "uninstall.sh"):
        shutil.copy(PACKAGING / "linux" / name, folder)
    return folder


def test_the_installer_installs_where_it_is_told_and_again_over_that(
    package: Any, staged: Path, tmp_path: Path
) -> None:
    installer = package.make_installer(staged)
    prefix = tmp_path / "a home – дом"
    for _ in range(2):
        subprocess.run(["sh", installer, "--quiet", "--", prefix], check=True, capture_output=True)
        assert (
            subprocess.check_output([prefix / "bin" / "hearth"], encoding="utf-8") == "stand-in\n"
        )


def test_a_damaged_installer_refuses(package: Any, staged: Path, tmp_path: Path) -> None:
    installer = package.make_installer(staged)
    installer.write_bytes(installer.read_bytes()[:-100])
    ran = subprocess.run(
        ["sh", installer, "--", tmp_path / "prefix"], capture_output=True, check=False
    )
    assert ran.returncode != 0
    assert not (tmp_path / "prefix").exists()


@pytest.mark.parametrize("make", ["make_archive", "make_installer"])
def test_what_is_packed_twice_is_the_same(package: Any, staged: Path, make: str) -> None:
    first = getattr(package, make)(staged).read_bytes()
    time.sleep(1.1)  # longer than the step of the times in it
    for path in staged.rglob("*"):
        os.utime(path)
    assert getattr(package, make)(staged).read_bytes() == first
