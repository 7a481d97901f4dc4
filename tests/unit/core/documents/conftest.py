"""A reader of documents, and what it makes of bytes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from app.core.documents.reader import DocumentReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.core.documents.text import DocumentText

    Read = Callable[[bytes], DocumentText]


@pytest.fixture
def reader() -> Iterator[DocumentReader]:
    with contextlib.closing(DocumentReader()) as reader:
        yield reader


@pytest.fixture
def read(reader: DocumentReader, tmp_path: Path) -> Read:
    def read(data: bytes) -> DocumentText:
        (tmp_path / "document").write_bytes(data)
        return reader.read(tmp_path / "document").text

    return read
