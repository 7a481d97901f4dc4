"""How llama.cpp is compiled, and when it is not compiled again."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "setup" / "llama_wheel.py"
GCC = "c++ (Debian 12.2.0-14) 12.2.0\nCopyright (C) 2022 Free Software Foundation, Inc."
CLANG = "Apple clang version 17.0.0"


@pytest.fixture
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT), run_name="llama_wheel")


def run(*arguments: str) -> Path:
    output = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    ).stdout
    return Path(output.strip())


def test_a_wheel_that_was_built_before_is_used_again() -> None:
    folder = run("--where")
    assert folder.is_relative_to(Path.home())
    folder.mkdir(parents=True)
    wheel = folder / "llama_cpp_python-0-py3-none-any.whl"
    wheel.touch()

    assert run() == wheel


@pytest.mark.parametrize(
    ("variable", "value"), [("CMAKE_ARGS", "-DGGML_VULKAN=on"), ("CXX", "another-compiler")]
)
def test_other_arguments_or_another_compiler_make_another_wheel(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.delenv(variable, raising=False)
    before = run("--where")
    monkeypatch.setenv(variable, value)

    assert run("--where") != before


def test_gcc_is_kept_from_dropping_stores_and_no_other_compiler_is_told_to(
    script: dict[str, Any],
) -> None:
    assert script["DEAD_STORES"] == "-fno-tree-dse -fno-dse"
    for portable in (False, True):
        arguments = script["cmake_arguments"]
        assert arguments(GCC, portable=portable).count(script["DEAD_STORES"]) == 2
        assert script["DEAD_STORES"] not in arguments(CLANG, portable=portable)


def test_the_portable_wheel_is_for_every_processor_and_holds_all_its_libraries_in_one_folder(
    script: dict[str, Any],
) -> None:
    portable = script["cmake_arguments"](GCC, portable=True).split()

    assert {"-DGGML_NATIVE=OFF", "-DGGML_BACKEND_DL=ON", "-DGGML_CPU_ALL_VARIANTS=ON"} <= {
        *portable
    }
    assert "-DCMAKE_INSTALL_BINDIR=llama_cpp/lib" in portable
    assert "NATIVE" not in script["cmake_arguments"](GCC, portable=False)


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_the_portable_wheel_has_the_rpc_backend_where_nothing_else_builds_it(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    arguments = runpy.run_path(str(SCRIPT), run_name="llama_wheel")["cmake_arguments"]

    has_it = "-DGGML_RPC=ON" in arguments(GCC, portable=True).split()
    assert has_it != (system == "linux")
    assert "GGML_RPC" not in arguments(GCC, portable=False)


def test_the_portable_wheel_is_kept_apart_and_is_the_same_on_every_processor(
    monkeypatch: pytest.MonkeyPatch, script: dict[str, Any]
) -> None:
    assert run("--portable", "--where") != run("--where")

    def folder_on(processor: str) -> Path:
        monkeypatch.setitem(script["main"].__globals__, "processor", lambda: processor)
        monkeypatch.setattr(sys, "argv", ["llama_wheel.py", "--portable", "--where"])
        printed: list[Path] = []
        monkeypatch.setitem(script["main"].__globals__, "print", printed.append)
        assert script["main"]() == 0
        return printed[0]

    assert folder_on("avx2") == folder_on("avx2 amx")


def test_the_users_arguments_come_last_so_that_they_win(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_CUDA=on")

    for portable in (False, True):
        arguments = script["cmake_arguments"](GCC, portable=portable)
        assert arguments.endswith(" -DGGML_CUDA=on")


def test_the_build_is_not_told_to_be_reproducible_and_uses_no_cache_of_pip(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls: list[tuple[Sequence[str], dict[str, str]]] = []

    def fake_run(command: Sequence[str], *, env: dict[str, str], **_: object) -> None:
        calls.append((command, env))
        folder = Path(command[command.index("--wheel-dir") + 1])
        (folder / "llama_cpp_python-1-py3-none-any.whl").touch()

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setattr(subprocess, "run", fake_run)

    script["build"]("1", "-DX=1", tmp_path / "kept")

    [(command, environment)] = calls
    assert "--no-cache-dir" in command
    assert "SOURCE_DATE_EPOCH" not in environment
    assert environment["CMAKE_ARGS"] == "-DX=1"
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [
        "llama_cpp_python-1-py3-none-any.whl"
    ]
    assert os.environ["SOURCE_DATE_EPOCH"] == "1"
