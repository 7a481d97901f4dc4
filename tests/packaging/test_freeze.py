"""What building the program does besides calling PyInstaller."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


def test_the_program_is_given_its_licences_before_it_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))
    freeze: Any = importlib.import_module("freeze")
    done: list[str] = []
    for step in ("unpack_wheels", "run_pyinstaller", "strip_libraries"):
        monkeypatch.setattr(freeze, step, lambda *_, step=step: done.append(step))

    def try_out(places: Any) -> None:
        [text] = (places.program / "_internal" / "resources" / "licences").iterdir()
        done.append(text.name)

    monkeypatch.setattr(freeze, "try_out", try_out)

    assert freeze.main(["--output", str(tmp_path)]) == 0
    assert (tmp_path / "dist" / "hearth" / "_internal").is_dir()
    assert done[0] == "unpack_wheels"
    assert done[-1] == "THIRD_PARTY_LICENSES.txt"


def test_wheels_that_lie_there_unpacked_are_taken_and_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))
    freeze: Any = importlib.import_module("freeze")
    given: list[Path] = []
    monkeypatch.setattr(freeze, "run_pyinstaller", lambda places: given.append(places.wheels))
    for step in ("strip_libraries", "try_out"):
        monkeypatch.setattr(freeze, step, lambda _: None)

    assert freeze.main(["--output", str(tmp_path), "--wheels", str(tmp_path / "unpacked")]) == 0
    assert given == [tmp_path / "unpacked"]


def test_the_vulkan_backend_is_laid_beside_llama_cpp_where_it_could_be_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))
    freeze: Any = importlib.import_module("freeze")
    built = tmp_path / "libggml-vulkan.so"
    built.write_bytes(b"a backend")
    libraries = tmp_path / "lib"
    libraries.mkdir()
    said = [""]
    monkeypatch.setattr(
        freeze.subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=f"{said[-1]}\n")
    )

    freeze.add_library(["vulkan_backend.py"], libraries)
    assert list(libraries.iterdir()) == []

    said.append(str(built))
    freeze.add_library(["vulkan_backend.py"], libraries)
    assert (libraries / built.name).read_bytes() == b"a backend"
