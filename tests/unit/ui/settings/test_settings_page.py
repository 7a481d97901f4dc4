"""The page "Settings": every setting has a row, a change is in force at once and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLineEdit, QPlainTextEdit, QPushButton

from app.core.settings.setting import Editing, SettingGroup
from app.core.settings.settings import Settings
from app.core.settings.table import (
    CHAT_TITLES,
    CONTEXT_TOKENS,
    DENSITY,
    FONT,
    KEEP_MODEL,
    LANGUAGE,
    MODEL_PATH,
    NOTIFY_ANSWERS,
    PROXY,
    SETTINGS,
    SYSTEM_PROMPT,
    TEMPERATURE,
    THEME,
    ZOOM,
)
from app.core.system.paths import Paths
from app.ui.kit.boxes import ChoiceBox
from app.ui.kit.theme import Look
from app.ui.models.library.library_dialog import LibraryDialog
from app.ui.settings.fields import Switch, SwitchField
from app.ui.settings.settings_dialog import SettingsDialog
from app.ui.words.translation import translated
from tests.unit.ui.conftest import answer

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from app.core.settings.setting import Setting
    from app.ui.settings.fields import SettingField
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


@pytest.fixture
def page(desk: Desk) -> SettingsDialog:
    desk.window.actions_by_key["settings"].trigger()
    page = desk.window.findChild(SettingsDialog)
    assert page is not None
    return page


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Paths.locate(tmp_path).settings_file


def field(page: SettingsDialog, setting: Setting[Any]) -> SettingField:
    found = page.rows[setting.key].field
    assert found is not None
    return found


def editor(page: SettingsDialog, setting: Setting[Any], kind: type[QWidget]) -> Any:
    found = field(page, setting).editor
    assert isinstance(found, kind)
    return found


def pick(page: SettingsDialog, setting: Setting[Any], value: str) -> None:
    """Choose an entry as a click on it does."""
    box = editor(page, setting, ChoiceBox)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def type_number(desk: Desk, box: QDoubleSpinBox, text: str) -> None:
    box.setFocus()
    box.selectAll()
    desk.qtbot.keyClicks(box, text)
    desk.qtbot.keyClick(box, Qt.Key.Key_Return)


# -- what is there --


def test_every_setting_has_a_row_in_its_group_and_every_group_has_rows(
    page: SettingsDialog,
) -> None:
    assert set(page.rows) == {setting.key for setting in SETTINGS}
    names = [page.groups.item(row).text() for row in range(page.groups.count())]
    assert names == [*(translated(group.value) for group in SettingGroup), "Keyboard shortcuts"]
    for number, group in enumerate(SettingGroup):
        page.groups.setCurrentRow(number)
        shown = {key for key, row in page.rows.items() if row.isVisible()}
        assert shown == {setting.key for setting in SETTINGS if setting.group is group}
        assert shown


def test_every_control_has_a_name_and_can_be_reached(desk: Desk, page: SettingsDialog) -> None:
    for number in range(page.groups.count()):
        page.groups.setCurrentRow(number)
        page.search.setFocus()
        seen = set()
        for _ in range(150):
            at = QApplication.focusWidget()
            assert at is not None
            seen.add(at)
            desk.qtbot.keyClick(at, Qt.Key.Key_Tab)
        kinds = (QPushButton, ChoiceBox, QDoubleSpinBox, QPlainTextEdit)
        controls = [one for kind in kinds for one in page.findChildren(kind) if one.isVisible()]
        assert [one for one in controls if not (one.accessibleName() or one.windowTitle()
                or getattr(one, "text", str)())] == []  # fmt: skip
        assert [one.accessibleName() for one in controls if one not in seen] == []


def test_words_are_searched_in_all_groups(desk: Desk, page: SettingsDialog) -> None:
    desk.qtbot.keyClicks(page.search, "memory DISK")
    shown = {key for key, row in page.rows.items() if row.isVisible()}
    assert "memory.budget_gb" in shown
    assert THEME.key not in shown

    page.search.setText("ctrl+n")
    assert [key for key, row in page.key_rows.items() if row.isVisible()] == ["new_chat"]

    page.search.setText("no such words")
    assert not [row for row in page.rows.values() if row.isVisible()]
    page.search.clear()
    assert page.rows[THEME.key].isVisible()


# -- changing --


def test_a_yes_or_no_is_a_switch(desk: Desk, page: SettingsDialog, file: Path) -> None:
    switches = [row for row in page.rows.values() if isinstance(row.field, SwitchField)]
    assert NOTIFY_ANSWERS.key in {row.setting.key for row in switches}
    pairs = {
        frozenset(choice.value for choice in row.setting.choices) for row in page.rows.values()
    }
    assert frozenset(("on", "off")) in pairs
    for row in page.rows.values():
        if {choice.value for choice in row.setting.choices} == {"on", "off"}:
            assert row in switches
    page.show_setting(NOTIFY_ANSWERS)
    switch = editor(page, NOTIFY_ANSWERS, Switch)
    assert switch.isChecked()
    desk.qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert 'answers = "silent"' in file.read_text()
    desk.qtbot.mouseClick(page.rows[NOTIFY_ANSWERS.key].reset_button, Qt.MouseButton.LeftButton)
    assert switch.isChecked()


def test_the_text_size_is_said_in_percent(desk: Desk, page: SettingsDialog) -> None:
    page.show_setting(ZOOM)
    box = editor(page, ZOOM, QDoubleSpinBox)
    assert box.text() == "100 %"
    box.stepUp()
    assert box.text() == "110 %"
    assert desk.window.theme.zoom == 1.1


def test_what_waits_for_the_next_start_can_have_it_in_its_row(
    desk: Desk, page: SettingsDialog
) -> None:
    wanted: list[bool] = []
    desk.window.reopening_wanted.connect(lambda: wanted.append(True))
    page.show_setting(LANGUAGE)
    row = page.rows[LANGUAGE.key]
    assert not row.restart_button.isVisible()
    pick(page, LANGUAGE, "de")
    desk.qtbot.mouseClick(row.restart_button, Qt.MouseButton.LeftButton)
    assert wanted == [True]
    pick(page, LANGUAGE, "system")
    assert not row.restart_button.isVisible()


def test_a_choice_is_in_force_at_once_and_kept(
    desk: Desk, page: SettingsDialog, file: Path
) -> None:
    pick(page, THEME, "dark")

    assert desk.window.theme.colours.is_dark
    assert Settings.load(file).get(THEME) == "dark"
    assert page.rows[THEME.key].reset_button.isVisible()

    page.rows[THEME.key].reset_button.click()
    assert Settings.load(file).chosen(THEME) is None
    assert not page.rows[THEME.key].reset_button.isVisible()
    assert editor(page, THEME, ChoiceBox).currentData() == "system"


def test_a_number_counts_when_it_is_typed_to_its_end(
    desk: Desk, page: SettingsDialog, file: Path
) -> None:
    page.groups.setCurrentRow(list(SettingGroup).index(SettingGroup.MODEL))
    box = editor(page, KEEP_MODEL, QDoubleSpinBox)
    assert box.text() == "Until you close Hearth"

    type_number(desk, box, "25")

    assert Settings.load(file).get(KEEP_MODEL) == 25
    assert repr(Settings.load(file).get(CONTEXT_TOKENS)) == "0"


def test_a_temperature_can_be_what_the_default_is_and_nothing_again(
    desk: Desk, page: SettingsDialog, file: Path
) -> None:
    page.groups.setCurrentRow(list(SettingGroup).index(SettingGroup.CHATS))
    box = editor(page, TEMPERATURE, QDoubleSpinBox)
    assert box.text() == "As recommended"

    type_number(desk, box, "0.8")
    assert Settings.load(file).chosen(TEMPERATURE) == 0.8

    page.rows[TEMPERATURE.key].reset_button.click()
    assert Settings.load(file).chosen(TEMPERATURE) is None
    assert box.text() == "As recommended"


def test_a_text_counts_when_the_page_is_closed_and_new_chats_begin_with_it(
    desk: Desk, page: SettingsDialog, file: Path
) -> None:
    page.groups.setCurrentRow(list(SettingGroup).index(SettingGroup.CHATS))
    desk.qtbot.keyClicks(editor(page, SYSTEM_PROMPT, QPlainTextEdit), "Be brief.")
    page.close()

    assert Settings.load(file).get(SYSTEM_PROMPT) == "Be brief."
    assert desk.window.open_chat.setup.system_prompt == "Be brief."
    desk.window.chat.outbox.ask("Hello?")
    setups = [call[-1]["setup"] for call in desk.calls if call[0] == "send"]
    assert [setup.system_prompt for setup in setups] == ["Be brief."]
    assert desk.window.open_chat.setup.system_prompt == "Be brief."  # of the next one


def test_a_line_is_taken_without_blanks_around_it(
    desk: Desk, page: SettingsDialog, file: Path
) -> None:
    page.groups.setCurrentRow(list(SettingGroup).index(SettingGroup.NETWORK))
    line = editor(page, PROXY, QLineEdit)
    desk.qtbot.keyClicks(line, " http://proxy.example:3128 ")
    desk.qtbot.keyClick(line, Qt.Key.Key_Return)

    assert Settings.load(file).get(PROXY) == "http://proxy.example:3128"
    assert page.isVisible()


def test_what_is_changed_elsewhere_is_shown(desk: Desk, page: SettingsDialog) -> None:
    desk.window.actions_by_key["zoom_in"].trigger()

    assert editor(page, ZOOM, QDoubleSpinBox).text() == "110 %"
    assert page.rows[ZOOM.key].reset_button.isVisible()


def test_font_density_and_size_change_what_is_shown(desk: Desk, page: SettingsDialog) -> None:
    before = QApplication.font().family()
    desk.open(answer("words"))
    sidebar = desk.window.sidebar

    def row_height() -> int:
        return sidebar.view.sizeHintForIndex(sidebar.chats.index(1)).height()

    usual = row_height()

    pick(page, DENSITY, "compact")
    assert row_height() < usual

    box = editor(page, FONT, ChoiceBox)
    family = next(
        box.itemData(n) for n in range(box.count()) if box.itemData(n) not in ("", before)
    )
    pick(page, FONT, family)
    assert QApplication.font().families()[0] == family
    pick(page, FONT, "")
    assert QApplication.font().family() == before


def test_a_font_that_is_gone_is_told(desk: Desk, page: SettingsDialog) -> None:
    desk.window.settings.change(FONT, "No Such Font")
    assert editor(page, FONT, ChoiceBox).currentText() == "No Such Font (not installed)"
    desk.window.settings.change(FONT, None)


def test_what_has_a_page_of_its_own_leads_there(desk: Desk, page: SettingsDialog) -> None:
    assert MODEL_PATH.editing is Editing.ELSEWHERE
    button = page.rows[MODEL_PATH.key].page_button
    assert button is not None
    button.click()
    assert desk.window.findChild(LibraryDialog) is not None


def test_a_value_that_cannot_be_kept_is_told_in_the_window_and_holds(
    desk: Desk, page: SettingsDialog, file: Path
) -> None:
    file.unlink(missing_ok=True)
    file.mkdir()

    pick(page, CHAT_TITLES, "first_words")

    desk.until(lambda: "could not save" in " ".join(desk.window.notices.texts()))
    assert editor(page, CHAT_TITLES, ChoiceBox).currentData() == "first_words"


def test_the_page_opens_once_and_shortcuts_are_a_part_of_it(
    desk: Desk, page: SettingsDialog
) -> None:
    desk.window.actions_by_key["shortcuts"].trigger()

    assert len(desk.window.findChildren(SettingsDialog)) == 1
    assert page.key_rows["new_chat"].isVisible()
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    desk.until(lambda: desk.window.findChild(SettingsDialog) is None)


@pytest.mark.parametrize("zoom", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fields_of_all_kinds_are_equally_high(
    desk: Desk, page: SettingsDialog, scheme: str, zoom: float
) -> None:
    desk.window.theme.wear(Look(scheme, zoom))
    heights = set()
    for number in range(page.groups.count()):
        page.groups.setCurrentRow(number)
        QApplication.processEvents()
        for row in page.rows.values():
            editor = row.field.editor if row.field is not None else None
            if isinstance(editor, QDoubleSpinBox | ChoiceBox | QLineEdit) and editor.isVisible():
                heights.add(editor.height())
    assert len(heights) == 1
