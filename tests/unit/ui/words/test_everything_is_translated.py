"""Every word that the window shows has gone through translation.

A stand-in for a translator puts brackets around every text. Whatever is seen afterwards without
them was never translated; `NOT_OURS` lists what is not to be, each with its reason. A view is
covered by one line in `PLACES`, words that are painted or spoken by one in `WORDS`. The places are
visited in `test_longer_languages.py`, which puts the same brackets around longer words.

Longer than other files: the places of the whole window stand in one table.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QTranslator, QUrl
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTableView,
    QWidget,
)

from app.core.chats.records import (
    ChatFolder,
    ChatId,
    ChatSetup,
    FolderId,
    MessageId,
    MessageStatus,
    TrashedChat,
)
from app.core.chats.search.values import SearchPage
from app.core.content.media import MediaFile, MediaKind
from app.core.conversations.events import (
    AnswerFailed,
    AnswerQueued,
    ChatChanged,
    ChatResumed,
    ChatsListed,
    ContextUse,
    MessageAdded,
    TrashListed,
)
from app.core.documents.library import LookProgress
from app.core.documents.search import FoundPassage
from app.core.engine.errors import PromptTooLong
from app.core.engine.load.self_test_report import PASSED, BackendTrial
from app.core.hardware.report import HardwareReport, SpeedRates
from app.core.interchange.errors import Note
from app.core.interchange.importing import ImportSummary
from app.core.interchange.reading import Unread
from app.core.messages import Attachment
from app.core.models.catalogue import own_catalogue
from app.core.models.downloads.values import (
    Done,
    Download,
    DownloadId,
    DownloadOrder,
    Paused,
    Queued,
    Running,
    Verifying,
)
from app.core.models.hub.errors import NoKeyring
from app.core.models.hub.repositories import RemoteFile
from app.core.models.library.chosen_folders import LibraryChoices
from app.core.phrases import NO_WORDS, phrase
from app.core.plain_value import replace
from app.core.prompts.prompt_library import SavedPrompt
from app.core.protocol import (
    SAMPLERS,
    BackendChoice,
    Device,
    FinishReason,
    LoadedPlacement,
    PlaceUse,
    PrefixSource,
    RereadCause,
    Residency,
    WaitReason,
)
from app.core.remote.server import OfferedModel, Reach, Server, normal_address
from app.core.settings.table import API_ENABLED
from app.core.system.own_program import describe_code
from app.core.system.paths import Paths
from app.core.system.updates import Release, version_of
from app.core.tools.importing import FoundServer
from app.core.tools.permissions import Allowed
from app.core.tools.servers import ToolChoices, ToolServer
from app.core.tools.values import Tool
from app.core.upkeep.ownership import FolderSizes
from app.core.upkeep.reset import Reset
from app.server import LoggedRequest
from app.ui.api.api_state import AskingProgram, CannotListen, Listening
from app.ui.api.setup_dialog import SetupDialog
from app.ui.chat.chat_setup.chat_setup_dialog import ChatSetupDialog
from app.ui.chat.status_line import ContextMeter
from app.ui.chat.transcript_presenter import ask_to_open, link_text
from app.ui.composer.attachment_bar import AttachmentBar
from app.ui.composer.composer_bar import SensesBar
from app.ui.documents.document_view import DocumentView
from app.ui.interchange.export_dialog import ExportDialog
from app.ui.interchange.import_dialog import ImportDialog
from app.ui.interchange.work_dialog import JobState
from app.ui.kit.dialog_page import MessageDialog
from app.ui.kit.file_dialogs import FileDialogs
from app.ui.kit.labels import ElidedLabel
from app.ui.kit.theme import Theme
from app.ui.media.alt_text_dialog import AltTextDialog
from app.ui.media.media_words import facts_words, spoken_medium
from app.ui.media.picture_dialog import PictureDialog
from app.ui.models.get_model.download_strip import DownloadStrip
from app.ui.models.get_model.token_dialog import TokenDialog
from app.ui.servers.server_form_dialog import ServerFormDialog
from app.ui.sidebar.chat_list_menu import chats_menu, folder_menu
from app.ui.sidebar.passage_results import PassageHit
from app.ui.state.known_servers import ServerPlace
from app.ui.tools.import_dialog import FoundList, ServerImportDialog
from app.ui.tools.server_form import ServerForm
from app.ui.tools.tool_dialogs import OwnToolsDialog, PermissionsDialog, StartDialog
from app.ui.tools.tools_model import State, ToolGroup
from app.ui.transcript.model.click_targets import TargetKind, target_words
from app.ui.transcript.model.message_facts import media_note, speaker, status_words, thought_words
from app.ui.transcript.model.message_list import ModelSenses
from app.ui.transcript.render.message_delegate import thinking_words
from app.ui.transcript.satellites.message_menu import message_menu
from app.ui.transcript.speech.accessible import spoken_name
from app.ui.upkeep.about_dialog import LicencesDialog
from app.ui.upkeep.folders_dialog import FoldersDialog, ResetDialog
from app.ui.upkeep.task_dialog import TaskDialog
from app.ui.window.welcome import Welcome, WelcomeKind
from app.ui.words.formatting import day_group, duration, relative_time
from app.ui.words.stats_text import (
    Wait,
    more_stats_text,
    reading_text,
    reread_text,
    residency_text,
    resumed_figures,
    resumed_text,
    stats_text,
    wait_text,
)
from app.ui.words.translation import CONTEXT, tr
from tests.helpers.api_fake import TAKEN, FakeApi
from tests.helpers.model_files import write_model
from tests.unit.ui.conftest import NOW, STREAMING, Desk, answer, make_chat, make_model, question
from tests.unit.ui.upkeep.test_memory import CHATS, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from app.core.errors import Problem
    from app.core.models.downloads.values import DownloadState
    from app.ui.api.api_dialog import ApiDialog
    from app.ui.documents.documents_dialog import DocumentsDialog
    from app.ui.servers.servers_dialog import ServersDialog
    from app.ui.sidebar.chat_list_view import ChatListView

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

TABLE_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
)


class Brackets(QTranslator):
    """Translates every text of Hearth into itself, in brackets."""

    def isEmpty(self) -> bool:
        return False

    def translate(  # None is how it says that it knows nothing
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        return f"⟦{text}⟧" if context == CONTEXT else None


@pytest.fixture(autouse=True)
def brackets(qapp: QApplication) -> Iterator[None]:
    """Comes before every window."""
    translator = Brackets()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


# What is not ours to translate.
NOT_OURS = (
    r"Hearth(?: Guide)?",  # names
    r"Claude Code|Codex|opencode|Qwen Code|Continue CLI",  # of programs
    *(re.escape(suggestion.name) for suggestion in own_catalogue().suggestions),  # names of models
    " ".join(SAMPLERS),  # the names that are typed there, in every language
    r"Tiny(?: 1B)?|llama(?: 1B Q4_K)?|Q8_0",
    r"https?://\S+|[\w.-]+@[\w.-]+|(?:\w+\.)+(?:org|co)\b\S*",  # addresses
    r"/[\w./-]+|[A-Z]:\\[\w.\\-]+",  # paths
    r"[\d.,]+ ?(?:[kMGTB]?B|[KMBT]|m?s|px|M)\b",  # numbers with a unit
    r"(?:Ctrl|Shift|Alt|Esc|Enter|Del|F1|F2)(?:\+\w+)*",  # keys
    r"curl|npx -y @modelcontextprotocol/server-filesystem|API_KEY=…",  # what is typed
    r"TXT",  # kinds of files
    r"Vulkan|CUDA|ROCm|Metal|make run(?: CMAKE_ARGS=-DGGML_[A-Z]+=on)?",
    r"\$env:CMAKE_ARGS='-DGGML_[A-Z]+=on'; \.venv\\Scripts\\python -m pip install \.",
    r"Chat \d+|notes\.txt|Hello\??|python",  # what the user, a file or a model wrote
)
_SEEN = re.compile(r"⟦[^⟦⟧]*⟧")
_NOT_OURS = re.compile("|".join(f"(?:{pattern})" for pattern in NOT_OURS))


def left_in_english(text: str) -> str:
    """Return what of a text went through no translation; "" for all of it."""
    before, left = "", text
    while before != left:
        before, left = left, _SEEN.sub("", left)
    left = _NOT_OURS.sub("", " ".join(left.replace("\u2060", "").split()))  # tips are wrapped
    return text if re.search(r"[^\W\d_]", left) else ""


# -- looking --


def texts_of(widget: QWidget) -> Iterator[str]:
    """Yield whatever a widget shows or says of itself."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if widget.isWindow():
        yield widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton | ElidedLabel):
        yield widget.text()
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QAbstractSpinBox):
        yield widget.specialValueText()
    if isinstance(widget, QDoubleSpinBox):
        yield from (widget.suffix(), widget.prefix())
    if isinstance(widget, QTableView):
        yield from table_texts(widget)
    if isinstance(widget, QMenu):
        for action in widget.actions():
            yield from action_texts(action)


