"""The viewer: a passage is marked where it stands, and shown alone where it stands no more."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication

from app.ui.documents.document_view import DocumentView, ShownDocument
from app.ui.documents.outside import is_run
from app.ui.documents.shown_text import PIECE
from tests.helpers.documents import pdf
from tests.unit.ui.conftest import child_of, click
from tests.unit.ui.documents.conftest import BREAD, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QUrl

    from app.core.documents.text import DocumentText
    from tests.unit.core.documents.reading import PlainReader
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system was asked to open."""
    paths: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: paths.append(url.toLocalFile()))
    return paths


EMOJI = "Flags 🏴‍☠️ and 👩‍👩‍👧.\n\nThe dough 🍞 of rye rests overnight.\n\nSalt 🧂 goes in last."


def read(desk: Desk, path: Path) -> tuple[str, DocumentText]:
    """List a file, and return its digest and what it says."""
    desk.documents.add([path])
    desk.documents.look().result(60)
    digest = next(one.digest for one in desk.documents.documents() if one.path == path)
    text = desk.documents.text(digest)
    assert text is not None
    return digest, text


def passage(
    desk: Desk, path: Path, words: str, quote: str = "", *, digest: str = ""
) -> DocumentView:
    """Show a passage, with a quote in it."""
    known, text = read(desk, path)
    begin = text.text.index(words)
    at = begin + words.index(quote) if quote else 0
    desk.window.documents.show_passage(
        digest or known,
        begin,
        begin + len(words),
        text=words,
        name=path.name,
        quote=(at, at + len(quote)) if quote else None,
    )
    return shown(desk, lambda view: bool(view.marked()[0]))


def shown(desk: Desk, is_so: Callable[[DocumentView], bool]) -> DocumentView:
    def is_there() -> bool:
        view = desk.window.findChild(DocumentView)
        # Keys go to a window that is in front, and it is there some events after it is shown.
        return view is not None and view.isActiveWindow() and is_so(view)

    desk.until(is_there)
    return child_of(desk.window, DocumentView)


def marked_words(view: DocumentView) -> list[str]:
    """Return what is marked now, as Qt has it."""
    return [one.cursor.selectedText() for one in view.text.extraSelections()]


def test_a_passage_is_marked_and_a_quote_in_it_stronger(desk: Desk, tmp_path: Path) -> None:
    file = write(tmp_path / "bread.pdf", pdf(BREAD))
    view = passage(desk, file, "The dough of rye rests overnight.", "dough of rye")
    assert view.marked() == ("The dough of rye rests overnight.", "dough of rye")
    passage_mark, quote_mark = marked_words(view)[-2:]
    assert (passage_mark, quote_mark) == ("The dough of rye rests overnight.", "dough of rye")
    backgrounds = [one.format.background().color().name() for one in view.text.extraSelections()]
    assert len(set(backgrounds[-2:])) == 2
    assert "bread.pdf\nPDF · 2 pages · about" in view.words()


