"""What the package tells a desktop, read by the desktops' own checkers.

Here and not beside the other tests of the package, because the checkers are among the tools that
building a package needs and running the tests does not.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.unix("what makes packages for Linux")

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.mark.parametrize(
    ("tool", "pattern"),
    [
        (["desktop-file-validate"], "applications/*.desktop"),
        (["appstreamcli", "validate", "--no-net"], "metainfo/*.xml"),
    ],
    ids=["desktop", "appstream"],
)
def test_the_desktops_own_checker_has_nothing_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: list[str], pattern: str
) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))
    monkeypatch.setattr(sys, "path", list(sys.path))  # the script adds to it
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    importlib.import_module("package").write_share(tmp_path / "share")

    files = list((tmp_path / "share").glob(pattern))
    assert files
    checked = subprocess.run([*tool, *files], capture_output=True, encoding="utf-8", check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
