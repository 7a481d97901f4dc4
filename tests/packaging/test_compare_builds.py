"""Two builds are the same when every file and link is, and else each difference is named."""

from __future__ import annotations

import os
import runpy
import tarfile
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "compare_builds.py"


@pytest.fixture
def compare() -> Any:
    return runpy.run_path(str(SCRIPT))["differences"]


def build(folder: Path) -> Path:
    (folder / "lib").mkdir(parents=True)
    (folder / "hearth").write_bytes(b"program")
    (folder / "lib" / "a.so.1").write_bytes(b"library")
    (folder / "lib" / "a.so").symlink_to("a.so.1")
    return folder


def packed(folder: Path) -> Path:
    target = folder.with_suffix(".tar.xz")
    with tarfile.open(target, "w:xz") as archive:
        archive.add(folder, "hearth")
    return target


def test_the_same_is_the_same(compare: Any, tmp_path: Path) -> None:
    one = build(tmp_path / "one")
    assert compare(one, build(tmp_path / "other")) == []
    assert compare(packed(one), packed(one)) == []


def test_every_difference_is_named(compare: Any, tmp_path: Path) -> None:
    one, other = build(tmp_path / "one"), build(tmp_path / "other")
    (one / "only").touch()
    (other / "hearth").write_bytes(b"Program")
    (other / "lib" / "a.so").unlink()
    (other / "lib" / "a.so").symlink_to("../hearth")

    lines = [f"only in {one}: only", "differs: hearth", "differs: lib/a.so"]
    assert compare(one, other) == lines


def test_in_a_package_times_count(compare: Any, tmp_path: Path) -> None:
    one = build(tmp_path / "one")
    first = packed(one).rename(tmp_path / "first.tar.xz")
    os.utime(one / "hearth", (1_000_000_000, 1_000_000_000))
    assert compare(first, packed(one)) == ["differs: hearth/hearth"]
