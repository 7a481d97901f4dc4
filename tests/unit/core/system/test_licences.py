"""The licences of what Hearth is made of: all parts, all texts, in every kind of installation."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path

import pytest

from app.core.errors import KnownError
from app.core.system import licences
from app.core.system.licences import (
    Component,
    all_licences,
    as_text,
    distributions,
    python_components,
)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Metadata of an installed Hearth, and no checkout."""
    folder = tmp_path / "hearth-9.9.dist-info"
    (folder / "licenses").mkdir(parents=True)
    (folder / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: hearth\nVersion: 9.9\n"
        "Requires-Dist: Jinja2~=3.1\n"
        "Requires-Dist: not-there; python_version < '3'\n"
        "Requires-Dist: pytest~=9.2; extra == 'dev'\n"
    )
    (folder / "licenses" / "LICENSE").write_text("Hearth's own words")
    (folder / "RECORD").write_text(
        "hearth-9.9.dist-info/METADATA,,\nhearth-9.9.dist-info/licenses/LICENSE,,\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(licences, "_CHECKOUT", tmp_path / "nowhere")
    return tmp_path


def test_every_part_has_a_licence_and_its_text() -> None:
    parts = python_components()

    assert len(parts) > 20
    assert [part.name for part in parts if not part.texts or not part.licence] == []


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("latex2mathml", "Copyright (c) 2016 Ronie Martinez"),
        ("latex2mathml", "Günter Milde"),
        ("llama_cpp_python", "Copyright (c) 2023 Andrei Betlen"),
        ("llama_cpp_python", "Copyright (c) 2023-2026 The ggml authors"),
        ("llama_cpp_python", "Copyright 2024 Mozilla Foundation"),
        ("xxhash", "Copyright (c) 2012-2021 Yann"),
        ("ziafont", "Copyright (c) 2003 by Bitstream"),
        ("ziamath", "SIL OPEN FONT LICENSE Version 1.1"),
        ("diskcache", "Apache License"),
        ("PySide6_Essentials", "GNU Lesser General Public License, version 3"),
    ],
)
def test_what_a_part_holds_of_others_is_named_with_it(part: str, words: str) -> None:
    texts = {each.name: "\n".join(each.texts) for each in python_components()}

    assert words in texts[part]


def test_the_text_begins_with_hearths_own_licence_and_ends_with_those_that_qt_names() -> None:
    text = all_licences()

    assert text.index("Hearth contributors") < text.index("the work of others")
    assert text.index("Ronie Martinez") < text.index("GNU LESSER GENERAL PUBLIC LICENSE")
    assert "GNU GENERAL PUBLIC LICENSE" in text


def test_a_text_that_parts_share_stands_there_once() -> None:
    parts = [
        Component(name, "1", "", ("Words of Kerberos", f"Words of {name}"), "")
        for name in ("one", "two")
    ]

    text = as_text(parts)

    assert text.count("Words of Kerberos") == 1
    assert "The same text as with one.\n\nWords of two" in text


def test_an_installed_hearth_asks_its_own_metadata(installed: Path) -> None:
    assert [each.metadata["Name"] for each in distributions()] == ["Jinja2", "MarkupSafe"]
    assert "Hearth's own words" in all_licences()


def test_without_a_checkout_and_metadata_it_is_said_what_is_wrong(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_found(name: str) -> list[str]:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", not_found)

    with pytest.raises(
        KnownError, match=r"This copy of Hearth does not know which packages it needs\."
    ) as raised:
        all_licences()
    assert "does not know which packages it needs" in raised.value.problem().text()


def test_every_text_that_lies_here_is_used() -> None:
    folder = Path(__file__).resolve().parents[4] / "resources" / "licences"
    text = all_licences()

    assert [path.name for path in folder.iterdir() if path.read_text("utf-8") not in text] == []
