"""Files as a user lists them, and a page that shows them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.ui.documents import documents_looks
from tests.helpers.documents import pdf
from tests.unit.core.documents.reading import PlainReader

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.documents.documents_dialog import DocumentsDialog
    from tests.unit.ui.conftest import Desk

OLD_NS = 1_700_000_000_000_000_000
_RYE = [("Rye", 20.0), ("The dough of rye rests overnight.", 11.0)]
BREAD = [_RYE, [("Salt goes in last.", 11.0)]]


def write(path: Path, content: str | bytes) -> Path:
    """Write a file that was changed long ago, so that one look is enough."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(path, ns=(OLD_NS, OLD_NS))
    return path


@pytest.fixture(autouse=True)
def never_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let looks begin when a test wants them; comes before every window."""
    monkeypatch.setattr(documents_looks, "_FIRST_MS", 3_600_000)
    monkeypatch.setattr(documents_looks, "_EVERY_MS", 3_600_000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a PDF of two pages, notes, a scan and a file that is none."""
    folder = tmp_path / "papers"
    write(folder / "bread.pdf", pdf(BREAD, title="The book of bread"))
    write(folder / "more" / "notes.md", "# Salt\n\nSalt goes in last.")
    write(folder / "scan.pdf", pdf([[], []]))
    write(folder / "broken.pdf", b"%PDF-1.7\nnothing")
    return folder


@pytest.fixture
def plain(desk: Desk) -> PlainReader:
    """What reads text files only, in this process, and waits when a test wants it."""
    desk.documents.reader.close()
    reader = PlainReader()
    desk.documents.reader = reader
    return reader


@pytest.fixture
def notes(tmp_path: Path, plain: PlainReader) -> Path:
    """A folder with one text file that is not listed yet."""
    return write(tmp_path / "notes" / "a.md", "words").parent


def page_with(desk: Desk, *sources: Path) -> DocumentsDialog:
    """Open the page with these in the list, when all of them are read."""
    desk.documents.add(sources)
    looks = desk.window.documents.looks
    last = looks.last
    page = desk.window.documents.show_page()
    desk.until(lambda: looks.last is not last)
    until_shown(desk, page)
    return page


def until_shown(desk: Desk, page: DocumentsDialog) -> None:
    """Wait until a look is over and the page shows what came of it."""
    looks, presenter = desk.window.documents.looks, desk.window.documents
    desk.until(lambda: bool(page.rows.sources()) and not looks.is_looking)
    expected = len(desk.documents.documents())
    desk.until(
        lambda: (
            not presenter._aside.has_waiting
            and len({file.path for one in page.rows.sources() for file in one.files}) == expected
        )
    )


def cells(page: DocumentsDialog, *, below: int | None = None) -> list[list[str]]:
    """Return what stands in the rows, or in those below one."""
    model = page.rows
    above = model.index(-1, 0) if below is None else model.index(below, 0)
    return [
        [model.index(row, column, above).data() for column in range(model.columnCount())]
        for row in range(model.rowCount(above))
    ]