def test_characters_of_two_units_are_counted_as_one(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    view = passage(desk, write(tmp_path / "a.md", EMOJI), "The dough 🍞 of rye", "🍞 of")
    assert marked_words(view) == ["The dough 🍞 of rye", "🍞 of"]
    view.text.selectAll()
    assert view.text.chosen() == EMOJI


def test_pages_are_told_apart_and_what_is_copied_is_the_document_alone(
    desk: Desk, tmp_path: Path
) -> None:
    file = write(tmp_path / "bread.pdf", pdf([*BREAD, []]))
    _digest, text = read(desk, file)
    [known] = desk.documents.documents()
    desk.window.documents.viewer.show_file(known)
    view = shown(desk, lambda view: bool(view.text.toPlainText()))
    written = view.text.toPlainText()
    assert written.startswith("Page 1\n\n")
    assert "\nPage 2\n\nSalt goes in last." in written
    assert "\nPage 3: no text\n" in written
    view.text.selectAll()
    assert view.text.chosen().rstrip() == text.text.rstrip()
    desk.qtbot.keyClick(view.text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "Page" not in QGuiApplication.clipboard().text()


@pytest.mark.parametrize("what", ["selection", "passage", "all"])
def test_copying_takes_the_selection_or_the_passage_or_all(
    desk: Desk, tmp_path: Path, plain: PlainReader, what: str
) -> None:
    file = write(tmp_path / "a.md", EMOJI)
    view = passage(desk, file, "The dough 🍞 of rye")
    expected = "The dough 🍞 of rye"
    if what == "selection":
        view.text.selectAll()
        expected = EMOJI
    elif what == "all":
        view.close()
        [known] = desk.documents.documents()
        desk.window.documents.viewer.show_file(known)
        view = shown(desk, lambda view: not view.marked()[0])
        expected = EMOJI
    assert view.copy_button.text() == f"Copy {what}"
    click(desk, view.copy_button)
    assert QGuiApplication.clipboard().text() == expected


def test_what_the_file_says_no_more_is_shown_alone(desk: Desk, tmp_path: Path) -> None:
    file = write(tmp_path / "bread.pdf", pdf(BREAD))
    words = "The dough of rye rests overnight."
    view = passage(desk, file, words, "rye rests", digest="0" * 64)
    assert "The file has changed since, or is gone." in view.words()
    assert view.text.toPlainText() == words
    assert view.marked() == (words, "rye rests")
    assert not view.file_button.isVisibleTo(view)


def test_a_passage_that_stands_elsewhere_is_not_marked_wrongly(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    digest, _ = read(desk, write(tmp_path / "a.md", EMOJI))
    desk.window.documents.show_passage(digest, 3, 7, text="rye rests", name="a.md")
    view = shown(desk, lambda view: bool(view.marked()[0]))
    assert view.text.toPlainText() == "rye rests"


def test_another_passage_of_the_document_is_gone_to_in_the_same_window(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    text = "\n\n".join(f"Paragraph {number} of many." for number in range(2000))
    file = write(tmp_path / "a.md", text)
    view = passage(desk, file, "Paragraph 1990 of many.")
    assert view.text.firstVisibleBlock().blockNumber() > 3000
    again = passage(desk, file, "Paragraph 7 of many.")
    desk.until(lambda: again.marked()[0] == "Paragraph 7 of many.")
    assert again is view
    assert view.text.firstVisibleBlock().blockNumber() < 20
    assert marked_words(view) == ["Paragraph 7 of many."]


def test_only_what_was_asked_for_last_is_shown(
    desk: Desk, tmp_path: Path, plain: PlainReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = write(tmp_path / "a.md", "one"), write(tmp_path / "b.md", "two")
    digests = [read(desk, path)[0] for path in (first, second)]
    names: list[str] = []
    show, ask = DocumentView.show_document, desk.documents.text
    is_asked, may_answer = threading.Event(), threading.Event()

    def note(view: DocumentView, document: ShownDocument) -> None:
        names.append(document.name)
        show(view, document)

    def text_of(digest: str) -> DocumentText | None:
        is_asked.set()
        may_answer.wait(60)
        return ask(digest)

    monkeypatch.setattr(DocumentView, "show_document", note)
    monkeypatch.setattr(desk.documents, "text", text_of)
    for digest, text in zip(digests, ("one", "two"), strict=True):
        desk.window.documents.show_passage(digest, 0, 3, text=text, name="")
        assert is_asked.wait(60)
    may_answer.set()
    shown(desk, lambda view: view.marked()[0] == "two")
    assert names == ["b.md"]


def test_words_are_found_one_after_the_other(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    text = "Rye 🍞 rests.\n\nThe rye\nrests here, and RYE  rests there."
    view = passage(desk, write(tmp_path / "a.md", text), "rests there")
    desk.qtbot.keyClick(view.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert view.find_line.hasFocus()
    desk.qtbot.keyClicks(view.find_line, "rye rests")
    desk.qtbot.keyClick(view.find_line, Qt.Key.Key_Return)
    assert "1 of 2" in view.words()  # from the passage on, and around
    assert marked_words(view)[-1].replace("\u2029", " ") == "rye rests"
    desk.qtbot.keyClick(view.find_line, Qt.Key.Key_Return)
    assert "2 of 2" in view.words()
    click(desk, view.previous_button)
    assert "1 of 2" in view.words()
    assert view.isVisible()  # Return pressed no button
    view.find_line.setText("wheat")
    desk.until(lambda: "Not found" in view.words())
    assert not view.next_button.isEnabled()


def test_the_file_is_opened_by_the_program_of_the_system(
    desk: Desk, tmp_path: Path, plain: PlainReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return len(opened) == 1

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    file = write(tmp_path / "a.md", EMOJI)
    view = passage(desk, file, "The dough")
    click(desk, view.file_button)
    assert opened == [file.as_posix()]
    click(desk, view.file_button)
    assert "No program opens a.md." in view.words()


@pytest.mark.parametrize("name", ["run.bat", "Run.BAT", "a.pdf.js", "page.hta", "a.desktop"])
def test_of_what_a_system_would_run_the_folder_is_shown(
    desk: Desk, tmp_path: Path, plain: PlainReader, opened: list[str], name: str
) -> None:
    view = passage(desk, write(tmp_path / "sent" / name, EMOJI), "The dough")
    assert view.file_button.text() == "Show in folder"
    click(desk, view.file_button)
    assert opened == [(tmp_path / "sent").as_posix()]


@pytest.mark.skipif(sys.platform == "win32", reason="links take a right")
def test_a_link_to_what_a_system_would_run_and_a_program_without_ending_are_not_opened(
    desk: Desk, tmp_path: Path, plain: PlainReader, opened: list[str]
) -> None:
    write(tmp_path / "run.command", EMOJI)
    program = write(tmp_path / "sent" / "notes", EMOJI)
    program.chmod(0o755)
    link = tmp_path / "sent" / "a.md"
    link.symlink_to(tmp_path / "run.command")
    page = desk.window.documents.show_page()
    for path in (program, link):
        page.outside_requested.emit(path)
    assert opened == [(tmp_path / "sent").as_posix()] * 2


def test_endings_are_seen_as_systems_see_them() -> None:
    assert all(map(is_run, map(Path, ("a.exe. ", ".sh", "x.tar.Lnk", "a/b.APP"))))
    assert not any(map(is_run, map(Path, ("a.pdf", "exe", "a.exe.txt", "a.bat/b.md", "a."))))


def test_a_file_that_is_gone_cannot_be_opened(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    file = write(tmp_path / "a.md", EMOJI)
    digest, _ = read(desk, file)
    file.unlink()
    desk.window.documents.show_passage(digest, 0, 5, text="Flags", name="a.md")
    view = shown(desk, lambda view: view.marked()[0] == "Flags")
    assert not view.file_button.isVisibleTo(view)


def test_one_word_of_a_million_characters_is_shown_in_pieces(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    text = f"begin {'x' * 1_000_000} end"
    view = passage(desk, write(tmp_path / "a.md", text), "x end")
    assert marked_words(view) == ["x end"]
    assert max(map(len, view.text.toPlainText().split("\n"))) <= PIECE
    view.text.selectAll()
    assert view.text.chosen() == text


def test_few_of_many_matches_are_marked_and_always_the_one_that_is_gone_to(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    view = passage(desk, write(tmp_path / "a.md", "ab" * 9_000), "ab")
    view.resize(4_000, 2_000)
    view.find_line.setText("b")
    desk.qtbot.keyClick(view.find_line, Qt.Key.Key_Return)
    assert "1 of 9,000" in view.words()
    for number in (2, 3):
        click(desk, view.next_button)
        assert f"{number} of 9,000" in view.words()
        marks = view.text.extraSelections()
        assert len(marks) < 500
        assert marks[-1].cursor.selectionStart() == 2 * number - 1
    click(desk, view.previous_button)
    click(desk, view.previous_button)
    click(desk, view.previous_button)
    assert "9,000 of 9,000" in view.words()
    assert len(view.text.extraSelections()) < 500


def test_a_quote_in_a_long_passage_that_stands_alone_is_marked_where_it_stands(
    desk: Desk, tmp_path: Path, plain: PlainReader
) -> None:
    words = f"{'ab' * 9_000} the quote {'ab' * 9_000}"
    view = passage(desk, write(tmp_path / "a.md", words), words, "the quote", digest="0" * 64)
    assert view.marked() == (words, "the quote")
    assert marked_words(view)[-1] == "the quote"
