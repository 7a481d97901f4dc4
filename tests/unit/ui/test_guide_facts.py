"""What the guide says of keys and words of the window, held against the window itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from guide.corpus import Fact, load_facts
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatsDeleted
from app.core.system.desktop_words import trash
from app.ui.chat.alternatives_dialog import AlternativesDialog
from app.ui.interchange.export_dialog import ExportDialog
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.sidebar.chat_list_menu import chats_menu
from app.ui.transcript.satellites.message_menu import message_menu
from tests.unit.ui.conftest import answer, make_chat, question

if TYPE_CHECKING:
    from tests.unit.ui.conftest import Desk

FACTS = load_facts()
ACTION_OF = {
    "new-chat": "new_chat",
    "add-model": "open_model",
    "stop": "stop",
    "regenerate": "regenerate",
    "continue": "continue",
    "copy": "copy_answer",
    "focus-prompt": "focus_prompt",
    "switch-chat": "focus_chats",
    "sidebar": "toggle_sidebar",
    "quit": "quit",
    "attach-file": "attach",
    "edit-message": "edit_last",
    "begin-answer": "begin_answer",
    "find-in-chat": "find",
    "chat-settings": "chat_setup",
    "search-chats": "search",
    "settings": "settings",
    "pin-chat": "pin_chat",
    "chat-folders": "new_folder",
    "archive-chat": "archive_chat",
    "temporary-chat": "new_temporary_chat",
    "saved-prompts": "prompts",
    "palette": "palette",
    "quick-ask": "quick_ask",
}
_CODE = re.compile(r"`([^`]+)`")
_KEYS = re.compile(r"(?:(?:Ctrl|Shift|Alt)\+)*(?:[A-Z,]|Space|Esc|Enter|Delete|F\d+|Tab|Home|End)")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")


def keys_of(fact: Fact) -> set[str]:
    said = _CODE.findall(f"{fact.answer} {fact.more}")
    return {keys for keys in said if _KEYS.fullmatch(keys)}


def words_of(fact: Fact) -> set[str]:
    return set(_BOLD.findall(f"{fact.answer} {fact.more}"))


@pytest.fixture
def chatting(desk: Desk) -> Desk:
    desk.open(question("Hello?"), answer("Hello."))
    return desk


def shown_words(desk: Desk) -> set[str]:
    window = desk.window
    words = {action.text() for action in window.findChildren(QAction)}
    words |= {button.text() for button in window.findChildren(QAbstractButton)}
    words |= {label.text() for label in window.findChildren(QLabel)}
    for box in window.findChildren(QComboBox):
        words |= {box.itemText(at) for at in range(box.count())}
    return {word.replace("&", "") for word in words}


@pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen
def test_every_word_of_the_window_that_the_guide_names_is_there(chatting: Desk) -> None:
    # Their buttons are children of the window.
    for page in ("folders", "about", "library", "model_setup", "settings", "chat_setup"):
        chatting.window.actions_by_key[page].trigger()
    window = chatting.window
    ExportDialog(
        (ChatId(1),),
        "",
        window.interchange._store.run,
        window.theme,
        FileDialogs(window._state),
        window,
    )
    chats = window.sidebar.view
    menu = chats_menu(chats, chats.items.index_of(ChatId(1)))
    transcript = window.transcript
    of_answer = message_menu(transcript.surface, transcript.stack[1])
    AlternativesDialog("", window)
    actions = [*menu.actions(), *of_answer.actions()]
    before = shown_words(chatting) | {action.text() for action in actions}
    chatting.window.chat.gestures.delete_chat()
    chatting.post(ChatsDeleted((make_chat(1),)))
    there = before | shown_words(chatting)  # the notice after a deletion holds "Undo"
    for system in ("linux", "win32"):  # the guide says what both call it
        there |= {word.replace(str(trash()), str(trash(system))) for word in there}
    there |= {word.removesuffix("…") for word in there}  # a sentence names a command without it
    missing = {f"{fact.id}: {word}" for fact in FACTS.values() for word in words_of(fact) - there}
    assert not missing


def test_every_key_that_the_guide_names_belongs_to_something(chatting: Desk) -> None:
    actions = chatting.window.findChildren(QAction)
    there = {
        keys.toString(QKeySequence.SequenceFormat.PortableText)
        for action in actions
        for keys in action.shortcuts()
    }
    # Not of actions but of the chat list, the message field and the system; each has a test below
    # or, for copying, beside the transcript's.
    there |= {"F2", "Delete", "Enter", "Shift+Enter", "Ctrl+C", "Tab"}
    missing = {f"{fact.id}: {keys}" for fact in FACTS.values() for keys in keys_of(fact) - there}
    assert not missing


def test_the_key_for_a_thing_to_do_is_the_one_of_its_action(desk: Desk) -> None:
    actions = desk.window.actions_by_key
    assert not [
        (fact, action)
        for fact, action in ACTION_OF.items()
        if actions[action].shortcut().toString() not in keys_of(FACTS[fact])
    ]


def test_the_list_of_shortcuts_names_each_with_its_own_action(desk: Desk) -> None:
    pairs = re.findall(r"`([^`]+)` ([a-z ]+)", FACTS["shortcuts"].answer)
    actions = {
        row.shortcut().toString(): f"{row.text()} {row.toolTip()}".lower()
        for row in desk.window.actions_by_key.values()
    }
    assert len(pairs) >= 7
    assert not [(keys, words) for keys, words in pairs if words.split()[-1] not in actions[keys]]


def test_f2_renames_and_delete_deletes_in_the_chat_list(chatting: Desk) -> None:
    view = chatting.window.sidebar.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    chatting.qtbot.keyClick(view, Qt.Key.Key_F2)
    assert view.state() is view.State.EditingState
    chatting.qtbot.keyClick(view.focusWidget() or view, Qt.Key.Key_Escape)
    view.setFocus()
    chatting.qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert any(call[0].startswith("delete") for call in chatting.calls)


def test_tab_leads_into_the_conversation_and_arrows_through_it(chatting: Desk) -> None:
    chatting.window.composer.edit.setFocus()
    for _ in range(12):
        if chatting.window.focusWidget() is chatting.window.transcript:
            break
        chatting.qtbot.keyClick(chatting.window.focusWidget(), Qt.Key.Key_Tab)
    view = chatting.window.transcript
    assert chatting.window.focusWidget() is view
    chatting.qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.keyboard.current == view.messages.message(0).id


def test_enter_sends_and_shift_enter_breaks_the_line(chatting: Desk) -> None:
    edit = chatting.window.composer.edit
    chatting.qtbot.keyClicks(edit, "one")
    chatting.qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    chatting.qtbot.keyClicks(edit, "two")
    assert edit.toPlainText() == "one\ntwo"
    chatting.qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert any("one\ntwo" in call for call in chatting.calls)


def test_settings_files_and_folders_that_the_guide_names_are_the_real_ones() -> None:
    from app.core.settings.table import CONTEXT_TOKENS, THEME

    assert f"**{THEME.label}**" in FACTS["dark-mode"].answer
    table, key = CONTEXT_TOKENS.key.split(".")
    assert f"`{key}` under `[{table}]`" in FACTS["context-size"].answer
