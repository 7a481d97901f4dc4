"""The command palette in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import ChatsListed
from app.core.protocol import ModelLoaded
from app.core.settings.table import CONTEXT_TOKENS, THEME
from app.ui.window.palette.entries import Entry, Folded, Kind, PaletteHit, Search, match
from tests.unit.ui.conftest import answer, make_chat, make_model, question

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.window.palette.palette_overlay import PaletteOverlay
    from tests.unit.ui.conftest import Desk

KEY = Qt.Key


def opened(desk: Desk, typed: str = "") -> PaletteOverlay:
    """Open the palette, type, and wait until everything was compared."""
    desk.window.actions_by_key["palette"].trigger()
    overlay = desk.window.palette_of_commands.overlay
    assert overlay is not None
    look_for(desk, overlay, typed)
    return overlay


def look_for(desk: Desk, overlay: PaletteOverlay, typed: str) -> None:
    """Type it in an empty field, and wait until everything was compared."""
    overlay.field.clear()
    desk.qtbot.keyClicks(overlay.field, typed)
    desk.until(lambda: not desk.window.palette_of_commands.is_searching)


def found(overlay: PaletteOverlay) -> list[PaletteHit]:
    rows = [overlay.rows.found(row) for row in range(overlay.rows.rowCount())]
    return [one for one in rows if one is not None]


def texts(overlay: PaletteOverlay) -> list[str]:
    return [one.entry.text for one in found(overlay)]


def current(overlay: PaletteOverlay) -> str:
    return str(overlay.list.currentIndex().data())


def test_it_opens_over_the_window_and_the_same_keys_close_it(desk: Desk) -> None:
    edit = desk.window.composer.edit
    edit.setFocus()
    overlay = opened(desk)
    assert overlay.geometry() == desk.window.rect()
    assert QApplication.focusWidget() is overlay.field
    assert not overlay.isWindow()
    desk.qtbot.keyClick(overlay.field, KEY.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.palette_of_commands.overlay is None
    assert QApplication.focusWidget() is edit


def test_escape_closes_it_and_does_not_stop_the_answer(desk: Desk) -> None:
    desk.open(question("Hello?"), answer("", MessageStatus.STREAMING))
    overlay = opened(desk)
    asked = QKeyEvent(QEvent.Type.ShortcutOverride, KEY.Key_Escape, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(overlay.field, asked)
    assert asked.isAccepted()
    desk.qtbot.keyClick(overlay.field, KEY.Key_Escape)
    assert desk.window.palette_of_commands.overlay is None
    assert not [call for call in desk.calls if call[0] == "stop"]


def test_keys_of_an_action_do_it_and_close_the_palette(desk: Desk) -> None:
    desk.open(question("Hello?"))
    desk.window.transcript.setFocus()
    opened(desk)
    desk.window.actions_by_key["new_chat"].trigger()
    assert desk.window.palette_of_commands.overlay is None
    assert desk.window.open_chat.is_new
    assert desk.window.composer.edit.hasFocus()


def test_it_closes_when_the_keyboard_goes_elsewhere_in_the_window(desk: Desk) -> None:
    desk.window.transcript.setFocus()
    opened(desk)
    desk.window.composer.edit.setFocus()
    assert desk.window.palette_of_commands.overlay is None
    assert desk.window.composer.edit.hasFocus()


def test_an_action_is_found_with_its_keys_and_done(desk: Desk) -> None:
    overlay = opened(desk, "sidebar chat list show")
    assert found(overlay) == []
    overlay.field.clear()
    desk.qtbot.keyClicks(overlay.field, "hide list")
    desk.until(lambda: not desk.window.palette_of_commands.is_searching)
    first = found(overlay)[0].entry
    assert (first.key, first.hint) == ("action:toggle_sidebar", "Ctrl+B")
    assert desk.window.sidebar.isVisible()
    desk.qtbot.keyClick(overlay.field, KEY.Key_Return)
    assert not desk.window.sidebar.isVisible()
    assert desk.window.palette_of_commands.overlay is None


def test_keys_that_the_user_has_changed_are_shown(desk: Desk) -> None:
    desk.window.settings.shortcuts.choose("toggle_sidebar", "Ctrl+Alt+B")
    assert found(opened(desk, "hide chat list"))[0].entry.hint == "Ctrl+Alt+B"


def test_what_is_not_possible_now_is_shown_and_does_nothing(desk: Desk) -> None:
    overlay = opened(desk, "regenerate")
    first = found(overlay)[0].entry
    assert first.key == "action:regenerate"
    assert not first.is_possible
    spoken = overlay.rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "not available now" in spoken
    desk.qtbot.keyClick(overlay.field, KEY.Key_Return)
    assert desk.window.palette_of_commands.overlay is overlay


def test_a_chat_is_found_by_its_title_and_shown(desk: Desk) -> None:
    desk.post(ChatsListed((make_chat(1, "Garden"), make_chat(2, "Zürich & <b>Genève</b>"))))
    overlay = opened(desk, "zurgen")
    assert texts(overlay) == ["Zürich & <b>Genève</b>"]
    desk.qtbot.keyClick(overlay.field, KEY.Key_Return)
    assert desk.window.open_chat.id == ChatId(2)


def test_what_people_look_for_comes_first(desk: Desk) -> None:
    wanted = {
        "settings": "action:settings",
        "gpu": "action:hardware",
        "vram": "action:hardware",
        "ram": "action:hardware",
        "update": "action:about",
        "backup": "action:export_all",
        "german": "setting:look.language=de",
        "deutsch": "setting:look.language=de",
        "dark": "setting:look.theme=dark",
        "language": "setting:look.language",
        "theme": "setting:look.theme",
        "font": "setting:look.font",
    }
    overlay = opened(desk)
    for typed, key in wanted.items():
        look_for(desk, overlay, typed)
        assert found(overlay)[0].entry.key == key


def test_nothing_is_found_by_letters_that_are_only_scattered_in_it(desk: Desk) -> None:
    junk = {"setting:sampling.temperature", "setting:chats.picture_quality", "setting:api.names"}
    overlay = opened(desk)
    for typed in ("gpu", "german", "vram", "xqz"):
        look_for(desk, overlay, typed)
        assert not junk & {one.entry.key for one in found(overlay)}, typed


def test_an_exact_name_comes_before_what_was_chosen_last() -> None:
    search = Search("settings", {"chosen": 0})
    for key, text in (("chosen", "Chat settings…"), ("exact", "Settings…")):
        search.add([(Folded(text), Entry(key, Kind.ACTION, text, str))])
    assert [one.entry.key for one in search.found()] == ["exact", "chosen"]


def test_arrows_move_through_the_rows_and_round_the_ends(desk: Desk) -> None:
    overlay = opened(desk, "zoom")
    names = texts(overlay)
    assert len(names) >= 3
    assert current(overlay) == names[0]
    desk.qtbot.keyClick(overlay.field, KEY.Key_Down)
    assert current(overlay) == names[1]
    desk.qtbot.keyClick(overlay.field, KEY.Key_Up)
    desk.qtbot.keyClick(overlay.field, KEY.Key_Up)
    assert current(overlay) == names[-1]
    desk.qtbot.keyClick(overlay.field, KEY.Key_Tab)
    assert QApplication.focusWidget() is overlay.field


def test_a_choice_of_a_setting_is_made_right_there(desk: Desk) -> None:
    overlay = opened(desk, "theme dark")
    assert found(overlay)[0].entry.key == f"setting:{THEME.key}=dark"
    desk.qtbot.keyClick(overlay.field, KEY.Key_Return)
    assert desk.window.theme.colours.is_dark


@pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen
def test_a_setting_without_choices_opens_its_row(desk: Desk) -> None:
    overlay = opened(desk, "context size")
    desk.qtbot.keyClick(overlay.field, KEY.Key_Return)
    page = desk.window.settings.show_page()
    row = page.rows[CONTEXT_TOKENS.key]
    assert row.isVisibleTo(page)
    assert row.field is not None
    desk.until(lambda: row.field is not None and row.field.editor.hasFocus())
    page.close()


def test_a_model_that_was_loaded_is_offered(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "tiny.gguf"
    file.touch()
    desk.post(ModelLoaded(make_model(str(file))), ModelLoaded(make_model("/models/other.gguf")))
    overlay = opened(desk, "tiny 1b")
    assert found(overlay)[0].entry.key == f"model:{file}"
    desk.qtbot.keyClick(overlay.field, KEY.Key_Return)
    assert [call[1] for call in desk.calls if call[0] == "load"] == [str(file)]


def test_what_was_chosen_last_comes_first_also_after_a_restart(desk: Desk) -> None:
    before = texts(opened(desk, "zoom"))
    overlay = desk.window.palette_of_commands.overlay
    assert overlay is not None
    desk.qtbot.keyClick(overlay.field, KEY.Key_Down)
    chosen = current(overlay)
    assert chosen != before[0]
    desk.qtbot.keyClick(overlay.field, KEY.Key_Return)
    assert texts(opened(desk, "zoom"))[0] == chosen
    desk.window.palette_of_commands.close()
    assert texts(opened(desk))[0] == chosen
    desk.window._state.sync()
    assert "palette/used" in desk.window._state.allKeys()


@pytest.mark.parametrize("kept", ["no list", "{}", "[1, null]"])
def test_a_changed_file_of_the_window_is_no_hindrance(desk: Desk, kept: str) -> None:
    desk.window._state.setValue("palette/used", kept)
    assert texts(opened(desk, "zoom"))


def test_nothing_found_is_said(desk: Desk) -> None:
    overlay = opened(desk, "qqqqzzzz")
    assert texts(overlay) == []
    assert "Nothing" in overlay._nothing.text()
    assert overlay._nothing.isVisible()


def test_a_click_beside_the_panel_closes_it_and_one_on_a_row_chooses_it(desk: Desk) -> None:
    overlay = opened(desk, "theme dark")
    desk.qtbot.mouseClick(
        overlay.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=overlay.list.visualRect(overlay.rows.index(0, 0)).center(),
    )
    assert desk.window.theme.colours.is_dark
    overlay = opened(desk)
    desk.qtbot.mouseClick(overlay, Qt.MouseButton.LeftButton, pos=overlay.rect().bottomLeft())
    assert desk.window.palette_of_commands.overlay is None


def test_a_hundred_thousand_chats_are_searched_between_other_events(desk: Desk) -> None:
    chats = [make_chat(number, f"Chat about topic {number}") for number in range(1, 100_001)]
    desk.post(ChatsListed(tuple(chats)))
    palette = desk.window.palette_of_commands
    desk.window.actions_by_key["palette"].trigger()
    overlay = palette.overlay
    assert overlay is not None
    assert palette.is_searching  # the window is there before they are all read
    overlay.field.setText("99999")
    desk.qtbot.waitUntil(lambda: not palette.is_searching, timeout=60_000)
    assert texts(overlay) == ["Chat about topic 99999"]
    overlay.field.setText("topic 9")
    desk.qtbot.waitUntil(lambda: not palette.is_searching, timeout=60_000)
    assert len(texts(overlay)) == 100
    assert texts(overlay)[0] == "Chat about topic 9"


def test_chats_that_come_or_go_while_it_is_open_are_followed(desk: Desk) -> None:
    overlay = opened(desk, "garden")
    assert texts(overlay) == []
    desk.post(ChatsListed((make_chat(1, "Garden"),)))
    desk.until(lambda: texts(overlay) == ["Garden"])
    desk.post(ChatsListed(()))
    desk.until(lambda: texts(overlay) == [])


def test_more_letters_find_the_same_as_all_of_them_at_once(desk: Desk) -> None:
    desk.post(ChatsListed(tuple(make_chat(n, f"Red house {n}") for n in range(1, 40))))
    overlay = opened(desk, "rh 1")
    by_letters = texts(overlay)
    overlay.field.clear()
    overlay.field.setText("rh 1")
    desk.until(lambda: not desk.window.palette_of_commands.is_searching)
    assert texts(overlay) == by_letters
    assert by_letters


def test_of_two_that_fit_alike_the_one_used_last_is_first() -> None:
    entries = [Entry(text, Kind.ACTION, text, bool) for text in ("Export all", "Export chat")]
    search = Search("exp", {"Export chat": 0})
    search.add((Folded(entry.text), entry) for entry in entries)
    assert [one.entry.text for one in search.found()] == ["Export chat", "Export all"]
    assert match("exp", Folded("Export chat")) == search.found()[0].match
