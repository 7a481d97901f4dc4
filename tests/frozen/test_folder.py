"""What the folder of the built program holds, and what it asks of the system."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.system.licences import COLLECTED
from tests.frozen.conftest import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 230_000_000
OPTIONAL = runpy.run_path(str(REPOSITORY / "packaging" / "package.py"))["OPTIONAL"]
contents = runpy.run_path(str(REPOSITORY / "packaging" / "frozen_contents.py"))


of_elf = pytest.mark.unix("libraries of Linux")
LLAMA_FILES = {
    "linux": {"libllama.so.0", "libmtmd.so.0", "libggml.so.0", "libggml-base.so.0"}
    | {"libggml-vulkan.so", "libggml-rpc.so"},
    "win32": {"llama.dll", "mtmd.dll", "ggml.dll", "ggml-base.dll"}
    | {"ggml-vulkan.dll", "ggml-rpc.dll"},
}
CPU_FILE = {"linux": "libggml-cpu-{}.so", "win32": "ggml-cpu-{}.dll"}


@of_elf
def test_every_library_finds_what_it_is_linked_with(built: Path) -> None:
    libraries = [path for path in built.rglob("*") if contents["is_library"](path)]
    environment = dict(os.environ, LD_LIBRARY_PATH=str(built / "_internal"))
    missing = {}
    for path in libraries:
        listed = subprocess.run(
            ["ldd", path], env=environment, capture_output=True, encoding="utf-8", check=False
        ).stdout
        lost = set(re.findall(r"(\S+) => not found", listed)) - OPTIONAL.keys()
        if lost:
            missing[path.name] = lost

    assert len(libraries) > 50
    assert missing == {}


def test_no_link_leads_out_of_the_folder_or_nowhere(built: Path) -> None:
    links = [path for path in built.rglob("*") if path.is_symlink()]

    assert [link for link in links if not link.exists()] == []
    assert [link for link in links if not link.resolve().is_relative_to(built.resolve())] == []


def test_llama_cpp_is_there_once_for_every_generation_of_processors(built: Path) -> None:
    folder = built / "_internal" / "llama_cpp" / "lib"
    files = {path.name for path in folder.iterdir() if not path.is_symlink()}

    assert LLAMA_FILES[sys.platform] <= files
    generations = ("x64", "haswell", "skylakex")
    assert {CPU_FILE[sys.platform].format(name) for name in generations} <= files
    assert sys.platform == "win32" or (folder / "libllama.so").is_symlink()


@of_elf
@pytest.mark.parametrize("name", ["libggml-vulkan", "libggml-rpc", "libhearth-matmul"])
def test_backends_are_there_and_name_no_folder_of_the_build(built: Path, name: str) -> None:
    backend = built / "_internal" / "llama_cpp" / "lib" / f"{name}.so"
    listed = subprocess.run(
        ["readelf", "-d", backend], capture_output=True, encoding="utf-8", check=True
    ).stdout

    assert re.findall(r"(?:RUNPATH|RPATH).*\[(.*)\]", listed) == ["$ORIGIN"]


@of_elf
def test_vulkan_itself_is_that_of_the_system(built: Path) -> None:
    backend = built / "_internal" / "llama_cpp" / "lib" / "libggml-vulkan.so"
    assert "libvulkan.so.1" in contents["needed"](str(backend))
    assert not list(built.rglob("libvulkan.so*"))


@of_elf
def test_nothing_is_inside_that_a_desktop_brings_or_hearth_does_not_use(built: Path) -> None:
    names = {path.relative_to(built / "_internal").as_posix() for path in built.rglob("*.so*")}

    unwanted = {name for name in names if not contents["is_wanted"](name)}
    assert {name for name in unwanted if not name.startswith("llama_cpp/lib/")} == set()
    assert not any(re.search("gtk|Quick|Qml|libssl|libcrypto", name) for name in names)


@pytest.mark.skipif(sys.platform != "win32", reason="takes what only Windows has")
def test_windows_has_its_plugins_and_nothing_that_hearth_does_not_use(built: Path) -> None:
    names = {path.relative_to(built / "_internal").as_posix() for path in built.rglob("*.dll")}

    others = {name for name in names if not name.startswith("llama_cpp/lib/")}
    assert {name for name in others if not contents["is_wanted"](name)} == set()
    plugins = "PySide6/plugins/"
    for plugin in ("platforms/qwindows", "iconengines/qsvgicon", "tls/qschannelbackend"):
        assert f"{plugins}{plugin}.dll" in names
    assert not any(re.search("Quick|Qml|opengl32sw", name) for name in names)


@of_elf
def test_it_can_ask_for_updates_with_the_openssl_of_the_system(built: Path) -> None:
    qt = built / "_internal" / "PySide6"

    assert (qt / "QtNetwork.abi3.so").is_file()
    assert (qt / "Qt" / "lib" / "libQt6Network.so.6").is_file()
    assert (qt / "Qt" / "plugins" / "tls" / "libqopensslbackend.so").is_file()


def test_it_brings_the_licences_of_all_that_is_inside(built: Path) -> None:
    text = (built / "_internal" / "resources" / COLLECTED).read_text("utf-8")

    assert "Copyright (c) 2023-2026 The ggml authors" in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    if sys.platform == "linux":
        assert re.search(r"^  libbrotli1 ", text, re.MULTILINE)  # of the system, lies inside


def test_nothing_lies_inside_that_only_tests_use(built: Path) -> None:
    names = {path.name.split("-")[0] for path in (built / "_internal").iterdir()}

    assert names & {"anthropic", "httpx2", "jiter", "openai", "pydantic", "pydantic_core"} == set()


def test_it_is_no_larger_than_promised(built: Path) -> None:
    files = (path for path in built.rglob("*") if path.is_file() and not path.is_symlink())

    assert sum(path.stat().st_size for path in files) <= MAX_BYTES