def table_texts(table: QTableView) -> Iterator[str]:
    model = table.model()
    for column in range(table.horizontalHeader().count()):
        for role in TABLE_ROLES:
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            for row in range(model.rowCount()):
                yield str(model.index(row, column).data(role) or "")


def action_texts(action: QAction) -> Iterator[str]:
    yield from (action.text(), action.toolTip(), action.iconText())


def everything_in(root: QWidget) -> Iterator[str]:
    for widget in (root, *root.findChildren(QWidget)):
        if widget.objectName() not in ("aboutDetails", "licenceText"):  # read by makers and lawyers
            yield from texts_of(widget)
    for action in root.findChildren(QAction):
        if action.objectName():  # others are Qt's own
            yield from action_texts(action)


def untranslated(root: QWidget) -> list[str]:
    """Return the texts of a place that went through no translation."""
    texts = [text for text in everything_in(root) if text]
    assert any("⟦" in text for text in texts)
    return [f"in English: {text}" for text in texts if left_in_english(text)]


# -- the places --


def chatting(desk: Desk) -> Desk:
    desk.open(question("Hello?"), answer("Hello."))
    return desk


def welcome(kind: WelcomeKind, *, is_first: bool = False) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> Welcome:
        page = desk.window.welcome
        page.set_first(is_first=is_first)
        page.show_kind(kind)
        return page

    return show


