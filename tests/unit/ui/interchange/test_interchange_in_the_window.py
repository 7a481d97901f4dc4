"""The dialogs for export and import, over a real store that a real worker owns.

Longer than other files: both share the store and what is in it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog

from app.core.chats.store import ChatStore
from app.core.conversations.conversations import Conversations
from app.core.conversations.events import ChatsListed
from app.core.conversations.session import Preferences
from app.core.interchange.export import ExportFormat
from app.core.interchange.original_files import OriginalFiles
from app.core.media.library import MediaLibrary
from app.core.messages import Role
from app.core.models.model_settings import ModelSettings
from app.core.plain_value import replace
from app.core.protocol import SamplingParams
from app.core.system.paths import Paths
from app.ui.interchange import pdf_writer
from app.ui.interchange.export_dialog import ExportDialog
from app.ui.interchange.import_dialog import ImportDialog
from app.ui.interchange.pdf_writer import pdf_chunks
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.kit.theme import Theme
from app.ui.window.window_state import open_state
from tests.helpers.attached_media import PNG, picture, put, sound
from tests.helpers.media_samples import encoded, quarters
from tests.helpers.played_engine import PlayedEngine
from tests.unit.core.interchange.test_export import HOSTILE, chat_of
from tests.unit.ui.conftest import make_chat
from tests.unit.ui.kit.test_dropped_files import drop_to_move, mime_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QPushButton
    from pytestqt.qtbot import QtBot

    from app.core.chats.records import ChatId
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen


class Parts:
    """The use cases without an engine, and dialogs over them."""

    def __init__(self, tmp_path: Path, qtbot: QtBot) -> None:
        paths = Paths.locate(tmp_path / "hearth")
        paths.create()
        self.qtbot = qtbot
        self.events: list[Any] = []
        self.conversations = Conversations(
            open_store=lambda: ChatStore.open(paths.database),
            engine=PlayedEngine(),
            emit=self.events.append,
            model_settings=ModelSettings(paths.model_settings),
            preferences=Preferences(SamplingParams()),
        )
        self.conversations.start().result()
        self.store = self.conversations.doors.store
        self.dialogs = FileDialogs(open_state(paths.window_state))
        self.theme = Theme("light")

    def add(self, *titles: str) -> tuple[ChatId, ...]:
        def fill(store: ChatStore) -> tuple[ChatId, ...]:
            ids = []
            for title in titles:
                chat = store.create_chat(title=title)
                store.add_message(chat.id, parent_id=None, role=Role.USER, text=f"of {title}")
                ids.append(chat.id)
            return tuple(ids)

        return self.store.run(fill)

    def titles(self) -> list[str]:
        return sorted(one.title for one in self.store.run(lambda store: store.list_chats()))

    def export(self, chats: tuple[ChatId, ...], title: str = "") -> ExportDialog:
        dialog = ExportDialog(chats, title, self.store.run, self.theme, self.dialogs)
        self.qtbot.addWidget(dialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        dialog.show()
        return dialog

    def import_(self, *paths: Path) -> ImportDialog:
        dialog = ImportDialog(paths, self.store.run, self.theme)
        self.qtbot.addWidget(dialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        dialog.show()
        return dialog

    def done(self, dialog: ExportDialog | ImportDialog) -> None:
        self.qtbot.waitUntil(lambda: dialog.job is None)

    def click(self, button: QPushButton) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def parts(tmp_path: Path, qtbot: QtBot) -> Iterator[Parts]:
    made = Parts(tmp_path, qtbot)
    yield made
    made.conversations.close()


def claude_file(path: Path, *names: str) -> Path:
    chats = [
        {
            "uuid": name,
            "name": name,
            "created_at": "2025-03-01T08:00:00Z",
            "chat_messages": [{"sender": "human", "text": f"of {name}"}],
        }
        for name in names
    ]
    path.write_text(json.dumps([*chats, {"uuid": "e", "name": "Empty", "chat_messages": []}]))
    return path


def test_one_chat_is_exported_in_every_format_and_its_folder_is_shown(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    (chat,) = parts.add("Soup: a story")
    begins = {".md": b"# Soup", ".html": b"<!DOCTYPE", ".pdf": b"%PDF-", ".json": b'{"format"',
              ".zip": b"PK"}  # fmt: skip
    for row, kind in enumerate(ExportFormat):
        asked: list[str] = []

        def ask(_parent: object, name: str, _kinds: str, asked: list[str] = asked) -> str:
            asked.append(name)
            return str(tmp_path / name)

        monkeypatch.setattr(parts.dialogs, "ask_export_file", ask)
        dialog = parts.export((chat,), "Soup: a story")
        dialog.formats.setCurrentIndex(row)
        parts.click(dialog.export_button)
        parts.done(dialog)

        assert asked == [f"Soup a story{kind.ending}"]
        assert (tmp_path / asked[0]).read_bytes().startswith(begins[kind.ending])
        assert "exported to" in dialog.words.text()
        parts.click(dialog.folder_button)
        assert opened.pop() == QUrl.fromLocalFile(str(tmp_path))
        dialog.close()


def test_the_window_for_the_file_says_whether_one_chat_is_written_or_several(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles: list[str] = []

    def ask(_parent: object, title: str, *_: object) -> tuple[str, str]:
        titles.append(title)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    for names in (("Soup",), ("Soup", "Bread")):
        dialog = parts.export(tuple(chat for name in names for chat in parts.add(name)), "Soup")
        dialog.formats.setCurrentIndex(dialog.formats.findData(ExportFormat.JSON))
        parts.click(dialog.export_button)
        dialog.close()
    assert titles == ["Export chat", "Export chats"]


def test_return_exports_wherever_the_keyboard_is(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        parts.dialogs, "ask_export_file", lambda _parent, name, _kinds: asked.append(name)
    )
    dialog = parts.export(parts.add("Soup"), "Soup")
    parts.qtbot.waitUntil(dialog.formats.hasFocus)
    parts.qtbot.keyClick(dialog.formats, Qt.Key.Key_Return)
    assert asked == ["Soup.md"]


def test_several_chats_go_into_a_folder_and_as_json_into_one_file(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = parts.add("a", "b")
    folder = tmp_path / "out"
    folder.mkdir()
    monkeypatch.setattr(parts.dialogs, "ask_export_folder", lambda _parent: str(folder))
    monkeypatch.setattr(parts.dialogs, "ask_export_file", lambda _p, name, _k: str(tmp_path / name))

    dialog = parts.export(chats)
    parts.click(dialog.export_button)
    parts.done(dialog)
    assert {one.name for one in folder.iterdir()} == {"a.md", "b.md"}

    dialog = parts.export(chats)
    dialog.formats.setCurrentIndex(list(ExportFormat).index(ExportFormat.JSON))
    parts.click(dialog.export_button)
    parts.done(dialog)
    assert len(json.loads((tmp_path / "Hearth chats.json").read_text())["chats"]) == 2


def test_an_export_that_fails_says_so_and_can_be_tried_again(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = parts.add("a")
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / "a.md"
    monkeypatch.setattr(parts.dialogs, "ask_export_file", lambda *_: str(target))

    dialog = parts.export(chats, "a")
    parts.click(dialog.export_button)
    parts.done(dialog)

    assert "Hearth cannot write" in dialog.problem_text()
    assert dialog.export_button.isEnabled()


def test_a_preview_comes_first_and_the_report_says_what_was_left_out(
    parts: Parts, tmp_path: Path
) -> None:
    path = claude_file(tmp_path / "c.json", "one", "two")
    dialog = parts.import_(path)
    imported: list[int] = []
    dialog.imported.connect(lambda: imported.append(1))
    parts.done(dialog)

    assert "2 chats with 2 messages can be imported" in dialog.words.text()
    assert "Empty" in dialog.details.toPlainText()
    assert "one · 1 message" in dialog.details.toPlainText()
    assert parts.titles() == []
    assert not dialog.again.isVisible()

    parts.click(dialog.import_button)
    parts.done(dialog)
    assert dialog.words.text() == "2 chats with 2 messages imported."
    assert "Empty" in dialog.details.toPlainText()
    assert parts.titles() == ["one", "two"]
    assert imported == [1]


def test_what_is_there_already_is_left_out_unless_the_user_wants_it(
    parts: Parts, tmp_path: Path
) -> None:
    path = claude_file(tmp_path / "c.json", "one")
    for _ in range(2):
        dialog = parts.import_(path)
        parts.done(dialog)
        parts.click(dialog.import_button)
        parts.done(dialog)
    assert parts.titles() == ["one"]

    dialog = parts.import_(path)
    parts.done(dialog)
    assert dialog.import_button.text() == "Nothing new"
    assert not dialog.import_button.isEnabled()
    dialog.again.setChecked(True)
    parts.click(dialog.import_button)
    parts.done(dialog)
    assert parts.titles() == ["one", "one"]


def test_a_file_without_chats_is_told_in_the_dialog(parts: Parts, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("hello")
    dialog = parts.import_(tmp_path / "a.json")
    parts.done(dialog)

    assert "a.json cannot be imported" in dialog.problem_text()
    assert not dialog.import_button.isVisible()


def test_closing_while_it_imports_keeps_whole_chats_and_tells_of_them(
    parts: Parts, tmp_path: Path
) -> None:
    path = claude_file(tmp_path / "c.json", *(f"chat {n}" for n in range(400)))
    dialog = parts.import_(path)
    parts.done(dialog)
    imported: list[int] = []
    dialog.imported.connect(lambda: imported.append(1))
    parts.click(dialog.import_button)
    parts.qtbot.waitUntil(lambda: dialog.job is None or dialog.job.state.n_done > 0)
    dialog.close()
    parts.done(dialog)

    parts.qtbot.waitUntil(lambda: not dialog.isVisible())
    assert imported == [1]
    assert len(parts.titles()) > 0
    parts.events.clear()
    parts.store.changed()
    parts.qtbot.waitUntil(lambda: bool(parts.events))
    assert len(parts.events[-1].chats) == len(parts.titles())


def test_a_pdf_holds_every_page_and_takes_nothing_from_outside() -> None:
    long = "\n\n".join(f"Paragraph {n}. " + "words " * 60 for n in range(40))
    chat = chat_of(HOSTILE, f"<think>hm</think>$$x^2$$\n\n{HOSTILE}\n\n{long}")

    chunks = list(pdf_chunks(chat))

    data = b"".join(chunks)
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    assert data.count(b"/Type /Page\n") >= 4
    assert chunks.count(b"") == 2  # where an export can be stopped


def test_a_pdf_names_pictures_and_says_which_are_gone(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, PNG + b"cat")
    media = (picture(alt_text="A <b>cat</b>"), sound("purr.flac"))
    message = replace(chat_of("Look").messages[0], media=media)
    chat = replace(chat_of("Look"), messages=(message,))
    added: list[str] = []
    add = pdf_writer._Pages.add

    def note(pages: Any, words: str, *figures: Any) -> None:
        added.append(words)
        add(pages, words, *figures)

    monkeypatch.setattr(pdf_writer._Pages, "add", note)
    data = b"".join(pdf_chunks(chat, OriginalFiles(tmp_path)))

    assert data.startswith(b"%PDF-")
    assert '<p class="fact">cat.png — A &lt;b&gt;cat&lt;/b&gt;</p>' in added
    assert '<p class="fact">purr.flac (file missing)</p>' in added


def test_a_pdf_shows_pictures_small(qapp: QApplication, tmp_path: Path) -> None:
    with MediaLibrary(tmp_path / "media", tmp_path / "cache") as library:
        tall = library.add(encoded(quarters(300, 2000), "PNG"), "tall.png")
        gone = library.add(encoded(quarters(2000, 30), "PNG"), "gone.png")
        library.original(gone).unlink()
        message = replace(chat_of("Look").messages[0], media=(tall, gone) * 3)
        chat = replace(chat_of("Look"), messages=(message,))
        files = OriginalFiles(tmp_path / "media")

        with_pictures = b"".join(pdf_chunks(chat, files, library.thumbnail))
        without = b"".join(pdf_chunks(chat, files))

    assert with_pictures.count(b"/Subtype /Image") >= 1
    assert without.count(b"/Subtype /Image") == 0
    pages = [data.count(b"/Type /Page\n") for data in (with_pictures, without)]
    assert pages == [2, 1]  # three of 300 points do not fit on one page


# -- the window --


def test_chats_that_are_dropped_are_offered_and_the_rest_is_attached(
    desk: Desk, tmp_path: Path
) -> None:
    chats = claude_file(tmp_path / "conversations.json", "one")
    other = tmp_path / "package.json"
    other.write_text('{"name": "x"}')
    note = tmp_path / "note.txt"
    note.write_text("words")

    urls = [QUrl.fromLocalFile(str(path)).toString() for path in (chats, other, note)]
    drop_to_move(desk, mime_of(*urls))

    desk.until(lambda: desk.window.findChild(ImportDialog) is not None)
    desk.until(lambda: len(desk.window.composer.attachments.attachments()) == 2)
    dialog = desk.window.findChild(ImportDialog)
    assert dialog is not None
    assert not dialog.isModal()  # the user goes on chatting beside it
    desk.until(lambda: dialog.job is None)
    dialog.close()


def test_what_cannot_be_exported_is_not_offered(desk: Desk) -> None:
    actions = desk.window.actions_by_key
    desk.post(ChatsListed(()))
    assert not actions["export_chat"].isEnabled()
    assert not actions["export_all"].isEnabled()
    assert actions["import_chats"].isEnabled()

    desk.post(ChatsListed((make_chat(1), make_chat(2))))
    assert actions["export_all"].isEnabled()
    actions["export_all"].trigger()
    dialog = desk.window.findChild(ExportDialog)
    assert dialog is not None
    assert dialog.words.text() == "2 chats"
    dialog.close()
    QApplication.sendPostedEvents(dialog, 0)
    assert isinstance(desk.window.interchange, QObject)


@pytest.mark.unix("limits of a process")
def test_a_pdf_that_the_disk_cuts_off_is_no_pdf(qapp: QApplication) -> None:
    import resource

    chat = chat_of(*["Words and more words.\n\n" * 20] * 40)
    whole = b"".join(pdf_chunks(chat))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) // 2, before[1]))
    try:
        with pytest.raises(OSError, match=r"too large|space"):
            b"".join(pdf_chunks(chat))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
