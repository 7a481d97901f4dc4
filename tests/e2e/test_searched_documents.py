"""A folder is dropped, asked about, and its passages are opened again after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.core.conversations.texts.chat_sampling import searched_of
from tests.helpers.documents import pdf

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.conftest import Program

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

FILLER = [("The harbour office keeps a book of every ship that comes in.", 11.0)] * 30
SHIPS = [
    [("Ships", 20.0), *FILLER],
    [("Tides", 20.0), ("The lantern of the north pier is lit at half past seven.", 11.0), *FILLER],
]
QUESTION = "When is the lantern of the north pier lit?"
ANSWER = (
    "At half past seven [1]. It says “the lantern of the north pier is lit at half past seven” "
    "[1], and “the ferryman closes the gate at nine” [1]."
)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "Papiere über Häfen"
    folder.mkdir()
    (folder / "ships and tides.pdf").write_bytes(pdf(SHIPS))
    (folder / "rent.md").write_text("The rent is due on the first day of the month.\n", "utf-8")
    return folder


def viewed(program: Program) -> str:
    """Return what the viewer marks."""
    viewer = program.window.documents.viewer
    program.until(lambda: viewer._dialog is not None)
    assert viewer._dialog is not None
    return viewer._dialog.text.textCursor().selectedText() or viewer._dialog.text.toPlainText()


def test_a_dropped_folder_is_searched_cited_and_opened(
    start: Any, tiny_model: Path, papers: Path
) -> None:
    program: Program = start(tiny_model)
    program.until_ready()
    window = program.window
    window.composer.attach_files([str(papers)])
    program.until(lambda: bool(searched_of(window.open_chat.setup)))
    window.chat.outbox.ask(QUESTION, ANSWER)
    program.until(
        lambda: len(window.transcript.messages) == 2 and not window.open_chat.is_answering
    )

    passages = window.transcript.messages.passages()
    assert passages[0].name == "ships and tides.pdf"
    assert "half past seven" in passages[0].text
    assert passages[0].source is not None
    assert passages[0].source.page_name == "2"
    layout = window.transcript.stack[1]
    program.until(lambda: bool(layout.slots()))
    assert 1 in layout.slots()[0].section.cites
    assert layout.note == (
        "A quotation is not in the passages: “the ferryman closes the gate at nine”"
    )
    window.transcript.requests.follow_link.emit("passage:1")
    assert "half past seven" in viewed(program)
    program.quit()

    (papers / "ships and tides.pdf").write_bytes(pdf(SHIPS[:1]))  # changed since
    program = start(tiny_model)
    program.until_ready()
    window = program.window
    program.until(lambda: len(window.transcript.messages) == 2)
    assert searched_of(window.open_chat.setup) == (str(papers),)
    assert window.transcript.messages.passages() == passages
    window.documents.looks.look()
    program.until(lambda: not window.documents.looks.is_looking)
    window.transcript.requests.follow_link.emit("passage:1")
    assert "half past seven" in viewed(program)  # the words that were used, whatever it says now
    program.quit()
