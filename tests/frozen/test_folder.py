"""What the folder of the built program holds, and what it asks of the system."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
from typing import TYPE_CHECKING

from app.core.licences import COLLECTED
from tests.frozen.conftest import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 220_000_000
OPTIONAL = runpy.run_path(str(REPOSITORY / "packaging" / "package.py"))["OPTIONAL"]
contents = runpy.run_path(str(REPOSITORY / "packaging" / "frozen_contents.py"))


def test_every_library_finds_what_it_is_linked_with(built: Path) -> None:
    libraries = [path for path in built.rglob("*") if contents["is_library"](path)]
    environment = dict(os.environ, LD_LIBRARY_PATH=str(built / "_internal"))
    missing = {}
    for path in libraries:
        listed = subprocess.run(
            ["ldd", path], env=environment, capture_output=True, text=True, check=False
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

    assert {"libllama.so.0", "libggml.so.0", "libggml-base.so.0"} <= files
    assert {"libggml-cpu-x64.so", "libggml-cpu-haswell.so", "libggml-cpu-skylakex.so"} <= files
    assert (folder / "libllama.so").is_symlink()


def test_the_vulkan_backend_is_there_and_names_no_folder_of_the_build(built: Path) -> None:
    backend = built / "_internal" / "llama_cpp" / "lib" / "libggml-vulkan.so"
    listed = subprocess.run(
        ["readelf", "-d", backend], capture_output=True, text=True, check=True
    ).stdout

    assert re.findall(r"(?:RUNPATH|RPATH).*\[(.*)\]", listed) == ["$ORIGIN"]
    assert "libvulkan.so.1" in contents["needed"](str(backend))
    assert not list(built.rglob("libvulkan.so*"))


def test_nothing_is_inside_that_a_desktop_brings_or_hearth_does_not_use(built: Path) -> None:
    names = {path.relative_to(built / "_internal").as_posix() for path in built.rglob("*.so*")}

    unwanted = {name for name in names if not contents["is_wanted"](name)}
    assert {name for name in unwanted if not name.startswith("llama_cpp/lib/")} == set()
    assert not any(re.search("gtk|Quick|Qml|libssl|libcrypto", name) for name in names)


def test_it_can_ask_for_updates_with_the_openssl_of_the_system(built: Path) -> None:
    qt = built / "_internal" / "PySide6"

    assert (qt / "QtNetwork.abi3.so").is_file()
    assert (qt / "Qt" / "lib" / "libQt6Network.so.6").is_file()
    assert (qt / "Qt" / "plugins" / "tls" / "libqopensslbackend.so").is_file()


def test_it_brings_the_licences_of_all_that_is_inside(built: Path) -> None:
    text = (built / "_internal" / "resources" / COLLECTED).read_text("utf-8")

    assert "Copyright (c) 2023-2026 The ggml authors" in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert re.search(r"^  libbrotli1 ", text, re.MULTILINE)  # of the system, lies inside


def test_it_is_no_larger_than_promised(built: Path) -> None:
    files = (path for path in built.rglob("*") if path.is_file() and not path.is_symlink())

    assert sum(path.stat().st_size for path in files) <= MAX_BYTES