def memory_page(desk: Desk) -> QWidget:
    page = desk.window.memory.show_page(desk.window)
    page.show_memory(listed(*CHATS))
    return page


def get_model_page(desk: Desk) -> QWidget:
    page = desk.window.model_pages.show_get_model()
    assert page is not None
    return page


def token_dialog(_desk: Desk) -> QWidget:
    dialog = TokenDialog("hub.example", "https://hub.example/settings/tokens", is_given=False)
    dialog.show_refusal(NoKeyring().problem(), is_used=True)
    return dialog


def downloads_strip(_desk: Desk) -> QWidget:
    files = (RemoteFile("tiny.gguf", 10, "", "https://hub.example/tiny.gguf"),)
    order = DownloadOrder("a/b", "Tiny 1B", "Q8_0", files, has_projector=False, folder="/models")
    states: tuple[DownloadState, ...] = (
        Running(1e6, 10.0),
        Running(is_stalled=True),
        Verifying(5),
        Paused(),
        Queued(),
        Done("/models/tiny.gguf"),
    )
    strip = DownloadStrip()
    for number, state in enumerate(states):
        strip.show_download(Download(DownloadId(str(number)), order, 5, state))
    return strip


def library_page(desk: Desk) -> QWidget:
    folder = Path.home() / "Hello"
    write_model(folder / "small.gguf", "Hello")
    (folder / "notes.txt.gguf").write_bytes(b"GGUF")
    desk.window.model_pages.library.set_choices(LibraryChoices((str(folder), str(folder / "gone"))))
    page = desk.window.model_pages.library.show_page()
    desk.until(lambda: page.rows.rowCount() == 2)
    page.table.selectRow(0)
    return page


def hardware_page(desk: Desk) -> QWidget:
    """With all that a page may say, and what is not ours as names of models are."""
    page = desk.window.hardware.show_page()
    gpu = Device("llama", "Tiny", "gpu", 10**9, 10**9, "llama", "Tiny")
    places = (PlaceUse("RAM", 1, 1, 1, 1), PlaceUse("Tiny", 2, 1, 1, 1))
    placement = LoadedPlacement(phrase("All layers fit on the GPU."), places)
    plain = BackendChoice(use_extra_bufts=False, use_gpu=False)
    report = HardwareReport(
        build="llama",
        backends=("llama",),
        system="Tiny",
        processor="llama",
        devices=(gpu, replace(gpu, kind="cpu")),
        why_no_devices=NO_WORDS,
        chosen=plain,
        trials=(
            BackendTrial(BackendChoice(), passed=False, outcome=describe_code(-11)),
            BackendTrial(plain, passed=True, outcome=PASSED),
        ),
    )
    page.show_report(report)
    page.show_model(replace(make_model(), placement=placement), SpeedRates(9.5, 0.0))
    return page


def api_page(desk: Desk, *, problem: Problem | None = None) -> ApiDialog:
    """With all that a page may say; "Tiny" stands for names of programs and addresses."""
    fake = FakeApi()
    fake.problem, fake.is_about_key = problem, True
    fake.asking = (AskingProgram(0.0, "Tiny", "/v1/tiny"),)
    fake.ended = tuple(
        LoggedRequest(1.0 + at, "", "/v1/tiny", status, 1.0, 1, 1, 1, 90.0)
        for at, status in enumerate((200, 401, 418, 499))
    )
    desk.window.api_host.serve_by(fake)
    desk.window.settings.change(API_ENABLED, "on")
    page = desk.window.api.show_page()
    done = Listening if problem is None else CannotListen
    desk.until(lambda: isinstance(desk.window.api_host.state, done))
    return page


def api_setup(desk: Desk) -> QWidget:
    page = api_page(desk)
    page.show_setup()
    dialog = page.findChild(SetupDialog)
    assert dialog is not None
    return dialog


def api_mark(desk: Desk) -> QWidget:
    api_page(desk)
    return desk.window.status


def find_bar(desk: Desk) -> QWidget:
    chatting(desk).window.find_bar.open_bar()
    desk.window.find_bar.edit.setText("Hello")
    desk.until(lambda: bool(desk.window.find_bar.count.text()))
    return desk.window.find_bar


