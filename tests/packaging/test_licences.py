"""The licences of others that go along with the packages."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

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
    assert "Permission is hereby granted, free of charge" in text


def test_every_part_that_python_brings_has_its_licence_text_but_for_those_known_to_bring_none(
    licences: Any,
) -> None:
    parts = [licences.python_package(each) for each in licences.distributions()]

    assert [part.name for part in parts if not part.texts] == ["latex2mathml"]
