"""The page of documents: what is listed, what was read of it, and what can be done with it.

Longer than other files: all of one page.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, QRect, QSize, Qt, QUrl
from PySide6.QtGui import QAction, QColor, QDesktopServices, QDragEnterEvent, QDropEvent, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from app.core.documents.index import KnownFile
from app.core.documents.library import LookProgress
from app.core.documents.refusals import DocumentRefused, Reason, reason_of
from app.core.protocol import ModelLoaded
from app.core.system.paths import DOCUMENTS, Paths
from app.ui.documents.document_view import DocumentView
from app.ui.documents.document_words import refusal_words
from app.ui.documents.documents_model import DocumentColumn, DocumentsModel, grouped
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.kit.labels import icon
from app.ui.kit.theme import Theme
from tests.unit.ui.conftest import FULL, child_of, click, make_model
from tests.unit.ui.documents.conftest import cells, page_with, until_shown, write

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester

    from app.ui.documents.documents_dialog import DocumentsDialog
    from tests.conftest import ExpectLog
    from tests.unit.core.documents.reading import PlainReader
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


def drop(page: DocumentsDialog, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(page, QDragEnterEvent(QPoint(50, 50), copy, mime, left, none))
    QApplication.sendEvent(page, QDropEvent(QPointF(50, 50), copy, mime, left, none))


def answer_questions(monkeypatch: pytest.MonkeyPatch, button: str) -> list[str]:
    asked: list[str] = []

    def press(box: QMessageBox) -> int:
        asked.append(f"{box.text()} {box.informativeText()}")
        next(one for one in box.buttons() if one.text().replace("&", "") == button).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", press)
    return asked


def choose(page: DocumentsDialog, name: str) -> None:
    found = next(
        (source.path, file.path)
        for source in page.rows.sources()
        for file in source.files
        if file.path.name == name
    )
    page.tree.setCurrentIndex(page.rows.index_of(found))


def known(number: int, folder: str = "/papers") -> KnownFile:
    return KnownFile(Path(folder, f"{number:05}.md"), 1, 1, f"{number:064}", n_tokens=7, kind="md")


# -- what is shown --


def test_an_empty_page_says_what_it_is_for_and_opens_no_database(
    desk: Desk, tmp_path: Path
) -> None:
    page = desk.window.documents.show_page()
    desk.until(lambda: page.first_button.isVisibleTo(page))
    assert "Hearth finds the passages that fit your question" in page.words()
    assert not page.search.isVisibleTo(page)
    assert not page.open_button.isVisibleTo(page)
    assert not (Paths.locate(tmp_path).data / DOCUMENTS).exists()


def test_a_folder_says_how_many_of_its_files_were_read_and_each_file_what_became_of_it(
    desk: Desk, folder: Path
) -> None:
    page = page_with(desk, folder)
    ((name, kind, _, _, state),) = cells(page)
    assert (name, kind, state) == ("papers", "Folder", "2 files read, 2 not")
    assert [[name, kind, pages, state] for name, kind, pages, _, state in cells(page, below=0)] == [
        ["bread.pdf", "PDF", "2", "Read"],
        ["broken.pdf", "PDF", "–", "Damaged"],
        [str(Path("more", "notes.md")), "MD", "–", "Read"],
        ["scan.pdf", "PDF", "–", "No text in this scan"],
    ]
    assert page.tree.isExpanded(page.rows.index(0, 0))  # it is alone


def test_the_chosen_file_says_its_path_and_in_whole_sentences_why_it_was_not_read(
    desk: Desk, folder: Path
) -> None:
    page = page_with(desk, folder)
    choose(page, "scan.pdf")
    assert str(folder / "scan.pdf") in page.words()
    assert "the pages of “scan.pdf” are pictures" in page.words()
    assert not page.open_button.isEnabled()
    choose(page, "bread.pdf")
    assert "Title: The book of bread." in page.words()
    assert page.open_button.isEnabled()


def test_a_file_that_is_listed_alone_stands_beside_the_folders(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder / "more", folder / "scan.pdf")
    rows = [(name, kind, state) for name, kind, _, _, state in cells(page)]
    assert rows == [
        ("more", "Folder", "1 file read"),
        ("scan.pdf", "PDF", "No text in this scan"),
    ]


def test_the_filter_leaves_what_has_all_its_words(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder, write(folder.parent / "other.txt", "words"))
    page.search.setText("notes more")
    assert [row[0] for row in cells(page)] == ["papers"]
    assert [row[0] for row in cells(page, below=0)] == [str(Path("more", "notes.md"))]
    page.search.setText("book of BREAD")  # a title
    assert [row[0] for row in cells(page, below=0)] == ["bread.pdf"]
    page.search.setText("other")
    assert [row[0] for row in cells(page)] == ["other.txt"]
    page.search.setText("nowhere")
    assert "Nothing found." in page.words()
    page.search.clear()
    assert [row[0] for row in cells(page)] == ["papers", "other.txt"]


def test_what_is_away_is_kept_and_said_to_be_away(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder)
    folder.rename(folder.with_name("away"))
    click(desk, page.look_button)
    desk.until(lambda: cells(page)[0][4] == "Not reachable")
    desk.until(lambda: {row[4] for row in cells(page, below=0)} == {"Not reachable"})
    folder.with_name("away").rename(folder)
    click(desk, page.look_button)
    desk.until(lambda: cells(page)[0][4] == "2 files read, 2 not")


def test_what_is_chosen_and_open_stays_so_when_files_come_and_go(
    desk: Desk, folder: Path, plain: PlainReader
) -> None:
    notes = write(folder.parent / "notes" / "b.md", "words")
    page = page_with(desk, notes.parent, write(folder.parent / "other.txt", "more words"))
    page.tree.expand(page.rows.index(0, 0))
    choose(page, "b.md")
    write(notes.with_name("a.md"), "even more")
    click(desk, page.look_button)
    desk.until(lambda: page.rows.rowCount(page.rows.index(0, 0)) == 2)
    chosen = page.selected_file()
    assert chosen is not None
    assert chosen.path == notes
    assert page.tree.isExpanded(page.rows.index(0, 0))


def test_the_list_stays_where_it_is_while_files_are_read(desk: Desk) -> None:
    page = desk.window.documents.show_page()
    desk.until(lambda: page.first_button.isVisibleTo(page))
    papers, files = Path("/papers"), [known(number) for number in range(600)]
    page.show_sources(grouped([papers], files[1::2]))
    QApplication.processEvents()
    page.tree.verticalScrollBar().setValue(100)
    QApplication.processEvents()
    seen = page.tree.indexAt(QPoint(0, 0)).data()
    page.show_sources(grouped([papers], files))
    QApplication.processEvents()
    assert page.tree.indexAt(QPoint(0, 0)).data() == seen
    page.tree.verticalScrollBar().setValue(0)
    page.show_sources(grouped([papers], files[1:]))
    assert page.tree.indexAt(QPoint(0, 0)).data() == "papers"


def test_ten_thousand_files_are_shown(qtmodeltester: ModelTester) -> None:
    files = [known(number) for number in range(10_000)]
    model = DocumentsModel(Theme("light"))
    model.set_sources(grouped([Path("/papers")], files))
    above = model.index(0, 0)
    assert model.rowCount(above) == 10_000
    last = model.index_of((Path("/papers"), files[-1].path))
    assert last.data() == "09999.md"
    assert above.siblingAtColumn(DocumentColumn.TOKENS).data() == "70,000"
    model.set_words("0999")
    assert model.rowCount(model.index(0, 0)) == 10 + 1  # 09990 to 09999, and 00999


def test_the_list_is_a_proper_tree(qtmodeltester: ModelTester) -> None:
    folders = (Path("/papers"), Path("/papers/00001.md"), Path("/nothing"))
    model = DocumentsModel(Theme("light"))
    model.set_sources(grouped(folders, [known(number) for number in range(3)]))
    qtmodeltester.check(model)
    assert model.rowCount() == 3
    assert model.index(1, 0).data() == "00001.md"  # in both


@pytest.mark.parametrize("reason", [one for one in Reason if one is not Reason.FOLDER])
def test_each_reason_to_refuse_a_file_has_a_few_words(reason: Reason) -> None:
    problem = DocumentRefused(reason, "a.pdf", error="no", limit=5).problem()
    assert reason_of(problem) is reason
    assert len(refusal_words(problem)) < len(str(problem.what))


def test_a_problem_of_another_kind_is_said_as_it_is() -> None:
    assert reason_of(FULL) is None
    assert refusal_words(FULL) == "The disk is full."


# -- what can be done --


def test_what_is_dropped_on_the_page_is_listed_and_read(desk: Desk, folder: Path) -> None:
    page = desk.window.documents.show_page()
    desk.until(lambda: page.first_button.isVisibleTo(page))
    drop(page, folder)
    desk.until(lambda: bool(page.rows.sources()))
    until_shown(desk, page)
    desk.until(lambda: cells(page)[0][4] == "2 files read, 2 not")
    assert "4 files, about" in page.words()
    assert desk.documents.sources() == (folder,)


def test_files_and_folders_are_chosen_with_the_buttons(
    desk: Desk, folder: Path, plain: PlainReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = write(folder.parent / "note.txt", "words")
    monkeypatch.setattr(FileDialogs, "ask_documents", lambda *_: [str(note)])
    monkeypatch.setattr(FileDialogs, "ask_documents_folder", lambda *_: str(folder / "more"))
    page = desk.window.documents.show_page()
    desk.until(lambda: page.first_button.isVisibleTo(page))
    click(desk, page.first_button)
    desk.until(lambda: len(page.rows.sources()) == 1)
    click(desk, page.files_button)
    desk.until(lambda: [row[4] for row in cells(page)] == ["1 file read", "Read"])


def test_what_is_not_there_is_not_listed_and_the_page_says_so(desk: Desk, tmp_path: Path) -> None:
    page = desk.window.documents.show_page()
    page.added.emit([str(tmp_path / "nowhere")])
    desk.until(lambda: "There is no file or folder" in page.words())
    assert not desk.documents.has_sources()


def test_removing_asks_says_that_files_stay_and_leaves_them(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_with(desk, folder)
    page.tree.setCurrentIndex(page.rows.index(0, 0))
    asked = answer_questions(monkeypatch, "Cancel")
    click(desk, page.remove_button)
    assert "Your files stay where they are" in asked[0]
    assert desk.documents.sources() == (folder,)
    answer_questions(monkeypatch, "Remove")
    page.tree.setFocus()
    desk.qtbot.keyClick(page.tree, Qt.Key.Key_Delete)
    desk.until(lambda: page.first_button.isVisibleTo(page))
    assert "your files are where they were" in page.words()
    assert (folder / "bread.pdf").is_file()
    assert desk.documents.documents() == ()


def test_a_file_of_a_folder_cannot_be_removed_alone(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder)
    choose(page, "bread.pdf")
    assert not page.remove_button.isEnabled()
    assert "only the folder can be removed" in " ".join(page.remove_button.toolTip().split())


@pytest.mark.parametrize("way", ["double click", "Return", "button"])
def test_a_file_that_was_read_is_opened_in_the_viewer(desk: Desk, folder: Path, way: str) -> None:
    page = page_with(desk, folder)
    choose(page, "bread.pdf")
    match way:
        case "double click":
            page.tree.doubleClicked.emit(page.tree.currentIndex())
        case "Return":
            desk.qtbot.keyClick(page.tree, Qt.Key.Key_Return)
        case _:
            click(desk, page.open_button)
    desk.until(lambda: desk.window.findChild(DocumentView) is not None)
    view = child_of(desk.window, DocumentView)
    assert "bread.pdf" in view.words()
    assert "The dough of rye rests overnight." in view.text.toPlainText()


def test_a_double_click_on_a_folder_opens_and_closes_it(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder)
    index = page.rows.index(0, 0)
    page.tree.doubleClicked.emit(index.siblingAtColumn(DocumentColumn.STATE))
    assert not page.tree.isExpanded(index)
    page.tree.doubleClicked.emit(index)
    assert page.tree.isExpanded(index)


# -- looks --


def test_a_look_says_what_it_reads_and_is_stopped_until_the_user_wants_it(
    desk: Desk, folder: Path, plain: PlainReader
) -> None:
    notes = folder.parent / "notes"
    for number in range(20):
        write(notes / f"{number:02}.md", f"words {number}")
    may_read = threading.Event()
    plain.before = lambda _path: may_read.wait(60)
    desk.documents.add([notes])
    page = desk.window.documents.show_page()
    desk.until(lambda: "Reading 1 of 20: " in page.words())
    assert not page.look_button.isEnabled()
    click(desk, page.stop_button)
    may_read.set()
    desk.until(lambda: "Stopped." in page.words())
    n_read = len(plain.read_paths)
    assert n_read < 20
    desk.window.documents.looks.glance()  # what the clock does
    assert not desk.window.documents.looks.is_looking
    click(desk, page.look_button)
    until_shown(desk, page)
    desk.until(lambda: cells(page)[0][4] == "20 files read")
    assert not page.stop_button.isVisibleTo(page)


def test_a_problem_of_looks_stands_on_the_page_once_and_is_no_notice(
    desk: Desk, folder: Path
) -> None:
    page = page_with(desk, folder)
    for _ in range(2):
        page.show_progress(LookProgress(4, is_over=True, problem=FULL))
    assert page.words().count("The disk is full.") == 1
    assert desk.window.notices.texts() == []
    click(desk, page.look_button)
    desk.until(lambda: "The disk is full." not in page.words())


def test_more_files_than_are_looked_at_are_said(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder)
    page.show_progress(LookProgress(10_000, is_over=True, is_cut=True))
    assert "Hearth looks at 10,000 files at most" in page.words()


def test_the_file_that_is_read_again_is_marked(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder)
    page.show_progress(LookProgress(4, 1, reading=str(folder / "bread.pdf")))
    assert [row[4] for row in cells(page, below=0)][:2] == ["Reading…", "Damaged"]
    page.show_progress(LookProgress(4, 1, 1, is_over=True))
    assert cells(page, below=0)[0][4] == "Read"


def test_a_damaged_database_is_said_and_made_anew(
    desk: Desk, notes: Path, plain: PlainReader, tmp_path: Path, expect_log: ExpectLog
) -> None:
    page = page_with(desk, notes)
    desk.documents._database.close()
    (Paths.locate(tmp_path).data / DOCUMENTS).write_bytes(b"nothing of the kind" * 1000)
    expect_log("the database of documents is damaged")
    desk.window.documents._list()
    desk.until(lambda: "Hearth reads your documents again" in page.words())
    click(desk, page.look_button)
    desk.until(lambda: "was damaged" not in page.words())
    desk.until(lambda: cells(page)[0][4] == "1 file read")


@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_names_have_room_however_large_words_are(desk: Desk, folder: Path, zoom: float) -> None:
    desk.window.theme.set_zoom(zoom)
    page = page_with(desk, folder)
    for width in (960, 560):
        page.resize(width, 660)
        QApplication.processEvents()
        assert page.tree.columnWidth(DocumentColumn.NAME) >= width // 4
    desk.window.theme.set_zoom(1.0)


def menu_of(page: DocumentsDialog, index: QModelIndex) -> dict[str, QAction]:
    page.tree.customContextMenuRequested.emit(page.tree.visualRect(index).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return {action.text(): action for action in menu.actions() if action.text()}


def test_the_menu_shows_the_folder_of_what_a_system_would_run(
    desk: Desk, tmp_path: Path, plain: PlainReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    page = page_with(desk, write(tmp_path / "sent" / "run.ps1", "words"))
    menu = menu_of(page, page.rows.index(0, 0))
    assert "Open file" not in menu
    menu["Show in folder"].trigger()
    assert opened == [(tmp_path / "sent").as_posix()]


@pytest.mark.parametrize("direction", ["LeftToRight", "RightToLeft"])
def test_a_folder_that_is_chosen_keeps_its_arrow_and_its_symbol_its_colour(
    desk: Desk, notes: Path, plain: PlainReader, direction: str
) -> None:
    page = page_with(desk, notes)
    page.setLayoutDirection(Qt.LayoutDirection[direction])
    row = page.rows.index(0, 0)
    page.tree.setCurrentIndex(row)
    QApplication.processEvents()
    place = page.tree.visualRect(row)
    inner = page.tree.viewport().rect()
    is_turned = page.tree.layoutDirection() is Qt.LayoutDirection.RightToLeft
    side = QRect(0, 0, page.tree.indentation(), place.height() - 2)
    side.moveTopLeft(QPoint(inner.right() - side.width() + 1 if is_turned else 0, place.top() + 1))
    drawn = page.tree.viewport().grab(side).toImage()
    colours = {drawn.pixelColor(x, y).name() for x in range(side.width()) for y in range(20)}
    assert QColor(desk.window.theme.colours.selected).name() in colours
    assert len(colours) > 2  # and an arrow with soft edges
    symbol = icon("folder", desk.window.theme.colours.muted)
    chosen = symbol.pixmap(QSize(16, 16), QIcon.Mode.Selected).toImage()
    assert chosen == symbol.pixmap(QSize(16, 16)).toImage()


def kept_readings(desk: Desk) -> list[object]:
    """Return for which setups of new chats kept documents were asked to be read."""
    return [call[1] for call in desk.calls if call[0] == "read_documents"]


def toggle_kept(desk: Desk, page: DocumentsDialog) -> bool:
    """Choose the entry of the menu, and return whether it was checked."""
    state = cells(page, below=0)[0][4]
    entry = menu_of(page, page.tree.currentIndex())["Keep read for new chats"]
    was_checked = entry.isChecked()
    entry.trigger()
    desk.until(lambda: cells(page, below=0)[0][4] != state)
    return was_checked


def test_a_file_is_kept_read_for_new_chats_and_no_more(
    desk: Desk, notes: Path, plain: PlainReader
) -> None:
    desk.post(ModelLoaded(make_model()))
    page = page_with(desk, notes)
    choose(page, "a.md")
    until_shown(desk, page)
    words = "The model reads it while it is idle; chats about it start at once."
    for is_kept, state in ((True, "Kept read"), (False, "Read")):
        n_before = len(kept_readings(desk))
        assert toggle_kept(desk, page) is not is_kept
        assert cells(page, below=0)[0][4] == state
        assert [one.is_kept for one in desk.documents.documents()] == [is_kept]
        assert (words in page.words()) is is_kept
        assert len(kept_readings(desk)) > n_before
    assert all(setup == desk.window.open_chat.default_setup for setup in kept_readings(desk))


def test_kept_documents_are_looked_at_when_they_change_and_when_a_model_comes(
    desk: Desk, notes: Path, plain: PlainReader
) -> None:
    page = page_with(desk, notes)
    choose(page, "a.md")
    n_before = len(kept_readings(desk))
    toggle_kept(desk, page)
    assert cells(page, below=0)[0][4] == "Kept read"
    n_changed = len(kept_readings(desk))
    assert n_changed > n_before
    desk.post(ModelLoaded(make_model()))
    assert len(kept_readings(desk)) == n_changed + 1
    assert kept_readings(desk)[-1] == desk.window.open_chat.default_setup


def test_only_what_was_read_can_be_kept_read(desk: Desk, folder: Path) -> None:
    page = page_with(desk, folder)
    choose(page, "scan.pdf")
    assert "Keep read for new chats" not in menu_of(page, page.tree.currentIndex())


def test_the_menu_of_a_row_has_what_can_be_done_with_it(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    page = page_with(desk, folder)
    above = page.rows.index(0, 0)
    assert list(menu_of(page, above)) == ["Open folder", "Remove from the list…"]
    assert list(menu_of(page, page.rows.index(0, 0, above))) == [
        *("Show text", "Keep read for new chats", "Open file")
    ]
    scan = menu_of(page, page.rows.index(3, 0, above))
    assert list(scan) == ["Open file"]
    scan["Open file"].trigger()
    assert opened == [(folder / "scan.pdf").as_posix()]
    assert "No program opens scan.pdf." in page.words()
