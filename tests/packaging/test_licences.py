"""The licences of others that go along with the packages."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from app.core.system.licences import COLLECTED, Component, all_licences
from app.core.system.paths import resource

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


@pytest.fixture
def licences(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(PACKAGING))
    return importlib.import_module("licences")


def test_everything_that_hearth_needs_is_named_with_its_licence(
    licences: Any, tmp_path: Path
) -> None:
    licences.write(tmp_path, "1.2.3")
    text = (tmp_path / "THIRD_PARTY_LICENSES.txt").read_text("utf-8")
    sbom = json.loads((tmp_path / "sbom.cdx.json").read_text("utf-8"))

    names = {part["name"] for part in sbom["components"]}
    # Named by Hearth itself, needed by one of those, the interpreter.
    assert {"SQLAlchemy", "llama_cpp_python", "MarkupSafe", "ziafont", "Python"} <= names
    assert "pytest" not in names
    assert all(part["licenses"][0]["license"]["name"] for part in sbom["components"])
    assert sbom["metadata"]["component"]["version"] == "1.2.3"
    assert "GNU Lesser General Public License, version 3" in text
    # Of the library inside soundfile, whose text its metadata leave out.
    assert "libmpg123" in text
    assert "Version 2.1, February 1999" in text
    assert "Permission is hereby granted, free of charge" in text


def test_the_built_program_finds_the_text_that_it_is_given(
    licences: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_system = Component("libbrotli1", "1.0.9", "see the text", ("Brotli Authors",), "pkg:deb/b@1")
    monkeypatch.setattr(licences, "system_parts", lambda _folder: [of_system])

    licences.put_into_program(tmp_path)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert resource(COLLECTED).is_relative_to(tmp_path)
    assert "Brotli Authors" in all_licences()  # not collected again: nothing else knows of it
    assert "Copyright (c) 2023-2026 The ggml authors" in all_licences()