def link_notice(desk: Desk) -> QWidget:
    ask_to_open(desk.window.notices, "https://user@example.org/")
    return desk.window.notices


def another_model(desk: Desk) -> QWidget:
    desk.open(question("Hello?"), answer("", STREAMING))
    desk.window.models.open_path("/models/Tiny.gguf")
    return desk.window.notices


def several_answers(desk: Desk) -> QWidget:
    desk.open(question("Hello?"), answer("", STREAMING))
    desk.post(MessageAdded(ChatId(2), answer("", STREAMING, chat=2)))
    desk.window.models.open_path("/models/Tiny.gguf")
    return desk.window.notices


def failed_elsewhere(*chats: int) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        desk.open(question("Hello?"))
        desk.post(
            *(AnswerFailed(ChatId(chat), PromptTooLong(5000, 4096).problem()) for chat in chats)
        )
        return desk.window.notices

    return show


def menu_of_a_running_chat(desk: Desk) -> QWidget:
    desk.open(question("Hello?"), answer("", STREAMING))
    view = desk.window.sidebar.view
    first = desk.window.sidebar.chats.index_of(ChatId(1))
    view.customContextMenuRequested.emit(view.visualRect(first).center())
    menu = QApplication.activePopupWidget()
    assert menu is not None
    return menu


def context_menu(desk: Desk) -> QWidget:
    code = "Hello\n\n```python\nHello\n```\n\n[Hello](https://example.org)"
    attached = (Attachment("notes.txt", "Hello"),)
    view = chatting(desk).window.transcript
    desk.open(question("Hello?", attachments=attached), answer(code))
    return message_menu(view.surface, view.stack[1])


def question_menu(desk: Desk) -> QWidget:
    view = desk.window.transcript
    desk.open(question("Hello?", attachments=(Attachment("notes.txt", "Hello"),)))
    return message_menu(view.surface, view.stack[0])


PICTURE = MediaFile(MediaKind.IMAGE, "Hello", "a" * 64, 2_000_000, 640, 480, alt_text="Hello")
SOUND = MediaFile(MediaKind.SOUND, "", "b" * 64, 2_000_000, duration_ms=61_000)


def menu_of_media(*, is_pointed_at: bool) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        view = desk.window.transcript
        desk.open(question("Hello?", media=(PICTURE, SOUND)))
        return message_menu(view.surface, view.stack[0], 0 if is_pointed_at else None)

    return show


def without_senses() -> ModelSenses:
    senses = ModelSenses(lambda: None)
    senses.set(sees=False, hears=False)
    return senses


def picture_dialog(desk: Desk) -> QWidget:
    return PictureDialog((PICTURE, PICTURE), 0, desk.media, desk.window.theme, desk.window)


def attachments(desk: Desk) -> QWidget:
    row = AttachmentBar(desk.window.theme, desk.window.thumbnails, lambda _text: True)
    row.set_all((Attachment("notes.txt", "Hello"),), (replace(PICTURE, max_pixels=1), SOUND))
    return row


def menu_of_a_picture(desk: Desk) -> QWidget:
    chips = desk.window.composer.attachments
    chips.set_all((), (replace(PICTURE, width=6000, height=4000),))
    return chips.media_chips()[0].menu()


def senses_bar(desk: Desk) -> QWidget:
    bar = SensesBar(desk.window.theme)
    bar.show_kinds(set(MediaKind), ["Hello", "Hello Hello"], has_projector=True)
    return bar


def folders(desk: Desk) -> QWidget:
    dialog = FoldersDialog(Paths.locate(), desk.window)
    dialog.show_sizes(FolderSizes(1, 2, 3, 4))
    return dialog


def export_dialog(desk: Desk) -> QWidget:
    return ExportDialog(
        (ChatId(1), ChatId(2)),
        "",
        desk.window.interchange._store.run,
        desk.window.theme,
        FileDialogs(desk.window._state),
        desk.window,
    )


def import_dialog(*, is_done: bool) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        run = desk.window.interchange._store.run
        dialog = ImportDialog([Path("nothing.json")], run, desk.window.theme, desk.window)
        desk.until(lambda: dialog.job is None)
        found = ImportSummary(
            n_chats=2,
            n_messages=3,
            n_known=1,
            programs=(("Claude", 2),),
            unread=(Unread("a.json", "", phrase("It is not a chat.")),),
            n_unread=2,
            notes=tuple((note, 1) for note in Note),
            n_mended=1,
            was_cancelled=True,
        )
        (dialog._on_imported if is_done else dialog._on_preview)(JobState(result=found))
        return dialog

    return show


def updates(desk: Desk) -> QWidget:
    page = desk.window.about.show_page(desk.window)
    page.updates._on_answered(Release(version_of("9.0"), "https://example.org", ""))
    return page


