"""A hub with three repositories, and one program that downloads from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.download_watch import DATA, EYES, PARTS, REPO, DownloadWatch
from tests.helpers.hub_server import HubRepository, LoopbackHub

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def hub() -> Iterator[LoopbackHub]:
    plain = HubRepository({"Model-Q4_K_M.gguf": DATA})
    parts = HubRepository({**PARTS, **EYES, "M-Q4_K_M.gguf": DATA})
    gated = HubRepository({"Model-Q4_K_M.gguf": DATA}, gated="auto")
    with LoopbackHub({REPO: plain, "maker/Parts": parts, "maker/Gated": gated}) as hub:
        yield hub


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def records(tmp_path: Path) -> Path:
    return tmp_path / "records"


@pytest.fixture
def watch(hub: LoopbackHub, records: Path) -> Iterator[DownloadWatch]:
    with DownloadWatch(hub, records) as watch:
        yield watch
