"""Saved prompts: "/" offers them, Return puts one in, and their page keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.core.prompts.prompt_library import FILE_NAME, PromptLibrary, SavedPrompt
from app.core.system.paths import Paths
from app.ui.composer.prompts_dialog import PromptsDialog
from app.ui.composer.prompts_presenter import supplied_prompts

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.composer.prompts_presenter import PromptList
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

TRANSLATE = SavedPrompt("Translate", "Translate into German: {{text}} (again: {{text}})")
PROOFREAD = SavedPrompt("Proofread 📝", "Correct 🦊:\n{{clipboard}}")
LONG = SavedPrompt("Long", "x" * 30_000)


@pytest.fixture
def library(tmp_path: Path) -> PromptLibrary:
    return PromptLibrary(Paths.locate(tmp_path).config / FILE_NAME)


def delete_supplied(file: Path) -> None:
    library = PromptLibrary(file, supplied_prompts)
    for prompt in supplied_prompts().values():
        library.remove(prompt.name)


@pytest.fixture
def offered(desk: Desk, library: PromptLibrary) -> PromptList:
    delete_supplied(library._file)
    for prompt in (TRANSLATE, PROOFREAD, LONG):
        library.put(prompt)
    desk.window.activateWindow()
    edit = desk.window.composer.edit
    edit.setFocus()
    desk.qtbot.waitUntil(edit.hasFocus)  # another window of the suite may have been in front
    return desk.window.prompts.offered


def type_in(desk: Desk, words: str) -> None:
    desk.qtbot.keyClicks(desk.window.composer.edit, words)


def press(desk: Desk, key: Qt.Key) -> None:
    desk.qtbot.keyClick(desk.window.composer.edit, key)


def rows(offered: PromptList) -> list[str]:
    return [offered.item(row).text() for row in range(offered.count())]


# -- in the message field --


def test_a_slash_offers_all_and_letters_fewer(desk: Desk, offered: PromptList) -> None:
    type_in(desk, "/")
    assert offered.isVisible()
    assert rows(offered) == ["Long", "Proofread 📝", "Translate", "Saved prompts…"]

    type_in(desk, "tr")
    assert rows(offered) == ["Translate", "Saved prompts…"]
    type_in(desk, "zz")
    assert not offered.isVisible()
    assert desk.window.composer.text() == "/trzz"


def test_return_puts_it_in_and_one_undo_brings_back_what_was_there(
    desk: Desk, offered: PromptList
) -> None:
    type_in(desk, "/proof")
    press(desk, Qt.Key.Key_Return)

    edit = desk.window.composer.edit
    assert desk.window.composer.text().startswith("Correct 🦊:")
    assert not offered.isVisible()
    assert not desk.sent
    edit.undo()
    assert desk.window.composer.text() == "/proof"


def test_the_clipboard_is_filled_in_and_the_cursor_stands_at_the_end(
    desk: Desk, offered: PromptList
) -> None:
    QGuiApplication.clipboard().setText("a {{text}}\r\nend")
    type_in(desk, "/proof")
    press(desk, Qt.Key.Key_Tab)

    assert desk.window.composer.text() == "Correct 🦊:\na {{text}}\nend"
    cursor = desk.window.composer.edit.textCursor()
    assert cursor.atEnd()
    assert not cursor.hasSelection()


def test_arrows_choose_and_go_round(desk: Desk, offered: PromptList) -> None:
    type_in(desk, "/")
    press(desk, Qt.Key.Key_Down)
    press(desk, Qt.Key.Key_Down)
    assert offered.currentItem().text() == "Translate"
    for _ in range(3):
        press(desk, Qt.Key.Key_Up)
    assert offered.currentItem().text() == "Saved prompts…"
    press(desk, Qt.Key.Key_Return)
    assert desk.window.findChild(PromptsDialog) is not None
    assert desk.window.composer.text() == ""


def test_escape_closes_the_list_and_nothing_else(desk: Desk, offered: PromptList) -> None:
    type_in(desk, "/t")
    press(desk, Qt.Key.Key_Escape)
    assert not offered.isVisible()
    assert desk.window.composer.text() == "/t"
    type_in(desk, "r")  # it was given up
    assert not offered.isVisible()
    for _ in range(3):
        press(desk, Qt.Key.Key_Backspace)
    type_in(desk, "/")
    assert offered.isVisible()


def test_a_text_with_a_slash_elsewhere_or_several_lines_offers_nothing(
    desk: Desk, offered: PromptList
) -> None:
    type_in(desk, "either/or")
    assert not offered.isVisible()
    desk.window.composer.edit.setPlainText("/first\nsecond")
    assert not offered.isVisible()


def test_a_prompt_too_long_for_the_field_goes_along_as_a_text(
    desk: Desk, offered: PromptList
) -> None:
    type_in(desk, "/long")
    press(desk, Qt.Key.Key_Return)

    (attached,) = desk.window.composer.attachments.attachments()
    assert attached.text == LONG.text
    assert desk.window.composer.text() == ""


def test_a_click_chooses_and_leaving_the_field_closes_the_list(
    desk: Desk, offered: PromptList
) -> None:
    type_in(desk, "/p")
    at = offered.visualItemRect(offered.item(0)).center()
    desk.qtbot.mouseClick(offered.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert desk.window.composer.text().startswith("Correct 🦊:")

    desk.window.composer.edit.clear()
    type_in(desk, "/t")
    desk.window.sidebar.search.field.setFocus()
    assert not offered.isVisible()


def test_the_list_stays_above_the_field_when_the_window_gets_another_size(
    desk: Desk, offered: PromptList
) -> None:
    def is_above() -> bool:
        frame = desk.window.composer.frame
        corner = frame.mapTo(desk.window, frame.rect().topLeft())
        gap = corner.y() - offered.geometry().bottom()
        return (offered.x(), offered.width()) == (corner.x(), frame.width()) and 0 < gap < 12

    type_in(desk, "/")
    assert is_above()
    for size in ((1200, 900), (700, 500)):  # the second hides the list of chats
        desk.window.resize(*size)
        desk.until(is_above)
    assert offered.isVisible()


def test_without_prompts_the_slash_leads_to_the_page(desk: Desk, library: PromptLibrary) -> None:
    delete_supplied(library._file)
    desk.window.composer.edit.setFocus()
    type_in(desk, "/")
    assert rows(desk.window.prompts.offered) == ["No prompts yet. Save one…"]
    type_in(desk, "home/user")
    assert not desk.window.prompts.offered.isVisible()


def test_a_damaged_file_is_told_in_the_window(desk: Desk, library: PromptLibrary) -> None:
    library._file.parent.mkdir(exist_ok=True)
    library._file.write_bytes(b"[")
    desk.window.composer.edit.setFocus()
    type_in(desk, "/")
    desk.until(lambda: "the file of saved prompts" in " ".join(desk.window.notices.texts()))


@pytest.mark.parametrize("words", ["/etc/hosts", "/unknown ", "/"])
def test_a_message_that_begins_with_a_slash_is_sent(
    desk: Desk, offered: PromptList, words: str
) -> None:
    desk.open()
    desk.window.composer.edit.setFocus()
    type_in(desk, words)
    if offered.isVisible():
        press(desk, Qt.Key.Key_Escape)
    press(desk, Qt.Key.Key_Return)
    assert [text for _, text in desk.sent] == [words.strip()]


# -- the page --


@pytest.fixture
def page(desk: Desk, offered: PromptList) -> PromptsDialog:
    desk.window.actions_by_key["prompts"].trigger()
    page = desk.window.findChild(PromptsDialog)
    assert page is not None
    return page


def test_a_prompt_is_written_saved_changed_and_deleted(
    desk: Desk, page: PromptsDialog, library: PromptLibrary
) -> None:
    assert not page.save_button.isEnabled()
    page.name.setText("  Sum   up ")
    page.text.setPlainText("In three sentences:")
    page.save_button.click()
    assert page.status() == "Saved"
    assert SavedPrompt("Sum up", "In three sentences:") in library.prompts()
    assert page.names.currentItem().text() == "Sum up"

    page.name.setText("Summary")
    page.save_button.click()
    assert "Sum up" not in [prompt.name for prompt in library.prompts()]
    assert "Summary" in [prompt.name for prompt in library.prompts()]

    page.delete_button.click()
    assert len(library.prompts()) == 3
    assert page.name.text() == ""


def test_a_name_that_is_taken_is_refused(desk: Desk, page: PromptsDialog) -> None:
    page.name.setText("Translate")
    page.text.setPlainText("other")
    page.save_button.click()
    assert "has this name" in page.status()


def test_what_is_complete_is_saved_when_the_page_closes(
    desk: Desk, page: PromptsDialog, library: PromptLibrary
) -> None:
    page.names.setCurrentRow(2)
    assert page.name.text() == "Translate"
    page.text.setPlainText("Translate into French.")
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)

    desk.until(lambda: desk.window.findChild(PromptsDialog) is None)
    assert SavedPrompt("Translate", "Translate into French.") in library.prompts()


def test_what_was_changed_is_saved_when_another_prompt_is_looked_at(
    page: PromptsDialog, library: PromptLibrary
) -> None:
    page.names.setCurrentRow(2)
    page.text.setPlainText("Translate into French.")
    page.names.setCurrentRow(0)

    assert SavedPrompt("Translate", "Translate into French.") in library.prompts()
    assert page.names.currentItem().text() == page.name.text() == library.prompts()[0].name


def test_a_new_prompt_that_has_no_name_yet_is_there_again(page: PromptsDialog) -> None:
    page.text.setPlainText("In three sentences:")
    page.names.setCurrentRow(0)
    assert page.text.toPlainText() != "In three sentences:"
    page.new_button.click()

    assert page.text.toPlainText() == "In three sentences:"
    assert page.names.currentRow() == -1


def test_a_change_that_cannot_be_kept_keeps_its_prompt_on_the_page(page: PromptsDialog) -> None:
    page.names.setCurrentRow(2)
    page.name.setText(page.names.item(0).text())
    page.names.setCurrentRow(1)

    assert "has this name" in page.status()
    assert page.names.currentRow() == 2
    assert page.name.text() == page.names.item(0).text()
    page.delete_button.click()  # what is deleted is not saved
    assert "Translate" not in [page.names.item(row).text() for row in range(page.names.count())]


def test_what_cannot_be_kept_stays_on_the_page_and_says_why(
    desk: Desk, page: PromptsDialog, library: PromptLibrary
) -> None:
    file = library._file
    file.unlink()
    file.mkdir()
    page.name.setText("New")
    page.text.setPlainText("text")
    page.close()

    assert page.isVisible()
    assert "could not" in page.status()
    page.text.clear()
    page.close()


def test_words_in_the_message_field_become_a_new_prompt(desk: Desk, library: PromptLibrary) -> None:
    desk.window.composer.edit.setPlainText("Explain it to a child.")
    page = desk.window.prompts.show_page()
    assert page.text.toPlainText() == "Explain it to a child."
    assert page.focusWidget() is page.name
    page.text.clear()


def test_what_is_complete_is_saved_when_another_prompt_is_chosen(
    desk: Desk, page: PromptsDialog, library: PromptLibrary
) -> None:
    page.names.setCurrentRow(2)
    page.text.setPlainText("Translate into French.")
    page.names.setCurrentRow(0)

    assert (page.name.text(), page.names.currentRow()) == ("Long", 0)
    assert SavedPrompt("Translate", "Translate into French.") in library.prompts()

    page.name.setText("Longer")
    page.new_button.click()

    assert (page.name.text(), page.names.currentRow()) == ("", -1)
    assert SavedPrompt("Longer", LONG.text) in library.prompts()


def test_who_cannot_save_stays_where_they_are(
    desk: Desk, page: PromptsDialog, library: PromptLibrary
) -> None:
    page.names.setCurrentRow(2)
    page.name.setText("Long")
    page.names.setCurrentRow(0)

    assert "has this name" in page.status()
    assert (page.name.text(), page.names.currentRow()) == ("Long", 2)
    assert page.text.toPlainText() == TRANSLATE.text
    page.new_button.click()
    assert page.text.toPlainText() == TRANSLATE.text
    page.text.clear()


def test_the_page_says_what_is_wrong_with_a_blank(page: PromptsDialog) -> None:
    page.text.setPlainText("{{tone | select}}")
    assert page.fault() == '“tone” needs options such as ["short","long"].'
    page.text.setPlainText("{{tone}}")
    assert page.fault() == ""