def loaded_model(desk: Desk) -> QWidget:
    chatting(desk)
    desk.window.model_bar.show_model(make_model())
    return desk.window.model_bar


def model_of_a_server(desk: Desk) -> QWidget:
    chatting(desk)
    info = replace(make_model("server:Tiny/llama"), name="llama", server="Tiny")
    place = ServerPlace("Tiny", "example.org", Reach.INTERNET)
    desk.window.model_bar.show_model(info, place)
    return desk.window.model_bar


def servers_page(desk: Desk) -> ServersDialog:
    """With servers of every reach, the last of them chosen; a key is kept for none."""
    models = (OfferedModel("llama", 8192, sees=True, hears=True), OfferedModel("Tiny"))
    for number, address in enumerate(("localhost:1", "10.0.0.1", "https://example.org")):
        server = Server("Tiny" * (number + 1), normal_address(address), models=models)
        desk.servers.put(replace(server, is_plain_agreed=True), "")
    page = desk.window.servers.show_page()
    desk.until(lambda: page.rows.rowCount() == 3)
    page.show_problem(NoKeyring().problem())
    page.table.selectRow(2)
    return page


def documents_page(desk: Desk) -> DocumentsDialog:
    """With a file that was read, one that was refused, and all that the page may say."""
    folder = Path.home() / "Hello"
    folder.mkdir()
    (folder / "notes.txt").write_text("Hello")
    (folder / "Hello.txt").write_text("")
    desk.documents.add([folder])
    page = desk.window.documents.show_page()
    desk.until(lambda: bool(page.rows.sources()) and not desk.window.documents.looks.is_looking)
    desk.until(lambda: len(page.rows.sources()[0].files) == 2)
    page.show_progress(LookProgress(2, is_over=True, is_cut=True, problem=NoKeyring().problem()))
    page.tree.setCurrentIndex(page.rows.index(0, 0, page.rows.index(0, 0)))
    return page


def documents_being_read(desk: Desk) -> QWidget:
    page = documents_page(desk)
    desk.window.documents.looks.close()  # or the end of a look would end this
    page.show_progress(LookProgress(2, 2, 1, reading="/notes.txt"))
    return page


def no_documents(desk: Desk) -> QWidget:
    page = desk.window.documents.show_page()
    desk.until(lambda: page.first_button.isVisibleTo(page))
    return page


def document_view(desk: Desk) -> QWidget:
    desk.window.documents.show_passage("", 0, 5, text="Hello Hello", name="notes.txt")
    desk.until(lambda: desk.window.findChild(DocumentView) is not None)
    view = desk.window.findChild(DocumentView)
    assert view is not None
    view.find_line.setText("Hello")
    desk.until(lambda: bool(view.find_line.text()) and view.next_button.isEnabled())
    return view


def no_servers(desk: Desk) -> QWidget:
    page = desk.window.servers.show_page()
    desk.until(lambda: desk.window._known_servers.are_read)
    desk.post()
    return page


def server_form(desk: Desk) -> QWidget:
    """With all that it may say."""
    form = ServerFormDialog(desk.window.theme, None, (), desk.window)
    form.form.address.setText("http://10.0.0.1")
    form.form.more_button.click()
    form.show_problem(NoKeyring().problem())
    return form


def server_that_answers(desk: Desk) -> QWidget:
    models = tuple(OfferedModel("Tiny" * number) for number in range(1, 8))
    server = Server("Tiny", "https://example.org/v1", models=models)
    form = ServerFormDialog(desk.window.theme, server, ("Tiny",), desk.window)
    form.show_found(form.form.written(), server)
    return form


def saved_prompts(desk: Desk) -> QWidget:
    page = desk.window.prompts.show_page()
    page.names.setCurrentRow(0)  # as Tab would on its way through the page
    return page


def blanks_of_a_prompt(desk: Desk) -> QWidget:
    blanks = ("Hello | text:required", "Chat 1 | number:min=1:max=3", "Chat 2 | select")
    text = " ".join(f"{{{{{blank}}}}}" for blank in (*blanks, "Chat 3 | date"))
    desk.window.prompts.offered.chosen.emit(SavedPrompt("Hello", text))
    form = desk.window.prompts.form
    assert form is not None
    told = form.fault()
    form.insert_button.click()
    assert left_in_english(told) == left_in_english(form.fault()) == ""
    return form


def tools_page(desk: Desk) -> QWidget:
    """With a server in each of the states, and all that the page may say."""
    server = ToolServer("Tiny", ("/Hello", "Hello"), "/Hello", secrets=("Hello",))
    tool = Tool("Tiny__Hello", "Hello", '{"properties":{"Hello":{"type":"integer"}}}', "Tiny")
    page = desk.window.tools.show_page()
    desk.until(lambda: page.rows.rowCount() > 0)
    desk.window.tools._timer.stop()
    problem = NoKeyring().problem()
    groups = [
        ToolGroup(replace(server, name=f"Tiny{number}"), state, (tool,), frozenset({tool.name}))
        for number, state in enumerate(State) if state is not State.OWN
    ]  # fmt: skip
    own = page.rows.group_at(0)
    page.show_groups((own, *groups[:-1], replace(groups[-1], problem=problem, log=("Hello",))))
    page.select("Tiny6")
    page.show_problem(problem)
    page.say(tr("Saved."))
    return page


