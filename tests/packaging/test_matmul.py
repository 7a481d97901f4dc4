"""The matrix products are a backend of ggml's, built where they are of use."""

from __future__ import annotations

import platform
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.core.ggml.native_library import library_folder
from tests.helpers.setup_script import where

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "setup" / "matmul.py"
IS_FOR_THIS_MACHINE = sys.platform != "darwin" and platform.machine() in ("x86_64", "AMD64")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return runpy.run_path(str(SCRIPT), run_name="matmul")


def listed(*options: str) -> list[str]:
    """Return the names of the dynamic symbols of the installed library."""
    library = library_folder() / "libhearth-matmul.so"
    assert library.is_file(), "make .venv/stamps/matmul"
    command = ["nm", "--dynamic", "--format=posix", *options, str(library)]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    return [line.split()[0] for line in said.splitlines()]


def test_it_is_kept_in_the_users_cache_and_not_in_the_project() -> None:
    said = where(SCRIPT)

    assert bool(said) == IS_FOR_THIS_MACHINE
    if said:
        assert Path(said).is_relative_to(Path.home())


@pytest.mark.parametrize(
    ("system", "machine", "expected"),
    [
        ("linux", "x86_64", True),
        ("win32", "AMD64", True),
        ("linux", "aarch64", False),
        ("darwin", "x86_64", False),
    ],
)
def test_elsewhere_nothing_is_built_and_nothing_printed(
    script: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    system: str,
    machine: str,
    expected: bool,
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--where"])

    assert script["is_for_this_machine"]() is expected
    assert script["main"]() == 0
    assert bool(capsys.readouterr().out) is expected


@pytest.mark.unix("binutils")
def test_it_is_a_backend_and_asks_nothing_of_llama_cpp_but_ggml() -> None:
    if not IS_FOR_THIS_MACHINE:
        assert not (library_folder() / "libhearth-matmul.so").exists()
        return
    assert {"ggml_backend_init", "ggml_backend_score"} == {
        name for name in listed("--defined-only") if not name.startswith("_Z")
    }
    assert not [name for name in listed("--undefined-only") if name.startswith("llama_")]
