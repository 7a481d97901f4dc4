"""The page "Models on this machine", over real files and a library that really looks.

Longer than other files: all of one page.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from app.core.models.library import library
from app.core.models.library.chosen_folders import LibraryChoices
from app.core.models.library.errors import NotDeleted
from app.core.plain_value import replace
from app.core.protocol import ModelLoaded, ModelLoading, ModelUnloaded
from app.core.system.desktop_words import trash
from app.ui.models.library.library_dialog import LibraryDialog
from app.ui.models.library.library_table_model import LibraryColumn
from tests.helpers.model_files import adapter_bytes, model_bytes, write_model, write_split_model
from tests.helpers.spellings import spelled_otherwise
from tests.unit.ui.conftest import make_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QModelIndex
    from PySide6.QtWidgets import QPushButton

    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with two models, one in two files, an adapter and a damaged one."""
    folder = tmp_path / "models"
    write_model(folder / "small.gguf", "Small", n_ctx=4096)
    write_split_model(folder, "large", 2)
    (folder / "adapter.gguf").write_bytes(adapter_bytes())
    (folder / "cut.gguf").write_bytes(model_bytes("Cut")[:-9])
    return folder


@pytest.fixture
def page(desk: Desk, models: Path) -> LibraryDialog:
    """The page, open and filled."""
    presenter = desk.window.model_pages.library
    presenter.chosen.connect(presenter.set_choices)  # as the program does behind its settings
    presenter.set_choices(LibraryChoices((str(models),)))
    shown = presenter.show_page()
    desk.until(lambda: shown.rows.rowCount() == 4)
    return shown


def names(page: LibraryDialog) -> list[str]:
    return [cell(page, row, LibraryColumn.NAME) for row in range(page.rows.rowCount())]


def cell(page: LibraryDialog, row: int, column: LibraryColumn) -> str:
    return str(page.rows.index(row, column).data() or "")


def index_of(page: LibraryDialog, name: str) -> QModelIndex:
    return page.rows.index(names(page).index(name), LibraryColumn.NAME)


def select(page: LibraryDialog, name: str) -> None:
    page.table.selectRow(index_of(page, name).row())


def click(desk: Desk, button: QPushButton) -> None:
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def loads(desk: Desk) -> list[str]:
    return [call[1] for call in desk.calls if call[0] == "load"]


def test_the_table_keeps_qts_contract(qtmodeltester: Any, page: LibraryDialog) -> None:
    qtmodeltester.check(page.rows)


def test_each_model_is_a_row_with_what_it_is(page: LibraryDialog) -> None:
    assert names(page) == ["cut", "Manners", "Small", "Split Model"]
    small = names(page).index("Small")
    assert [cell(page, small, column) for column in LibraryColumn] == [
        *("Small", "128", "Q8_0", "4,096", cell(page, small, LibraryColumn.SIZE)),
        *(cell(page, small, LibraryColumn.FIT), "models"),
    ]
    assert cell(page, 0, LibraryColumn.PARAMETERS) == "–"
    assert page.words().splitlines()[-1].startswith("4 models · ")


@pytest.mark.usefixtures("german")
def test_who_has_opened_a_model_has_room_in_german(desk: Desk, tmp_path: Path) -> None:
    opened = str(write_model(tmp_path / "elsewhere" / "opened.gguf", "Opened"))
    desk.post(ModelLoaded(replace(make_model(), path=opened)))
    page = desk.window.model_pages.library.show_page()
    page.resize(1000, 640)
    desk.until(lambda: names(page) == ["Opened"])
    assert cell(page, 0, LibraryColumn.PLACE) == "von Ihnen geöffnet"
    place = LibraryColumn.PLACE
    assert page.table.columnWidth(place) >= page.table.sizeHintForColumn(place)


