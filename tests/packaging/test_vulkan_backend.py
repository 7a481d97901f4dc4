"""The Vulkan backend is built where what it takes is there, and built again when that changes."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "setup" / "vulkan_backend.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return runpy.run_path(str(SCRIPT), run_name="vulkan_backend")


@pytest.fixture
def sdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as VULKAN_SDK names it, with a compiler of shaders that says its version."""
    folder = tmp_path / "sdk"
    headers = {
        "vulkan/vulkan.hpp": "",
        "vulkan/vulkan_core.h": "#define VK_HEADER_VERSION 275\n",
        "spirv/unified1/spirv.hpp": "",
    }
    for name, text in headers.items():
        (folder / "include" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "include" / name).write_text(text)
    (folder / "bin").mkdir()
    say_version(folder, "shaderc 2026.1")
    monkeypatch.setenv("VULKAN_SDK", str(folder))
    return folder


def say_version(sdk: Path, version: str) -> None:
    glslc = sdk / "bin" / "glslc"
    glslc.write_text(f"#!/bin/sh\necho {version}\n")
    glslc.chmod(0o755)


def test_newer_tools_than_those_of_the_system_are_found(sdk: Path, script: dict[str, Any]) -> None:
    tools = script["find_tools"]()

    assert tools.glslc == str(sdk / "bin" / "glslc")
    assert tools.glslc_version == "shaderc 2026.1\n"
    assert tools.headers == "275"


def test_another_compiler_of_shaders_or_other_headers_make_another_library(sdk: Path) -> None:
    places = [run("--where").stdout]
    say_version(sdk, "shaderc 2026.2")
    places.append(run("--where").stdout)
    core = sdk / "include" / "vulkan" / "vulkan_core.h"
    core.write_text("#define VK_HEADER_VERSION 276\n")
    places.append(run("--where").stdout)

    assert len(set(places)) == 3
    assert all(Path(place.strip()).is_relative_to(Path.home()) for place in places)


def test_one_that_was_built_before_is_used_again(sdk: Path) -> None:
    assert sdk.is_dir()
    library = Path(run("--where").stdout.strip())
    library.parent.mkdir(parents=True)
    library.touch()

    assert run().stdout.strip() == str(library)


def test_without_a_compiler_of_shaders_nothing_is_built_and_that_is_said(
    sdk: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (sdk / "bin" / "glslc").unlink()
    monkeypatch.setenv("PATH", str(tmp_path))

    built = run()

    assert built.stdout == ""
    assert "glslc" in built.stderr
    assert run("--where").stderr == ""


def test_without_headers_nothing_is_built_and_that_is_said(sdk: Path) -> None:
    core = sdk / "include" / "vulkan" / "vulkan_core.h"
    core.write_text("#error these are broken\n")

    built = run()

    assert built.stdout == ""
    assert "headers" in built.stderr


def test_what_is_built_into_llama_cpp_is_not_built_twice(
    sdk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sdk.is_dir()
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_VULKAN=on")

    assert run().stdout == ""


def test_an_old_header_gets_what_llama_cpp_names(tmp_path: Path) -> None:
    """With headers that lack the settings of layers, as those of Debian 12 do."""
    system = tmp_path / "vulkan"
    system.mkdir()
    (system / "vulkan.hpp").write_text("#pragma once\n")
    source = (
        "#include <vulkan/vulkan.hpp>\n"
        "std::vector<vk::LayerSettingEXT> settings = {\n"
        '    {"layer", "setting", vk::LayerSettingTypeEXT::eBool32, 1, nullptr}};\n'
        "vk::LayerSettingsCreateInfoEXT info(settings);\n"
    )
    ours = SCRIPT.parent / "vulkan" / "include"
    compiler = [os.environ.get("CXX", "c++"), "-std=c++17", "-Wall", "-Werror", "-fsyntax-only"]

    compiled = subprocess.run(
        [*compiler, f"-I{ours}", f"-I{tmp_path}", "-x", "c++", "-"],
        input=source,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert compiled.returncode == 0, compiled.stderr
