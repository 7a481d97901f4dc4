"""A day's work with the keyboard alone, over the real engine: no click, and no call of the window.

Keys go to the window that has the focus, as those of the system do.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QTableView, QWidget

from app.ui.interchange.work_dialog import WorkDialog
from app.ui.settings.shortcuts import portable
from tests.helpers.gguf_factory import write_tiny_llama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.system.paths import Paths
    from app.ui.window.main_window import MainWindow
    from tests.e2e.conftest import Program

pytestmark = pytest.mark.qt_log_ignore(
    "This plugin does not support",  # windows offscreen
    "commitData called with an editor",  # the row that was renamed has moved meanwhile
)

Key = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
MOST_STEPS = 150
CODE = "print('warm')"


class Hands:
    """Presses keys, and looks at what has the keyboard."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.window: MainWindow = program.window
        self.until = program.until
        self.page: QWidget | None = None  # that is open over the window

    def front(self) -> QWindow:
        """Return the window that has the focus."""
        if QGuiApplication.focusWindow() is None:  # window managers give it to the next one
            (self.page or self.window).activateWindow()
            self.until(lambda: QGuiApplication.focusWindow() is not None)
        found = QGuiApplication.focusWindow()
        assert found is not None
        return found

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press a key in the window that has the focus."""
        QTest.keyClick(self.front(), key, modifiers)
        QApplication.processEvents()

    def write(self, text: str) -> None:
        for letter in text:
            QTest.keyClick(self.front(), letter)  # type: ignore[call-overload] # a letter will do
        QApplication.processEvents()

    def tab_to(self, name: str) -> QWidget:
        """Press Tab until something of this name has the keyboard."""
        for _ in range(MOST_STEPS):
            at = QApplication.focusWidget()
            if at is not None and name_of(at) == name:
                return at
            self.press(Key.Key_Tab)
        raise AssertionError(f"Tab never came to {name}")

    def open_menu(self) -> None:
        """Press the Menu key, for which the system sends a wish for a menu where the cursor is."""
        at = QApplication.focusWidget()
        assert at is not None
        place = at.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
        reason = QContextMenuEvent.Reason.Keyboard
        QApplication.sendEvent(at, QContextMenuEvent(reason, place, at.mapToGlobal(place)))

    def choose(self, *words: str) -> None:
        """Go down a menu to an entry; where there are several words, through submenus."""
        for word in words:
            self.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            there = [action.text() for action in menu.actions()]
            for _ in range(len(there) + 1):
                active = menu.activeAction()
                if active is not None and active.text().replace("&", "") == word:
                    break
                self.press(Key.Key_Down)
            else:
                raise AssertionError(f"no {word} in {there}")
            self.press(Key.Key_Right if word is not words[-1] else Key.Key_Return)
        self.until(lambda: QApplication.activePopupWidget() is None)

    def command(self, words: str) -> None:
        """Find something in the command palette and do it."""
        self.press(Key.Key_K, CTRL)
        self.write(words)
        self.press(Key.Key_Return)

    def until_editing(self, name: str) -> None:
        """Wait until something is named in place, in the window that is in front again.

        A window that comes to the front takes the focus to itself first, and an editor that loses
        it keeps what was written so far.
        """

        def is_editing() -> bool:
            at = QApplication.focusWidget()
            return isinstance(at, QLineEdit) and at.accessibleName() == name

        self.until(lambda: is_editing() and self.window.isActiveWindow())

    def choose_file(self, path: Path) -> None:
        """Write a path into the dialog that the next key opens."""

        def fill() -> None:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, QFileDialog) or not dialog.isActiveWindow():
                QTimer.singleShot(50, fill)
                return
            self.press(Key.Key_A, CTRL)
            self.write(str(path))
            self.press(Key.Key_Return)

        QTimer.singleShot(50, fill)

    def ask(self, text: str) -> None:
        """Write a question and wait for the whole answer."""
        self.write(text)
        with self.program.one_answer():
            self.press(Key.Key_Return)

    def leave(self) -> None:
        """Close the page in front with Escape, and come back to the window."""
        self.press(Key.Key_Escape)
        self.come_back()

    def come_back(self) -> None:
        """Wait until no page is open; the window gets the focus, as it does on a desktop."""
        self.until(lambda: QApplication.activeWindow() in (None, self.window))
        self.page = None
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)

    def until_page(self) -> None:
        self.until(lambda: QApplication.activeWindow() not in (None, self.window))
        self.page = QApplication.activeWindow()


def name_of(widget: QWidget | None) -> str:
    if widget is None:
        return ""
    seen = QAccessible.queryAccessibleInterface(widget)
    return widget.accessibleName() or (seen.text(QAccessible.Text.Name) if seen else "")


@pytest.fixture
def own_dialogs() -> Iterator[None]:
    """Choose files in Qt's dialog; that of Windows is no widget, and takes no keys of Qt's."""
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    yield
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs, False)


@pytest.fixture
def hands(start: Any, own_dialogs: None, tmp_path: Path) -> Hands:
    model = write_tiny_llama(tmp_path / "talkative.gguf", end_gain=1.1, seed=3)
    settings = f"[models]\nfolders = {json.dumps(str(tmp_path))}\n"
    program: Program = start(model, settings=settings)
    program.until_ready()
    program.window.activateWindow()
    program.until(program.window.isActiveWindow)
    return Hands(program)


def test_chats_are_kept_in_order(hands: Hands) -> None:
    window, facts = hands.window, hands.window._facts
    hands.ask("Tell me of the sea.")
    first = window.open_chat.id
    hands.press(Key.Key_N, CTRL)
    hands.ask("And of the hills?")
    second = window.open_chat.id
    assert None not in (first, second)
    assert first != second

    hands.command("rename chat")
    hands.until_editing("Chat title")
    hands.write("Hills")
    hands.press(Key.Key_Return)
    hands.until(lambda: window.open_chat.title == "Hills")

    hands.press(Key.Key_N, CTRL | SHIFT)
    hands.until_editing("Folder name")
    hands.write("Work")
    hands.press(Key.Key_Return)
    hands.until(lambda: [folder.name for folder in facts.chat_list.folders()] == ["Work"])

    hands.press(Key.Key_L, CTRL | SHIFT)
    for _ in range(facts.chat_list.rowCount()):
        if window.sidebar.view.currentIndex() == facts.chat_list.index_of(second):
            break
        hands.press(Key.Key_Down)
    hands.open_menu()
    hands.choose("Move to folder", "Work")
    hands.until(lambda: bool((chat := facts.chat_list.chat(second)) and chat.folder_id))

    hands.press(Key.Key_P, CTRL | SHIFT)
    hands.until(lambda: bool((chat := facts.chat_list.chat(second)) and chat.pinned_at))
    hands.press(Key.Key_K, CTRL | SHIFT)
    hands.until(lambda: facts.archived.chat(second) is not None)
    hands.press(Key.Key_K, CTRL | SHIFT)
    hands.until(lambda: facts.chat_list.chat(second) is not None)

    hands.command("delete chat")
    hands.until(lambda: facts.chat_list.chat(second) is None)
    hands.press(Key.Key_Z, CTRL)
    hands.until(lambda: facts.chat_list.chat(second) is not None)

    hands.press(Key.Key_F, CTRL | SHIFT)
    hands.write("sea")
    results = window.sidebar.search.view
    hands.until(lambda: results.model().rowCount() > 0)
    hands.press(Key.Key_Down)
    hands.press(Key.Key_Return)
    hands.until(lambda: window.open_chat.id == first)


def test_a_question_is_changed_and_answers_are_copied(hands: Hands) -> None:
    window, clipboard = hands.window, QGuiApplication.clipboard()
    hands.ask("Tell me of the sea.")
    hands.press(Key.Key_E, CTRL)
    assert window.composer.is_editing
    hands.press(Key.Key_End, CTRL)
    hands.ask(" And of the ships.")
    messages = window.transcript.messages
    assert messages.message(0).text == "Tell me of the sea. And of the ships."
    with hands.program.one_answer():
        hands.press(Key.Key_R, CTRL)
    newest = messages.message(1).id
    assert messages.versions.of(newest) == (2, 2)

    hands.tab_to("Conversation")
    hands.press(Key.Key_End)
    hands.press(Key.Key_Return)
    hands.choose("Previous version")
    hands.until(lambda: messages.versions.of(messages.message(1).id) == (1, 2))
    hands.press(Key.Key_C, CTRL | SHIFT)
    assert clipboard.text() == messages.last_answer()
    hands.press(Key.Key_Escape)
    assert window.composer.edit.hasFocus()


def test_files_come_and_go(hands: Hands, tmp_path: Path) -> None:
    window, clipboard = hands.window, QGuiApplication.clipboard()
    notes = tmp_path / "notes.txt"
    notes.write_text("Ships are warm.")
    hands.choose_file(notes)
    hands.press(Key.Key_A, CTRL | SHIFT)
    hands.until(lambda: len(window.composer.written().attachments) == 1)
    hands.ask("What is said there?")

    chats = tmp_path / "chats.json"
    messages = [
        {"role": "user", "content": "How?"},
        {"role": "assistant", "content": f"So:\n\n```python\n{CODE}\n```"},
    ]
    chats.write_text(json.dumps(messages))
    hands.choose_file(chats)
    hands.command("import chats")
    hands.until_page()
    hands.until(lambda: name_of(QApplication.focusWidget()) == "Import 1 chat")
    hands.press(Key.Key_Space)
    hands.until(lambda: window._facts.chat_list.n_chats() == 2)
    hands.leave()

    hands.command("how?")
    hands.until(lambda: window.open_chat.title == "How?" and window.open_chat.is_whole)
    hands.tab_to("Conversation")
    hands.press(Key.Key_End)
    hands.press(Key.Key_Return)
    hands.choose("Copy code")
    assert clipboard.text().strip() == CODE

    written = tmp_path / "written.md"
    hands.command("export chat")
    hands.until_page()
    hands.tab_to("Export…")
    hands.choose_file(written)
    hands.press(Key.Key_Space)
    work = hands.page
    assert isinstance(work, WorkDialog)
    hands.until(lambda: written.exists() and work.job is None)
    hands.leave()
    assert CODE in written.read_text()


def test_what_is_set_is_set(hands: Hands, paths: Paths) -> None:
    window = hands.window
    hands.press(Key.Key_I, CTRL)
    hands.until_page()
    hands.write("Be brief.")
    hands.tab_to("Temperature")
    hands.press(Key.Key_A, CTRL)
    hands.write("0.5")
    hands.tab_to("Save as preset…")
    hands.press(Key.Key_Space)
    hands.write("Half")
    hands.press(Key.Key_Return)
    hands.until(lambda: "Half" in paths.settings_file.read_text())
    hands.tab_to("Save")
    hands.press(Key.Key_Space)
    hands.come_back()
    assert window.open_chat.setup.system_prompt == "Be brief."

    hands.write("/")
    hands.press(Key.Key_Up)  # below the prompts that come with Hearth
    hands.press(Key.Key_Return)
    hands.until_page()
    hands.tab_to("Prompt name")
    hands.write("Shorten")
    hands.tab_to("Prompt text")
    hands.write("Say it in one line.")
    hands.tab_to("Save")
    hands.press(Key.Key_Space)
    hands.leave()
    hands.write("/sho")
    hands.press(Key.Key_Return)
    assert window.composer.text() == "Say it in one line."

    hands.press(Key.Key_Comma, CTRL)
    hands.until_page()
    hands.write("density")
    hands.tab_to("Density")
    hands.press(Key.Key_Down)
    hands.until(lambda: 'density = "compact"' in paths.settings_file.read_text())
    hands.leave()

    hands.press(Key.Key_F1)
    hands.until_page()
    hands.tab_to("Keys for “Copy last answer”")
    hands.press(Key.Key_Y, CTRL | ALT)
    hands.press(Key.Key_Tab)
    keys = window.actions_by_key["copy_answer"]
    hands.until(lambda: portable(keys.shortcut().toString()) == "Ctrl+Alt+Y")
    hands.tab_to("Keys for “Larger text”")
    hands.press(Key.Key_Delete)
    hands.until(lambda: window.actions_by_key["zoom_in"].shortcut().isEmpty())
    hands.leave()


def test_another_model_is_loaded_stopped_and_left(hands: Hands, tmp_path: Path) -> None:
    window = hands.window
    hands.ask("Tell me of the sea.")
    endless = write_tiny_llama(tmp_path / "endless.gguf", name="Endless")

    hands.command("conversation memory")
    hands.until_page()
    hands.tab_to("Close")
    hands.leave()

    hands.press(Key.Key_O, CTRL | SHIFT)
    hands.until_page()
    hands.until(lambda: len(window.model_pages.library.seen) >= 2)
    table = hands.tab_to("Models on this machine")
    assert isinstance(table, QTableView)
    hands.press(Key.Key_Home)
    for _ in range(table.model().rowCount()):
        if table.currentIndex().siblingAtColumn(0).data() == "Endless":
            break
        hands.press(Key.Key_Down)
    hands.press(Key.Key_Space)  # chooses the row
    hands.tab_to("Load model")
    hands.press(Key.Key_Space)
    hands.come_back()
    hands.until(lambda: window.models.path == str(endless))
    hands.program.until_ready()
    hands.press(Key.Key_L, CTRL)
    hands.write("Go on.")
    hands.press(Key.Key_Return)
    hands.until(lambda: window.open_chat.is_answering)
    with hands.program.one_answer():
        hands.press(Key.Key_Escape)

    hands.press(Key.Key_Q, CTRL)
    hands.until(lambda: hands.program.hearth.has_ended)
    hands.program.quit()  # what the command does when its window has gone
