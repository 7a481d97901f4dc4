"""What the built program makes of documents."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.core.decoding.decoder import Decoder
from app.core.documents.reader import DocumentReader
from tests.helpers.documents import samples_of_all

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frozen.conftest import Frozen


def test_it_reads_every_kind_as_the_sources_do(frozen: Frozen, tmp_path: Path) -> None:
    built = DocumentReader(Decoder([str(frozen.command), "decoder-child"]))
    sources = DocumentReader()
    with contextlib.closing(built), contextlib.closing(sources):
        for name, data in samples_of_all().items():
            path = tmp_path / name
            path.write_bytes(data)
            assert built.read(path) == sources.read(path), name
