from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.kvstore import KVStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "kv"


@pytest.fixture
def store(root: Path) -> Iterator[KVStore]:
    opened = KVStore.open(root)
    yield opened
    opened.close()
