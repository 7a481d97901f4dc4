"""The device of the tests is built of the sources of the llama.cpp that is installed."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.setup_script import where

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "setup" / "rpc_backend.py"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return runpy.run_path(str(SCRIPT), run_name="rpc_backend")


def test_it_lies_where_nothing_but_the_tests_looks_for_it() -> None:
    printed = Path(where(SCRIPT))

    assert printed.is_relative_to(sys.prefix)
    assert "llama_cpp" not in printed.parts


def test_it_is_linked_with_the_llama_cpp_that_is_installed(script: dict[str, Any]) -> None:
    libraries = script["installed_libraries"]()

    command = script["compile_command"](Path("ggml"), libraries, Path("out.so"), found_at="$ORIGIN")

    assert "-Wl,-rpath,$ORIGIN" in command
    assert list(libraries.glob("*ggml-base*"))
    assert f"-L{libraries}" in command
    assert [part for part in command if part.endswith(".cpp")] == [
        str(Path("ggml/src/ggml-rpc") / name) for name in script["SOURCES"]
    ]


def test_another_compiler_is_taken_if_one_is_named(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "ccache clang++")

    command = script["compile_command"](Path("ggml"), Path("lib"), Path("out.so"), found_at="lib")

    assert command[:2] == ["ccache", "clang++"]
