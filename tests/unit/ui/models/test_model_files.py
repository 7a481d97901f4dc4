"""Models that were opened before."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from app.ui.models.model_presenter import RecentModels

if TYPE_CHECKING:
    from pathlib import Path


def test_one_file_is_one_model_however_its_path_is_spelled(tmp_path: Path) -> None:
    model, other = tmp_path / "a.gguf", tmp_path / "b.gguf"
    for file in (model, other):
        file.write_bytes(b"GGUF")
    recent = RecentModels(QSettings(str(tmp_path / "state.ini"), QSettings.Format.IniFormat))
    spelled = os.path.join(str(tmp_path), ".", tmp_path.name, "..", "a.gguf")  # noqa: PTH118
    (tmp_path / tmp_path.name).mkdir()

    recent.add(str(model), "A")
    recent.add(str(other), "B")
    recent.add(spelled, "A")

    assert recent.paths() == (spelled, str(other))
    assert recent.name(spelled) == "A"


def test_models_of_a_server_with_another_name_stay_in_their_places(tmp_path: Path) -> None:
    file = tmp_path / "a.gguf"
    file.write_bytes(b"GGUF")
    recent = RecentModels(QSettings(str(tmp_path / "state.ini"), QSettings.Format.IniFormat))
    recent.add("server:cellar/big", "big")
    recent.add(str(file), "A")
    recent.add("server:attic/small", "small")
    recent.add("server:attic/big", "big")

    recent.follow_server("attic", "cellar")

    assert recent.paths() == ("server:cellar/big", "server:cellar/small", str(file))
    assert recent.name(str(file)) == "A"
