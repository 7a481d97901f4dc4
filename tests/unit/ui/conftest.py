"""A window over a stand-in for the use cases: calls are recorded, events are posted by the test."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from PySide6.QtCore import QEvent, QLocale, QObject, Qt
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget

from app.core.chats.records import Chat, ChatId, Message, MessageId, MessageStatus
from app.core.conversations.chat_tools import ChatTools
from app.core.conversations.events import ChatOpened, ChatsListed
from app.core.conversations.tool_sources import open_toolbox
from app.core.documents.library import DocumentLibrary
from app.core.documents.reader import DocumentReader
from app.core.errors import Problem
from app.core.media.library import MediaLibrary
from app.core.messages import Role
from app.core.models.fits import ModelFits
from app.core.models.library.machine import Machine
from app.core.phrases import Phrase, phrase
from app.core.protocol import ModelInfo, ModelLoaded
from app.core.remote.servers import Servers
from app.core.settings.settings import Settings
from app.core.settings.table import PROXY, THEME
from app.core.system.paths import (
    DOCUMENTS,
    DOCUMENTS_LIST,
    MEDIA,
    RAW_MEDIA,
    SERVERS,
    Paths,
)
from app.ui.composer.unsent.places import PageDrafts
from app.ui.composer.unsent.unsent_file import read_unsent_text
from app.ui.kit import event_bridge
from app.ui.kit.event_bridge import EventBridge
from app.ui.kit.theme import Theme
from app.ui.models import model_pages
from app.ui.transcript.model.message_list import MessageList
from app.ui.transcript.render.message_stack import MessageStack
from app.ui.transcript.transcript_view import TranscriptView
from app.ui.window.main_window import MainWindow
from app.ui.words.translation import ENGLISH, speak
from tests.helpers import fit_child
from tests.helpers.recorded_doors import RecordedDoors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtGui import QGuiApplication
    from pytestqt.qtbot import QtBot

    from app.core.conversations.conversations import Doors
    from app.core.models.fits import FitTold
    from app.core.protocol import LoadSettings

Child = TypeVar("Child", bound=QObject)

NOW = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)

FULL = Problem(
    phrase("The disk is full."),
    phrase("It is shown but not saved."),
    phrase("Free some space."),
    "ENOSPC",
)
STREAMING = MessageStatus.STREAMING

FIRST = ChatId(1)

_numbers = itertools.count(1)


def make_chat(number: int, title: str = "", *, age: timedelta = timedelta()) -> Chat:
    when = datetime.now(UTC) - age
    return Chat(ChatId(number), title or f"Chat {number}", "", None, when, when)


def make_message(
    role: Role,
    text: str,
    status: MessageStatus = MessageStatus.COMPLETE,
    *,
    number: int = 0,
    chat: int = 1,
    parent: int = 0,
    **more: Any,
) -> Message:
    message_id = MessageId(number or next(_numbers) + 10_000)
    parent_id = MessageId(parent) if parent else None
    return Message(message_id, ChatId(chat), parent_id, role, text, status, NOW, **more)


def question(text: str, **more: Any) -> Message:
    return make_message(Role.USER, text, **more)


def answer(text: str, status: MessageStatus = MessageStatus.COMPLETE, **more: Any) -> Message:
    return make_message(Role.ASSISTANT, text, status, **more)


def make_model(path: str = "/models/tiny.gguf", notes: tuple[Phrase, ...] = ()) -> ModelInfo:
    return ModelInfo(
        path, "Tiny 1B", "llama 1B Q4_K", 800_000_000, 1_100_000_000, 8192, 32768, 16, 0, (), notes,
        resumable=True,
    )  # fmt: skip


@dataclass
class Desk:
    """A window, what it called, and the way to send it events."""

    window: MainWindow
    recorded: RecordedDoors
    bridge: EventBridge
    qtbot: QtBot
    media: MediaLibrary
    servers: Servers
    documents: DocumentLibrary
    tools: ChatTools

    @property
    def calls(self) -> list[tuple[Any, ...]]:
        return self.recorded.calls

    @property
    def sent(self) -> list[tuple[ChatId | None, str]]:
        """The messages that were sent, each with its chat."""
        return [call[1:3] for call in self.calls if call[0] == "send"]

    @property
    def ticket(self) -> int:
        """What the last message was given, to come back with what becomes of it."""
        sending = ("send", "edit", "begin_answer")
        return [int(call[-1]["ticket"]) for call in self.calls if call[0] in sending][-1]

    def post(self, *events: object) -> None:
        """Deliver events and wait until the window has taken them."""
        taken: list[object] = []

        class Mark: ...

        self.bridge.subscribe(Mark, taken.append)
        for event in (*events, Mark()):
            self.bridge.post(event)
        self.qtbot.waitUntil(lambda: bool(taken))
        self.bridge.unsubscribe(Mark, taken.append)

    def open(self, *messages: Message, chat: int = 1) -> None:
        """Load a model and show a chat with these messages."""
        listed = tuple(make_chat(number) for number in (1, 2, 3))
        self.post(ChatsListed(listed), ModelLoaded(make_model()))
        self.window.open_chat.show(ChatId(chat))
        self.post(ChatOpened(listed[chat - 1], messages))

    def kept(self, page: ChatId | None = FIRST) -> PageDrafts:
        """Return what would be on a page if the program were killed now."""
        file = self.window.chat.outbox.file
        file.write()
        file.wait()
        return dict(read_unsent_text(file.path).pages).get(page, PageDrafts())

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition)


def new_fits(
    paths: Paths,
    _settings: Settings,
    _settings_of: Callable[[str], LoadSettings] | None,
    tell: Callable[[FitTold], None],
) -> ModelFits:
    """Return what asks a child that answers at once, by the names of files."""
    return ModelFits(paths.trusted_backends, tell, command=fit_child.COMMAND)


def worn(theme: str) -> Settings:
    """Return settings of which only the theme was chosen; what is changed is kept nowhere."""
    nowhere = Path("there", "is", "no", "such", "folder", "settings.toml")
    return Settings.load(nowhere, {THEME.key: theme})


def library_in(paths: Paths) -> MediaLibrary:
    """Return a library of pictures and sounds, whose child runs while something is decoded."""
    return MediaLibrary(paths.data / MEDIA, paths.cache / RAW_MEDIA)


def servers_in(paths: Paths) -> Servers:
    """Return those that are kept there, asked without a proxy."""
    return Servers(paths.config / SERVERS, lambda: "none")


def documents_in(paths: Paths) -> DocumentLibrary:
    """Return those that are listed there."""
    return DocumentLibrary(paths.data / DOCUMENTS, paths.data / DOCUMENTS_LIST, DocumentReader())


def tools_in(paths: Paths, documents: DocumentLibrary) -> ChatTools:
    """Return what is kept there, over these documents; nothing is started."""
    settings = Settings.load(paths.settings_file, {PROXY.key: "none"})
    return ChatTools(paths.data, lambda: open_toolbox(paths, settings, documents, DocumentReader()))


def new_window(
    doors: Doors,
    bridge: EventBridge,
    settings: Settings,
    paths: Paths,
    media: MediaLibrary | None = None,
    servers: Servers | None = None,
    documents: DocumentLibrary | None = None,
    tools: ChatTools | None = None,
) -> MainWindow:
    """Return a window that is not shown; with no library given, nothing is decoded for it."""
    media, servers = media or library_in(paths), servers or servers_in(paths)
    window = MainWindow(paths)
    documents = documents or documents_in(paths)
    tools = tools or tools_in(paths, documents)
    window.furnish(doors, bridge, settings, media, documents, servers, tools)
    window.destroyed.connect(bridge.close)  # what comes later would find no window
    return window


@pytest.fixture(
    params=[Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft],
    ids=["from the left", "from the right"],
)
def direction(
    qapp: QGuiApplication, request: pytest.FixtureRequest
) -> Iterator[Qt.LayoutDirection]:
    """From which side windows are read; comes before every window."""
    qapp.setLayoutDirection(request.param)
    yield request.param
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture
def speaking(qapp: QGuiApplication) -> Iterator[Callable[[str], str]]:
    """Speak a language until the test ends."""
    yield lambda chosen: speak(qapp, chosen)
    speak(qapp, ENGLISH)
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QLocale.setDefault(QLocale(ENGLISH))


@pytest.fixture
def german(speaking: Callable[[str], str]) -> None:
    """Speak German, which takes more room; comes before every window."""
    speaking("de")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A shown window of 1000 x 700 with no model and no chats, and no other models.

    How models fit, a stand-in says: `tests/helpers/fit_child.py`.
    """
    machine = Machine(Path.home(), "linux", {}, tmp_path / "root")
    monkeypatch.setattr(Machine, "here", lambda: machine)
    monkeypatch.setattr(model_pages, "new_fits", new_fits)
    monkeypatch.setattr(event_bridge, "FRAME_MS", 0)  # nobody looks
    bridge = EventBridge()
    recorded = RecordedDoors()
    paths = Paths.locate(tmp_path)
    paths.create()
    settings = Settings.load(paths.settings_file, {THEME.key: "light"})
    media = library_in(paths)
    servers, documents = servers_in(paths), documents_in(paths)
    tools = tools_in(paths, documents)
    window = new_window(recorded.doors(), bridge, settings, paths, media, servers, documents, tools)
    qtbot.addWidget(window, before_close_func=QWidget.hide)  # of what is hidden, no picture is kept
    window.resize(1000, 700)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    yield Desk(window, recorded, bridge, qtbot, media, servers, documents, tools)
    media.close()
    documents.close()
    tools.close()
    window.model_pages.close()
    window.search.close()
    bridge.close()


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    """A transcript alone, 800 x 600."""
    shown = TranscriptView(Theme("light"))
    qtbot.addWidget(shown)
    shown.resize(800, 600)
    shown.show()
    qtbot.waitExposed(shown)
    return shown