def test_models_that_were_opened_are_listed_wherever_they_lie(desk: Desk, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    opened = str(write_model(elsewhere / "opened.gguf", "Opened"))
    write_model(elsewhere / "beside.gguf", "Beside")
    split = write_split_model(elsewhere, "large", 2)
    presenter = desk.window.model_pages.library
    presenter.chosen.connect(presenter.set_choices)
    desk.post(ModelLoaded(replace(make_model(), path=str(split[0]))))
    desk.post(ModelLoaded(replace(make_model(), path=opened)))
    page = presenter.show_page()
    desk.until(lambda: names(page) == ["Opened", "Split Model"])
    assert cell(page, 0, LibraryColumn.PLACE) == "opened by you"
    select(page, "Opened")
    click(desk, page.rest_button)
    desk.until(lambda: names(page) == ["Beside", "Opened", "Split Model"])
    assert cell(page, 1, LibraryColumn.PLACE) == "elsewhere"
    assert not page.rest_button.isVisible()


def test_what_cannot_be_loaded_says_why(page: LibraryDialog, models: Path) -> None:
    select(page, "cut")
    assert not page.load_button.isEnabled()
    assert "It is incomplete" in page.words()
    assert str(models / "cut.gguf") in page.words()
    select(page, "Manners")
    assert not page.load_button.isEnabled()
    assert "It changes another model" in page.words()
    select(page, "Small")
    assert page.load_button.isEnabled()


def test_a_model_is_loaded_by_its_button_and_the_page_closes(
    desk: Desk, page: LibraryDialog, models: Path
) -> None:
    select(page, "Small")
    desk.qtbot.mouseClick(page.load_button, Qt.MouseButton.LeftButton)
    assert loads(desk) == [str(models / "small.gguf")]
    assert not page.isVisible()


def test_a_model_is_loaded_by_a_double_click_and_a_damaged_one_is_not(
    desk: Desk, page: LibraryDialog, models: Path
) -> None:
    for name in ("cut", "Split Model"):
        place = page.table.visualRect(index_of(page, name)).center()
        desk.qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        desk.qtbot.mouseDClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert loads(desk) == [str(models / "large-00001-of-00002.gguf")]


def test_words_find_a_model_and_return_loads_it(
    desk: Desk, page: LibraryDialog, models: Path
) -> None:
    desk.qtbot.keyClicks(page.search, "SMALL")
    assert names(page) == ["Small"]
    desk.qtbot.keyClick(page.search, Qt.Key.Key_Return)
    assert loads(desk) == [str(models / "small.gguf")]


def test_words_that_find_nothing_say_so_in_the_place_of_the_table(
    desk: Desk, page: LibraryDialog
) -> None:
    desk.qtbot.keyClicks(page.search, "no such model")
    assert names(page) == []
    assert page.empty_text() == "Nothing found."
    assert not page.add_button.isVisible()
    assert not page.load_button.isEnabled()
    page.search.clear()
    assert page.empty_text() == ""
    assert page.table.isVisible()
    assert len(names(page)) == 4


def test_a_heading_sorts_and_the_selection_stays(desk: Desk, page: LibraryDialog) -> None:
    select(page, "Small")
    header = page.table.horizontalHeader()
    header.sectionClicked.emit(LibraryColumn.PARAMETERS)
    assert names(page)[0] == "Split Model"  # two files, twice the parameters
    selected = page.selected()
    assert selected is not None
    assert selected.name == "Small"
    header.sectionClicked.emit(LibraryColumn.PLACE)  # says nothing to sort by
    assert header.sortIndicatorSection() == LibraryColumn.NAME
    assert names(page)[0] == "cut"


def test_the_loaded_model_is_marked(desk: Desk, page: LibraryDialog, models: Path) -> None:
    small = index_of(page, "Small")

    def described() -> str:
        return str(small.data(Qt.ItemDataRole.AccessibleDescriptionRole))

    assert described() != "Loaded"
    desk.post(ModelLoaded(make_model(str(models / "small.gguf"))))
    assert described() == "Loaded"
    desk.post(ModelUnloaded())
    assert described() != "Loaded"


@pytest.mark.parametrize("is_open_before", [True, False])
def test_the_loaded_model_is_marked_however_its_path_is_spelled(
    desk: Desk, page: LibraryDialog, models: Path, tmp_path: Path, is_open_before: bool
) -> None:
    spelled = str(spelled_otherwise(models, tmp_path) / "small.gguf")
    if not is_open_before:
        page.reject()
    desk.post(ModelLoaded(make_model(spelled)))
    shown = page if is_open_before else desk.window.model_pages.library.show_page()
    desk.until(lambda: "Small" in names(shown))
    small = index_of(shown, "Small")
    desk.until(lambda: small.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Loaded")


def test_a_model_goes_to_the_trash_with_all_its_files(
    desk: Desk, page: LibraryDialog, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trashed: list[str] = []

    def move(files: tuple[str, ...]) -> None:
        for file in files:
            trashed.append(Path(file).name)
            Path(file).unlink()

    monkeypatch.setattr(library, "move_to_trash", move)
    select(page, "Split Model")
    desk.qtbot.mouseClick(page.delete_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: page.rows.rowCount() == 3)
    assert trashed == ["large-00001-of-00002.gguf", "large-00002-of-00002.gguf"]
    assert (models / "small.gguf").exists()


def test_the_loaded_model_is_not_deleted(desk: Desk, page: LibraryDialog, models: Path) -> None:
    desk.post(ModelLoaded(make_model(str(models / "small.gguf"))))
    select(page, "Small")
    desk.qtbot.mouseClick(page.delete_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: "Small is loaded." in page.words())
    assert (models / "small.gguf").exists()


def test_a_folder_is_added_and_taken_away(
    desk: Desk, page: LibraryDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = tmp_path / "more"
    write_model(more / "other.gguf", "Other")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(more))
    page.folders_menu.actions()[0].trigger()
    desk.until(lambda: "Other" in names(page))
    menu = page.folders_menu.actions()[-1].menu()
    assert isinstance(menu, type(page.folders_menu))
    menu.actions()[-1].trigger()
    desk.until(lambda: "Other" not in names(page))


def test_models_of_other_programs_are_shown_unless_unwanted_and_never_deleted(
    desk: Desk, page: LibraryDialog
) -> None:
    theirs = Path.home() / ".lmstudio" / "models" / "somebody" / "theirs" / "theirs.gguf"
    write_model(theirs, "Theirs")
    desk.window.model_pages.library.set_choices(LibraryChoices())
    desk.until(lambda: names(page) == ["Theirs"])
    assert cell(page, 0, LibraryColumn.PLACE) == "LM Studio"
    select(page, "Theirs")
    assert page.load_button.isEnabled()
    assert not page.delete_button.isEnabled()
    assert "LM Studio" in page.delete_button.toolTip()
    page.others.click()
    desk.until(lambda: names(page) == [])


def test_a_new_file_appears_by_itself(desk: Desk, page: LibraryDialog, models: Path) -> None:
    write_model(models / "new.gguf", "New")
    desk.qtbot.waitUntil(lambda: "New" in names(page), timeout=30_000)


def test_without_models_the_page_says_how_to_get_some(desk: Desk) -> None:
    page = desk.window.model_pages.library.show_page()
    desk.until(lambda: "No models yet" in page.empty_text())
    assert page.add_button.isVisible()
    page.get_button.click()
    assert not page.isVisible()


def test_a_folder_that_is_not_there_is_told(desk: Desk, tmp_path: Path) -> None:
    desk.window.model_pages.library.set_choices(LibraryChoices((str(tmp_path / "gone"),)))
    page = desk.window.model_pages.library.show_page()
    desk.until(lambda: str(tmp_path / "gone") in page.words())


def test_a_name_that_is_no_utf8_leads_to_its_own_file(
    desk: Desk, page: LibraryDialog, models: Path
) -> None:
    if sys.platform != "linux":
        return  # other systems have no such names
    odd = models / os.fsdecode(b"odd\xff.gguf")
    write_model(odd, "Odd")
    write_model(models / "odd.gguf", "Neighbour")
    desk.qtbot.waitUntil(lambda: "Odd" in names(page), timeout=30_000)
    select(page, "Odd")
    click(desk, page.load_button)
    assert loads(desk) == [str(odd)]


def test_what_became_of_a_deletion_stays_until_the_next_wish(
    desk: Desk, page: LibraryDialog, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "move_to_trash", lambda files: Path(files[0]).unlink())
    select(page, "Small")
    page.delete_button.click()
    page.delete_button.click()  # the second means the same
    desk.until(lambda: page.rows.rowCount() == 3)
    assert f"Moved Small to the {trash()}" in page.words()
    desk.qtbot.keyClicks(page.search, "a")
    assert f"to the {trash()}" not in page.words()


def test_a_refused_deletion_stays_on_the_page(
    desk: Desk, page: LibraryDialog, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(files: tuple[str, ...]) -> None:
        Path(files[0]).unlink()
        raise NotDeleted(files[1], PermissionError(13, "Permission denied"))

    monkeypatch.setattr(library, "move_to_trash", refuse)
    select(page, "Split Model")
    page.delete_button.click()
    desk.until(lambda: "Some of its files are missing" in str(details_of(page, "large")))
    assert "Hearth could not move" in page.words()
    assert f"to the {trash()} (" in page.words()


def details_of(page: LibraryDialog, name: str) -> object:
    if name not in names(page):
        return ""
    return index_of(page, name).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize("kind", [ModelLoaded, ModelLoading])
def test_a_model_in_use_is_not_deleted_whatever_its_path_is_called(
    desk: Desk, page: LibraryDialog, models: Path, tmp_path: Path, kind: type
) -> None:
    spelled = str(spelled_otherwise(models, tmp_path) / "small.gguf")
    loaded = kind is ModelLoaded
    desk.post(ModelLoaded(make_model(spelled)) if loaded else ModelLoading(spelled, 0.5))
    select(page, "Small")
    page.delete_button.click()
    desk.until(lambda: "Small is loaded." in page.words())
    assert (models / "small.gguf").exists()


def test_models_of_a_folder_that_was_taken_away_do_not_come_back(
    desk: Desk, page: LibraryDialog, models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[Callable[[], None]] = []
    tell = desk.bridge.post

    def hold_back(event: object) -> None:
        late.append(lambda: tell(event))

    monkeypatch.setattr(desk.bridge, "post", hold_back)
    write_model(models / "new.gguf", "New")
    desk.qtbot.waitUntil(lambda: bool(late), timeout=30_000)
    monkeypatch.undo()
    desk.window.model_pages.library.set_choices(LibraryChoices((str(tmp_path / "empty"),)))
    for told in late:
        told()
    desk.until(lambda: names(page) == [])
    desk.qtbot.wait(100)
    assert names(page) == []


def test_a_folder_of_nobody_is_told_and_the_page_opens(desk: Desk) -> None:
    choices = LibraryChoices(("~nobody-at-all/models", "relative"))
    desk.window.model_pages.library.set_choices(choices)
    page = desk.window.model_pages.library.show_page()
    assert page.isVisible()
    desk.until(lambda: "does not exist" in page.words())


def test_a_very_long_path_and_architecture_do_not_push_the_table_away(
    desk: Desk, page: LibraryDialog, models: Path
) -> None:
    deep = models / ("x" * 200) / ("y" * 200)
    write_model(deep / "deep.gguf", "Deep", architecture="a\n" * 4_000)
    desk.qtbot.waitUntil(lambda: "Deep" in names(page), timeout=30_000)
    select(page, "Deep")
    assert page.minimumSizeHint().height() < 700
    assert page.table.height() > 150


def test_the_page_opens_once_and_looks_again_when_it_is_opened_again(
    desk: Desk, page: LibraryDialog, models: Path
) -> None:
    assert desk.window.model_pages.library.show_page() is page
    page.reject()
    desk.until(lambda: desk.window.findChild(LibraryDialog) is None)
    (models / "small.gguf").unlink()
    again = desk.window.model_pages.library.show_page()
    desk.until(lambda: again.rows.rowCount() == 3)


def test_the_row_that_tab_comes_to_is_chosen(desk: Desk, page: LibraryDialog) -> None:
    page.activateWindow()
    page.search.setFocus()
    while not page.table.hasFocus():
        desk.qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
    first = page.selected()
    assert first is not None
    assert first.path == page.rows.entry_at(0).path
    assert first.path in page.words()

    desk.qtbot.keyClick(page.table, Qt.Key.Key_Down)
    desk.qtbot.keyClick(page.table, Qt.Key.Key_Down)
    desk.qtbot.keyClick(page.table, Qt.Key.Key_Backtab)
    desk.qtbot.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
    assert names(page)[2] == "Small"
    assert page.selected() == page.rows.entry_at(2)
