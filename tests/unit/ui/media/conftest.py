from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.media.library import MediaLibrary
from app.ui.kit.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MediaLibrary]:
    """A real one, which decodes in a child."""
    with MediaLibrary(tmp_path / "media", tmp_path / "cache") as library:
        yield library


@pytest.fixture
def theme(qtbot: QtBot) -> Theme:
    return Theme("light")
