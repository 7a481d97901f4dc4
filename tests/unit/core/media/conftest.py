from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.media.library import MediaLibrary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MediaLibrary]:
    with MediaLibrary(tmp_path / "data" / "media", tmp_path / "cache" / "media") as library:
        yield library
