"""What all packages share: the feed that tells of updates, and the sums."""

from __future__ import annotations

import hashlib
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

import app
from app.core.system.updates import DOWNLOAD_PAGE, read_feed

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture
def release_files(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(PACKAGING))
    monkeypatch.setattr(sys, "path", list(sys.path))  # the module adds to it
    return importlib.import_module("release_files")


def test_the_feed_says_to_older_programs_that_there_is_this_version(
    release_files: Any, tmp_path: Path
) -> None:
    release = read_feed(release_files.write_feed(tmp_path).read_bytes())

    assert (str(release.version), release.page) == (app.__version__, DOWNLOAD_PAGE)
    assert release.is_newer("0.0.9")


@pytest.mark.parametrize(
    ("above", "notes"),
    [
        ("", ""),
        ("\nAnswers begin twice\nas fast: really.\n", "Answers begin twice as fast: really."),
    ],
)
def test_the_feed_quotes_what_stands_above_the_lists_of_the_changelog(
    release_files: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, above: str, notes: str
) -> None:
    monkeypatch.setattr(release_files, "CHANGELOG", tmp_path / "CHANGELOG.md")
    older = "## [0.0.1] - 2020-01-01\n\nThe first one.\n"
    changes = (
        f"# Changelog\n\n## [{app.__version__}] - today\n{above}\n### Added\n\n- A thing\n\n{older}"
    )
    (tmp_path / "CHANGELOG.md").write_text(changes)

    assert release_files.release_notes() == notes


def test_the_sums_are_those_that_sha256sum_reads(release_files: Any, tmp_path: Path) -> None:
    packages = [tmp_path / "b.zip", tmp_path / "a.exe"]
    for path in packages:
        path.write_bytes(path.name.encode() * 100_000)

    lines = release_files.write_sums(packages).read_bytes().decode().split("\n")

    sums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in packages]
    assert lines == [f"{sums[0]}  b.zip", f"{sums[1]}  a.exe", ""]