def no_tool_servers(desk: Desk) -> QWidget:
    page = desk.window.tools.show_page()
    desk.until(lambda: page.rows.rowCount() > 0)
    return page


def tool_server_form(address: str) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        form = ServerForm(None, (), desk.window)
        form.command.setText(address)
        form.show_problem(NoKeyring().problem())
        return form

    return show


def tool_server_start(desk: Desk) -> QWidget:
    server = ToolServer("Tiny", ("/Hello", "Hello"), "/Hello", secrets=("Hello",))
    return StartDialog(server, desk.window, is_changed=True)


def tool_permissions(desk: Desk) -> QWidget:
    dialog = PermissionsDialog(desk.window.theme, desk.window)
    dialog.show_rows((Allowed("", "Tiny", ""), Allowed("Hello", "", "", "example.org", "1")))
    return dialog


def own_tools(engine: str) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        return OwnToolsDialog(desk.window.theme, ToolChoices("/Hello", engine), desk.window)

    return show


def tool_import(desk: Desk) -> QWidget:
    server = ToolServer("Tiny", address="https://example.org/mcp")
    found = FoundServer(server, {}), FoundServer(replace(server, address="https://b.org/mcp"), {})
    dialog = ServerImportDialog(desk.window.theme, [server], desk.window)
    problem, path = NoKeyring().problem(), Path("/Hello/notes.txt")
    left_out = (phrase("{name} is switched off there.", name="Hello"),)
    dialog.show_lists(
        (FoundList("", path, found, left_out, problem), FoundList("", Path("/Hello"))),
    )
    return dialog


def meter(desk: Desk) -> QWidget:
    shown = ContextMeter(desk.window.theme)
    shown.show_use(ContextUse(ChatId(1), 8000, 400, 10, 20, 30, 40, 20, 10))
    return shown


def chat_setup(title: str) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        presets = desk.window._chat_setup._presets
        return ChatSetupDialog(title, ChatSetup("", ()), presets, desk.window.theme, desk.window)

    return show


def settings_page(desk: Desk) -> QWidget:
    page = desk.window.settings.show_page()
    page.search.setText("a")  # rows of all groups
    return page


def search_panel(page: SearchPage) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        panel = desk.window.sidebar.search
        panel.filters.set_open_chat(ChatId(1))
        panel.show_found(page, "")
        return panel

    return show


def search_with_passages(desk: Desk) -> QWidget:
    panel = search_panel(SearchPage(0, (), 0))(desk)
    passage = FoundPassage(
        *("", "Hello", "/Hello.txt", 0.0, 0, 5, "Hello"),
        page=4, page_name="4", headings=("Hello",), n_tokens=1,
    )  # fmt: skip
    desk.window.sidebar.search.show_passages([PassageHit(passage, "Hello", ())])
    return panel


def organised(desk: Desk) -> ChatListView:
    """The list with an open folder, and a chat beside it."""
    folder = ChatFolder(FolderId(1), "Hello", 0, datetime.now(UTC))
    chats = (replace(make_chat(1), folder_id=folder.id), make_chat(2))
    desk.post(ChatsListed(chats, (folder,)))
    return desk.window.sidebar.view


def menu_of_several_chats(desk: Desk) -> QWidget:
    view = organised(desk)
    view.selectAll()
    return chats_menu(view, view.items.index_of(ChatId(2)))


def menu_of_a_folder(desk: Desk) -> QWidget:
    view = organised(desk)
    return folder_menu(view, view.items.index_of_folder(FolderId(1)))


def trash_page(desk: Desk) -> QWidget:
    trashed = TrashedChat(make_chat(1), datetime.now(UTC), 30)
    desk.post(TrashListed((trashed,)))
    desk.window.sidebar.show_trash()
    return desk.window.sidebar


def archive_page(desk: Desk) -> QWidget:
    desk.window.sidebar.show_archive()
    return desk.window.sidebar


def command_palette(desk: Desk) -> QWidget:
    desk.window.actions_by_key["palette"].trigger()
    overlay = desk.window.palette_of_commands.overlay
    assert overlay is not None
    return overlay


def drop_hint(desk: Desk) -> QWidget:
    desk.window._drop_hint.show_for(["/a.gguf", "/b.txt", "/c.json"])
    return desk.window._drop_hint


def quick_ask(desk: Desk) -> QWidget:
    desk.window.quick_ask.show()
    assert desk.window.quick_ask.window is not None
    return desk.window.quick_ask.window