def stack_of(messages: Sequence[Message]) -> MessageStack:
    """Return where messages lie; it follows whatever happens to its `messages`."""
    shown = MessageList()
    shown.reset(messages)
    stack = MessageStack(shown)
    shown.observe(stack)
    return stack


def child_of(parent: QObject, kind: type[Child], name: str = "") -> Child:
    """Return the child of a kind, and of this name if one is given; there must be one."""
    found = parent.findChild(kind, name) if name else parent.findChild(kind)
    assert found is not None, f"no {kind.__name__} {name} in {parent}"
    return found


def needed_width(area: QScrollArea) -> int:
    """Return how wide an area must be to show all of its content, in pixels."""
    content = area.widget()
    assert content is not None
    return content.minimumSizeHint().width()


def notice_buttons(desk: Desk) -> list[QPushButton]:
    """Return those that the user sees; what was dismissed is hidden at once and deleted later."""
    notices = desk.window.notices
    return [one for one in notices.findChildren(QPushButton) if one.isVisibleTo(notices)]


def notice_button(desk: Desk, text: str) -> QPushButton:
    return next(button for button in notice_buttons(desk) if button.text() == text)


def click(desk: Desk, button: object) -> None:
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def write(desk: Desk, text: str, *, send: bool = True) -> None:
    desk.qtbot.keyClicks(desk.window.composer.edit, text)
    if send:
        desk.qtbot.keyClick(desk.window.composer.edit, Qt.Key.Key_Return)