def shortcuts(desk: Desk) -> QWidget:
    page = desk.window.settings.show_shortcuts()
    assert page.key_rows  # all are built, also those that nobody sees at first
    return page


PLACES: dict[str, Callable[[Desk], QWidget]] = {
    "menu of several chats": menu_of_several_chats,
    "menu of a folder": menu_of_a_folder,
    "trash": trash_page,
    "archive": archive_page,
    "header": lambda desk: chatting(desk).window.header,
    "model button": lambda desk: desk.window.model_bar,
    "model button with a model": loaded_model,
    "welcome without a model": welcome(WelcomeKind.NO_MODEL),
    "welcome with the guide": welcome(WelcomeKind.GUIDE),
    "welcome at first": welcome(WelcomeKind.GUIDE, is_first=True),
    "welcome with a model": welcome(WelcomeKind.MODEL),
    "welcome with a model of a server": welcome(WelcomeKind.SERVER),
    "model button with a model of a server": model_of_a_server,
    "servers": servers_page,
    "documents": documents_page,
    "documents that are read": documents_being_read,
    "no documents": no_documents,
    "a document": document_view,
    "no servers": no_servers,
    "tools": tools_page,
    "no tool servers": no_tool_servers,
    "adding a tool server": tool_server_form("/Hello"),
    "adding a tool server at an address": tool_server_form("https://example.org/mcp"),
    "start of a tool server": tool_server_start,
    "permissions of tools": tool_permissions,
    "no permissions of tools": lambda desk: PermissionsDialog(desk.window.theme, desk.window),
    "search by tools": own_tools("brave"),
    "search by tools at an address": own_tools("searxng"),
    "import of tool servers": tool_import,
    "adding a server": server_form,
    "a server that answers": server_that_answers,
    "command palette": command_palette,
    "drop hint": drop_hint,
    "quick ask": quick_ask,
    "find bar": find_bar,
    "search": search_panel(SearchPage(0, (), 0, n_waiting=2)),
    "search inside of words": search_panel(SearchPage(0, (), 3, is_inside_words=True)),
    "search for common words": search_panel(SearchPage(0, (), 2000, is_cut=True)),
    "search with passages": search_with_passages,
    "link": link_notice,
    "another model": another_model,
    "another model while several answers run": several_answers,
    "an answer that failed elsewhere": failed_elsewhere(2),
    "answers that failed elsewhere": failed_elsewhere(2, 3),
    "menu of a running chat": menu_of_a_running_chat,
    "menu of an answer": context_menu,
    "menu of a question": question_menu,
    "menu of a message with pictures": menu_of_media(is_pointed_at=False),
    "menu of a picture": menu_of_media(is_pointed_at=True),
    "picture": picture_dialog,
    "description of a picture": lambda desk: AltTextDialog(PICTURE, desk.window),
    "attachments": attachments,
    "menu of a picture that goes along": menu_of_a_picture,
    "a model that cannot see": senses_bar,
    "context meter": meter,
    "about": lambda desk: desk.window.about.show_page(desk.window),
    "settings": settings_page,
    "blanks of a saved prompt": blanks_of_a_prompt,
    "saved prompts": saved_prompts,
    "keyboard shortcuts": shortcuts,
    "a newer version": updates,
    "licences": lambda desk: LicencesDialog(desk.window),
    "chat settings": chat_setup("Hello"),
    "settings of a new chat": chat_setup(""),
    "get a model": get_model_page,
    "access token": token_dialog,
    "downloads": downloads_strip,
    "memory": memory_page,
    "models on this machine": library_page,
    "hardware": hardware_page,
    "API for other programs": api_page,
    "API for other programs, off": lambda desk: desk.window.api.show_page(),
    "an API that cannot start": lambda desk: api_page(desk, problem=TAKEN),
    "setting up a program": api_setup,
    "status line while the API is on": api_mark,
    "folders": folders,
    "export": export_dialog,
    "import": import_dialog(is_done=False),
    "after an import": import_dialog(is_done=True),
    "reset": lambda desk: ResetDialog(desk.window.theme, 3, desk.window),
    "resetting": lambda _desk: TaskDialog(Reset(chats=True), Paths.locate()),
    "message as text": lambda desk: MessageDialog("Hello", "Hello", desk.window),
}


# -- words that are painted, spoken, or shown in views of others --


def streaming_layout(desk: Desk) -> str:
    desk.open(question("Hello?"), answer("<think>Hello", STREAMING))
    return thinking_words(desk.window.transcript.stack[1])


def spoken(desk: Desk) -> str:
    view = chatting(desk).window.transcript
    return spoken_name(view.surface, view.messages.message(1).id)


def rows(desk: Desk, role: int) -> list[str]:
    """Return what is said of the chats in the list: unread, running, and waiting for anything."""
    desk.open(question("Hello?"), answer("", STREAMING, number=5))
    unread = replace(make_chat(3), is_unread=True)
    desk.post(MessageAdded(ChatId(2), answer("", STREAMING, chat=2)), ChatChanged(unread))
    said = []
    for reason in WaitReason:
        desk.post(AnswerQueued(ChatId(1), MessageId(5), reason))
        listed_chats = desk.window.sidebar.chats
        told = [listed_chats.index(row).data(role) for row in range(listed_chats.rowCount())]
        said += [text for text in told if text is not None]  # headings have no tooltip
        said.append(desk.window.status.text())
    dates = re.compile(r"\b\d+ [A-Z][a-z]+ \d+, [\d:]+")
    return [dates.sub("", text) for text in said]


STATS = {"decode_tps": 9.5, "n_generated": 12, "ttft_ms": 90.0, "n_restored": 40, "n_accepted": 7}
MEMORY = CHATS[1][1]
WORDS: dict[str, Callable[[Desk], list[str]]] = {
    "buttons of a message": lambda _desk: [target_words(kind) for kind in TargetKind],
    "thinking": lambda desk: [streaming_layout(desk), thought_words(answer("Hello"))],
    "thought": lambda _desk: [thought_words(answer("Hello", stats=(("thinking_ms", 900.0),)))],
    "speaker": lambda _desk: [speaker(question("")), speaker(answer("", model="Tiny"))],
    "how it ended": lambda _desk: [
        status_words(answer("", status, stats=(("reason", reason),)), can_retry=can_retry)
        for status in (MessageStatus.STOPPED, MessageStatus.INTERRUPTED, MessageStatus.FAILED)
        for reason in (*(one.value for one in FinishReason), "")
        for can_retry in (True, False)
    ],
    "spoken": lambda desk: [spoken(desk)],
    "pictures and sounds": lambda _desk: [
        say(medium)
        for say in (facts_words, spoken_medium)
        for medium in (
            SOUND,
            replace(SOUND, alt_text="Hello"),
            PICTURE,
            replace(PICTURE, alt_text=""),
        )
    ],
    "what a model cannot take": lambda _desk: [
        media_note(question("", media=media), without_senses())
        for media in ((PICTURE,), (SOUND,), (PICTURE, SOUND))
    ],
    "resumed": lambda _desk: [
        resumed_text(ChatResumed(ChatId(1), n, 50, 38.0, source, read_ms))
        for n in (0, 20, 49)
        for read_ms in (0.0, 9000.0)
        for source in PrefixSource
    ],
    "figures of a resume": lambda _desk: [
        resumed_figures(ChatResumed(ChatId(1), 20, 50, 38.0, source)) for source in PrefixSource
    ],
    "reading": lambda _desk: [reading_text(0.0), reading_text(150_000.0), more_stats_text(STATS)],
    "stats": lambda _desk: [stats_text(STATS)],
    "residency": lambda _desk: [
        residency_text(replace(MEMORY, residency=where, expected_ms=ms, is_off=is_off))
        for where in Residency
        for ms in (0.0, 900.0)
        for is_off in (True, False)
    ],
    "reread": lambda _desk: [
        reread_text({"reread": cause, "n_reread": 4000, "prefill_tps": 100.0})
        for cause in RereadCause
    ],
    "waits": lambda _desk: [
        wait_text(Wait(reason, n_running)) for reason in WaitReason for n_running in (0, 1, 2)
    ],
    "tooltips of chats": lambda desk: rows(desk, Qt.ItemDataRole.ToolTipRole),
    "spoken of chats": lambda desk: rows(desk, Qt.ItemDataRole.AccessibleTextRole),
    "spoken of folders": lambda desk: [
        organised(desk).items.index_of_folder(FolderId(1)).data(role)
        for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    ],
    "times": lambda _desk: [
        relative_time(NOW, NOW),
        duration(0.5),
        duration(100_000),
        day_group(NOW, NOW),
    ],
    "links": lambda _desk: [
        link_text(QUrl(address)).warning
        for address in ("file:///etc", "https://user@example.org", "https://xn--80ak6aa92e.com")
    ],
}


@pytest.mark.parametrize("words", WORDS)
def test_words_outside_of_widgets_are_translated(desk: Desk, words: str) -> None:
    texts = [text for text in WORDS[words](desk) if text]

    assert texts
    assert not [text for text in texts if left_in_english(text)]


def test_what_was_not_translated_is_noticed(qtbot: QtBot) -> None:
    assert left_in_english("⟦Open ⟦two⟧ files⟧ (Ctrl+O)") == ""
    assert left_in_english("⟦Size⟧: 4.4 GB") == ""
    assert left_in_english("⟦Open⟧ or close") == "⟦Open⟧ or close"
    dialog = ResetDialog(Theme("light"), 0)
    qtbot.addWidget(dialog)
    dialog.cancel_button.setText("Cancel")
    assert [text for text in everything_in(dialog) if left_in_english(text)] == ["Cancel"]
